import { getMenuTextKey } from '@/contract/menu-text-key'
import type { EndpointInput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { canCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { menu, menus, role, roleMenu } from '../contract/role'
import { buildMenuTree, type FlatNode, type TreeNode } from '../rules/menu-tree'

/** Loads the menu of a role in the caller's language; a super user gets all of it. */
export async function loadMenuTree(ctx: Context, roleId: string, isSup: boolean): Promise<TreeNode[]> {
  const nodes = (await ctx.rows.find(menu, { orderBy: 'position' })) as FlatNode[]
  const grantedIds = isSup ? null : new Set((await ctx.rows.get(role, roleId)).authority)
  const grantedUrls = grantedIds ? new Set(nodes.filter((n) => grantedIds.has(n.id)).map((n) => n.url)) : null
  return buildMenuTree(nodes, grantedUrls, (node) => getNodeLabel(ctx, node))
}
function getNodeLabel(ctx: Context, node: FlatNode): string {
  return node.menuType === 4
    ? ctx.t(`contract:buttons.${node.name.split('.')[1] ?? node.name}`)
    : ctx.t(`contract:${getMenuTextKey(node.name)}`)
}

/** Returns the menu of the caller's role, or of another role if the caller may see the whole menu. */
export async function loadMenuOfRole(ctx: Context, input: EndpointInput<typeof roleMenu>) {
  const person = ctx.person!
  const roleId = input.roleId ?? person.roleId
  if (roleId !== person.roleId && !canCall(menus.access, person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: String(menus.access) } })
  return await loadMenuTree(ctx, roleId, roleId === person.roleId && person.isSup)
}
/** Returns the whole menu in the caller's language. */
export async function loadFullMenu(ctx: Context, _input: EndpointInput<typeof menus>) {
  return buildMenuTree((await ctx.rows.find(menu, { orderBy: 'position' })) as FlatNode[], null, (node) =>
    getNodeLabel(ctx, node),
  )
}
