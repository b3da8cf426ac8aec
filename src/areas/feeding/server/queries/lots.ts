/** What areas above do with lots. */
import type { Context } from '@/server/context'
import { personOf } from '@/plant/server/plant'
import { materialLot } from '../../contract/material'

/** Bars a lot from being fed, with the reason; one that is barred already stays as it is. */
export async function blockLot(ctx: Context, id: string, reason: string): Promise<void> {
  const row = await ctx.rows.lock(materialLot, id)
  if (row.state === 'blocked') return
  await ctx.rows.update(materialLot, id, {
    state: 'blocked',
    reason,
    decidedBy: personOf(ctx).id,
    decidedAt: ctx.now.toISOString(),
  })
}
