/**
 * Test results by batch. A batch is the output of one order; a certificate judges each batch separately, not their
 * mean.
 */
import { publishedResults, type RollResult } from '@/areas/laboratory/server/queries/results'
import { listJumbosWoundFor, type WoundJumbo } from '@/areas/rolls/server/queries/for-certificates'
import type { Context } from '@/server/context'

/** Rolls and indexes of one certificate. */
export interface Certified {
  /** The order that the rolls were made for. */
  readonly orderId: string
  readonly jumbos: readonly WoundJumbo[]
  readonly slitRollIds: readonly string[]
  readonly indexIds: readonly string[]
}

/**
 * Loads the published results of each batch, in the order of `jumbos`, for many certificates in one to three
 * statements. Results come from the jumbos that the rolls were cut from. A batch of another order may contribute only
 * one or two jumbos; indexes without results for these are judged by the other jumbos of that batch.
 */
export async function batchResults(ctx: Context, asked: readonly Certified[]): Promise<RollResult[][][]> {
  const jumboRollIds = [...new Set(asked.flatMap(({ jumbos }) => jumbos.map(({ id }) => id)))]
  const own = await publishedResults(ctx, { jumboRollIds, slitRollIds: asked.flatMap((one) => one.slitRollIds) })
  const found = asked.map((one) => batchesOf(one, own))
  const lacking = [...new Set(found.flat().flatMap(({ batch, untested }) => (untested.size > 0 ? [batch] : [])))]
  const beside = lacking.length > 0 ? await listJumbosWoundFor(ctx, lacking) : []
  const known = new Set(jumboRollIds)
  const unread = beside.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  const others = unread.length > 0 ? await publishedResults(ctx, { jumboRollIds: unread, slitRollIds: [] }) : []
  const batchOf = new Map(beside.map(({ id, woundFor }) => [id, woundFor]))
  // Results of other single slit rolls do not apply to the certified rolls.
  const theirs = [...own, ...others].filter(({ slitRollId }) => slitRollId === null)
  return found.map((batches) =>
    batches.map(({ batch, untested, results }) => [
      ...results,
      ...theirs.filter(({ jumboRollId, indexId }) => untested.has(indexId) && batchOf.get(jumboRollId) === batch),
    ]),
  )
}
function batchesOf({ orderId, jumbos, slitRollIds, indexIds }: Certified, of: readonly RollResult[]) {
  const slit = new Set(slitRollIds)
  return [...new Set(jumbos.map(({ woundFor }) => woundFor))].map((batch) => {
    const made = new Set(jumbos.filter(({ woundFor }) => woundFor === batch).map(({ id }) => id))
    const results = of.filter(
      ({ jumboRollId, slitRollId }) => made.has(jumboRollId) && (slitRollId === null || slit.has(slitRollId)),
    )
    const tested = new Set(results.map(({ indexId }) => indexId))
    return { batch, results, untested: new Set(batch === orderId ? [] : indexIds.filter((id) => !tested.has(id))) }
  })
}
