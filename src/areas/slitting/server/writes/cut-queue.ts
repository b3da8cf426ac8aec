import type { Context } from '@/server/context'
import { cutOrder } from '../../contract/slitting'

/**
 * Locks the waiting lines in the queue of a slitter until the transaction ends, and removes them if `replace` is true.
 * Returns the sequence number of the next line.
 */
export async function prepareCutQueue(ctx: Context, slitterId: string, replace: boolean): Promise<number> {
  const waitingLines = await ctx.rows.find(cutOrder, {
    where: { slitterId, cuttingId: null },
    orderBy: 'sequence',
    lock: true,
  })
  if (!replace) return Math.max(0, ...waitingLines.map(({ sequence }) => sequence)) + 1
  for (const { id } of waitingLines) await ctx.rows.remove(cutOrder, id)
  return 1
}
/** Adds a line to the queue of a slitter. The caller has called `prepareCutQueue`. */
export const addQueueLine = (ctx: Context, line: Parameters<typeof ctx.rows.insert<typeof cutOrder>>[1]) =>
  ctx.rows.insert(cutOrder, line)
