/**
 * Counters: judges incoming readings together with stored ones and derives readings, roll-ups and the counter's base.
 */
import { HOUR_MS } from '@/plant/rules/plant-time'
import {
  isApart,
  isBase,
  judgeCounter,
  type CounterBase,
  type CounterReading,
  type CounterSpec,
  type CounterStep,
} from '../../rules/counter'
import { clear, measuredPause, spread, type UsageOfDay } from '../../rules/rollup'
import { inSums, saidOf, standingOf } from '../../rules/standing'
import { slotEnd, slotStart, type PlantDay } from '../../rules/slots'
import type { Entry, TagRead, TagState } from './entry'
import { msOf, type Sorted } from './store'
import type { Window } from './window'

/** A judged reading, in order of time. */
export interface Judged {
  readonly at: number
  readonly value: number
  readonly step: CounterStep
  /** Standing before this batch; null if the reading is new or its value was revised. */
  readonly before: number | null
  /** Incoming reading; null if it was stored before. */
  readonly entry: Entry | null
}
export interface CounterChange {
  readonly of: TagRead
  readonly judged: readonly Judged[]
  /** Period in ms whose slots are recalculated from the judged readings alone; null: the judged readings are added. */
  readonly anew: { readonly from: number; readonly to: number } | null
  /** Base from which the first judged reading counts. */
  readonly start: CounterBase | null
  /** Base from which the next reading will count. */
  readonly base: CounterBase | null
  /** True if the judged readings include the newest one of the tag. */
  readonly open: boolean
}
/**
 * Builds the counter's settings for judging.
 * @param gapHours use over a longer pause is not spread; for rarely read counters the limit is three usual pauses
 */
export const specOf = (of: TagRead, gapHours: number): CounterSpec => ({
  rollsOverAt: of.rollsOverAt,
  mostPerHour: of.mostPerHour,
  dip: of.dip,
  longestGapMs: Math.max(gapHours * HOUR_MS, 3 * of.everyS * 1000),
})
/**
 * Returns the decision that came with a reading: admitted by a person, or left out because the device reports bad
 * quality.
 */
export const saidOfEntry = (entry: Entry): CounterReading['said'] =>
  entry.admitted ? 'admitted' : entry.quality === 2 ? 'left' : null

interface Line extends CounterReading {
  readonly before: number | null
  readonly entry: Entry | null
}
const lineOf = (entry: Entry, before: number | null = null): Line => ({
  at: entry.at,
  value: entry.value,
  exchange: entry.exchange,
  said: saidOfEntry(entry),
  before,
  entry,
})

/**
 * Judges new readings that follow all stored ones. Earlier roll-ups stay, but a pending newest reading may turn out to
 * count.
 */
export function append(of: TagRead, spec: CounterSpec, state: TagState, { newer }: Sorted): CounterChange {
  const base = state.baseAt === null ? null : { at: msOf(state.baseAt), value: state.baseValue ?? 0 }
  const pending: Line[] =
    state.pendingAt === null
      ? []
      : [{ at: msOf(state.pendingAt), value: state.pendingValue ?? 0, before: standingOf('backwards'), entry: null }]
  return changeOf(of, spec, base, [...pending, ...newer.map((entry) => lineOf(entry))], null, true)
}
export interface Amendment {
  /** Readings between stored ones, or replacing them. */
  readonly came: readonly Entry[]
  /** Last moment that changes, ms. */
  readonly until: number
  /** New decisions of a person on stored readings, by moment (ms). */
  readonly saidNow?: ReadonlyMap<number, CounterReading['said']>
}
/**
 * Judges readings that lie between stored ones or replace them. All slots that they can affect are recalculated from
 * the surrounding readings. Returns `beyond` (ms) if the window must be extended past that moment.
 */
export function amend(
  of: TagRead,
  spec: CounterSpec,
  window: Window,
  { came, until, saidNow }: Amendment,
): CounterChange | { beyond: number } {
  const replaced = new Map(came.map((entry) => [entry.at, entry]))
  const standing = new Map(window.readings.map((r) => [r.at, r.standing]))
  const known = window.readings.map((r): Line => ({
    at: r.at,
    value: r.value,
    exchange: r.oldFinal === null || r.newStart === null ? null : { oldFinal: r.oldFinal, newStart: r.newStart },
    said: saidNow?.has(r.at) ? saidNow.get(r.at) : saidOf(r.standing),
    before: r.standing,
    entry: null,
  }))
  const first = window.based ? known[0] : undefined
  const lines = [
    ...known.slice(first ? 1 : 0).filter((r) => !replaced.has(r.at)),
    ...came.map((entry) => lineOf(entry, standing.get(entry.at) ?? null)),
  ].sort((a, b) => a.at - b.at)
  const base = first ? { at: first.at, value: first.value } : null
  const change = changeOf(of, spec, base, lines, null, window.until === null)
  const from = beginOf(window, lines)
  if (window.until === null) return { ...change, anew: { from, to: Infinity } }
  const end = window.until
  const judged = change.judged.filter((j) => j.at <= end)
  const next = judged.find((j) => j.at > until && j.before !== null && inBase(j.before) && isBase(j.step.verdict))
  if (!next || slotEnd(next.at) > end) return { beyond: end }
  return { ...change, judged, anew: { from, to: slotEnd(next.at) } }
}
const inBase = (standing: number): boolean => standing !== standingOf('dip') && inSums(standing)
const beginOf = (window: Window, lines: readonly Line[]): number => slotStart(window.from ?? lines[0]?.at ?? 0)

function changeOf(
  of: TagRead,
  spec: CounterSpec,
  base: CounterBase | null,
  lines: readonly Line[],
  anew: CounterChange['anew'],
  open: boolean,
): CounterChange {
  const steps = judgeCounter(spec, base, lines)
  const judged = lines.map(({ at, value, before, entry }, i): Judged => ({ at, value, before, entry, step: steps[i]! }))
  let now = base
  for (const { at, value, step } of judged)
    if (isBase(step.verdict)) now = { at, value }
    else if (step.verdict === 'dip' && now) now = { at, value: now.value }
  return { of, judged, anew, start: base, base: now, open }
}

/**
 * True if the use since the previous base is spread over time. False without a base, and for pauses that are not
 * spread.
 */
const spreads = ({ step, at }: Judged, everyS: number): boolean =>
  step.from !== null &&
  !isApart(step.verdict) &&
  step.verdict !== 'left' &&
  (step.used > 0 || (step.verdict !== 'longGap' && at - step.from <= measuredPause(everyS)))

/** Returns the first moment (ms) whose slot a change can affect. */
export const firstTouched = ({ of, judged, anew }: CounterChange): number =>
  anew ? anew.from : Math.min(...judged.map((one) => (spreads(one, of.everyS) ? one.step.from! : one.at)))
/** Lists the days whose roll-ups a change affects. */
export function daysTouched({ of, judged, anew }: CounterChange, dayOf: (at: number) => PlantDay): PlantDay[] {
  const days = new Map<string, PlantDay>()
  const add = (from: number, to: number): void => {
    for (let day = dayOf(from); ; day = dayOf(day.end)) {
      days.set(day.day, day)
      if (to <= day.end) return
    }
  }
  for (const one of judged) {
    if (one.step.from !== null && spreads(one, of.everyS))
      add(Math.max(one.step.from, anew?.from ?? one.step.from), Math.max(one.at, one.step.from + 1))
    if (!anew || one.at >= anew.from) add(one.at, one.at + 1)
  }
  if (anew) add(anew.from, Math.min(anew.to, Math.max(anew.from + 1, slotEnd((judged.at(-1)?.at ?? anew.from) + 1))))
  return [...days.values()]
}
/** Updates the days' roll-ups with the judged readings. */
export function rollUp(
  change: CounterChange,
  usageOf: (day: PlantDay) => UsageOfDay,
  days: readonly PlantDay[],
  dayOf: (at: number) => PlantDay,
): void {
  const { of, judged, anew } = change
  const within = anew ?? { from: -Infinity, to: Infinity }
  if (anew) for (const day of days) clear(usageOf(day), anew.from, Math.min(anew.to, day.end))
  for (const one of judged) {
    const counted = one.step.verdict !== 'left' && !isApart(one.step.verdict) ? 1 : 0
    const more = counted - (one.before !== null && inSums(one.before) ? 1 : 0)
    if (more !== 0) usageOf(dayOf(one.at)).n += more
    if (spreads(one, of.everyS))
      spread({ from: one.step.from!, to: one.at, used: one.step.used }, within, measuredPause(of.everyS), (at) =>
        usageOf(dayOf(at)),
      )
  }
  for (const day of days) if (within.to >= day.end) setLast(change, day, usageOf(day))
}
/** Sets the last value of a day that ends within the judged readings. */
function setLast({ judged, start, anew }: CounterChange, { start: begin, end }: PlantDay, usage: UsageOfDay): void {
  const inDay = ({ at }: { readonly at: number }): boolean => begin <= at && at < end
  const last =
    judged.findLast((one) => inDay(one) && isBase(one.step.verdict)) ?? (start && inDay(start) ? start : null)
  if (last) usage.last = last.value
  else if (anew && begin >= anew.from) usage.last = null
}
