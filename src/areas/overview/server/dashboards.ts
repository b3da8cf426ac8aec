/** Handlers of dashboards: a person's own, and those shared with the person's role. */
import { errno, Refusal, refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { dashboardContainer, storeGrid } from '../contract/dashboard-container'
import { findGridProblem } from '../rules/grid'
import { handle } from '@/server/area'

type Container = Row<typeof dashboardContainer>
/** Permission to share with roles and to change shared dashboards. */
const SHARE_PERMISSION = 'dashboardEdit'

/**
 * GET /DASHBOARD_CONTAINER_LIST: lists the person's own dashboards and those shared with the person's role. A person
 * with the sharing permission sees all shared dashboards.
 */
export const listDashboards = handle(dashboardContainer.endpoints.list, (ctx, input) => {
  const { id, roleId } = requirePerson(ctx)
  const seesAllShared = canShare(ctx)
  return listPage(toListScope(ctx), dashboardContainer, input, (values) => {
    values.push(id, JSON.stringify([roleId]))
    // `$1` is the site.
    const ownerParam = `$${values.length}`
    const roleParam = `$${values.length + 1}`
    return `(owner_id = ${ownerParam} or role_ids @> ${roleParam}::jsonb${seesAllShared ? ` or role_ids <> '[]'::jsonb` : ''})`
  })
})
const canShare = (ctx: Context): boolean => {
  const { isSup: isSuperUser, keys } = requirePerson(ctx)
  return isSuperUser || keys.has(SHARE_PERMISSION)
}
function assertCanShare(ctx: Context, roleIds: readonly string[] | null | undefined): void {
  if (roleIds && roleIds.length > 0 && !canShare(ctx))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: SHARE_PERMISSION } })
}
function assertGridValid(grid: Partial<Pick<Container, 'cards' | 'phone' | 'tablet' | 'desk'>>): void {
  const problem = findGridProblem(grid)
  if (problem) throw refuse(`overview:refusals.grid.${problem}`)
}
/** Locks a dashboard that the person may edit. The refusal reveals only that it belongs to someone else. */
async function lockEditableDashboard(ctx: Context, id: string): Promise<Container> {
  const row = await ctx.rows.lock(dashboardContainer, id)
  if (row.ownerId !== requirePerson(ctx).id && !(row.roleIds.length > 0 && canShare(ctx)))
    throw refuse('overview:refusals.dashboardOfOther')
  return row
}

/** POST /dashboard_container_add */
export const addDashboard = handle(dashboardContainer.endpoints.create, async (ctx, input) => {
  assertCanShare(ctx, input.roleIds)
  assertGridValid(input as Partial<Container>)
  return ctx.rows.insert(dashboardContainer, { ...input, ownerId: requirePerson(ctx).id })
})
/** PATCH /dashboard_container_edit */
export const editDashboard = handle(dashboardContainer.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await lockEditableDashboard(ctx, id)
  assertCanShare(ctx, patch.roleIds)
  assertGridValid({ ...row, ...(patch as Partial<Container>) })
  return ctx.rows.update(dashboardContainer, id, patch, { version, merge: true })
})
/** DELETE /dashboard_container_del */
export const removeDashboard = handle(dashboardContainer.endpoints.remove, async (ctx, { id, version }) => {
  await lockEditableDashboard(ctx, id)
  await ctx.rows.remove(dashboardContainer, id, { version: version ?? null })
  return null
})
/** PUT /dashboard_container_gs */
export const storeDashboardGrid = handle(storeGrid, async (ctx, { id, version, ...grid }) => {
  await lockEditableDashboard(ctx, id)
  assertGridValid(grid as Partial<Container>)
  return ctx.rows.update(dashboardContainer, id, grid as Partial<Container>, { version, merge: true })
})
