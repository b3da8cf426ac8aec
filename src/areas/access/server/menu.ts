/** Menu trees of roles, and the roles that hold the permissions of a page. */
import { getMenuTextKey, menuPages } from '@/contract/menu'
import { canCall, type EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { menu, fullMenu, role, roleMenu } from '../contract/role'
import { BUTTON_TYPE, buildMenuTree, type StoredMenuNode, type MenuTreeNode } from '../rules/menu-tree'
import { pageRights } from '@/contract/page-rights'
import type { AppContext } from '@/server/crud/operations'
import { listRolesHoldingKeys } from './queries/key-holders'
import { handle } from '@/server/area'

/** Loads the menu of a role in the caller's language; a super user gets all of it. */
export async function loadMenuTree(ctx: Context, roleId: string, isSuperUser: boolean): Promise<MenuTreeNode[]> {
  const nodes = (await ctx.rows.find(menu, { orderBy: 'position' })) as StoredMenuNode[]
  const grantedIds = isSuperUser ? null : new Set((await ctx.rows.get(role, roleId)).authority)
  const grantedPermissionKeys = grantedIds
    ? new Set(nodes.filter((node) => grantedIds.has(node.id)).map((node) => node.url))
    : null
  return buildMenuTree(nodes, grantedPermissionKeys, (node) => getNodeLabel(ctx, node))
}
function getNodeLabel(ctx: Context, node: StoredMenuNode): string {
  return node.menuType === BUTTON_TYPE
    ? ctx.t(`contract:buttons.${node.name.split('.')[1] ?? node.name}`)
    : ctx.t(`contract:${getMenuTextKey(node.name)}`)
}

/** Returns the menu of the caller's role, or of another role if the caller may see the whole menu. */
export const loadMenuOfRole = handle(roleMenu, async (ctx, input) => {
  const person = ctx.person!
  const roleId = input.roleId ?? person.roleId
  if (roleId !== person.roleId && !canCall(fullMenu.access, person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: String(fullMenu.access) } })
  return await loadMenuTree(ctx, roleId, roleId === person.roleId && person.isSup)
})
/** Returns the whole menu in the caller's language. */
export const loadFullMenu = handle(fullMenu, async (ctx, _input) => {
  return buildMenuTree((await ctx.rows.find(menu, { orderBy: 'position' })) as StoredMenuNode[], null, (node) =>
    getNodeLabel(ctx, node),
  )
})

/**
 * Lists the permission keys of a page: View, and those that at least one endpoint requires. Each key has one row per role
 * that holds it. `role` is null for a key that no role holds.
 */
export const listPageRights = handle(pageRights, async (ctx, input) => {
  const page = menuPages.find(({ name }) => name === input.page)
  if (!page) throw refuseInput([{ path: ['page'], code: 'notAnOption' }])
  const viewKey = `${page.name}View`
  if (!canCall(viewKey, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: viewKey } })
  const requiredKeys = new Set(
    [...(ctx as AppContext).app.endpoints.values()].flatMap(({ endpoint }) => endpoint.access),
  )
  const pageKeys = page.suffixes
    .map((suffix) => ({ suffix, key: `${page.name}${suffix}` }))
    .filter(({ suffix, key }) => suffix === 'View' || requiredKeys.has(key))
  const grants = await listRolesHoldingKeys(
    ctx,
    pageKeys.map(({ key }) => key),
  )
  return pageKeys.flatMap(({ suffix, key }): EndpointOutput<typeof pageRights> => {
    const roles = grants.filter((grant) => grant.key === key)
    return roles.length > 0 ? roles.map(({ role }) => ({ suffix, key, role })) : [{ suffix, key, role: null }]
  })
})
