import { allocateLots } from '@/areas/feeding/rules/allocate-lots'
import type { HopperLayer } from '@/areas/feeding/server/events'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { loadLineHistory, MAX_ROLLS_PER_RUN } from '../lots/count-lots'
import { findCountStart } from '../lots/line-history'

/** Returns the content of a line's hoppers at a moment; by default now. */
export async function calculateHopperContent(
  ctx: Context,
  { lineId, at }: { lineId: string; at?: string },
): Promise<readonly HopperLayer[]> {
  const momentMs = at === undefined ? Number.MAX_SAFE_INTEGER : toMillis(at)
  const countStart = await findCountStart(ctx, lineId, Math.min(momentMs, ctx.now.getTime() + 1))
  const history = await loadLineHistory(ctx, lineId, countStart, MAX_ROLLS_PER_RUN, null)
  // Pretends that every hopper is emptied at that moment. The emptied material is the content of the hopper.
  const hopperIds = new Set([...countStart.hoppers.keys(), ...history.events.feeds.map(({ hopperId }) => hopperId)])
  const assumedEmptyings = [...hopperIds].map((hopperId) => ({ id: `~${hopperId}`, hopperId, at: momentMs }))
  const { allocationById } = allocateLots(
    countStart.hoppers,
    { ...history.events, emptyings: [...history.events.emptyings, ...assumedEmptyings] },
    history.dosings,
  )
  return assumedEmptyings.flatMap(({ id }) => allocationById.get(id)?.lots ?? [])
}
