/** The one way in for readings: stored, judged and summed up in the caller's transaction. */
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
/** What became of readings. */
export interface Taken {
  /** New, those that are kept apart by what the counter showed before among them. */
  readonly stored: number
  /** Known already: the same value for the same moment. */
  readonly repeated: number
  /** Another value for a moment that had one; the old one is kept beside it, roll-ups follow the new. */
  readonly revised: number
  /** Kept apart, in no sum (`oddReading`). */
  readonly apart: number
  /** Codes of tags that there are not; their readings are kept apart. */
  readonly unknown: readonly string[]
}

export interface Given {
  /** Account, broker or server they came by, for people to see. */
  readonly source: string
  readonly readings: readonly GivenReading[]
  /** Speeds that the plant itself handed on: it has them. */
  readonly fromLine?: boolean
}
/**
 * Takes readings in, from any source, in any order, as often as they come: the same value for the same moment counts once,
 * another one is a revision. Raw readings, roll-ups and live values change in the caller's transaction. Units are those of the
 * tags. Nobody else takes in readings of the same tags before the transaction ends.
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
    // What is kept apart already came before.
    repeated: sum(sorted, (s) => s.repeated) + taken.odd.length - apart,
    revised: sum(sorted, (s) => s.revised.length + s.superseded.length),
    apart,
    unknown: entered.unknown,
  }
}
const sum = <T>(of: readonly T[], count: (one: T) => number): number => of.reduce((total, one) => total + count(one), 0)

/** Readings of a time whose others are not kept any more cannot be judged. */
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
  // While the database stores the readings, what follows from them is worked out here.
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
