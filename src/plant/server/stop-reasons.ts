import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { getFieldInLanguage } from '@/contract/language'
import type { Context } from '@/server/context'
import { validateReasonParent } from '../rules/stop-reasons'
import { stopReason } from '../contract/line-stop'
import { limit, sql, type Sql } from '@/server/sql'
import { handle } from '@/server/area'

type Reason = Row<typeof stopReason>
const getReasonName = (ctx: Context, row: Reason): string =>
  String(getFieldInLanguage(stopReason, row, 'name', ctx.language))

/** Creates a stop reason. POST /production/stop_reason */
export const createStopReason = handle(stopReason.endpoints.create, async (ctx, input) => {
  await assertReasonParentValid(ctx, { id: '', class: input.class, parentId: input.parentId ?? null })
  return ctx.rows.insert(stopReason, input as Partial<Reason>)
})
/**
 * Updates a stop reason. The classification of a used reason is fixed, because past metrics would change. PUT
 * /production/stop_reason
 */
export const updateStopReason = handle(stopReason.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(stopReason, id, {
    blockReferences: patch.class !== undefined || patch.outsideBusyTime !== undefined,
  })
  const nextRow = { ...row, ...patch }
  const isCountedDifferently = nextRow.class !== row.class || nextRow.outsideBusyTime !== row.outsideBusyTime
  if (isCountedDifferently && (await isReasonUsed(ctx, id)))
    throw refuse('plant:refusals.stopReason.countOfUsed', { name: getReasonName(ctx, row) })
  if (nextRow.class !== row.class && (await hasChildren(ctx, id)))
    throw refuse('plant:refusals.stopReason.hasChildren', { name: getReasonName(ctx, row) })
  await assertReasonParentValid(ctx, nextRow)
  return ctx.rows.update(stopReason, id, patch, { version })
})
/** Removes a stop reason. A used reason can only be deactivated. DELETE /production/stop_reason */
export const removeStopReason = handle(stopReason.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(stopReason, id, { blockReferences: true })
  if (await isReasonUsed(ctx, id)) throw refuse('plant:refusals.stopReason.used', { name: getReasonName(ctx, row) })
  if (await hasChildren(ctx, id))
    throw refuse('plant:refusals.stopReason.hasChildren', { name: getReasonName(ctx, row) })
  await ctx.rows.remove(stopReason, id, { version: version ?? null })
  return null
})

async function assertReasonParentValid(ctx: Context, reason: Pick<Reason, 'id' | 'class' | 'parentId'>): Promise<void> {
  if (reason.parentId === null) return
  const parent = await ctx.rows.lock(stopReason, reason.parentId)
  const problem = validateReasonParent(reason, parent, reason.id !== '' && (await hasChildren(ctx, reason.id)))
  if (problem) throw refuse(`plant:refusals.stopReason.${problem}`, { name: getReasonName(ctx, parent) })
}
const hasRow = async (ctx: Context, fromClause: Sql): Promise<boolean> =>
  (await ctx.query(sql`select 1 from ${fromClause} ${limit(1)}`)).length > 0
const isReasonUsed = (ctx: Context, id: string): Promise<boolean> =>
  hasRow(ctx, sql`line_stop where site_id = ${ctx.site} and reason_id = ${id}`)
const hasChildren = (ctx: Context, id: string): Promise<boolean> =>
  hasRow(ctx, sql`stop_reason where site_id = ${ctx.site} and parent_id = ${id}`)
