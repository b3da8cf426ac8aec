/** The only entry point for readings: stores, judges and aggregates them in the caller's transaction. */
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { judgeCounterReadings, type CounterChanges } from './take/counter-changes'
import {
  assignToTags,
  lockTagStates,
  buildOddEntry,
  getAcceptedPeriod,
  findTagsByCode,
  type IncomingReading,
  type OddEntry,
  type TagRow,
  type TagState,
} from './take/assign-to-tags'
import { prepareGaugeRollUp, planGaugeChanges } from './take/gauge-roll-up'
import { BAD_QUALITY } from './take/judge-counters'
import { storeOddReadings, deleteOpenOddReadings } from './take/odd-reading-store'
import {
  sortEntries,
  insertReadings,
  storeSupersededReadings,
  ensureReadingMonths,
  toEpochMs,
  updateStandings,
  reviseReadings,
  classifyReadings,
  type TagBatch,
  type ClassifiedReadings,
  writeTagStates,
} from './take/reading-store'
import { toMoment } from '@/plant/rules/plant-time'
import { storeSpeeds } from '@/plant/server/line-speeds'

export type { IncomingReading }
/** Number of readings of a batch by outcome. */
export interface TakeReadingsResult {
  /** New readings, including those that are odd compared with the counter's earlier values. */
  readonly stored: number
  /** Readings that are stored already with the same value for the same moment. */
  readonly repeated: number
  /** A different value for a known moment. The old value is stored as a revision; roll-ups use the new value. */
  readonly revised: number
  /** New odd readings (`oddReading`), which no total includes. */
  readonly apart: number
  /** Codes without a tag; their readings are stored as odd readings. */
  readonly unknown: readonly string[]
}

export interface TakeReadingsInput {
  /** Account, broker or server that sent the readings, for display. */
  readonly source: string
  readonly readings: readonly IncomingReading[]
  /** True if the plant module sent the line speeds, so that they are not forwarded to it. */
  readonly speedsAlreadyForwarded?: boolean
}
/**
 * Takes in readings from any source, in any order, any number of times. The same value for the same moment counts
 * once; a different value is a revision. Raw readings, roll-ups and live values change in the caller's transaction.
 * Values are in the units of their tags. The tags stay locked until the transaction ends.
 */
export async function takeReadings(
  ctx: Context,
  { source, readings, speedsAlreadyForwarded }: TakeReadingsInput,
): Promise<TakeReadingsResult> {
  const tagByCode = await findTagsByCode(ctx, new Set(readings.map((r) => r.tag)))
  const { readingMonths, gapHours } = await loadPlantSettings(ctx)
  const assignedReadings = assignToTags(readings, tagByCode, getAcceptedPeriod(ctx.now, readingMonths))
  const knownTags = [...assignedReadings.entriesByTagRow.keys()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const stateByTag = await lockTagStates(
    ctx,
    knownTags.map(({ id }) => id),
  )
  const oddEntries: OddEntry[] = [...assignedReadings.oddEntries]
  const batches = knownTags.map((tag) =>
    buildBatch(tag, assignedReadings.entriesByTagRow.get(tag)!, stateByTag.get(tag.id)!, oddEntries),
  )
  const classifiedReadings = await classifyReadings(ctx, batches, stateByTag)
  const storeResult = await storeReadings(ctx, source, {
    knownTags,
    stateByTag,
    classifiedReadings,
    oddEntries,
    gapHours,
  })
  if (!speedsAlreadyForwarded) await forwardLineSpeeds(ctx, knownTags, classifiedReadings)
  const newOddCount = await storeOddReadings(ctx, source, storeResult.oddEntries)
  return {
    stored: sumBy(
      classifiedReadings,
      (tagReadings) => tagReadings.newerEntries.length + tagReadings.lateEntries.length,
    ),
    // An odd reading that is stored already is a repetition.
    repeated:
      sumBy(classifiedReadings, (tagReadings) => tagReadings.repeatedCount) +
      storeResult.oddEntries.length -
      newOddCount,
    revised: sumBy(
      classifiedReadings,
      (tagReadings) => tagReadings.revisedEntries.length + tagReadings.supersededEntries.length,
    ),
    apart: newOddCount,
    unknown: assignedReadings.unknownCodes,
  }
}
const sumBy = <T>(items: readonly T[], getCount: (item: T) => number): number =>
  items.reduce((total, item) => total + getCount(item), 0)

/**
 * Sorts the readings of a tag. Readings before the retention limit are added to `oddEntries` instead, because the other
 * readings of their time are deleted.
 */
function buildBatch(
  tag: TagRow,
  entries: Parameters<typeof sortEntries>[1],
  state: TagState,
  oddEntries: OddEntry[],
): TagBatch {
  const retentionStartMs = toEpochMs(state.keptFrom)
  const batch = sortEntries(tag.id, entries)
  if (!batch.entries.some((e) => e.at < retentionStartMs)) return batch
  for (const { at, value } of batch.entries)
    if (at < retentionStartMs) oddEntries.push(buildOddEntry({ tag: tag.code, value }, tag, at, 'tooOld'))
  return { ...batch, entries: batch.entries.filter((e) => e.at >= retentionStartMs) }
}

interface StoreInput {
  readonly knownTags: readonly TagRow[]
  readonly stateByTag: ReadonlyMap<string, TagState>
  readonly classifiedReadings: readonly ClassifiedReadings[]
  readonly oddEntries: OddEntry[]
  readonly gapHours: number
}
/** Judges and stores the readings. Returns the odd readings, including those that the judgement found. */
async function storeReadings(
  ctx: Context,
  source: string,
  { knownTags, stateByTag, classifiedReadings, oddEntries, gapHours }: StoreInput,
): Promise<{ oddEntries: OddEntry[] }> {
  const tagById = new Map(knownTags.map((tag) => [tag.id, tag]))
  const changedReadings = classifiedReadings.filter(
    (tagReadings) =>
      tagReadings.newerEntries.length + tagReadings.lateEntries.length + tagReadings.revisedEntries.length > 0,
  )
  const counterReadings = changedReadings.filter((tagReadings) => tagById.get(tagReadings.tagId)!.kind === 'counter')
  const gaugeReadings = changedReadings.filter((tagReadings) => tagById.get(tagReadings.tagId)!.kind !== 'counter')
  const gaugePlan = planGaugeChanges(gaugeReadings)
  const counterChanges: CounterChanges = await judgeCounterReadings(ctx, {
    tagById,
    stateByTag,
    classifiedReadings: counterReadings,
    gapHours,
  })
  const addedReadings = [...counterChanges.addedReadings, ...gaugePlan.addedReadings]
  await ensureReadingMonths(ctx, addedReadings)
  const rollUps = [await counterChanges.prepareRollUp(), await prepareGaugeRollUp(ctx, gaugePlan)]
  // Aggregate in memory while the database stores the readings.
  await Promise.all([insertReadings(ctx, addedReadings), ...rollUps.map(async (rollUp) => rollUp.aggregate())])
  await reviseReadings(ctx, [...counterChanges.replacedReadings, ...gaugePlan.replacedReadings])
  await storeSupersededReadings(
    ctx,
    classifiedReadings.flatMap((tagReadings) =>
      tagReadings.supersededEntries.map((entry) => ({ tagId: tagReadings.tagId, entry })),
    ),
  )
  await updateStandings(ctx, counterChanges.changedStandings)
  for (const rollUp of rollUps) await rollUp.write()
  await writeTagStates(ctx, source, changedReadings, counterChanges.states)
  await deleteOpenOddReadings(ctx, counterChanges.readingsNoLongerOdd)
  return { oddEntries: [...oddEntries, ...counterChanges.oddEntries] }
}

/**
 * Forwards speeds from tags with the line key `speed` to the plant module, which detects stops from them. Readings of
 * bad quality are skipped.
 */
async function forwardLineSpeeds(
  ctx: Context,
  tags: readonly TagRow[],
  classifiedReadings: readonly ClassifiedReadings[],
): Promise<void> {
  const lineIdByTag = new Map(
    tags.flatMap((tag) => (tag.lineKey === 'speed' && tag.lineId ? [[tag.id, tag.lineId]] : [])),
  )
  const speeds = classifiedReadings.flatMap((tagReadings) => {
    const lineId = lineIdByTag.get(tagReadings.tagId)
    if (!lineId) return []
    return [...tagReadings.newerEntries, ...tagReadings.lateEntries, ...tagReadings.revisedEntries]
      .filter((e) => e.quality !== BAD_QUALITY)
      .map((e) => ({ lineId, at: toMoment(e.at), speed: e.value }))
  })
  if (speeds.length > 0) await storeSpeeds(ctx, speeds)
}
