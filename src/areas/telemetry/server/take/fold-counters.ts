/** Judges the counters of a batch and derives the changes to readings, roll-ups and bases. */
import type { Context } from '@/server/context'
import { isOddVerdict, type CounterBase } from '../../rules/counter'
import { createPlantDayLookup } from '../../rules/slots'
import { isInSums, toStandingCode } from '../../rules/standing'
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

export interface CounterState {
  readonly tagId: string
  readonly base: CounterBase | null
  readonly pending: CounterBase | null
}
export interface CounterFold {
  readonly added: readonly NewReading[]
  readonly replaced: readonly NewReading[]
  /** Stored readings whose standing has changed. */
  readonly changedStandings: readonly { tagId: string; at: number; standing: number }[]
  /** Readings that count now, so that they are no longer odd readings. */
  readonly noLongerOdd: readonly { tagId: string; at: number }[]
  readonly odd: readonly OddEntry[]
  readonly states: readonly CounterState[]
  /** Reads the roll-ups that change. */
  prepareRollUp(): Promise<PendingRollUp>
}
export interface CounterFoldInput {
  readonly tags: ReadonlyMap<string, TagRow>
  readonly states: ReadonlyMap<string, TagState>
  readonly sorted: readonly ClassifiedReadings[]
  /** Use over a longer pause than this is not spread over it, h. */
  readonly gapHours: number
}

/**
 * Judges all counter readings of a batch: appended ones directly, late or revised ones with the readings around them.
 */
export async function foldCounters(
  ctx: Context,
  { tags, states, sorted, gapHours }: CounterFoldInput,
): Promise<CounterFold> {
  const appendable = sorted.filter((s) => s.late.length + s.revised.length === 0)
  const amendable = sorted.filter((s) => s.late.length + s.revised.length > 0)
  const appendedChanges = appendable.map((s) => {
    const tag = tags.get(s.tagId)!
    return appendReadings(tag, buildCounterSpec(tag, gapHours), states.get(s.tagId)!, s)
  })
  const amendments = amendable.map((s) => ({
    of: tags.get(s.tagId)!,
    came: [...s.late, ...s.revised, ...s.newer].sort((a, b) => a.at - b.at),
  }))
  return buildCounterFold(ctx, [...appendedChanges, ...(await amendCounters(ctx, amendments, gapHours))], sorted)
}

interface TagAmendment {
  readonly of: TagRow
  readonly came: Amendment['came']
  readonly saidNow?: Amendment['saidNow']
}
/** Judges changes to earlier readings. The window of surrounding readings is widened until it suffices. */
export async function amendCounters(
  ctx: Context,
  amendments: readonly TagAmendment[],
  gapHours: number,
): Promise<CounterChange[]> {
  const changes: CounterChange[] = []
  let pendingAmendments = amendments.map((amendment): TagAmendment & ChangedPeriod => {
    const moments = [...amendment.came.map((e) => e.at), ...(amendment.saidNow?.keys() ?? [])]
    return { ...amendment, tagId: amendment.of.id, from: Math.min(...moments), to: Math.max(...moments) }
  })
  while (pendingAmendments.length > 0) {
    const windowsByTag = new Map((await findWindowsAround(ctx, pendingAmendments)).map((w) => [w.tagId, w]))
    const widenedAmendments: typeof pendingAmendments = []
    for (const amendment of pendingAmendments) {
      const { of, came, saidNow, to } = amendment
      const change = amendReadings(of, buildCounterSpec(of, gapHours), windowsByTag.get(of.id)!, {
        came,
        until: to,
        ...(saidNow ? { saidNow } : {}),
      })
      if ('beyond' in change) widenedAmendments.push({ ...amendment, to: change.beyond })
      else changes.push(change)
    }
    pendingAmendments = widenedAmendments
  }
  return changes
}

/** Builds the readings, standings, odd readings and states that follow from the changes. */
export function buildCounterFold(
  ctx: Context,
  changes: readonly CounterChange[],
  sorted: readonly ClassifiedReadings[],
): CounterFold {
  const revisedEntries = new Set(sorted.flatMap((s) => s.revised))
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
    added: newReadings.filter((r) => !revisedEntries.has(r.entry)),
    replaced: newReadings.filter((r) => revisedEntries.has(r.entry)),
    changedStandings,
    noLongerOdd: [
      ...changedStandings,
      ...newReadings
        .filter((r) => revisedEntries.has(r.entry))
        .map(({ tagId, entry, standing }) => ({ tagId, at: entry.at, standing })),
    ].filter((r) => isInSums(r.standing)),
    odd: changes.flatMap(toOddEntries),
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
  const lastReading = judgedReadings.findLast(({ judgement }) => judgement.verdict !== 'left')
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
