import type { EndpointOutput } from '@/contract/endpoint'
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import type { Slot } from '../rules/schedule'
import type { Entry, Planned } from './schedule-row'

/**
 * Loads the previous places of moved entries with their current versions, for undo.
 * @param previousEntry entry of the moved order before the move; null if it had none
 */
export async function placesBefore(
  ctx: Context,
  own: Entry | null,
  /** Id of the order's own entry. */
  id: string,
  moved: readonly Slot[],
  row: readonly Planned[],
): Promise<Pick<EndpointOutput<typeof placeOrder>, 'before' | 'fresh'>> {
  const stood = new Map(
    row.map((r) => [
      r.id,
      { startsAt: toMoment(r.startsAt), endsAt: toMoment(r.endsAt), lineId: null as string | null },
    ]),
  )
  if (own) stood.set(own.id, { startsAt: own.startsAt, endsAt: own.endsAt, lineId: own.lineId })
  const ids = [id, ...moved.map((m) => m.id).filter((one) => one !== id)]
  const now = await ctx.rows.find(scheduleEntry, { where: { id: ids }, limit: ids.length })
  return {
    before: now.flatMap((entry) => {
      const before = stood.get(entry.id)
      return before ? [{ ...before, id: entry.id, version: entry.version, lineId: before.lineId ?? entry.lineId }] : []
    }),
    fresh: own ? [] : now.flatMap((entry) => (entry.id === id ? [{ id, version: entry.version }] : [])),
  }
}
