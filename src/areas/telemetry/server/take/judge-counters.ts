/**
 * Judges counter readings, new and stored, and derives their verdicts, the roll-ups, and the base of the counter: the
 * reading from which the next one counts its use.
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
  isInSums,
  getStandingDecision,
  toStandingCode,
} from '../../rules/counter'
import {
  clearUsage,
  getMaxMeasuredPauseMs,
  spreadUse,
  type UsageOfDay,
  getSlotEnd,
  getSlotStart,
  type PlantDay,
} from '../../rules/rollup'
import type { ReadingEntry, TagRow, TagState } from './assign-to-tags'
import { toEpochMs, type ClassifiedReadings } from './reading-store'
import type { ReadingWindow } from './reading-window'
import { readingQualities } from '../../contract/telemetry-endpoints'

/** Stored code of bad quality: its index in `readingQualities`. */
export const BAD_QUALITY = readingQualities.indexOf('bad')

/** A reading with its judgement. */
export interface JudgedReading {
  readonly at: number
  readonly value: number
  readonly judgement: CounterJudgement
  /** Stored code of the verdict before this batch; null if the reading is new. */
  readonly previousStanding: number | null
  /** Incoming reading; null if it was stored before. */
  readonly entry: ReadingEntry | null
}
/** Judged readings of one counter, and their effect on its roll-ups and its base. */
export interface CounterChange {
  readonly tag: TagRow
  readonly judgedReadings: readonly JudgedReading[]
  /**
   * Period in ms whose slots are recalculated from the judged readings; null if the use is added to the stored slots.
   */
  readonly recalculatedRange: { readonly from: number; readonly to: number } | null
  /** Base before the first judged reading, whose use is the difference to this value. */
  readonly initialBase: CounterBase | null
  /** Base after the last judged reading. */
  readonly base: CounterBase | null
  /** True if the judged readings include the newest one of the tag. */
  readonly reachesNewest: boolean
}
/**
 * Builds the counter's settings for judging.
 * @param gapHours longest pause over which use is spread; for rarely read counters, three usual intervals
 */
export const buildCounterSpec = (tag: TagRow, gapHours: number): CounterSpec => ({
  rollsOverAt: tag.rollsOverAt,
  mostPerHour: tag.mostPerHour,
  dip: tag.dip,
  maxSpreadPauseMs: Math.max(gapHours * HOUR_MS, 3 * tag.everyS * 1000),
})
/**
 * Returns the decision that came with a reading: `admitted` by a person, or `excluded` because the device reports bad
 * quality.
 */
export const getEntryDecision = (entry: ReadingEntry): CounterReading['decision'] => {
  if (entry.admitted) return 'admitted'
  return entry.quality === BAD_QUALITY ? 'excluded' : null
}

interface ReadingToJudge extends CounterReading {
  readonly previousStanding: number | null
  readonly entry: ReadingEntry | null
}
const toReadingToJudge = (entry: ReadingEntry, previousStanding: number | null = null): ReadingToJudge => ({
  at: entry.at,
  value: entry.value,
  exchange: entry.exchange,
  decision: getEntryDecision(entry),
  previousStanding,
  entry,
})

/**
 * Judges new readings that follow all stored ones. Earlier roll-ups stay. If the newest stored reading was odd because
 * the counter fell, it is judged again, because the next reading shows whether the counter was restarted.
 */
export function appendReadings(
  tag: TagRow,
  spec: CounterSpec,
  state: TagState,
  { newerEntries }: ClassifiedReadings,
): CounterChange {
  const base = state.baseAt === null ? null : { at: toEpochMs(state.baseAt), value: state.baseValue ?? 0 }
  const pendingReadings: ReadingToJudge[] =
    state.pendingAt === null
      ? []
      : [
          {
            at: toEpochMs(state.pendingAt),
            value: state.pendingValue ?? 0,
            // The tag state does not store the verdict, so this verdict stands for any odd verdict.
            previousStanding: toStandingCode('backwards'),
            entry: null,
          },
        ]
  return buildCounterChange(
    tag,
    spec,
    base,
    [...pendingReadings, ...newerEntries.map((entry) => toReadingToJudge(entry))],
    { reachesNewest: true },
  )
}
/** A change to earlier readings of a counter. */
export interface Amendment {
  /** Incoming readings that lie between stored readings or replace them. */
  readonly entries: readonly ReadingEntry[]
  /** Last moment that changes, ms. */
  readonly lastChangedMs: number
  /** New decisions of a person on stored readings, by moment (ms). */
  readonly newDecisions?: ReadonlyMap<number, CounterReading['decision']>
}
/**
 * Judges readings that lie between stored ones or replace them, and recalculates all slots that they can affect. The
 * first later reading that was a base before and is one again ends the effect: the slots after its own stay as they are.
 * Returns `widenBeyondMs` if the window ends before that slot; the caller then loads a longer window.
 */
export function amendReadings(
  tag: TagRow,
  spec: CounterSpec,
  readingWindow: ReadingWindow,
  { entries, lastChangedMs, newDecisions }: Amendment,
): CounterChange | { widenBeyondMs: number } {
  const entryByMoment = new Map(entries.map((entry) => [entry.at, entry]))
  const standingByMoment = new Map(readingWindow.readings.map((r) => [r.at, r.standing]))
  const storedReadings = readingWindow.readings.map((r): ReadingToJudge => ({
    at: r.at,
    value: r.value,
    exchange: r.oldFinal === null || r.newStart === null ? null : { oldFinal: r.oldFinal, newStart: r.newStart },
    decision: newDecisions?.has(r.at) ? newDecisions.get(r.at) : getStandingDecision(r.standing),
    previousStanding: r.standing,
    entry: null,
  }))
  const baseReading = readingWindow.startsWithBase ? storedReadings[0] : undefined
  const readingsToJudge = [
    ...storedReadings.slice(baseReading ? 1 : 0).filter((r) => !entryByMoment.has(r.at)),
    ...entries.map((entry) => toReadingToJudge(entry, standingByMoment.get(entry.at) ?? null)),
  ].sort((a, b) => a.at - b.at)
  const base = baseReading ? { at: baseReading.at, value: baseReading.value } : null
  const change = buildCounterChange(tag, spec, base, readingsToJudge, { reachesNewest: readingWindow.until === null })
  const recalculationStart = getRecalculationStart(readingWindow, readingsToJudge)
  if (readingWindow.until === null) return { ...change, recalculatedRange: { from: recalculationStart, to: Infinity } }
  const windowEnd = readingWindow.until
  const judgedReadings = change.judgedReadings.filter((j) => j.at <= windowEnd)
  const nextBaseReading = judgedReadings.find(
    (j) =>
      j.at > lastChangedMs &&
      j.previousStanding !== null &&
      isBaseStanding(j.previousStanding) &&
      isBaseVerdict(j.judgement.verdict),
  )
  if (!nextBaseReading || getSlotEnd(nextBaseReading.at) > windowEnd) return { widenBeyondMs: windowEnd }
  return {
    ...change,
    judgedReadings,
    recalculatedRange: { from: recalculationStart, to: getSlotEnd(nextBaseReading.at) },
  }
}
const isBaseStanding = (standing: number): boolean => standing !== toStandingCode('dip') && isInSums(standing)
const getRecalculationStart = (readingWindow: ReadingWindow, readings: readonly ReadingToJudge[]): number =>
  getSlotStart(readingWindow.from ?? readings[0]?.at ?? 0)

function buildCounterChange(
  tag: TagRow,
  spec: CounterSpec,
  base: CounterBase | null,
  readings: readonly ReadingToJudge[],
  { reachesNewest }: Pick<CounterChange, 'reachesNewest'>,
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
  return { tag, judgedReadings, recalculatedRange: null, initialBase: base, base: currentBase, reachesNewest }
}

/**
 * True if the use since the previous base is spread over the time between. False without a base, for odd and excluded
 * readings, and if nothing was used in a pause that is too long to be measured. A long gap has no use.
 */
const isUseSpread = ({ judgement, at }: JudgedReading, everyS: number): boolean =>
  judgement.from !== null &&
  !isOddVerdict(judgement.verdict) &&
  judgement.verdict !== 'excluded' &&
  (judgement.used > 0 || (judgement.verdict !== 'longGap' && at - judgement.from <= getMaxMeasuredPauseMs(everyS)))

/** Returns the first moment (ms) whose slot a change can affect. */
export const getFirstTouchedMoment = ({ tag, judgedReadings, recalculatedRange }: CounterChange): number =>
  recalculatedRange
    ? recalculatedRange.from
    : Math.min(
        ...judgedReadings.map((reading) => (isUseSpread(reading, tag.everyS) ? reading.judgement.from! : reading.at)),
      )
/** Lists the days whose roll-ups a change affects. */
export function listTouchedDays(
  { tag, judgedReadings, recalculatedRange }: CounterChange,
  getPlantDay: (momentMs: number) => PlantDay,
): PlantDay[] {
  const dayByDate = new Map<string, PlantDay>()
  const addDaysBetween = (from: number, to: number): void => {
    for (let day = getPlantDay(from); ; day = getPlantDay(day.end)) {
      dayByDate.set(day.day, day)
      if (to <= day.end) return
    }
  }
  for (const reading of judgedReadings) {
    if (reading.judgement.from !== null && isUseSpread(reading, tag.everyS))
      addDaysBetween(
        Math.max(reading.judgement.from, recalculatedRange?.from ?? reading.judgement.from),
        Math.max(reading.at, reading.judgement.from + 1),
      )
    if (!recalculatedRange || reading.at >= recalculatedRange.from) addDaysBetween(reading.at, reading.at + 1)
  }
  if (recalculatedRange) {
    const { from, to } = recalculatedRange
    // An open range ends with the slot of the last reading.
    const lastSlotEnd = getSlotEnd((judgedReadings.at(-1)?.at ?? from) + 1)
    addDaysBetween(from, Math.min(to, Math.max(from + 1, lastSlotEnd)))
  }
  return [...dayByDate.values()]
}
/** Updates the days' roll-ups with the judged readings. */
export function rollUpCounter(
  change: CounterChange,
  getUsage: (day: PlantDay) => UsageOfDay,
  days: readonly PlantDay[],
  getPlantDay: (momentMs: number) => PlantDay,
): void {
  const { tag, judgedReadings, recalculatedRange } = change
  const range = recalculatedRange ?? { from: -Infinity, to: Infinity }
  if (recalculatedRange)
    for (const day of days) clearUsage(getUsage(day), recalculatedRange.from, Math.min(recalculatedRange.to, day.end))
  for (const reading of judgedReadings) {
    const isCounted = reading.judgement.verdict !== 'excluded' && !isOddVerdict(reading.judgement.verdict)
    const wasCounted = reading.previousStanding !== null && isInSums(reading.previousStanding)
    const countDifference = Number(isCounted) - Number(wasCounted)
    if (countDifference !== 0) getUsage(getPlantDay(reading.at)).readingCount += countDifference
    if (isUseSpread(reading, tag.everyS))
      spreadUse(
        { from: reading.judgement.from!, to: reading.at, used: reading.judgement.used },
        range,
        getMaxMeasuredPauseMs(tag.everyS),
        (momentMs) => getUsage(getPlantDay(momentMs)),
      )
  }
  for (const day of days) if (range.to >= day.end) setLastValue(change, day, getUsage(day))
}
/** Sets the last value of a day that ends within the judged readings. */
function setLastValue(
  { judgedReadings, initialBase, recalculatedRange }: CounterChange,
  day: PlantDay,
  usage: UsageOfDay,
): void {
  const isInDay = ({ at }: { readonly at: number }): boolean => day.start <= at && at < day.end
  const lastReading =
    judgedReadings.findLast((reading) => isInDay(reading) && isBaseVerdict(reading.judgement.verdict)) ??
    (initialBase && isInDay(initialBase) ? initialBase : null)
  if (lastReading) usage.lastValue = lastReading.value
  else if (recalculatedRange && day.start >= recalculatedRange.from) usage.lastValue = null
}
