import type { FieldsRow } from '@/contract/field'
import { line } from '@/plant/contract/line'
import type { MadeRoll } from '../rules/shift-totals'
import { roundToGrams, sumRollsByOrder, sumRolls, calculateStopMinutes, EMPTY_ROLL_TOTALS } from '../rules/shift-totals'
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
import { listRepairsOpenAt } from '@/areas/maintenance/server/queries/shift-sources'
import { listOrdersInShift } from '@/areas/orders/server/queries/for-shifts'
import { sumGoodCutSince, loadHallMetrics, listProducedRolls } from '@/areas/rolls/server/queries/for-shifts'
import type { Context } from '@/server/context'
import { listShiftAlarms } from './shift-alarms'

/** All stops are summed, but only the first ones are listed. */
const MAX_STOPS = 1000
const MAX_LISTED_STOPS = 100

/** Snapshot of a shift of a line. */
export type ShiftSnapshot = FieldsRow<typeof shiftSnapshotFields>

/**
 * Builds the snapshot of a shift of a line at a moment (default: now). An offline signature gets the snapshot of its
 * own time, not of its delivery. Runs a few statements, each limited to the shift.
 */
export async function buildShiftSnapshot(
  ctx: Context,
  lineId: string,
  shift: Shift,
  at: Moment = ctx.now.toISOString(),
): Promise<ShiftSnapshot> {
  const { kind } = await ctx.rows.get(line, lineId)
  const span = { lineId, from: shift.startsAt, to: toMillis(at) < toMillis(shift.endsAt) ? at : shift.endsAt, at }
  const rolls = await listProducedRolls(ctx, span)
  const countedRolls = rolls.filter(({ deleted }) => !deleted)
  const jumbos = countedRolls.filter((roll) => roll.of === 'jumbo')
  const slits = countedRolls.filter((roll) => roll.of === 'slit')
  // A slitter divides rolls of a winder: each roll counts where it was made.
  const rollTotals = sumRolls(countedRolls)
  const slittingTotals = await loadHallMetrics(ctx, span, kind === 'slitting')
  const { fedKg, recycledKg, materials } = await loadFedInPeriod(ctx, span)
  const startUpWaste = await loadStartUpWaste(ctx, span)
  const { stops, stopMinutes } = await loadStops(ctx, span)
  return {
    lineId,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    asOf: at,
    jumboRolls: jumbos.length,
    jumboKg: sumRolls(jumbos).kg,
    jumboM: Math.round(jumbos.reduce((sum, roll) => sum + roll.lengthM, 0) * 10) / 10,
    slitRolls: slits.length,
    slitKg: sumRolls(slits).kg,
    goodKg: rollTotals.good,
    downgradedKg: rollTotals.downgraded,
    wasteKg: roundToGrams(rollTotals.waste + slittingTotals.cutWasteKg + sumValues([...startUpWaste.values()])),
    trimKg: slittingTotals.trimKg,
    packages: slittingTotals.packages,
    packedKg: slittingTotals.packedKg,
    fedKg,
    recycledKg,
    stopMinutes,
    stops,
    openRepairs: await listRepairsOpenAt(ctx, lineId, at),
    orders: await loadOrders(ctx, lineId, at, { jumbos, slits, startUpWaste }),
    materials: await addHopperCodes(ctx, materials),
    uncutRolls: slittingTotals.uncutRolls,
    uncutKg: roundToGrams(slittingTotals.uncutKg),
    uncut: slittingTotals.uncut,
    alarms: await listShiftAlarms(ctx, lineId, { ...shift, endsAt: span.to }, { rolls, stops }),
  }
}

const sumValues = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
type Span = { readonly lineId: string; readonly from: Moment; readonly to: Moment; readonly at: Moment }
/** Loads the stops of a shift with their minutes, and the total stop time. */
async function loadStops(
  ctx: Context,
  { lineId, from, to, at }: Span,
): Promise<Pick<ShiftSnapshot, 'stops' | 'stopMinutes'>> {
  const now = toMillis(at)
  const rows = await listStopsInPeriod(ctx, { lineId, from, to, keepFirst: 'oldest', maxRows: MAX_STOPS })
  const stopRows = rows.map(({ id, startsAt, endsAt, reasonId, explainedAt, note }) => {
    const isExplained = explainedAt === null || toMillis(explainedAt) <= now
    return {
      stopId: id,
      startedAt: startsAt,
      endedAt: endsAt !== null && toMillis(endsAt) <= now ? endsAt : null,
      reasonId: isExplained ? reasonId : null,
      note: isExplained ? note : null,
    }
  })
  const interval = { from: toMillis(from), to: toMillis(to) }
  const stopIntervals = stopRows.map(({ startedAt, endedAt }) => ({
    from: toMillis(startedAt),
    to: endedAt ? toMillis(endedAt) : null,
  }))
  const measureMinutes = (intervals: typeof stopIntervals) => calculateStopMinutes(intervals, interval, now)
  const stops = stopRows.map((stop, i) => ({ ...stop, minutes: measureMinutes(stopIntervals.slice(i, i + 1)) }))
  return { stops: stops.slice(0, MAX_LISTED_STOPS), stopMinutes: measureMinutes(stopIntervals) }
}

/** Loads orders that ran or produced in the shift. `totalKg`: good mass of the whole order so far. */
async function loadOrders(
  ctx: Context,
  lineId: string,
  at: Moment,
  {
    jumbos,
    slits,
    startUpWaste,
  }: { jumbos: readonly MadeRoll[]; slits: readonly MadeRoll[]; startUpWaste: ReadonlyMap<string, number> },
): Promise<ShiftSnapshot['orders']> {
  const [jumboTotals, slitTotals, allTotals] = [
    sumRollsByOrder(jumbos),
    sumRollsByOrder(slits),
    sumRollsByOrder([...jumbos, ...slits]),
  ]
  const orders = await listOrdersInShift(ctx, lineId, [...new Set([...allTotals.keys(), ...startUpWaste.keys()])], at)
  const goodCutSinceById = await sumGoodCutSince(
    ctx,
    orders.map(({ id }) => id),
    at,
  )
  return orders.map(({ id, state, orderedKg, goodKg }) => {
    const orderTotals = allTotals.get(id) ?? EMPTY_ROLL_TOTALS
    return {
      workOrderId: id,
      state,
      jumboRolls: jumboTotals.get(id)?.rolls ?? 0,
      slitRolls: slitTotals.get(id)?.rolls ?? 0,
      madeKg: orderTotals.kg,
      goodKg: orderTotals.good,
      downgradedKg: orderTotals.downgraded,
      wasteKg: roundToGrams(orderTotals.waste + (startUpWaste.get(id) ?? 0)),
      orderedKg,
      totalKg: roundToGrams(Math.max(0, goodKg - (goodCutSinceById.get(id) ?? 0))),
    }
  })
}
/** Replaces hopper ids by hopper codes. */
async function addHopperCodes(
  ctx: Context,
  materials: ShiftFeedSummary['materials'],
): Promise<ShiftSnapshot['materials']> {
  const codes = await loadHopperCodes(
    ctx,
    materials.flatMap(({ hopperId }) => hopperId ?? []),
  )
  return materials.map(({ hopperId, ...material }) => ({ ...material, hopper: codes.get(hopperId ?? '') ?? null }))
}
