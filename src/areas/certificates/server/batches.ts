/** Which batches rolls come from, and what was tested of them. A batch is what one order wound; a certificate speaks for each of its batches, not for their mean. */
import { publishedResults, type RollResult } from '@/areas/laboratory/server/queries/results'
import { jumbosWoundFor, type WoundJumbo } from '@/areas/rolls/server/queries/for-certificates'
import type { Context } from '@/server/context'

/** The rolls of one certificate, and the indexes that it lists. */
export interface Certified {
  readonly jumbos: readonly WoundJumbo[]
  readonly slitRollIds: readonly string[]
  readonly indexIds: readonly string[]
}

/**
 * The published results that speak for each batch, in the order of `jumbos`, for many certificates in two to four statements.
 * They are those of the jumbos that the rolls were cut from; a batch of which these were not tested for every index speaks by
 * all of its jumbos.
 */
export async function batchResults(ctx: Context, asked: readonly Certified[]): Promise<RollResult[][][]> {
  const jumboRollIds = [...new Set(asked.flatMap(({ jumbos }) => jumbos.map(({ id }) => id)))]
  const own = await publishedResults(ctx, { jumboRollIds, slitRollIds: asked.flatMap((one) => one.slitRollIds) })
  const found = asked.map((one) => batchesOf(one, own))
  const lacking = [...new Set(found.flat().flatMap(({ batch, whole }) => (whole ? [] : [batch])))]
  const known = new Set(jumboRollIds)
  const beside = lacking.length > 0 ? (await jumbosWoundFor(ctx, lacking)).filter(({ id }) => !known.has(id)) : []
  const theirs =
    beside.length > 0 ? await publishedResults(ctx, { jumboRollIds: beside.map(({ id }) => id), slitRollIds: [] }) : []
  const batchOf = new Map(beside.map(({ id, woundFor }) => [id, woundFor]))
  return found.map((batches) =>
    batches.map(({ batch, whole, results }) =>
      whole ? results : [...results, ...theirs.filter(({ jumboRollId }) => batchOf.get(jumboRollId) === batch)],
    ),
  )
}
function batchesOf({ jumbos, slitRollIds, indexIds }: Certified, of: readonly RollResult[]) {
  const slit = new Set(slitRollIds)
  return [...new Set(jumbos.map(({ woundFor }) => woundFor))].map((batch) => {
    const made = new Set(jumbos.filter(({ woundFor }) => woundFor === batch).map(({ id }) => id))
    const results = of.filter(
      ({ jumboRollId, slitRollId }) => made.has(jumboRollId) && (slitRollId === null || slit.has(slitRollId)),
    )
    return { batch, results, whole: indexIds.every((id) => results.some(({ indexId }) => indexId === id)) }
  })
}
