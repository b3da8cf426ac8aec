/** Checks of the rank rules on the server, with the permission keys of the stored roles. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { menu, role } from '../contract/role'
import { user } from '../contract/user'
import { BUTTON_TYPE } from '../rules/menu-tree'
import { getRankRefusal, personRefusalKeys, roleRefusalKeys } from '../rules/rank'

/**
 * Checks that the caller may act on `person`, which is null for a new person. `change.roleId` is the person's new role;
 * undefined if the role stays.
 * @throws 6000 with the reason, 4006 when there is no such role
 */
export async function assertMayActOnPerson(
  ctx: Context,
  person: Pick<Row<typeof user>, 'isSup' | 'roleId'> | null,
  change: { roleId?: string | undefined; removesOrRestores?: boolean } = {},
): Promise<void> {
  const target = person && { isSup: person.isSup, keys: await loadRoleKeys(ctx, person.roleId) }
  const grantedKeys = change.roleId === undefined ? [] : await loadRoleKeys(ctx, change.roleId)
  const refusal = getRankRefusal(ctx.person!, {
    target,
    grantedKeys,
    removesOrRestores: change.removesOrRestores ?? false,
  })
  if (refusal) throw refuse(`access:refusals.${personRefusalKeys[refusal]}`)
}
/**
 * Checks that the caller may change or delete the role `roleRow`, or create a role if `roleRow` is null. `authority` is
 * the new authority of the role: ids of menu buttons, each of which stands for a permission key.
 * @throws 6000 with the reason
 */
export async function assertMayActOnRole(
  ctx: Context,
  roleRow: Pick<Row<typeof role>, 'id' | 'authority'> | null,
  authority: readonly string[] = [],
): Promise<void> {
  const target = roleRow && {
    isSup: await hasSuperUser(ctx, roleRow.id),
    keys: await loadButtonKeys(ctx, roleRow.authority),
  }
  const refusal = getRankRefusal(ctx.person!, { target, grantedKeys: await loadButtonKeys(ctx, authority) })
  if (refusal) throw refuse(`access:refusals.${roleRefusalKeys[refusal]}`)
}

const loadRoleKeys = async (ctx: Context, roleId: string): Promise<ReadonlySet<string>> =>
  loadButtonKeys(ctx, (await ctx.rows.get(role, roleId)).authority)
/** Loads the permission keys of buttons by their menu ids. */
async function loadButtonKeys(ctx: Context, authority: readonly string[]): Promise<ReadonlySet<string>> {
  const buttons = await ctx.query(
    sql`select ${columns(menu, ['url'])} from menu where site_id = ${ctx.site} and id = any(${authority}::uuid[]) and menu_type = ${BUTTON_TYPE}`,
  )
  return new Set(buttons.map((button) => button.url))
}
async function hasSuperUser(ctx: Context, roleId: string): Promise<boolean> {
  const superUserRows = await ctx.query(
    sql`select 1 from app_user where site_id = ${ctx.site} and role_id = ${roleId} and is_sup and state <> ${options(user.fields.state, 'removed')} limit 1`,
  )
  return superUserRows.length > 0
}
