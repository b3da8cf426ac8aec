/** Handovers of thirteen months, with the production data of their shifts. */
import type { handover } from '@/areas/handover/contract/handover'
import type { HandoverKind } from '@/areas/handover/rules/handover'
import { getStateAt } from '@/areas/orders/rules/work-order'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { stamps, type Draft } from '../draft'
import type { PlantLine } from '../lines'
import { rounded } from '../random'
import type { Floor, OrderRow } from './orders'
import { stoodMinutes, type StopRow } from './stops'
import type { Tallies } from './tally'
import { both, type Said } from '../said'
import { notesOf, type ShiftStop } from './shift-words'

const checks = [
  both('现场5S', 'Workplace 5S'),
  both('安全装置', 'Safety devices'),
  both('工器具齐全', 'Tools complete'),
  both('记录完整', 'Records complete'),
] as const

export interface Ended {
  readonly kind: HandoverKind
  readonly line: PlantLine
  readonly trade: 'line' | 'slit'
  readonly from: number
  /** Number of people of the shift that take part; all by default. */
  readonly crew?: number
}
export interface Known {
  readonly tallies: Tallies
  /** By `toStopsKey`. */
  readonly stops: ReadonlyMap<string, readonly StopRow[]>
  /** Names of stop reasons by id. */
  readonly words: ReadonlyMap<string, Said>
  readonly orders: ReadonlyMap<string, OrderRow>
}

/** Builds one handover per shift; the last ended shift waits to be taken over, the running shift has a draft. */
export function handoverRows(
  floor: Floor,
  { kind, line, trade, from, crew }: Ended,
  known: Known,
): Draft<typeof handover>[] {
  const { dice, era, staff } = floor
  const shifts = getShiftsBetween(toMoment(from), toMoment(era.now), era.calendar.pattern, era.zone)
  return shifts.map((shift): Draft<typeof handover> => {
    const [begin, end] = [toMillis(shift.startsAt), toMillis(shift.endsAt)]
    const running = end > era.now
    const last = !running && end > era.now - 8 * 60 * MINUTE_MS
    const people = staff.onShift(trade, begin).slice(0, crew)
    const giver = dice.pick(people)
    const taker = dice.pick(staff.onShift(trade, end + MINUTE_MS))
    const given = running ? null : toMoment(end - dice.int(1, 12) * MINUTE_MS)
    const taken = running || last ? null : toMoment(end + dice.int(2, 20) * MINUTE_MS)
    const results = running ? [] : checks.map((item) => ({ item, ok: dice.chance(0.97) }))
    // Nothing is written about a running shift yet.
    const notes = running
      ? null
      : notesOf({
          trade,
          tally: known.tallies.of({ lineId: line.id, ...shift }),
          stops: toldStops(stopsIn(known.stops, line.id, shift), known.words, { end, now: era.now }),
          failed: results.flatMap(({ item, ok }) => (ok ? [] : [item])),
        })
    return {
      id: dice.id(begin),
      kind,
      state: running ? 'draft' : last ? 'given' : 'taken',
      lineId: line.id,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
      people: people.map(({ id }) => id),
      authors: [giver.id],
      concerned: [...new Set([...people, giver].map(({ id }) => id))],
      absent: [],
      safety: notes && era.say(notes.safety),
      quality: notes && era.say(notes.quality),
      equipmentState: notes && era.say(notes.equipmentState),
      remaining: null,
      toDo: notes && era.say(notes.toDo),
      checks: results.map(({ item, ok }) => ({ item: era.say(item), result: ok ? 'ok' : 'notOk', note: null })),
      images: [],
      facts: factsOf(line, shift, known, given ?? toMoment(era.now)),
      giverId: given ? giver.id : null,
      givenAt: given,
      takerId: taken ? taker.id : null,
      takenAt: taken,
      ...stamps(
        begin,
        giver.id,
        taken ? toMillis(taken) : given ? toMillis(given) : Math.min(era.now, begin + MINUTE_MS),
      ),
    }
  })
}
/** Builds the key of stops by line and day. */
export const stopsKey = (lineId: unknown, businessDate: unknown): string => `${String(lineId)} ${String(businessDate)}`
/** Returns the stops of a line in a shift. */
export const stopsIn = (
  stops: Known['stops'],
  lineId: string,
  shift: Pick<ShiftOf, 'businessDate' | 'shift'>,
): readonly StopRow[] =>
  (stops.get(stopsKey(lineId, shift.businessDate)) ?? []).filter((stop) => stop.shift === shift.shift)
/** Summarizes stops for the notes of a shift; durations agree with the shift's data. */
export const toldStops = (
  stops: readonly StopRow[],
  words: Known['words'],
  { end, now }: { readonly end: number; readonly now: number },
): ShiftStop[] =>
  stops.map((stop) => ({
    reason: words.get(stop.reasonId ?? '') ?? null,
    minutes: stoodMinutes(stop, now),
    standing: !stop.endedAt || toMillis(stop.endedAt) > end,
  }))
interface ShiftOf {
  businessDate: string
  shift: string
  team: string | null
  startsAt: string
  endsAt: string
}
/** Builds the shift data as the server would store it at sign-off; lists that only matter on the day stay empty. */
function factsOf(
  line: PlantLine,
  shift: ShiftOf,
  { tallies, stops, orders }: Known,
  at: string,
): Draft<typeof handover>['facts'] {
  const tally = tallies.of({ lineId: line.id, ...shift })
  const own = stopsIn(stops, line.id, shift)
  const kg = (value: number) => rounded(value, 1)
  return [
    {
      lineId: line.id,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
      startsAt: shift.startsAt,
      endsAt: shift.endsAt,
      asOf: at,
      jumboRolls: tally.jumboRolls,
      jumboKg: kg(tally.jumboKg),
      jumboM: rounded(tally.jumboM, 0),
      slitRolls: tally.slitRolls,
      slitKg: kg(tally.slitKg),
      goodKg: kg(tally.goodKg),
      downgradedKg: kg(tally.downgradedKg),
      wasteKg: kg(tally.wasteKg),
      trimKg: kg(tally.trimKg),
      packages: 0,
      packedKg: 0,
      fedKg: kg(tally.fedKg),
      recycledKg: 0,
      stopMinutes: kg(tally.stopMinutes),
      uncutRolls: 0,
      uncutKg: 0,
      stops: own.map((stop) => ({
        stopId: stop.id,
        startedAt: stop.startedAt ?? '',
        endedAt: stop.endedAt ?? null,
        reasonId: stop.reasonId ?? null,
        note: null,
        minutes: kg(stoodMinutes(stop, toMillis(at))),
      })),
      openRepairs: [],
      materials: [],
      uncut: [],
      alarms: [],
      orders: [...tally.orders].slice(0, 20).map(([id, of]) => ({
        workOrderId: id,
        state: stateThen(orders.get(id), at),
        jumboRolls: of.jumboRolls,
        slitRolls: of.slitRolls,
        madeKg: kg(of.madeKg),
        goodKg: kg(of.goodKg),
        downgradedKg: kg(of.downgradedKg),
        wasteKg: kg(of.wasteKg),
        orderedKg: orders.get(id)?.orderedKg ?? null,
        totalKg: kg(tallies.goodBy(id, toMillis(at))),
      })),
    },
  ]
}
/** Returns the state of an order when the handover was signed; most orders have been closed since. */
const stateThen = (order: OrderRow | undefined, at: string): string =>
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
