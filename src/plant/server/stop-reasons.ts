import { refuse } from '@/contract/errno'
import type { Create, Patch, Row } from '@/contract/resource'
import { inLanguage } from '@/contract/language'
import type { Context } from '@/server/context'
import { reasonProblem } from '../rules/stop-reasons'
import { stopReason } from '../contract/line-stop'

type Reason = Row<typeof stopReason>
const nameOf = (ctx: Context, row: Reason): string => String(inLanguage(stopReason, row, 'name', ctx.language))

/** Creates a stop reason. POST /production/stop_reason */
export async function addReason(ctx: Context, input: Create<typeof stopReason>): Promise<Reason> {
  await mustFit(ctx, { id: '', class: input.class, parentId: input.parentId ?? null })
  return ctx.rows.insert(stopReason, input as Partial<Reason>)
}
/**
 * Updates a stop reason. The classification of a used reason is fixed, because past metrics would change. PUT
 * /production/stop_reason
 */
export async function changeReason(ctx: Context, { id, version, ...patch }: Patch<typeof stopReason>): Promise<Reason> {
  const row = await ctx.rows.lock(stopReason, id, {
    unreferred: patch.class !== undefined || patch.outsideBusyTime !== undefined,
  })
  const after = { ...row, ...patch }
  const countsAnew = after.class !== row.class || after.outsideBusyTime !== row.outsideBusyTime
  if (countsAnew && (await isUsed(ctx, id)))
    throw refuse('plant:refusals.stopReason.countOfUsed', { name: nameOf(ctx, row) })
  if (after.class !== row.class && (await hasChildren(ctx, id)))
    throw refuse('plant:refusals.stopReason.hasChildren', { name: nameOf(ctx, row) })
  await mustFit(ctx, after)
  return ctx.rows.update(stopReason, id, patch, { version })
}
/** Removes a stop reason. A used reason can only be deactivated. DELETE /production/stop_reason */
export async function removeReason(
  ctx: Context,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  const row = await ctx.rows.lock(stopReason, id, { unreferred: true })
  if (await isUsed(ctx, id)) throw refuse('plant:refusals.stopReason.used', { name: nameOf(ctx, row) })
  if (await hasChildren(ctx, id)) throw refuse('plant:refusals.stopReason.hasChildren', { name: nameOf(ctx, row) })
  await ctx.rows.remove(stopReason, id, { version: version ?? null })
  return null
}

async function mustFit(ctx: Context, reason: Pick<Reason, 'id' | 'class' | 'parentId'>): Promise<void> {
  if (reason.parentId === null) return
  const parent = await ctx.rows.lock(stopReason, reason.parentId)
  const problem = reasonProblem(reason, parent, reason.id !== '' && (await hasChildren(ctx, reason.id)))
  if (problem) throw refuse(`plant:refusals.stopReason.${problem}`, { name: nameOf(ctx, parent) })
}
const there = async (ctx: Context, sql: string, id: string): Promise<boolean> =>
  (await ctx.query(`select 1 from ${sql} limit 1`, [ctx.site, id])).length > 0
const isUsed = (ctx: Context, id: string): Promise<boolean> =>
  there(ctx, 'line_stop where site_id = $1 and reason_id = $2', id)
const hasChildren = (ctx: Context, id: string): Promise<boolean> =>
  there(ctx, 'stop_reason where site_id = $1 and parent_id = $2', id)
