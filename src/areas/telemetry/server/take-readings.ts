/** The only entry point for readings: stores, judges and aggregates them in the caller's transaction. */
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { fold, type Folded } from './take/fold'
import {
  enter,
  lockStates,
  oddOf,
  takenAt,
  tagsByCode,
  type GivenReading,
  type OddEntry,
  type TagRead,
  type TagState,
} from './take/entry'
import { gaugeRollUp, planGauges } from './take/gauges'
import { keepApart, noLongerApart } from './take/odd'
import { writeStates } from './take/states'
import {
  inOrder,
  insertReadings,
  keepSuperseded,
  monthsFor,
  msOf,
  restand,
  reviseReadings,
  sortOut,
  type Batch,
  type Sorted,
} from './take/store'
import { feedLines } from './take/line-speeds'

export type { GivenReading }
/** Counts of what happened to the readings of a batch. */
export interface Taken {
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

export interface Given {
  /** Account, broker or server that sent them, for display. */
  readonly source: string
  readonly readings: readonly GivenReading[]
  /** Does not forward line speeds, because the plant module sent them. */
  readonly fromLine?: boolean
}
/**
 * Takes in readings from any source, in any order, any number of times. The same value for the same moment counts
 * once; a different value is a revision. Raw readings, roll-ups and live values change in the caller's transaction.
 * Values are in the units of their tags. The tags stay locked until the transaction ends.
 */
export async function takeReadings(ctx: Context, { source, readings, fromLine }: Given): Promise<Taken> {
  const tags = await tagsByCode(ctx, new Set(readings.map((r) => r.tag)))
  const { readingMonths, gapHours } = await loadPlantSettings(ctx)
  const entered = enter(readings, tags, takenAt(ctx.now, readingMonths))
  const known = [...entered.byTag.keys()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const states = await lockStates(
    ctx,
    known.map(({ id }) => id),
  )
  const odd: OddEntry[] = [...entered.odd]
  const batches = known.map((of) => batchOf(of, entered.byTag.get(of)!, states.get(of.id)!, odd))
  const sorted = await sortOut(ctx, batches, states)
  const taken = await store(ctx, source, { tags: known, states, sorted, odd, gapHours })
  if (!fromLine) await feedLines(ctx, known, sorted)
  const apart = await keepApart(ctx, source, taken.odd)
  return {
    stored: sum(sorted, (s) => s.newer.length + s.late.length),
    // An odd reading that is stored already is a repetition.
    repeated: sum(sorted, (s) => s.repeated) + taken.odd.length - apart,
    revised: sum(sorted, (s) => s.revised.length + s.superseded.length),
    apart,
    unknown: entered.unknown,
  }
}
const sum = <T>(of: readonly T[], count: (one: T) => number): number => of.reduce((total, one) => total + count(one), 0)

/**
 * Sorts the readings of a tag. Readings before the retention limit become odd readings, because the others of their
 * time are deleted.
 */
function batchOf(of: TagRead, entries: Parameters<typeof inOrder>[1], state: TagState, odd: OddEntry[]): Batch {
  const keptFrom = msOf(state.keptFrom)
  const batch = inOrder(of.id, entries)
  if (!batch.entries.some((e) => e.at < keptFrom)) return batch
  for (const { at, value } of batch.entries)
    if (at < keptFrom) odd.push(oddOf({ tag: of.code, value }, of, at, 'tooOld'))
  return { ...batch, entries: batch.entries.filter((e) => e.at >= keptFrom) }
}

interface Work {
  readonly tags: readonly TagRead[]
  readonly states: ReadonlyMap<string, TagState>
  readonly sorted: readonly Sorted[]
  readonly odd: OddEntry[]
  readonly gapHours: number
}
async function store(
  ctx: Context,
  source: string,
  { tags, states, sorted, odd, gapHours }: Work,
): Promise<{ odd: OddEntry[] }> {
  const byId = new Map(tags.map((of) => [of.id, of]))
  const changed = sorted.filter((s) => s.newer.length + s.late.length + s.revised.length > 0)
  const counters = changed.filter((s) => byId.get(s.tagId)!.kind === 'counter')
  const gauges = changed.filter((s) => byId.get(s.tagId)!.kind !== 'counter')
  const planned = planGauges(gauges)
  const folded: Folded = await fold(ctx, { tags: byId, states, sorted: counters, gapHours })
  const added = [...folded.added, ...planned.added]
  await monthsFor(ctx, added)
  const rollUps = [await folded.rollUp(), await gaugeRollUp(ctx, planned)]
  // Aggregate in memory while the database stores the readings.
  await Promise.all([insertReadings(ctx, added), ...rollUps.map(async (one) => one.sumUp())])
  await reviseReadings(ctx, [...folded.replaced, ...planned.replaced])
  await keepSuperseded(
    ctx,
    sorted.flatMap((s) => s.superseded.map((entry) => ({ tagId: s.tagId, entry }))),
  )
  await restand(ctx, folded.restood)
  for (const one of rollUps) await one.write()
  await writeStates(ctx, source, changed, folded.states)
  await noLongerApart(ctx, folded.righted)
  return { odd: [...odd, ...folded.odd] }
}
