/** The only entry point for readings: stores, judges and aggregates them in the caller's transaction. */
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { foldCounters, type CounterFold } from './take/fold-counters'
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
import { prepareGaugeRollUp, planGauges } from './take/gauge-roll-up'
import { separateOddReadings, deleteOpenOddReadings } from './take/separate-odd-readings'
import { writeTagStates } from './take/write-tag-states'
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
} from './take/reading-store'
import { forwardLineSpeeds } from './take/forward-line-speeds'

export type { IncomingReading }
/** Counts of what happened to the readings of a batch. */
export interface TakeReadingsResult {
  /** New readings, including those that are odd compared with the counter's earlier values. */
  readonly stored: number
  /** Readings that were known already: the same value for the same moment. */
  readonly repeated: number
  /** A different value for a known moment; the old value is kept as a revision, roll-ups follow the new one. */
  readonly revised: number
  /** New odd readings, which are in no sum (`oddReading`). */
  readonly apart: number
  /** Codes without a tag; their readings are stored as odd readings. */
  readonly unknown: readonly string[]
}

export interface TakeReadingsInput {
  /** Account, broker or server that sent them, for display. */
  readonly source: string
  readonly readings: readonly IncomingReading[]
  /** Does not forward line speeds, because the plant module sent them. */
  readonly skipLineSpeeds?: boolean
}
/**
 * Takes in readings from any source, in any order, any number of times. The same value for the same moment counts
 * once; a different value is a revision. Raw readings, roll-ups and live values change in the caller's transaction.
 * Values are in the units of their tags. The tags stay locked until the transaction ends.
 */
export async function takeReadings(
  ctx: Context,
  { source, readings, skipLineSpeeds }: TakeReadingsInput,
): Promise<TakeReadingsResult> {
  const tags = await findTagsByCode(ctx, new Set(readings.map((r) => r.tag)))
  const { readingMonths, gapHours } = await loadPlantSettings(ctx)
  const assigned = assignToTags(readings, tags, getAcceptedPeriod(ctx.now, readingMonths))
  const knownTags = [...assigned.byTag.keys()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const states = await lockTagStates(
    ctx,
    knownTags.map(({ id }) => id),
  )
  const oddEntries: OddEntry[] = [...assigned.odd]
  const batches = knownTags.map((tag) => buildBatch(tag, assigned.byTag.get(tag)!, states.get(tag.id)!, oddEntries))
  const classified = await classifyReadings(ctx, batches, states)
  const storeResult = await storeReadings(ctx, source, { tags: knownTags, states, classified, oddEntries, gapHours })
  if (!skipLineSpeeds) await forwardLineSpeeds(ctx, knownTags, classified)
  const newOddCount = await separateOddReadings(ctx, source, storeResult.oddEntries)
  return {
    stored: sumBy(classified, (s) => s.newer.length + s.late.length),
    // An odd reading that is stored already is a repetition.
    repeated: sumBy(classified, (s) => s.repeated) + storeResult.oddEntries.length - newOddCount,
    revised: sumBy(classified, (s) => s.revised.length + s.superseded.length),
    apart: newOddCount,
    unknown: assigned.unknownCodes,
  }
}
const sumBy = <T>(of: readonly T[], count: (one: T) => number): number =>
  of.reduce((total, one) => total + count(one), 0)

/**
 * Sorts the readings of a tag. Readings before the retention limit become odd readings, because the others of their
 * time are deleted.
 */
function buildBatch(
  tag: TagRow,
  entries: Parameters<typeof sortEntries>[1],
  state: TagState,
  oddEntries: OddEntry[],
): TagBatch {
  const keptFromMs = toEpochMs(state.keptFrom)
  const batch = sortEntries(tag.id, entries)
  if (!batch.entries.some((e) => e.at < keptFromMs)) return batch
  for (const { at, value } of batch.entries)
    if (at < keptFromMs) oddEntries.push(buildOddEntry({ tag: tag.code, value }, tag, at, 'tooOld'))
  return { ...batch, entries: batch.entries.filter((e) => e.at >= keptFromMs) }
}

interface StoreInput {
  readonly tags: readonly TagRow[]
  readonly states: ReadonlyMap<string, TagState>
  readonly classified: readonly ClassifiedReadings[]
  readonly oddEntries: OddEntry[]
  readonly gapHours: number
}
async function storeReadings(
  ctx: Context,
  source: string,
  { tags: knownTags, states, classified, oddEntries, gapHours }: StoreInput,
): Promise<{ oddEntries: OddEntry[] }> {
  const tagsById = new Map(knownTags.map((of) => [of.id, of]))
  const changedTags = classified.filter((s) => s.newer.length + s.late.length + s.revised.length > 0)
  const counters = changedTags.filter((s) => tagsById.get(s.tagId)!.kind === 'counter')
  const gauges = changedTags.filter((s) => tagsById.get(s.tagId)!.kind !== 'counter')
  const gaugePlan = planGauges(gauges)
  const counterFold: CounterFold = await foldCounters(ctx, { tags: tagsById, states, sorted: counters, gapHours })
  const added = [...counterFold.added, ...gaugePlan.added]
  await ensureReadingMonths(ctx, added)
  const rollUps = [await counterFold.prepareRollUp(), await prepareGaugeRollUp(ctx, gaugePlan)]
  // Aggregate in memory while the database stores the readings.
  await Promise.all([insertReadings(ctx, added), ...rollUps.map(async (rollUp) => rollUp.aggregate())])
  await reviseReadings(ctx, [...counterFold.replaced, ...gaugePlan.replaced])
  await storeSupersededReadings(
    ctx,
    classified.flatMap((s) => s.superseded.map((entry) => ({ tagId: s.tagId, entry }))),
  )
  await updateStandings(ctx, counterFold.changedStandings)
  for (const rollUp of rollUps) await rollUp.write()
  await writeTagStates(ctx, source, changedTags, counterFold.states)
  await deleteOpenOddReadings(ctx, counterFold.noLongerOdd)
  return { oddEntries: [...oddEntries, ...counterFold.odd] }
}
