/** Changes of roles and departments. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { department, role } from '../contract/role'
import { columns, options, sql, type Sql } from '@/server/sql'
import { user } from '../contract/user'
import { assertMayActOnRole } from './rank'
import { handle } from '@/server/area'

const removedStateSql = options(user.fields.state, 'removed')
/** Code of the role that removed people get when their own role is deleted (`seeded-roles`). */
const LEAST_PRIVILEGED_ROLE = 'VIEWER'

/** Creates a role. It may grant only permission keys that its author has. */
export const addRole = handle(role.endpoints.create, async (ctx, input) => {
  await assertMayActOnRole(ctx, null, input.authority ?? [])
  return ctx.rows.insert(role, { ...input, authority: input.authority ?? [] })
})
/** Updates a role. */
export const changeRole = handle(role.endpoints.update, async (ctx, { id, version, ...patch }) => {
  await assertMayActOnRole(ctx, await ctx.rows.lock(role, id), patch.authority)
  return ctx.rows.update(role, id, patch, { version })
})
/** Deletes a role. @throws 6000 for a built-in role, or while people have it */
export const removeRole = handle(role.endpoints.remove, async (ctx, input) => {
  const roleRow = await ctx.rows.lock(role, input.id, { blockReferences: true })
  await assertMayActOnRole(ctx, roleRow)
  if (roleRow.builtIn) throw refuse('access:refusals.builtInRole')
  if ((await countPeople(ctx, sql`role_id = ${input.id}`)) > 0) throw refuse('access:refusals.roleInUse')
  // Every account needs a role, so removed people get the least privileged one in case they are restored.
  await ctx.query(
    sql`update app_user set role_id = (select id from role where site_id = ${ctx.site} and built_in order by code = ${LEAST_PRIVILEGED_ROLE} desc, jsonb_array_length(authority), code limit 1)
     where site_id = ${ctx.site} and role_id = ${input.id} and state = ${removedStateSql}`,
  )
  ctx.touch('user')
  await ctx.rows.remove(role, input.id, { version: input.version ?? null })
  return null
})

/** Creates a department. */
export const addDepartment = handle(department.endpoints.create, async (ctx, input) => {
  return ctx.rows.insert(department, input)
})
/** Updates a department. @throws 6000 if it would be its own ancestor */
export const changeDepartment = handle(department.endpoints.update, async (ctx, { id, version, ...patch }) => {
  if (patch.parentId) await assertNoDepartmentCycle(ctx, id, patch.parentId)
  return ctx.rows.update(department, id, patch, { version })
})
/** Deletes a department. @throws 6000 while people or departments belong to it */
export const removeDepartment = handle(department.endpoints.remove, async (ctx, input) => {
  await ctx.rows.lock(department, input.id, { blockReferences: true })
  if ((await countPeople(ctx, sql`department_id = ${input.id}`)) > 0) throw refuse('access:refusals.departmentInUse')
  const [childCount] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from department where site_id = ${ctx.site} and parent_id = ${input.id}`,
  )
  if (childCount?.n) throw refuse('contract:errors.stillUsed')
  await ctx.query(
    sql`update app_user set department_id = null where site_id = ${ctx.site} and department_id = ${input.id} and state = ${removedStateSql}`,
  )
  await ctx.rows.remove(department, input.id, { version: input.version ?? null })
  return null
})
/** Counts the people who block a deletion; removed people do not. */
async function countPeople(ctx: Context, where: Sql): Promise<number> {
  const [countRow] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from app_user where site_id = ${ctx.site} and ${where} and state <> ${removedStateSql}`,
  )
  return countRow?.n ?? 0
}
async function assertNoDepartmentCycle(ctx: Context, id: string, parentId: string): Promise<void> {
  const ancestors = await ctx.query(
    sql`with recursive up as (
       select id, parent_id from department where site_id = ${ctx.site} and id = ${parentId}
       union select d.id, d.parent_id from department d join up on d.id = up.parent_id where d.site_id = ${ctx.site})
     select ${columns(department, ['id'])} from up`,
  )
  if (!ancestors.length) throw refuseInput([{ path: ['parentId'], code: 'unknownId' }])
  if (ancestors.some((ancestor) => ancestor.id === id)) throw refuse('access:refusals.departmentCircle')
}
