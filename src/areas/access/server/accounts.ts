import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Patch } from '@/contract/resource'
import type { Context } from '@/server/context'
import { role } from '../contract/role'
import {
  user,
  type createUser,
  type names,
  type namesByDepartment,
  type namesByRole,
  type resetPassword,
} from '../contract/user'
import { endSessions, mustBeFine, setPassword } from './password'

export async function addUser(ctx: Context, input: InOf<typeof createUser>) {
  const { password, ...fields } = input
  mustBeFine(password, fields.userName)
  await mayGrant(ctx, fields.roleId)
  const { id, version } = await ctx.rows.insert(user, { ...fields, mustChange: true } as never)
  await setPassword(ctx, id, password, null)
  return { ...(await ctx.rows.get(user, id)), version }
}
export async function changeUser(ctx: Context, { id, version, ...patch }: Patch<typeof user>) {
  const before = await ctx.rows.lock(user, id)
  if (patch.roleId && patch.roleId !== before.roleId) await mayGrant(ctx, patch.roleId)
  const leaves = patch.state !== undefined && patch.state !== 'active' && before.state === 'active'
  if (leaves) await mayLeave(ctx, before)
  const after = await ctx.rows.update(user, id, patch, { version })
  if (leaves) await endSessions(ctx, id, null)
  return after
}
/** People stay on the records they made, so a removed account is kept, emptied of what it could be used for. */
export async function removeUser(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const before = await ctx.rows.lock(user, input.id)
  await mayLeave(ctx, before)
  await ctx.rows.update(
    user,
    input.id,
    { state: 'removed', userName: `${before.userName.slice(0, 24)}-${input.id.slice(-12)}`, phone: null },
    { version: input.version ?? null },
  )
  await ctx.query('delete from credential where site_id = $1 and user_id = $2', [ctx.site, input.id])
  await endSessions(ctx, input.id, null)
  return null
}
export async function giveNewPassword(ctx: Context, input: InOf<typeof resetPassword>): Promise<null> {
  const person = await ctx.rows.lock(user, input.id)
  await mayGrant(ctx, person.roleId)
  mustBeFine(input.password, person.userName)
  await setPassword(ctx, person.id, input.password, null)
  await ctx.rows.update(user, person.id, { mustChange: true })
  return null
}

/** Nobody hands out rights that they do not hold: a role may be given only by those who hold all of it. */
async function mayGrant(ctx: Context, roleId: string): Promise<void> {
  const person = ctx.person
  if (!person || person.isSup) return
  const [beyond] = await ctx.query<{ n: number }>(
    `select count(*)::int as n from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text where r.site_id = $1 and r.id = $2 and m.menu_type = 4 and not (m.url = any($3))`,
    [ctx.site, roleId, [...person.keys]],
  )
  if (beyond?.n) throw refuse('access:refusals.grantBeyond')
  await ctx.rows.get(role, roleId)
}
async function mayLeave(ctx: Context, before: { id: string; isSup: boolean }): Promise<void> {
  if (before.id === ctx.person?.id) throw refuse('access:refusals.notYourself')
  if (!before.isSup) return
  const [left] = await ctx.query<{ n: number }>(
    `select count(*)::int as n from app_user where site_id = $1 and is_sup and state = 'active' and id <> $2`,
    [ctx.site, before.id],
  )
  if (!left?.n || !ctx.person?.isSup) throw refuse('access:refusals.lastAdministrator')
}

const option = `select id, account_name as label, concat_ws(' ', user_name, phone) as detail from app_user where site_id = $1 and state = 'active'`
type Option = { id: string; label: string; detail: string | null }
export const peopleByDepartment = (ctx: Context, input: InOf<typeof namesByDepartment>): Promise<Option[]> =>
  ctx.query<Option>(`${option} and ($2::uuid is null or department_id = $2) order by account_name limit 1000`, [
    ctx.site,
    input.departmentId ?? null,
  ])
export const peopleByRole = (ctx: Context, input: InOf<typeof namesByRole>): Promise<Option[]> =>
  ctx.query<Option>(`${option} and ($2::uuid is null or role_id = $2) order by account_name limit 1000`, [
    ctx.site,
    input.roleId ?? null,
  ])
export const peopleByName = (ctx: Context, input: InOf<typeof names>): Promise<Option[]> =>
  ctx.query<Option>(
    `${option} and ($2::text is null or account_name ilike '%' || $2 || '%' or user_name ilike '%' || $2 || '%') order by account_name limit 1000`,
    [ctx.site, input.keyword?.replace(/[\\%_]/g, '\\$&') ?? null],
  )
