import type { FieldsRow } from '@/contract/field-values'
import { line } from '@/plant/contract/line'
import {
  type MadeRoll,
  sumRollsByOrder,
  sumRolls,
  calculateStopMinutes,
  EMPTY_ROLL_TOTALS,
} from '../rules/shift-totals'
import type { shiftSnapshotFields } from '../contract/shift-snapshot'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { loadHopperCodes } from '@/areas/equipment/server/queries/hoppers'
import {
  loadFedInPeriod,
  loadStartUpWaste,
  type ShiftFeedSummary,
} from '@/areas/feeding/server/queries/feeds-in-period'
import { listMissedRounds } from '@/areas/rounds/server/queries/rounds'
import { listRepairsOpenAt } from '@/areas/maintenance/server/queries/open-work'
import { listOrdersInShift } from '@/areas/orders/server/queries/orders-in-shifts'
import { sumGoodCutSince, listProducedRolls, type ProducedRoll } from '@/areas/slitting/server/queries/rolls-of-shift'
import { listCuttingsEnded } from '@/areas/slitting/server/queries/shift-output'
import { loadHallMetrics } from '@/areas/packing/server/queries/hall-metrics'
import type { Context } from '@/server/context'
import { listInspectionAlerts } from '@/areas/quality/server/queries/inspection-alerts'
import { roundToGram, roundToTenth } from '@/plant/rules/quantity'
import { sumCorrections, type CorrectedSumName } from '@/plant/server/events'
import { askQuestion } from '@/server/events'

/** All stops are summed, but only the first ones are listed. */
const MAX_STOPS = 1000
const MAX_LISTED_STOPS = 100

/** Snapshot of a shift of a line. */
export type ShiftSnapshot = FieldsRow<typeof shiftSnapshotFields>

/**
 * Builds the snapshot of a shift of a line at a moment (default: now). An offline signature gets the snapshot of the
 * moment of signing, not of its arrival at the server. Runs a few statements, each limited to the shift.
 */
export async function buildShiftSnapshot(
  ctx: Context,
  lineId: string,
  shift: Shift,
  moment: Moment = ctx.now.toISOString(),
): Promise<ShiftSnapshot> {
  const { kind } = await ctx.rows.get(line, lineId)
  const shiftSpan = {
    lineId,
    from: shift.startsAt,
    to: toMillis(moment) < toMillis(shift.endsAt) ? moment : shift.endsAt,
    moment,
  }
  const rolls = await listProducedRolls(ctx, shiftSpan)
  const countedRolls = rolls.filter(({ deleted }) => !deleted)
  const jumboRolls = countedRolls.filter((roll) => roll.rollKind === 'jumbo')
  const slitRolls = countedRolls.filter((roll) => roll.rollKind === 'slit')
  // A slitter cuts the rolls of a winder. Each roll counts only at the machine that made it.
  const rollTotals = sumRolls(countedRolls)
  // The hall metrics are cutting waste, packages, and the jumbos that wait in the hall to be cut.
  const hallMetrics = await loadHallMetrics(ctx, shiftSpan, kind === 'slitting')
  const { fedKg, recycledKg, materials } = await loadFedInPeriod(ctx, shiftSpan)
  const startUpWaste = await loadStartUpWaste(ctx, shiftSpan)
  const { stops, stopMinutes } = await loadStops(ctx, shiftSpan)
  const getCorrection = await loadCorrections(ctx, lineId, shift, moment)
  const sumCorrected = (sums: readonly CorrectedSumName[]) => sumValues(sums.map((sum) => getCorrection(sum)))
  return {
    lineId,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    asOf: moment,
    jumboRolls: jumboRolls.length,
    jumboKg: roundToGram(sumRolls(jumboRolls).kg + getCorrection('woundKg')),
    jumboM: Math.round(jumboRolls.reduce((sum, roll) => sum + roll.lengthM, 0) * 10) / 10,
    slitRolls: sumRolls(slitRolls).rolls,
    slitKg: roundToGram(sumRolls(slitRolls).kg + getCorrection('slitKg')),
    goodKg: roundToGram(rollTotals.goodKg + sumCorrected(GOOD_SUMS)),
    downgradedKg: roundToGram(rollTotals.downgradedKg + sumCorrected(DOWNGRADED_SUMS)),
    wasteKg: roundToGram(
      rollTotals.wasteKg +
        hallMetrics.cutWasteKg +
        sumValues([...startUpWaste.values()]) +
        sumCorrected([...ROLL_WASTE_SUMS, ...OTHER_WASTE_SUMS]),
    ),
    rollCorrectedKg: roundToGram(
      sumCorrected(ROLL_SUMS) - sumCorrected([...GOOD_SUMS, ...DOWNGRADED_SUMS, ...ROLL_WASTE_SUMS]),
    ),
    trimKg: roundToGram(hallMetrics.trimKg + getCorrection('trimKg')),
    packages: hallMetrics.packages,
    packedKg: hallMetrics.packedKg,
    fedKg: roundToGram(fedKg + getCorrection('fedKg')),
    recycledKg: roundToGram(recycledKg + getCorrection('recycledKg')),
    stopMinutes: roundToTenth(stopMinutes + getCorrection('standingMinutes')),
    stops,
    openRepairs: await listRepairsOpenAt(ctx, lineId, moment),
    orders: await loadOrders(ctx, lineId, moment, {
      jumbos: jumboRolls,
      slits: slitRolls,
      otherWaste: [...startUpWaste, ...(await listCutWaste(ctx, shiftSpan))],
      getCorrection,
    }),
    materials: await addHopperCodes(ctx, materials),
    uncutRolls: hallMetrics.uncutRolls,
    uncutKg: roundToGram(hallMetrics.uncutKg),
    uncut: hallMetrics.uncut,
    alarms: await listShiftAlarms(ctx, lineId, { ...shift, endsAt: shiftSpan.to }, { rolls, stops }),
  }
}

const sumValues = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
type ShiftSpan = { readonly lineId: string; readonly from: Moment; readonly to: Moment; readonly moment: Moment }
/** Loads the stops of a shift with their minutes, and the total stop time. */
async function loadStops(
  ctx: Context,
  { lineId, from, to, moment }: ShiftSpan,
): Promise<Pick<ShiftSnapshot, 'stops' | 'stopMinutes'>> {
  const nowMs = toMillis(moment)
  const rows = await listStopsInPeriod(ctx, { lineId, from, to, keepIfTooMany: 'oldest', maxRows: MAX_STOPS })
  const stopRows = rows.map(({ id, startsAt, endsAt, reasonId, explainedAt, note }) => {
    // An explanation given after the moment is left out.
    const isExplanationShown = explainedAt === null || toMillis(explainedAt) <= nowMs
    return {
      stopId: id,
      startedAt: startsAt,
      endedAt: endsAt !== null && toMillis(endsAt) <= nowMs ? endsAt : null,
      reasonId: isExplanationShown ? reasonId : null,
      note: isExplanationShown ? note : null,
    }
  })
  const interval = { from: toMillis(from), to: toMillis(to) }
  const stopIntervals = stopRows.map(({ startedAt, endedAt }) => ({
    from: toMillis(startedAt),
    to: endedAt ? toMillis(endedAt) : null,
  }))
  const measureMinutes = (intervals: typeof stopIntervals) => calculateStopMinutes(intervals, interval, nowMs)
  const stops = stopRows.map((stop, index) => ({
    ...stop,
    minutes: measureMinutes(stopIntervals.slice(index, index + 1)),
  }))
  return { stops: stops.slice(0, MAX_LISTED_STOPS), stopMinutes: measureMinutes(stopIntervals) }
}

/** Sums of all rolls and, below, of their parts by grade. Each pair has a sum for winders and one for slitters. */
const ROLL_SUMS = ['woundKg', 'slitKg'] as const
const GOOD_SUMS = ['woundGoodKg', 'slitGoodKg'] as const
const DOWNGRADED_SUMS = ['woundDowngradedKg', 'slitDowngradedKg'] as const
const ROLL_WASTE_SUMS = ['woundWasteKg', 'slitWasteKg'] as const
/** Sums of waste that is not part of a roll. */
const OTHER_WASTE_SUMS = ['cutWasteKg', 'startUpWasteKg'] as const
/** Returns the corrections of a sum of the shift, or of one of its orders. */
type CorrectionGetter = (sum: CorrectedSumName, workOrderId?: string) => number
/** Loads the corrections of the shift that were made by a moment, so that its sums equal the metrics. */
async function loadCorrections(
  ctx: Context,
  lineId: string,
  { businessDate, shift }: Shift,
  moment: Moment,
): Promise<CorrectionGetter> {
  const corrections = await askQuestion(ctx, sumCorrections, {
    from: businessDate,
    to: businessDate,
    sums: [
      ...ROLL_SUMS,
      ...GOOD_SUMS,
      ...DOWNGRADED_SUMS,
      ...ROLL_WASTE_SUMS,
      ...OTHER_WASTE_SUMS,
      'trimKg',
      'fedKg',
      'recycledKg',
      'standingMinutes',
    ],
    lineId,
  })
  const madeByMoment = corrections.filter((row) => row.shift === shift && toMillis(row.at) <= toMillis(moment))
  return (sum, workOrderId) =>
    sumValues(
      madeByMoment.flatMap((row) =>
        row.sum === sum && (!workOrderId || row.workOrderId === workOrderId) ? [row.delta] : [],
      ),
    )
}
/** Lists the waste of the cuttings that ended in a shift, kg, each with the order of its jumbo. */
async function listCutWaste(ctx: Context, { lineId, from, to }: ShiftSpan): Promise<(readonly [string, number])[]> {
  const cuttings = await listCuttingsEnded(ctx, { from, to })
  return cuttings.flatMap((ended) => (ended.lineId === lineId ? [[ended.workOrderId, ended.wasteKg] as const] : []))
}
/** Loads orders that ran or produced in the shift. `totalKg`: good mass of the whole order so far. */
async function loadOrders(
  ctx: Context,
  lineId: string,
  moment: Moment,
  {
    jumbos,
    slits,
    otherWaste,
    getCorrection,
  }: {
    jumbos: readonly MadeRoll[]
    slits: readonly MadeRoll[]
    /** Orders with their waste outside of rolls, kg; an order may occur several times. */
    otherWaste: readonly (readonly [workOrderId: string, kg: number])[]
    getCorrection: CorrectionGetter
  },
): Promise<ShiftSnapshot['orders']> {
  const jumboTotals = sumRollsByOrder(jumbos)
  const slitTotals = sumRollsByOrder(slits)
  const allTotals = sumRollsByOrder([...jumbos, ...slits])
  const orders = await listOrdersInShift(
    ctx,
    lineId,
    [...new Set([...allTotals.keys(), ...otherWaste.map(([id]) => id)])],
    moment,
  )
  const goodCutSinceById = await sumGoodCutSince(
    ctx,
    orders.map(({ id }) => id),
    moment,
  )
  return orders.map(({ id, state, orderedKg, goodKg }) => {
    const orderTotals = allTotals.get(id) ?? EMPTY_ROLL_TOTALS
    const correct = (kg: number, sums: readonly CorrectedSumName[]) =>
      roundToGram(kg + sumValues(sums.map((sum) => getCorrection(sum, id))))
    return {
      workOrderId: id,
      state,
      jumboRolls: jumboTotals.get(id)?.rolls ?? 0,
      slitRolls: slitTotals.get(id)?.rolls ?? 0,
      madeKg: correct(orderTotals.kg, ROLL_SUMS),
      goodKg: correct(orderTotals.goodKg, GOOD_SUMS),
      downgradedKg: correct(orderTotals.downgradedKg, DOWNGRADED_SUMS),
      wasteKg: correct(
        orderTotals.wasteKg + sumValues(otherWaste.flatMap(([orderId, kg]) => (orderId === id ? [kg] : []))),
        [...ROLL_WASTE_SUMS, ...OTHER_WASTE_SUMS],
      ),
      orderedKg,
      totalKg: roundToGram(Math.max(0, goodKg - (goodCutSinceById.get(id) ?? 0))),
    }
  })
}
/** Replaces hopper ids by hopper codes. */
async function addHopperCodes(
  ctx: Context,
  materials: ShiftFeedSummary['materials'],
): Promise<ShiftSnapshot['materials']> {
  const codesById = await loadHopperCodes(
    ctx,
    materials.flatMap(({ hopperId }) => hopperId ?? []),
  )
  return materials.map(({ hopperId, ...material }) => ({ ...material, hopper: codesById.get(hopperId ?? '') ?? null }))
}

type Alarm = ShiftSnapshot['alarms'][number]
const MAX_ALARMS = 100

/**
 * Lists what was missed or out of limits in a shift, oldest first: rounds, inspections, rolls with unusual weight and
 * unexplained stops.
 */
async function listShiftAlarms(
  ctx: Context,
  lineId: string,
  shift: Shift,
  { rolls, stops }: { rolls: readonly ProducedRoll[]; stops: ShiftSnapshot['stops'] },
): Promise<Alarm[]> {
  const shiftSpan = { lineId, from: shift.startsAt, to: shift.endsAt }
  const buildAlarm = (kind: Alarm['kind'], label: string, at: string): Alarm => ({
    kind,
    label: label.slice(0, 400),
    at,
  })
  return [
    ...(await listInspectionAlerts(ctx, lineId, shift)).map(({ kind, label, at }) => buildAlarm(kind, label, at)),
    ...(await listMissedRounds(ctx, shiftSpan)).map(({ name, at }) => buildAlarm('roundMissed', name, at)),
    ...rolls
      .filter((roll) => roll.weightUnusual && !roll.madeByRework)
      .map(({ number, doffedAt }) => buildAlarm('weightUnusual', number, doffedAt)),
    ...stops.filter((stop) => !stop.reasonId).map(({ startedAt }) => buildAlarm('stopUnexplained', '', startedAt)),
  ]
    .sort((a, b) => toMillis(a.at) - toMillis(b.at))
    .slice(0, MAX_ALARMS)
}
