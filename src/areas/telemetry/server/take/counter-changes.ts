/** Judges the counter readings of a batch and derives the changes to readings, roll-ups and bases. */
import type { Context } from '@/server/context'
import { isOddVerdict, type CounterBase, isInSums, toStandingCode } from '../../rules/counter'
import { createPlantDayLookup } from '@/areas/telemetry/rules/rollup'
import {
  amendReadings,
  appendReadings,
  listTouchedDays,
  getFirstTouchedMoment,
  rollUpCounter,
  buildCounterSpec,
  type Amendment,
  type CounterChange,
} from './judge-counters'
import { collectTouchedDays, type PendingRollUp } from './day-roll-ups'
import { buildOddEntry, type OddEntry, type TagRow, type TagState } from './assign-to-tags'
import type { NewReading, ClassifiedReadings } from './reading-store'
import { readUsageDays, writeUsageDays } from './usage-days'
import { findWindowsAround, type ChangedPeriod } from './reading-window'

/** New base of a counter, and its newest reading if that is odd (`pending`), as stored in its tag state. */
export interface CounterState {
  readonly tagId: string
  readonly base: CounterBase | null
  readonly pending: CounterBase | null
}
/** Changes to the database that follow from the judged readings of a batch. */
export interface CounterChanges {
  readonly addedReadings: readonly NewReading[]
  readonly replacedReadings: readonly NewReading[]
  /** Stored readings whose standing has changed. */
  readonly changedStandings: readonly { tagId: string; at: number; standing: number }[]
  /** Readings that were odd readings before, but count now. */
  readonly readingsNoLongerOdd: readonly { tagId: string; at: number }[]
  readonly oddEntries: readonly OddEntry[]
  readonly states: readonly CounterState[]
  /** Reads the stored roll-ups that change. */
  prepareRollUp(): Promise<PendingRollUp>
}
export interface CounterBatch {
  readonly tagById: ReadonlyMap<string, TagRow>
  readonly stateByTag: ReadonlyMap<string, TagState>
  readonly classifiedReadings: readonly ClassifiedReadings[]
  /** Longest pause over which use is spread, h. */
  readonly gapHours: number
}

/**
 * Judges all counter readings of a batch: appended ones directly, late or revised ones with the readings around them.
 */
export async function judgeCounterReadings(
  ctx: Context,
  { tagById, stateByTag, classifiedReadings, gapHours }: CounterBatch,
): Promise<CounterChanges> {
  const appendedReadings = classifiedReadings.filter(
    (tagReadings) => tagReadings.lateEntries.length + tagReadings.revisedEntries.length === 0,
  )
  const amendingReadings = classifiedReadings.filter(
    (tagReadings) => tagReadings.lateEntries.length + tagReadings.revisedEntries.length > 0,
  )
  const appendedChanges = appendedReadings.map((tagReadings) => {
    const tag = tagById.get(tagReadings.tagId)!
    return appendReadings(tag, buildCounterSpec(tag, gapHours), stateByTag.get(tagReadings.tagId)!, tagReadings)
  })
  const amendments = amendingReadings.map((tagReadings) => ({
    tag: tagById.get(tagReadings.tagId)!,
    entries: [...tagReadings.lateEntries, ...tagReadings.revisedEntries, ...tagReadings.newerEntries].sort(
      (a, b) => a.at - b.at,
    ),
  }))
  return collectCounterChanges(
    ctx,
    [...appendedChanges, ...(await amendCounters(ctx, amendments, gapHours))],
    classifiedReadings,
  )
}

interface TagAmendment {
  readonly tag: TagRow
  readonly entries: Amendment['entries']
  readonly newDecisions?: Amendment['newDecisions']
}
/** Judges changes to earlier readings. Widens the window of surrounding readings until no later reading is affected. */
export async function amendCounters(
  ctx: Context,
  amendments: readonly TagAmendment[],
  gapHours: number,
): Promise<CounterChange[]> {
  const changes: CounterChange[] = []
  let pendingAmendments = amendments.map((amendment): TagAmendment & ChangedPeriod => {
    const changedMoments = [...amendment.entries.map((e) => e.at), ...(amendment.newDecisions?.keys() ?? [])]
    return { ...amendment, tagId: amendment.tag.id, from: Math.min(...changedMoments), to: Math.max(...changedMoments) }
  })
  while (pendingAmendments.length > 0) {
    const windowByTag = new Map((await findWindowsAround(ctx, pendingAmendments)).map((w) => [w.tagId, w]))
    const widenedAmendments: typeof pendingAmendments = []
    for (const amendment of pendingAmendments) {
      const { tag, entries, newDecisions, to } = amendment
      const change = amendReadings(tag, buildCounterSpec(tag, gapHours), windowByTag.get(tag.id)!, {
        entries,
        lastChangedMs: to,
        ...(newDecisions ? { newDecisions } : {}),
      })
      if ('widenBeyondMs' in change) widenedAmendments.push({ ...amendment, to: change.widenBeyondMs })
      else changes.push(change)
    }
    pendingAmendments = widenedAmendments
  }
  return changes
}

/** Builds the readings, standings, odd readings and states that follow from the changes. */
export function collectCounterChanges(
  ctx: Context,
  changes: readonly CounterChange[],
  classifiedReadings: readonly ClassifiedReadings[],
): CounterChanges {
  const revisedEntries = new Set(classifiedReadings.flatMap((tagReadings) => tagReadings.revisedEntries))
  const newReadings = changes.flatMap(({ tag, judgedReadings }) =>
    judgedReadings.flatMap(({ entry, judgement }): NewReading[] =>
      entry ? [{ tagId: tag.id, entry, standing: toStandingCode(judgement.verdict) }] : [],
    ),
  )
  const changedStandings = changes.flatMap(({ tag, judgedReadings }) =>
    judgedReadings.flatMap(({ entry, previousStanding, at, judgement }) =>
      entry === null && previousStanding !== null && previousStanding !== toStandingCode(judgement.verdict)
        ? [{ tagId: tag.id, at, standing: toStandingCode(judgement.verdict) }]
        : [],
    ),
  )
  return {
    addedReadings: newReadings.filter((r) => !revisedEntries.has(r.entry)),
    replacedReadings: newReadings.filter((r) => revisedEntries.has(r.entry)),
    changedStandings,
    readingsNoLongerOdd: [
      ...changedStandings,
      ...newReadings
        .filter((r) => revisedEntries.has(r.entry))
        .map(({ tagId, entry, standing }) => ({ tagId, at: entry.at, standing })),
    ].filter((r) => isInSums(r.standing)),
    oddEntries: changes.flatMap(toOddEntries),
    states: changes.flatMap(toCounterStates),
    prepareRollUp: () => prepareCounterRollUp(ctx, changes),
  }
}
function toOddEntries({ tag, judgedReadings }: CounterChange): OddEntry[] {
  return judgedReadings.flatMap(({ at, value, entry, previousStanding, judgement: { verdict } }) => {
    const isNew = entry !== null || previousStanding !== toStandingCode(verdict)
    return isNew && (isOddVerdict(verdict) || verdict === 'longGap')
      ? [buildOddEntry({ tag: tag.code, value }, tag, at, verdict as OddEntry['reason'])]
      : []
  })
}
/** Returns the new base and pending reading of a counter, if its newest reading was judged. */
function toCounterStates({ tag, judgedReadings, base, reachesNewest }: CounterChange): CounterState[] {
  if (!reachesNewest) return []
  const lastReading = judgedReadings.findLast(({ judgement }) => judgement.verdict !== 'excluded')
  const pending =
    lastReading && isOddVerdict(lastReading.judgement.verdict) ? { at: lastReading.at, value: lastReading.value } : null
  return [{ tagId: tag.id, base, pending }]
}
async function prepareCounterRollUp(ctx: Context, changes: readonly CounterChange[]): Promise<PendingRollUp> {
  const getPlantDay = createPlantDayLookup(ctx.timeZone)
  const touchedChanges = changes.map((change) => ({ change, days: listTouchedDays(change, getPlantDay) }))
  const usageDays = await readUsageDays(
    ctx,
    collectTouchedDays(
      touchedChanges.flatMap(({ change, days }) =>
        days.map((day) => ({
          tagId: change.tag.id,
          day,
          from: Math.max(day.start, getFirstTouchedMoment(change)),
          to: day.end,
        })),
      ),
    ),
  )
  return {
    aggregate: () => {
      for (const { change, days } of touchedChanges)
        rollUpCounter(change, (day) => usageDays.get(change.tag.id, day), days, getPlantDay)
    },
    write: () => writeUsageDays(ctx, usageDays),
  }
}
