import { refuse, refuseInput } from '@/contract/errno'
import type { Create, Patch } from '@/contract/resource'
import type { Context } from '@/server/context'
import { department, role } from '../contract/role'
import { mayActOnRole } from './rank'

/** A new role may hold only what its author holds. */
export async function addRole(ctx: Context, input: Create<typeof role>) {
  await mayActOnRole(ctx, null, input.authority ?? [])
  return ctx.rows.insert(role, { ...input, authority: input.authority ?? [] })
}
export async function changeRole(ctx: Context, { id, version, ...patch }: Patch<typeof role>) {
  await mayActOnRole(ctx, await ctx.rows.lock(role, id), patch.authority)
  return ctx.rows.update(role, id, patch, { version })
}
export async function removeRole(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const before = await ctx.rows.lock(role, input.id, { unreferred: true })
  await mayActOnRole(ctx, before)
  if (before.builtIn) throw refuse('access:refusals.builtInRole')
  const [used] = await ctx.query<{ n: number }>(
    'select count(*)::int as n from app_user where site_id = $1 and role_id = $2',
    [ctx.site, input.id],
  )
  if (used?.n) throw refuse('access:refusals.roleInUse')
  await ctx.rows.remove(role, input.id, { version: input.version ?? null })
  return null
}

export async function addDepartment(ctx: Context, input: Create<typeof department>) {
  return ctx.rows.insert(department, input)
}
export async function changeDepartment(ctx: Context, { id, version, ...patch }: Patch<typeof department>) {
  if (patch.parentId) await noCircle(ctx, id, patch.parentId)
  return ctx.rows.update(department, id, patch, { version })
}
export async function removeDepartment(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  await ctx.rows.lock(department, input.id, { unreferred: true })
  const [used] = await ctx.query<{ people: number; below: number }>(
    `select (select count(*)::int from app_user where site_id = $1 and department_id = $2 and state <> 'removed') as people, (select count(*)::int from department where site_id = $1 and parent_id = $2) as below`,
    [ctx.site, input.id],
  )
  if (used?.people) throw refuse('access:refusals.departmentInUse')
  if (used?.below) throw refuse('contract:errors.stillUsed')
  await ctx.query(
    `update app_user set department_id = null where site_id = $1 and department_id = $2 and state = 'removed'`,
    [ctx.site, input.id],
  )
  await ctx.rows.remove(department, input.id, { version: input.version ?? null })
  return null
}
async function noCircle(ctx: Context, id: string, parentId: string): Promise<void> {
  const above = await ctx.query<{ id: string }>(
    `with recursive up as (select id, parent_id from department where site_id = $1 and id = $2 union select d.id, d.parent_id from department d join up on d.id = up.parent_id where d.site_id = $1) select id from up`,
    [ctx.site, parentId],
  )
  if (!above.length) throw refuseInput([{ path: ['parentId'], code: 'unknownId' }])
  if (above.some((d) => d.id === id)) throw refuse('access:refusals.departmentCircle')
}
