/**
 * Counters: judges incoming readings together with stored ones and derives readings, roll-ups and the counter's base.
 */
import { HOUR_MS } from '@/plant/rules/plant-time'
import {
  isOddVerdict,
  isBaseVerdict,
  judgeCounter,
  type CounterBase,
  type CounterReading,
  type CounterSpec,
  type CounterJudgement,
} from '../../rules/counter'
import { clearUsage, getMeasuredPause, spreadUse, type UsageOfDay } from '../../rules/rollup'
import { isInSums, getStandingDecision, toStandingCode } from '../../rules/standing'
import { getSlotEnd, getSlotStart, type PlantDay } from '../../rules/slots'
import type { ReadingEntry, TagRow, TagState } from './assign-to-tags'
import { toEpochMs, type ClassifiedReadings } from './reading-store'
import type { ReadingWindow } from './reading-window'

/** A judged reading, in order of time. */
export interface JudgedReading {
  readonly at: number
  readonly value: number
  readonly judgement: CounterJudgement
  /** Standing before this batch; null if the reading is new or its value was revised. */
  readonly previousStanding: number | null
  /** Incoming reading; null if it was stored before. */
  readonly entry: ReadingEntry | null
}
export interface CounterChange {
  readonly tag: TagRow
  readonly judgedReadings: readonly JudgedReading[]
  /** Period in ms whose slots are recalculated from the judged readings alone; null: the judged readings are added. */
  readonly recalculatedRange: { readonly from: number; readonly to: number } | null
  /** Base from which the first judged reading counts. */
  readonly initialBase: CounterBase | null
  /** Base from which the next reading will count. */
  readonly base: CounterBase | null
  /** True if the judged readings include the newest one of the tag. */
  readonly reachesNewest: boolean
}
/**
 * Builds the counter's settings for judging.
 * @param gapHours use over a longer pause is not spread; for rarely read counters the limit is three usual pauses
 */
export const buildCounterSpec = (tag: TagRow, gapHours: number): CounterSpec => ({
  rollsOverAt: tag.rollsOverAt,
  mostPerHour: tag.mostPerHour,
  dip: tag.dip,
  longestGapMs: Math.max(gapHours * HOUR_MS, 3 * tag.everyS * 1000),
})
/**
 * Returns the decision that came with a reading: admitted by a person, or left out because the device reports bad
 * quality.
 */
export const getEntryDecision = (entry: ReadingEntry): CounterReading['said'] =>
  entry.admitted ? 'admitted' : entry.quality === 2 ? 'left' : null

interface ReadingToJudge extends CounterReading {
  readonly previousStanding: number | null
  readonly entry: ReadingEntry | null
}
const toReadingToJudge = (entry: ReadingEntry, previousStanding: number | null = null): ReadingToJudge => ({
  at: entry.at,
  value: entry.value,
  exchange: entry.exchange,
  said: getEntryDecision(entry),
  previousStanding,
  entry,
})

/**
 * Judges new readings that follow all stored ones. Earlier roll-ups stay, but a pending newest reading may turn out to
 * count.
 */
export function appendReadings(
  tag: TagRow,
  spec: CounterSpec,
  state: TagState,
  { newer }: ClassifiedReadings,
): CounterChange {
  const base = state.baseAt === null ? null : { at: toEpochMs(state.baseAt), value: state.baseValue ?? 0 }
  const pending: ReadingToJudge[] =
    state.pendingAt === null
      ? []
      : [
          {
            at: toEpochMs(state.pendingAt),
            value: state.pendingValue ?? 0,
            previousStanding: toStandingCode('backwards'),
            entry: null,
          },
        ]
  return buildCounterChange(tag, spec, base, [...pending, ...newer.map((entry) => toReadingToJudge(entry))], null, true)
}
export interface Amendment {
  /** Readings between stored ones, or replacing them. */
  readonly came: readonly ReadingEntry[]
  /** Last moment that changes, ms. */
  readonly until: number
  /** New decisions of a person on stored readings, by moment (ms). */
  readonly saidNow?: ReadonlyMap<number, CounterReading['said']>
}
/**
 * Judges readings that lie between stored ones or replace them. All slots that they can affect are recalculated from
 * the surrounding readings. Returns `beyond` (ms) if the window must be extended past that moment.
 */
export function amendReadings(
  tag: TagRow,
  spec: CounterSpec,
  window: ReadingWindow,
  { came, until, saidNow }: Amendment,
): CounterChange | { beyond: number } {
  const entriesByMoment = new Map(came.map((entry) => [entry.at, entry]))
  const standingsByMoment = new Map(window.readings.map((r) => [r.at, r.standing]))
  const storedReadings = window.readings.map((r): ReadingToJudge => ({
    at: r.at,
    value: r.value,
    exchange: r.oldFinal === null || r.newStart === null ? null : { oldFinal: r.oldFinal, newStart: r.newStart },
    said: saidNow?.has(r.at) ? saidNow.get(r.at) : getStandingDecision(r.standing),
    previousStanding: r.standing,
    entry: null,
  }))
  const baseReading = window.based ? storedReadings[0] : undefined
  const readingsToJudge = [
    ...storedReadings.slice(baseReading ? 1 : 0).filter((r) => !entriesByMoment.has(r.at)),
    ...came.map((entry) => toReadingToJudge(entry, standingsByMoment.get(entry.at) ?? null)),
  ].sort((a, b) => a.at - b.at)
  const base = baseReading ? { at: baseReading.at, value: baseReading.value } : null
  const change = buildCounterChange(tag, spec, base, readingsToJudge, null, window.until === null)
  const recalculateFrom = getRecalculationStart(window, readingsToJudge)
  if (window.until === null) return { ...change, recalculatedRange: { from: recalculateFrom, to: Infinity } }
  const windowEnd = window.until
  const judgedReadings = change.judgedReadings.filter((j) => j.at <= windowEnd)
  const nextCounted = judgedReadings.find(
    (j) =>
      j.at > until &&
      j.previousStanding !== null &&
      isBaseStanding(j.previousStanding) &&
      isBaseVerdict(j.judgement.verdict),
  )
  if (!nextCounted || getSlotEnd(nextCounted.at) > windowEnd) return { beyond: windowEnd }
  return { ...change, judgedReadings, recalculatedRange: { from: recalculateFrom, to: getSlotEnd(nextCounted.at) } }
}
const isBaseStanding = (standing: number): boolean => standing !== toStandingCode('dip') && isInSums(standing)
const getRecalculationStart = (window: ReadingWindow, readings: readonly ReadingToJudge[]): number =>
  getSlotStart(window.from ?? readings[0]?.at ?? 0)

function buildCounterChange(
  tag: TagRow,
  spec: CounterSpec,
  base: CounterBase | null,
  readings: readonly ReadingToJudge[],
  recalculatedRange: CounterChange['recalculatedRange'],
  reachesNewest: boolean,
): CounterChange {
  const judgements = judgeCounter(spec, base, readings)
  const judgedReadings = readings.map(({ at, value, previousStanding, entry }, i): JudgedReading => ({
    at,
    value,
    previousStanding,
    entry,
    judgement: judgements[i]!,
  }))
  let currentBase = base
  for (const { at, value, judgement } of judgedReadings)
    if (isBaseVerdict(judgement.verdict)) currentBase = { at, value }
    else if (judgement.verdict === 'dip' && currentBase) currentBase = { at, value: currentBase.value }
  return { tag, judgedReadings, recalculatedRange, initialBase: base, base: currentBase, reachesNewest }
}

/**
 * True if the use since the previous base is spread over time. False without a base, and for pauses that are not
 * spread.
 */
const isSpread = ({ judgement, at }: JudgedReading, everyS: number): boolean =>
  judgement.from !== null &&
  !isOddVerdict(judgement.verdict) &&
  judgement.verdict !== 'left' &&
  (judgement.used > 0 || (judgement.verdict !== 'longGap' && at - judgement.from <= getMeasuredPause(everyS)))

/** Returns the first moment (ms) whose slot a change can affect. */
export const getFirstTouchedMoment = ({ tag, judgedReadings, recalculatedRange }: CounterChange): number =>
  recalculatedRange
    ? recalculatedRange.from
    : Math.min(
        ...judgedReadings.map((reading) => (isSpread(reading, tag.everyS) ? reading.judgement.from! : reading.at)),
      )
/** Lists the days whose roll-ups a change affects. */
export function listTouchedDays(
  { tag, judgedReadings, recalculatedRange }: CounterChange,
  getPlantDay: (at: number) => PlantDay,
): PlantDay[] {
  const days = new Map<string, PlantDay>()
  const addDaysBetween = (from: number, to: number): void => {
    for (let day = getPlantDay(from); ; day = getPlantDay(day.end)) {
      days.set(day.day, day)
      if (to <= day.end) return
    }
  }
  for (const reading of judgedReadings) {
    if (reading.judgement.from !== null && isSpread(reading, tag.everyS))
      addDaysBetween(
        Math.max(reading.judgement.from, recalculatedRange?.from ?? reading.judgement.from),
        Math.max(reading.at, reading.judgement.from + 1),
      )
    if (!recalculatedRange || reading.at >= recalculatedRange.from) addDaysBetween(reading.at, reading.at + 1)
  }
  if (recalculatedRange)
    addDaysBetween(
      recalculatedRange.from,
      Math.min(
        recalculatedRange.to,
        Math.max(recalculatedRange.from + 1, getSlotEnd((judgedReadings.at(-1)?.at ?? recalculatedRange.from) + 1)),
      ),
    )
  return [...days.values()]
}
/** Updates the days' roll-ups with the judged readings. */
export function rollUpCounter(
  change: CounterChange,
  getUsage: (day: PlantDay) => UsageOfDay,
  days: readonly PlantDay[],
  getPlantDay: (at: number) => PlantDay,
): void {
  const { tag, judgedReadings, recalculatedRange } = change
  const range = recalculatedRange ?? { from: -Infinity, to: Infinity }
  if (recalculatedRange)
    for (const day of days) clearUsage(getUsage(day), recalculatedRange.from, Math.min(recalculatedRange.to, day.end))
  for (const reading of judgedReadings) {
    const countNow = reading.judgement.verdict !== 'left' && !isOddVerdict(reading.judgement.verdict) ? 1 : 0
    const countDifference = countNow - (reading.previousStanding !== null && isInSums(reading.previousStanding) ? 1 : 0)
    if (countDifference !== 0) getUsage(getPlantDay(reading.at)).n += countDifference
    if (isSpread(reading, tag.everyS))
      spreadUse(
        { from: reading.judgement.from!, to: reading.at, used: reading.judgement.used },
        range,
        getMeasuredPause(tag.everyS),
        (at) => getUsage(getPlantDay(at)),
      )
  }
  for (const day of days) if (range.to >= day.end) setLastValue(change, day, getUsage(day))
}
/** Sets the last value of a day that ends within the judged readings. */
function setLastValue(
  { judgedReadings, initialBase, recalculatedRange }: CounterChange,
  { start: dayStart, end }: PlantDay,
  usage: UsageOfDay,
): void {
  const isInDay = ({ at }: { readonly at: number }): boolean => dayStart <= at && at < end
  const lastReading =
    judgedReadings.findLast((one) => isInDay(one) && isBaseVerdict(one.judgement.verdict)) ??
    (initialBase && isInDay(initialBase) ? initialBase : null)
  if (lastReading) usage.last = lastReading.value
  else if (recalculatedRange && dayStart >= recalculatedRange.from) usage.last = null
}
