import { menuWord } from '@/contract/menu-word'
import type { InOf } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { mayCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { menu, menus, role, roleMenu } from '../contract/role'
import { cutTree, type FlatNode, type TreeNode } from '../rules/menu-tree'

/** Loads the menu of a role in the caller's language; a super user gets all of it. */
export async function treeFor(ctx: Context, roleId: string, isSup: boolean): Promise<TreeNode[]> {
  const nodes = (await ctx.rows.find(menu, { orderBy: 'position' })) as FlatNode[]
  const held = isSup ? null : new Set((await ctx.rows.get(role, roleId)).authority)
  const urls = held ? new Set(nodes.filter((n) => held.has(n.id)).map((n) => n.url)) : null
  return cutTree(nodes, urls, (node) => labelOf(ctx, node))
}
function labelOf(ctx: Context, node: FlatNode): string {
  return node.menuType === 4
    ? ctx.t(`contract:buttons.${node.name.split('.')[1] ?? node.name}`)
    : ctx.t(`contract:${menuWord(node.name)}`)
}

/** Returns the menu of the caller's role, or of another role if the caller may see the whole menu. */
export async function menuOfRole(ctx: Context, input: InOf<typeof roleMenu>) {
  const own = ctx.person!
  const roleId = input.roleId ?? own.roleId
  if (roleId !== own.roleId && !mayCall(menus.access, own))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: String(menus.access) } })
  return await treeFor(ctx, roleId, roleId === own.roleId && own.isSup)
}
/** Returns the whole menu in the caller's language. */
export async function wholeMenu(ctx: Context, _input: InOf<typeof menus>) {
  return cutTree((await ctx.rows.find(menu, { orderBy: 'position' })) as FlatNode[], null, (node) => labelOf(ctx, node))
}
