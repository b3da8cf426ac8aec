/**
 * Test results by batch. A batch is the output of one order; a certificate judges each batch separately, not their
 * mean.
 */
import { listPublishedResults, type RollResult } from '@/areas/laboratory/server/queries/results'
import { listJumbosWoundFor, type WoundJumbo } from '@/areas/rolls/server/queries/for-certificates'
import type { Context } from '@/server/context'

/** Rolls and indexes of one certificate. */
export interface CertificateScope {
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
export async function loadBatchResults(ctx: Context, scopes: readonly CertificateScope[]): Promise<RollResult[][][]> {
  const jumboRollIds = [...new Set(scopes.flatMap(({ jumbos }) => jumbos.map(({ id }) => id)))]
  const ownResults = await listPublishedResults(ctx, {
    jumboRollIds,
    slitRollIds: scopes.flatMap((scope) => scope.slitRollIds),
  })
  const batchesByScope = scopes.map((scope) => groupByBatch(scope, ownResults))
  const incompleteBatches = [
    ...new Set(batchesByScope.flat().flatMap(({ batch, untested }) => (untested.size > 0 ? [batch] : []))),
  ]
  const otherJumbos = incompleteBatches.length > 0 ? await listJumbosWoundFor(ctx, incompleteBatches) : []
  const loadedJumboIds = new Set(jumboRollIds)
  const unreadJumboIds = otherJumbos.flatMap(({ id }) => (loadedJumboIds.has(id) ? [] : [id]))
  const otherResults =
    unreadJumboIds.length > 0 ? await listPublishedResults(ctx, { jumboRollIds: unreadJumboIds, slitRollIds: [] }) : []
  const batchByJumbo = new Map(otherJumbos.map(({ id, woundFor }) => [id, woundFor]))
  // Results of other single slit rolls do not apply to the certified rolls.
  const jumboResults = [...ownResults, ...otherResults].filter(({ slitRollId }) => slitRollId === null)
  return batchesByScope.map((batches) =>
    batches.map(({ batch, untested, results }) => [
      ...results,
      ...jumboResults.filter(
        ({ jumboRollId, indexId }) => untested.has(indexId) && batchByJumbo.get(jumboRollId) === batch,
      ),
    ]),
  )
}
function groupByBatch(
  { orderId, jumbos, slitRollIds, indexIds }: CertificateScope,
  publishedRows: readonly RollResult[],
) {
  const slitRollIdSet = new Set(slitRollIds)
  return [...new Set(jumbos.map(({ woundFor }) => woundFor))].map((batch) => {
    const batchJumboIds = new Set(jumbos.filter(({ woundFor }) => woundFor === batch).map(({ id }) => id))
    const results = publishedRows.filter(
      ({ jumboRollId, slitRollId }) =>
        batchJumboIds.has(jumboRollId) && (slitRollId === null || slitRollIdSet.has(slitRollId)),
    )
    const testedIndexIds = new Set(results.map(({ indexId }) => indexId))
    return {
      batch,
      results,
      untested: new Set(batch === orderId ? [] : indexIds.filter((id) => !testedIndexIds.has(id))),
    }
  })
}
