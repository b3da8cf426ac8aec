/** Counters: judges what came in with what was there, and says what becomes of readings, roll-ups and the counter's base. */
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

/** A reading in the order of time, and what is known of it. */
export interface Judged {
  readonly at: number
  readonly value: number
  readonly step: CounterStep
  /** How it counted before; null: it is new or another value. */
  readonly before: number | null
  /** What came in. */
  readonly entry: Entry | null
}
export interface CounterChange {
  readonly of: TagRead
  readonly judged: readonly Judged[]
  /** Slots that are summed up anew, from what was judged alone; null: what was judged is added. */
  readonly anew: { readonly from: number; readonly to: number } | null
  /** From where the first that was judged counts. */
  readonly start: CounterBase | null
  /** From where the counter goes on. */
  readonly base: CounterBase | null
  /** The judged readings go on to the newest of the tag. */
  readonly open: boolean
}
/** @param gapHours what was used over a longer pause is not spread over it; of a counter that is read rarely, three of its pauses */
export const specOf = (of: TagRead, gapHours: number): CounterSpec => ({
  rollsOverAt: of.rollsOverAt,
  mostPerHour: of.mostPerHour,
  dip: of.dip,
  longestGapMs: Math.max(gapHours * HOUR_MS, 3 * of.everyS * 1000),
})
/** What was said of a reading as it came: by a person, or by the device. */
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

/** New readings behind all others. What is summed up of before stays; the newest of before may turn out to count. */
export function append(of: TagRead, spec: CounterSpec, state: TagState, { newer }: Sorted): CounterChange {
  const base = state.baseAt === null ? null : { at: msOf(state.baseAt), value: state.baseValue ?? 0 }
  const pending: Line[] =
    state.pendingAt === null
      ? []
      : [{ at: msOf(state.pendingAt), value: state.pendingValue ?? 0, before: standingOf('backwards'), entry: null }]
  return changeOf(of, spec, base, [...pending, ...newer.map((entry) => lineOf(entry))], null, true)
}
export interface Amendment {
  /** Readings among those before, or in the place of others. */
  readonly came: readonly Entry[]
  /** The last moment that changes, ms. */
  readonly until: number
  /** What a person says now of readings that are there, by their moments. */
  readonly saidNow?: ReadonlyMap<number, CounterReading['said']>
}
/**
 * Readings among those before, or in the place of others. All slots that they can touch are summed up anew from the readings
 * around them. Null: more readings are needed, up to `beyond`.
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

/** What a step spreads over time; nothing for one that counts from nowhere, or over a pause that is not spread. */
const spreads = ({ step, at }: Judged, everyS: number): boolean =>
  step.from !== null &&
  !isApart(step.verdict) &&
  step.verdict !== 'left' &&
  (step.used > 0 || (step.verdict !== 'longGap' && at - step.from <= measuredPause(everyS)))

/** The first moment whose slot a change can touch. */
export const firstTouched = ({ of, judged, anew }: CounterChange): number =>
  anew ? anew.from : Math.min(...judged.map((one) => (spreads(one, of.everyS) ? one.step.from! : one.at)))
/** The days whose roll-ups a change touches. */
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
/** Brings the roll-ups of the days up to what was judged. */
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
/** What a day showed last, of one that does not go on behind what was judged. */
function setLast({ judged, start, anew }: CounterChange, { start: begin, end }: PlantDay, usage: UsageOfDay): void {
  const inDay = ({ at }: { readonly at: number }): boolean => begin <= at && at < end
  const last =
    judged.findLast((one) => inDay(one) && isBase(one.step.verdict)) ?? (start && inDay(start) ? start : null)
  if (last) usage.last = last.value
  else if (anew && begin >= anew.from) usage.last = null
}
