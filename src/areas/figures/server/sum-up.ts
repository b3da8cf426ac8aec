/** Calculates the sums of shifts from source rows; a pure function without database access. */
import { isWebLineKind } from '@/plant/rules/line'
import { toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import type { PlantCalendar } from '@/plant/rules/shift'
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { calculateDueEnd, calculateLateness } from '@/areas/orders/rules/order-progress'
import { mttr, waitedHours, type RepairFacts } from '@/areas/maintenance/rules/indicators'
import { clipPeriodsSince, sumStops, type AnalysedStop } from '@/areas/reports/rules/stop-analysis'
import { addSums, type Sums } from '../rules/sums'
import type { Facts } from './facts'

/** Owner of a sum. */
export interface SumKey {
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly lineId: string | null
  readonly workOrderId: string | null
}
export interface SumRow extends SumKey {
  readonly productId: string | null
  readonly customerId: string | null
  readonly sums: Sums
}
type Turn = Facts['shifts'][number]
const MINUTE = 60_000
/** Formats a key as text for use in maps. */
export const keyText = (k: SumKey): string =>
  [k.businessDate, k.shift, k.team ?? '', k.lineId ?? '', k.workOrderId ?? ''].join('/')

/**
 * Calculates the sums of shifts by line and order.
 * @param today current business date; orders due today do not count as late yet
 */
export function sumUp(
  facts: Facts,
  { today, calendar }: { readonly today: Day; readonly calendar: PlantCalendar },
): SumRow[] {
  const rows = new Map<string, { key: SumKey; productId: string | null; parts: Partial<Sums>[] }>()
  const turns = new Map(facts.shifts.map((turn) => [`${turn.businessDate}/${turn.shift}`, turn]))
  const add = (
    key: Omit<SumKey, 'team'> & { team?: string | null; productId?: string | null },
    part: Partial<Sums>,
  ) => {
    const { productId = null, ...rest } = key
    const team = key.team === undefined ? (turns.get(`${key.businessDate}/${key.shift}`)?.team ?? null) : key.team
    const whole: SumKey = { ...rest, team }
    const text = keyText(whole)
    const known = rows.get(text)
    if (known) known.parts.push(part)
    else rows.set(text, { key: whole, productId, parts: [part] })
  }
  const at = (moment: Moment | number | null): Turn | undefined => {
    if (moment === null) return undefined
    const ms = typeof moment === 'number' ? moment : toMillis(moment)
    return facts.shifts.find((turn) => toMillis(turn.startsAt) <= ms && ms < toMillis(turn.endsAt))
  }
  addOutput(facts, add)
  addTime(facts, add)
  addRepairs(facts, add, at)
  for (const { lineId, endedAt, trimKg, wasteKg, workOrderId, productId } of facts.cuttings) {
    const turn = at(endedAt)
    if (turn) add({ ...keyOf(turn), lineId, workOrderId, productId }, { trimKg, cutWasteKg: wasteKg })
  }
  for (const { lineId, businessDate, shift, people } of facts.people) {
    const turn = turns.get(`${businessDate}/${shift}`)
    const hours = turn ? (toMillis(turn.endsAt) - toMillis(turn.startsAt)) / (60 * MINUTE) : 0
    add({ businessDate, shift, lineId, workOrderId: null }, { labourHours: people * hours })
  }
  for (const { id, dueOn, finishedAt, lineId, productId } of facts.due) {
    if (dueOn >= today && finishedAt === null) continue
    const first = facts.shifts.find(({ businessDate }) => businessDate === dueOn)
    if (!first) continue
    const onTime =
      finishedAt !== null && calculateLateness(toMillis(finishedAt), calculateDueEnd(dueOn, calendar)) === 0
    add({ ...keyOf(first), lineId, workOrderId: id, productId }, { ordersDue: 1, ordersOnTime: onTime ? 1 : 0 })
  }
  return [...rows.values()].map(({ key, productId, parts }) => {
    const order = key.workOrderId ? facts.orders.get(key.workOrderId) : undefined
    return {
      ...key,
      productId: productId ?? order?.productId ?? null,
      customerId: order?.customerId ?? null,
      sums: addSums(parts),
    }
  })
}
type Add = (
  key: Omit<SumKey, 'team'> & { team?: string | null; productId?: string | null },
  part: Partial<Sums>,
) => void
const keyOf = ({ businessDate, shift }: Turn) => ({ businessDate, shift })

function addOutput({ wound, slit, fed, energy, checks, costs, orders }: Facts, add: Add): void {
  const place = (lineId: string | null, { businessDate, shift }: { businessDate: Day; shift: string }) =>
    `${businessDate}/${shift}/${lineId ?? ''}`
  const metered = new Set(energy.flatMap((row) => (row.medium === 'electricity' ? place(row.lineId, row) : [])))
  for (const row of wound) {
    const { rolls, kg, metres, goodKg, downgradedKg, wasteKg, firstKg, ...key } = row
    const cost = row.workOrderId ? costs.get(row.workOrderId) : undefined
    const all = row.workOrderId ? (orders.get(row.workOrderId)?.jumboKg ?? 0) : 0
    const share = all > 0 ? kg / all : 0
    add(key, {
      jumboRolls: rolls,
      woundKg: kg,
      woundM: metres,
      woundGoodKg: goodKg,
      woundDowngradedKg: downgradedKg,
      woundWasteKg: wasteKg,
      woundFirstKg: firstKg,
      meteredKg: metered.has(place(key.lineId, key)) || metered.has(place(null, key)) ? kg : 0,
      ...(cost ? { cost: cost.total * share, costedKg: (cost.madeKg ?? 0) * share } : {}),
    })
  }
  for (const { rolls, kg, metres: _m, goodKg, downgradedKg, wasteKg, firstKg, ...key } of slit)
    add(key, {
      slitRolls: rolls,
      slitKg: kg,
      slitGoodKg: goodKg,
      slitDowngradedKg: downgradedKg,
      slitWasteKg: wasteKg,
      slitFirstKg: firstKg,
    })
  for (const { fedKg, pelletsKg, recycledKg, startUpWasteKg, ...key } of fed)
    add(key, { fedKg, pelletsKg, recycledKg, startUpWasteKg })
  for (const { medium, used, cost, ...key } of energy) {
    const name = media[medium]
    add(key, { energyCost: cost, ...(name ? { [name]: used } : {}) })
  }
  for (const { rolls, passed, ...key } of checks) add(key, { rollsFirstChecked: rolls, rollsFirstPassed: passed })
}
const media: Readonly<Partial<Record<Facts['energy'][number]['medium'], 'kwh' | 'gas' | 'water'>>> = {
  electricity: 'kwh',
  gas: 'gas',
  water: 'water',
}

/** Adds the times of lines by shift. Slitters count only for MTBF, because they mostly wait for rolls. */
function addTime(facts: Facts, add: Add): void {
  for (const { id: lineId, kind, worksSince } of facts.lines) {
    if (worksSince === null) continue
    const stops = facts.stops.filter((stop) => stop.lineId === lineId)
    const asked: AnalysedStop[] = stops.map((stop) => ({
      lineId,
      startsAt: toMillis(stop.startsAt),
      endsAt: stop.endsAt === null ? null : toMillis(stop.endsAt),
      reason: stop.reasonId,
      class: stop.class,
    }))
    const outside = asked.filter((_, i) => stops[i]!.outsideBusyTime === true)
    for (const turn of facts.shifts) {
      const key = { ...keyOf(turn), lineId, workOrderId: null }
      const [period] = clipPeriodsSince([{ from: toMillis(turn.startsAt), to: turn.until }], worksSince)
      if (!period) continue
      const s = sumStops(asked, [period])
      add(key, { operatingMinutes: (s.periodMs - s.standingMs) / MINUTE })
      if (!isWebLineKind(kind)) continue
      add(key, {
        calendarMinutes: s.periodMs / MINUTE,
        outsideMinutes: sumStops(outside, [period]).standingMs / MINUTE,
        standingMinutes: s.standingMs / MINUTE,
        plannedMinutes: s.plannedMs / MINUTE,
        unplannedMinutes: s.unplannedMs / MINUTE,
        unknownMinutes: s.unknownMs / MINUTE,
        stops: s.stops,
        unplannedStops: s.unplanned,
        endedStops: s.ended,
        restoreMinutes: s.restoreMs / MINUTE,
      })
      addIdeal(facts, add, { turn, lineId, stops: asked, period })
    }
  }
}
/** Adds the metres at ideal speed of each order that ran in a shift, without pauses and stops. */
function addIdeal(
  facts: Facts,
  add: Add,
  of: { turn: Turn; lineId: string; stops: readonly AnalysedStop[]; period: { from: number; to: number } },
): void {
  for (const run of facts.runs) {
    if (run.lineId !== of.lineId) continue
    const order = facts.orders.get(run.id)
    const speed = order?.processStandardId ? facts.idealSpeeds.get(order.processStandardId) : null
    if (!speed) continue
    const [here] = clipIntervals(
      [{ from: toMillis(run.startedAt!), to: run.finishedAt ? toMillis(run.finishedAt) : of.period.to }],
      of.period,
    )
    if (!here) continue
    const rests = run.pauses.map(({ from, to }) => ({ from: toMillis(from), to: to ? toMillis(to) : here.to }))
    const stood = of.stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? here.to }))
    const minutes = (here.to - here.from - calculateCoveredLength(clipIntervals([...rests, ...stood], here))) / MINUTE
    add({ ...keyOf(of.turn), lineId: of.lineId, workOrderId: run.id }, { idealM: minutes * speed })
  }
}
function addRepairs(facts: Facts, add: Add, at: (moment: Moment | number | null) => Turn | undefined): void {
  for (const repair of facts.repairs) {
    if (!repair.breakdown) continue
    // A machine without a line has no operating time, so its failures do not count for MTBF.
    const began = facts.lines.some(({ id }) => id === repair.lineId) ? at(repair.failedAt) : undefined
    if (began) add({ ...keyOf(began), lineId: repair.lineId, workOrderId: null }, { breakdowns: 1 })
    const ended = at(repair.repairEndAt)
    if (!ended) continue
    const one: readonly RepairFacts[] = [repair]
    const period = { from: ended.startsAt, to: toMoment(toMillis(ended.endsAt)) }
    const time = mttr(one, period)
    if (time.count === 0) continue
    const waited = waitedHours(one, period) * 60
    add(
      { ...keyOf(ended), lineId: repair.lineId, workOrderId: null },
      { breakdownsRepaired: 1, repairMinutes: time.hours * 60 + waited, waitingMinutes: waited },
    )
  }
}
