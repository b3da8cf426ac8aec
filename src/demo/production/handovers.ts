/** Handovers of thirteen months, with the production data of their shifts. */
import type { handover } from '@/areas/handover/contract/handover'
import type { HandoverKind } from '@/areas/handover/rules/handover'
import { getStateAt } from '@/areas/orders/rules/work-order'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { buildStamps, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import { roundDecimals } from '../random'
import type { ShopFloor, WorkOrderDraft } from './orders'
import { getStopDuration, type StopDraft } from './stop-rows'
import type { ShiftTallies } from './shift-tallies'
import { toTexts, type BilingualText } from '../bilingual-text'
import { buildShiftNotes, type ShiftStop } from './shift-words'

const handoverChecks = [
  toTexts('现场5S', 'Workplace 5S'),
  toTexts('安全装置', 'Safety devices'),
  toTexts('工器具齐全', 'Tools complete'),
  toTexts('记录完整', 'Records complete'),
] as const

export interface HandoverSeries {
  readonly kind: HandoverKind
  readonly line: PlantLine
  readonly trade: 'line' | 'slit'
  readonly from: number
  /** Number of people of the shift that take part; all by default. */
  readonly crew?: number
}
export interface ShiftSources {
  readonly tallies: ShiftTallies
  /** By `toStopsKey`. */
  readonly stops: ReadonlyMap<string, readonly StopDraft[]>
  /** Names of stop reasons by id. */
  readonly words: ReadonlyMap<string, BilingualText>
  readonly orders: ReadonlyMap<string, WorkOrderDraft>
}

/** Builds one handover per shift; the last ended shift waits to be taken over, the running shift has a draft. */
export function buildHandovers(
  floor: ShopFloor,
  { kind, line, trade, from, crew }: HandoverSeries,
  sources: ShiftSources,
): RowDraft<typeof handover>[] {
  const { dice, era, staff } = floor
  const shifts = getShiftsBetween(toMoment(from), toMoment(era.now), era.calendar.pattern, era.zone)
  return shifts.map((shift): RowDraft<typeof handover> => {
    const [begin, end] = [toMillis(shift.startsAt), toMillis(shift.endsAt)]
    const isRunning = end > era.now
    const isLatest = !isRunning && end > era.now - 8 * 60 * MINUTE_MS
    const people = staff.listOnShift(trade, begin).slice(0, crew)
    const giver = dice.pick(people)
    const taker = dice.pick(staff.listOnShift(trade, end + MINUTE_MS))
    const givenMoment = isRunning ? null : toMoment(end - dice.int(1, 12) * MINUTE_MS)
    const takenMoment = isRunning || isLatest ? null : toMoment(end + dice.int(2, 20) * MINUTE_MS)
    const results = isRunning ? [] : handoverChecks.map((item) => ({ item, ok: dice.chance(0.97) }))
    // Nothing is written about a running shift yet.
    const notes = isRunning
      ? null
      : buildShiftNotes({
          trade,
          tally: sources.tallies.getTally({ lineId: line.id, ...shift }),
          stops: summarizeStops(getShiftStops(sources.stops, line.id, shift), sources.words, { end, now: era.now }),
          failed: results.flatMap(({ item, ok }) => (ok ? [] : [item])),
        })
    return {
      id: dice.id(begin),
      kind,
      state: isRunning ? 'draft' : isLatest ? 'given' : 'taken',
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
      checks: results.map(({ item, ok }) => ({ item: era.localize(item), result: ok ? 'ok' : 'notOk', note: null })),
      images: [],
      facts: buildShiftFactRows(line, shift, sources, givenMoment ?? toMoment(era.now)),
      giverId: givenMoment ? giver.id : null,
      givenAt: givenMoment,
      takerId: takenMoment ? taker.id : null,
      takenAt: takenMoment,
      ...buildStamps(
        begin,
        giver.id,
        takenMoment
          ? toMillis(takenMoment)
          : givenMoment
            ? toMillis(givenMoment)
            : Math.min(era.now, begin + MINUTE_MS),
      ),
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
  words: ShiftSources['words'],
  { end, now }: { readonly end: number; readonly now: number },
): ShiftStop[] =>
  stops.map((stop) => ({
    reason: words.get(stop.reasonId ?? '') ?? null,
    minutes: getStopDuration(stop, now),
    isOpen: !stop.endedAt || toMillis(stop.endedAt) > end,
  }))
interface ShiftTimes {
  businessDate: string
  shift: string
  team: string | null
  startsAt: string
  endsAt: string
}
/** Builds the shift data as the server would store it at sign-off; lists that only matter on the day stay empty. */
function buildShiftFactRows(
  line: PlantLine,
  shift: ShiftTimes,
  { tallies, stops, orders }: ShiftSources,
  signedAt: string,
): RowDraft<typeof handover>['facts'] {
  const tally = tallies.getTally({ lineId: line.id, ...shift })
  const shiftStops = getShiftStops(stops, line.id, shift)
  const roundKg = (value: number) => roundDecimals(value, 1)
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
      jumboKg: roundKg(tally.jumboKg),
      jumboM: roundDecimals(tally.jumboM, 0),
      slitRolls: tally.slitRolls,
      slitKg: roundKg(tally.slitKg),
      goodKg: roundKg(tally.goodKg),
      downgradedKg: roundKg(tally.downgradedKg),
      wasteKg: roundKg(tally.wasteKg),
      trimKg: roundKg(tally.trimKg),
      packages: 0,
      packedKg: 0,
      fedKg: roundKg(tally.fedKg),
      recycledKg: 0,
      stopMinutes: roundKg(tally.stopMinutes),
      uncutRolls: 0,
      uncutKg: 0,
      stops: shiftStops.map((stop) => ({
        stopId: stop.id,
        startedAt: stop.startedAt ?? '',
        endedAt: stop.endedAt ?? null,
        reasonId: stop.reasonId ?? null,
        note: null,
        minutes: roundKg(getStopDuration(stop, toMillis(signedAt))),
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
        madeKg: roundKg(orderTally.madeKg),
        goodKg: roundKg(orderTally.goodKg),
        downgradedKg: roundKg(orderTally.downgradedKg),
        wasteKg: roundKg(orderTally.wasteKg),
        orderedKg: orders.get(id)?.orderedKg ?? null,
        totalKg: roundKg(tallies.getGoodKg(id, toMillis(signedAt))),
      })),
    },
  ]
}
/** Returns the state of an order when the handover was signed; most orders have been closed since. */
const getOrderStateAt = (order: WorkOrderDraft | undefined, at: string): string =>
  (order &&
    getStateAt(
      {
        state: order.state ?? 'running',
        startedAt: order.startedAt ?? null,
        finishedAt: order.finishedAt ?? null,
        closedAt: order.closedAt ?? null,
        pauses: (order.pauses ?? []).map(({ from, to, reason }) => ({ from, to: to ?? null, reason: reason ?? null })),
      },
      at,
    )) ??
  'running'
