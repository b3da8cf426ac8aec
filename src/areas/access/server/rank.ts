import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { menu, role } from '../contract/role'
import { user } from '../contract/user'
import { rankRefusal, toldOfPerson, toldOfRole } from '../rules/rank'

/**
 * Checks that the caller may act on a person (null: a new one). `roleId` is the role that the person gets.
 * @throws 6000 with the reason, 4006 when there is no such role
 */
export async function mayActOnPerson(
  ctx: Context,
  before: Pick<Row<typeof user>, 'isSup' | 'roleId'> | null,
  more: { roleId?: string | undefined; removal?: boolean } = {},
): Promise<void> {
  const to = before && { isSup: before.isSup, keys: await keysOfRole(ctx, before.roleId) }
  const gives = more.roleId === undefined ? [] : await keysOfRole(ctx, more.roleId)
  const refusal = rankRefusal(ctx.person!, { to, gives, removal: more.removal ?? false })
  if (refusal) throw refuse(`access:refusals.${toldOfPerson[refusal]}`)
}
/**
 * Checks that the caller may change or delete a role (null: create one). `authority` is what the role holds afterwards.
 * @throws 6000 with the reason
 */
export async function mayActOnRole(
  ctx: Context,
  before: Pick<Row<typeof role>, 'id' | 'authority'> | null,
  authority: readonly string[] = [],
): Promise<void> {
  const to = before && { isSup: await superUserHas(ctx, before.id), keys: await keysOf(ctx, before.authority) }
  const refusal = rankRefusal(ctx.person!, { to, gives: await keysOf(ctx, authority) })
  if (refusal) throw refuse(`access:refusals.${toldOfRole[refusal]}`)
}

const keysOfRole = async (ctx: Context, roleId: string): Promise<ReadonlySet<string>> =>
  keysOf(ctx, (await ctx.rows.get(role, roleId)).authority)
/** Loads the permission keys of menu nodes. */
async function keysOf(ctx: Context, authority: readonly string[]): Promise<ReadonlySet<string>> {
  const buttons = await ctx.query(
    sql`select ${columns(menu, ['url'])} from menu where site_id = ${ctx.site} and id = any(${authority}::uuid[]) and menu_type = 4`,
  )
  return new Set(buttons.map((button) => button.url))
}
async function superUserHas(ctx: Context, roleId: string): Promise<boolean> {
  const found = await ctx.query(
    sql`select 1 from app_user where site_id = ${ctx.site} and role_id = ${roleId} and is_sup and state <> ${options(user.fields.state, 'removed')} limit 1`,
  )
  return found.length > 0
}
