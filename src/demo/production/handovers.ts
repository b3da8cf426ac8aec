/** Handovers of thirteen months, with the production data of their shifts. */
import type { handover } from '@/areas/handover/contract/handover'
import type { HandoverKind } from '@/areas/handover/rules/handover'
import { getWorkOrderStateAt } from '@/areas/orders/rules/work-order'
import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import texts from '../data/texts.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import { roundDecimals } from '../random'
import type { ShopFloor, WorkOrderDraft } from './orders'
import { getStopDuration, type StopDraft } from './stop-rows'
import type { ShiftTallies } from './shift-tallies'
import type { BilingualText } from '../bilingual-text'
import { buildShiftNotes, type ShiftStop } from './shift-notes'

/** Duration of a shift. */
const SHIFT_MS = 8 * HOUR_MS

export interface HandoverSeries {
  readonly kind: HandoverKind
  readonly line: PlantLine
  readonly trade: 'line' | 'slit'
  readonly fromMs: number
  /** Number of people of the shift that take part; all by default. */
  readonly crewSize?: number
}
export interface ShiftSources {
  readonly tallies: ShiftTallies
  /** By `toStopsKey`. */
  readonly stops: ReadonlyMap<string, readonly StopDraft[]>
  /** Names of stop reasons by id. */
  readonly reasonNames: ReadonlyMap<string, BilingualText>
  readonly orders: ReadonlyMap<string, WorkOrderDraft>
}

/** Builds one handover per shift; the last ended shift waits to be taken over, the running shift has a draft. */
export function buildHandovers(
  floor: ShopFloor,
  { kind, line, trade, fromMs, crewSize }: HandoverSeries,
  sources: ShiftSources,
): RowDraft<typeof handover>[] {
  const { dice, era, staff } = floor
  const shifts = getShiftsBetween(toMoment(fromMs), toMoment(era.now), era.calendar.rotation, era.zone)
  return shifts.map((shift): RowDraft<typeof handover> => {
    const [startMs, endMs] = [toMillis(shift.startsAt), toMillis(shift.endsAt)]
    const isRunning = endMs > era.now
    const isAwaitingTakeover = !isRunning && endMs > era.now - SHIFT_MS
    const people = staff.listOnShift(trade, startMs).slice(0, crewSize)
    const giver = dice.pick(people)
    const taker = dice.pick(staff.listOnShift(trade, endMs + MINUTE_MS))
    const givenMoment = isRunning ? null : toMoment(endMs - dice.int(1, 12) * MINUTE_MS)
    const takenMoment = isRunning || isAwaitingTakeover ? null : toMoment(endMs + dice.int(2, 20) * MINUTE_MS)
    const changedMs = toMillis(takenMoment ?? givenMoment ?? toMoment(Math.min(era.now, startMs + MINUTE_MS)))
    const checkResults = isRunning ? [] : texts.handoverChecks.map((item) => ({ item, ok: dice.chance(0.97) }))
    // Nothing is written about a running shift yet.
    const notes = isRunning
      ? null
      : buildShiftNotes({
          trade,
          tally: sources.tallies.getTally({ lineId: line.id, ...shift }),
          stops: summarizeStops(getShiftStops(sources.stops, line.id, shift), sources.reasonNames, {
            endMs,
            nowMs: era.now,
          }),
          failedChecks: checkResults.flatMap(({ item, ok }) => (ok ? [] : [item])),
        })
    return {
      id: dice.id(startMs),
      kind,
      state: isRunning ? 'draft' : isAwaitingTakeover ? 'given' : 'taken',
      lineId: line.id,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
      people: people.map(({ id }) => id),
      authors: [giver.id],
      concerned: [...new Set([...people, giver].map(({ id }) => id))],
      absent: [],
      safety: notes && era.localize(notes.safety),
      quality: notes && era.localize(notes.quality),
      equipmentState: notes && era.localize(notes.equipmentState),
      remaining: null,
      toDo: notes && era.localize(notes.toDo),
      checks: checkResults.map(({ item, ok }) => ({
        item: era.localize(item),
        result: ok ? 'ok' : 'notOk',
        note: null,
      })),
      images: [],
      facts: buildShiftData(line, shift, sources, givenMoment ?? toMoment(era.now)),
      giverId: givenMoment ? giver.id : null,
      givenAt: givenMoment,
      takerId: takenMoment ? taker.id : null,
      takenAt: takenMoment,
      ...buildAuditFields(startMs, giver.id, changedMs),
    }
  })
}
/** Builds the key of stops by line and day. */
export const toStopsKey = (lineId: unknown, businessDate: unknown): string =>
  `${String(lineId)} ${String(businessDate)}`
/** Returns the stops of a line in a shift. */
export const getShiftStops = (
  stops: ShiftSources['stops'],
  lineId: string,
  shift: Pick<ShiftTimes, 'businessDate' | 'shift'>,
): readonly StopDraft[] =>
  (stops.get(toStopsKey(lineId, shift.businessDate)) ?? []).filter((stop) => stop.shift === shift.shift)
/** Summarizes stops for the notes of a shift; durations agree with the shift's data. */
export const summarizeStops = (
  stops: readonly StopDraft[],
  reasonNames: ShiftSources['reasonNames'],
  { endMs, nowMs }: { readonly endMs: number; readonly nowMs: number },
): ShiftStop[] =>
  stops.map((stop) => ({
    reason: reasonNames.get(stop.reasonId ?? '') ?? null,
    minutes: getStopDuration(stop, nowMs),
    isOpen: !stop.endedAt || toMillis(stop.endedAt) > endMs,
  }))
interface ShiftTimes {
  businessDate: string
  shift: string
  team: string | null
  startsAt: string
  endsAt: string
}
/**
 * Builds the shift data as the server would store it at sign-off; lists that matter only during the shift stay empty.
 */
function buildShiftData(
  line: PlantLine,
  shift: ShiftTimes,
  { tallies, stops, orders }: ShiftSources,
  signedAt: string,
): RowDraft<typeof handover>['facts'] {
  const tally = tallies.getTally({ lineId: line.id, ...shift })
  const shiftStops = getShiftStops(stops, line.id, shift)
  const roundToTenth = (value: number) => roundDecimals(value, 1)
  return [
    {
      lineId: line.id,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
      startsAt: shift.startsAt,
      endsAt: shift.endsAt,
      asOf: signedAt,
      jumboRolls: tally.jumboRolls,
      rollCorrectedKg: 0,
      jumboKg: roundToTenth(tally.jumboKg),
      jumboM: roundDecimals(tally.jumboM, 0),
      slitRolls: tally.slitRolls,
      slitKg: roundToTenth(tally.slitKg),
      goodKg: roundToTenth(tally.goodKg),
      downgradedKg: roundToTenth(tally.downgradedKg),
      wasteKg: roundToTenth(tally.wasteKg),
      trimKg: roundToTenth(tally.trimKg),
      packages: 0,
      packedKg: 0,
      fedKg: roundToTenth(tally.fedKg),
      recycledKg: 0,
      stopMinutes: roundToTenth(tally.stopMinutes),
      uncutRolls: 0,
      uncutKg: 0,
      stops: shiftStops.map((stop) => ({
        stopId: stop.id,
        startedAt: stop.startedAt ?? '',
        endedAt: stop.endedAt ?? null,
        reasonId: stop.reasonId ?? null,
        note: null,
        minutes: roundToTenth(getStopDuration(stop, toMillis(signedAt))),
      })),
      openRepairs: [],
      materials: [],
      uncut: [],
      alarms: [],
      orders: [...tally.orders].slice(0, 20).map(([id, orderTally]) => ({
        workOrderId: id,
        state: getOrderStateAt(orders.get(id), signedAt),
        jumboRolls: orderTally.jumboRolls,
        slitRolls: orderTally.slitRolls,
        madeKg: roundToTenth(orderTally.madeKg),
        goodKg: roundToTenth(orderTally.goodKg),
        downgradedKg: roundToTenth(orderTally.downgradedKg),
        wasteKg: roundToTenth(orderTally.wasteKg),
        orderedKg: orders.get(id)?.orderedKg ?? null,
        totalKg: roundToTenth(tallies.getGoodKg(id, toMillis(signedAt))),
      })),
    },
  ]
}
/** Returns the state of an order when the handover was signed; most orders have been closed since. */
const getOrderStateAt = (order: WorkOrderDraft | undefined, signedAt: string): string =>
  (order &&
    getWorkOrderStateAt(
      {
        state: order.state ?? 'running',
        startedAt: order.startedAt ?? null,
        finishedAt: order.finishedAt ?? null,
        closedAt: order.closedAt ?? null,
        pauses: (order.pauses ?? []).map(({ from, to, reason }) => ({ from, to: to ?? null, reason: reason ?? null })),
      },
      signedAt,
    )) ??
  'running'
