import type { Context } from '@/server/context'
import { cutOrder } from '../../contract/slitting'

/**
 * Locks the waiting entries in the queue of a slitter until the transaction ends. Removes them if `replacesQueue` is
 * true. Returns the sequence number of the next entry.
 */
export async function prepareCutQueue(ctx: Context, slitterId: string, replacesQueue: boolean): Promise<number> {
  const waitingEntries = await ctx.rows.find(cutOrder, {
    where: { slitterId, cuttingId: null },
    orderBy: 'sequence',
    lock: true,
  })
  if (!replacesQueue) return Math.max(0, ...waitingEntries.map(({ sequence }) => sequence)) + 1
  for (const { id } of waitingEntries) await ctx.rows.remove(cutOrder, id)
  return 1
}
/** Adds an entry to the queue of a slitter. The caller has called `prepareCutQueue`. */
export const addQueueEntry = (ctx: Context, entry: Parameters<typeof ctx.rows.insert<typeof cutOrder>>[1]) =>
  ctx.rows.insert(cutOrder, entry)
