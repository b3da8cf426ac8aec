/**
 * Test results by batch. A batch is the output of one order; a certificate judges each batch separately, not their
 * mean.
 */
import { listPublishedResults, type RollResult } from '@/areas/laboratory/server/queries/results'
import { listJumbosWoundFor, type WoundJumbo } from '@/areas/slitting/server/queries/finished-rolls'
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
 * Loads the published results by certificate and batch. Results come from the jumbos that the rolls were cut from. The
 * jumbos from a batch of another order may be few and lack results for an index. The results of the other jumbos of
 * that batch then replace the missing ones.
 * @returns the results by scope, then by batch
 */
export async function loadBatchResults(ctx: Context, scopes: readonly CertificateScope[]): Promise<RollResult[][][]> {
  const jumboRollIds = [...new Set(scopes.flatMap(({ jumbos }) => jumbos.map(({ id }) => id)))]
  const certifiedResults = await listPublishedResults(ctx, {
    jumboRollIds,
    slitRollIds: scopes.flatMap((scope) => scope.slitRollIds),
  })
  const batchesByScope = scopes.map((scope) => groupResultsByBatch(scope, certifiedResults))
  const incompleteBatches = batchesByScope.flat().filter(({ untestedIndexIds }) => untestedIndexIds.size > 0)
  const incompleteOrderIds = [...new Set(incompleteBatches.map(({ batchOrderId }) => batchOrderId))]
  const otherJumbos = incompleteOrderIds.length > 0 ? await listJumbosWoundFor(ctx, incompleteOrderIds) : []
  const loadedJumboIds = new Set(jumboRollIds)
  const unreadJumboIds = otherJumbos.flatMap(({ id }) => (loadedJumboIds.has(id) ? [] : [id]))
  const otherResults =
    unreadJumboIds.length > 0 ? await listPublishedResults(ctx, { jumboRollIds: unreadJumboIds, slitRollIds: [] }) : []
  const batchOrderIdByJumboId = new Map(otherJumbos.map(({ id, woundFor }) => [id, woundFor]))
  // Results of other single slit rolls do not apply to the certified rolls.
  const jumboResults = [...certifiedResults, ...otherResults].filter(({ slitRollId }) => slitRollId === null)
  return batchesByScope.map((batches) =>
    batches.map(({ batchOrderId, untestedIndexIds, results }) => [
      ...results,
      ...jumboResults.filter(
        ({ jumboRollId, indexId }) =>
          untestedIndexIds.has(indexId) && batchOrderIdByJumboId.get(jumboRollId) === batchOrderId,
      ),
    ]),
  )
}
/** Returns, by batch, its results and (for batches of other orders) the indexes without a result. */
function groupResultsByBatch(
  { orderId, jumbos, slitRollIds, indexIds }: CertificateScope,
  publishedRows: readonly RollResult[],
) {
  const slitRollIdSet = new Set(slitRollIds)
  const batchOrderIds = [...new Set(jumbos.map(({ woundFor }) => woundFor))]
  return batchOrderIds.map((batchOrderId) => {
    const batchJumbos = jumbos.filter(({ woundFor }) => woundFor === batchOrderId)
    const batchJumboIds = new Set(batchJumbos.map(({ id }) => id))
    const results = publishedRows.filter(
      ({ jumboRollId, slitRollId }) =>
        batchJumboIds.has(jumboRollId) && (slitRollId === null || slitRollIdSet.has(slitRollId)),
    )
    const testedIndexIds = new Set(results.map(({ indexId }) => indexId))
    return {
      batchOrderId,
      results,
      untestedIndexIds: new Set(batchOrderId === orderId ? [] : indexIds.filter((id) => !testedIndexIds.has(id))),
    }
  })
}
