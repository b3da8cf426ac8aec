import { toMillis } from '@/plant/rules/plant-time'
import { lineStop } from '@/plant/contract/line-stop'
import type { Context } from '@/server/context'
import { lockLineStops } from '@/plant/server/line-stops'

/** Closes the open stops of a line that produces web again. Stops of a repair are closed by the repair. */
export async function closeLineStops(ctx: Context, lineId: string, closedAt: string): Promise<void> {
  await lockLineStops(ctx, lineId)
  const openStops = await ctx.rows.find(lineStop, {
    where: { lineId, endedAt: null, repairId: null },
    limit: 50,
    lock: true,
  })
  for (const stop of openStops) {
    if (toMillis(stop.startedAt) >= toMillis(closedAt)) continue
    await ctx.rows.update(lineStop, stop.id, {
      endedAt: closedAt,
      closedBy: 'production',
    })
  }
}
