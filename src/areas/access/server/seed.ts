import { randomBytes } from 'node:crypto'
import { menuGroups, menuPages } from '@/contract/menu'
import { createUuid7 } from '@/contract/id'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { menu, role } from '../contract/role'
import { user } from '../contract/user'
import { getBilingualAccountName } from './bilingual-account-name'
import { setPassword } from './password'
import { hasInitialButton } from './role-keys'
import { seededRoles } from './seeded-roles'

/**
 * Adds missing menu nodes, roles and the first administrator; runs at every start. Only pages that an area implements
 * are added. Seeded roles get new buttons only, so buttons that a plant took away from a role stay away.
 * @returns the administrator's password if it was generated
 */
export async function seedAccess(ctx: Context, adminPassword: string): Promise<{ madeUpPassword: string | null }> {
  const added = await seedMenu(ctx)
  await seedRoles(ctx, added)
  return seedAdministrator(ctx, adminPassword)
}

/** Adds missing menu nodes. @returns ids of the new buttons by permission key */
async function seedMenu(ctx: Context): Promise<Map<string, string>> {
  const existingNodes = new Map((await ctx.rows.find(menu, {})).map((node) => [node.name, node]))
  const added = new Map<string, string>()
  const builtPages = new Set<string>((ctx as KitContext).app.contracts.flatMap((a) => a.pages))
  const node = async (
    name: string,
    parentId: string | null,
    menuType: number,
    url: string,
    position: number,
  ): Promise<string> => {
    const existingNode = existingNodes.get(name)
    if (existingNode) return existingNode.id
    const row = await ctx.rows.insert(menu, {
      name,
      parentId,
      menuType,
      url,
      icon: name.replace(/^group\./, ''),
      position,
    })
    if (menuType === 4) added.set(url, row.id)
    return row.id
  }
  for (const [g, group] of menuGroups.entries()) {
    const groupPages = menuPages.filter((p) => p.group === group.name && builtPages.has(p.name))
    if (!groupPages.length) continue
    const groupId = await node(`group.${group.name}`, null, group.type, `/${group.name}`, g * 1000)
    for (const [i, page] of groupPages.entries()) {
      const pageId = await node(page.name, groupId, 3, page.url, g * 1000 + i * 20)
      for (const [k, suffix] of page.keys.entries())
        await node(`${page.name}.${suffix}`, pageId, 4, `${page.name}${suffix}`, k)
    }
  }
  return added
}

async function seedRoles(ctx: Context, added: ReadonlyMap<string, string>): Promise<void> {
  const getButtonIds = (spec: (typeof seededRoles)[number], among: ReadonlyMap<string, string>) =>
    menuPages.flatMap((p) =>
      p.keys.flatMap((suffix) => {
        const id = among.get(`${p.name}${suffix}`)
        return id && hasInitialButton(spec, p.name, suffix) ? [id] : []
      }),
    )
  const buttonIdByKey = new Map(
    (await ctx.rows.find(menu, { where: { menuType: 4 }, limit: 5000 })).map((node) => [node.url, node.id]),
  )
  const roleByCode = new Map((await ctx.rows.find(role, {})).map((r) => [r.code, r]))
  for (const spec of seededRoles) {
    const existingRole = roleByCode.get(spec.code)
    if (!existingRole)
      await ctx.rows.insert(role, {
        code: spec.code,
        name: spec.name,
        nameEn: spec.nameEn,
        authority: getButtonIds(spec, buttonIdByKey),
        builtIn: true,
        note: null,
      })
    else if (added.size)
      await ctx.rows.update(role, existingRole.id, {
        authority: [...new Set([...existingRole.authority, ...getButtonIds(spec, added)])],
      })
  }
}

async function seedAdministrator(ctx: Context, configuredPassword: string): Promise<{ madeUpPassword: string | null }> {
  const [existingAdministrator] = await ctx.rows.find(user, { where: { isSup: true }, limit: 1 })
  if (existingAdministrator) return { madeUpPassword: null }
  const [administratorRole] = await ctx.rows.find(role, { where: { code: 'ADMIN' }, limit: 1 })
  const password = configuredPassword || randomBytes(9).toString('base64url')
  const row = await ctx.rows.insert(user, {
    id: createUuid7(ctx.now.getTime()),
    userName: 'admin',
    ...getBilingualAccountName(ctx, 'access:seed.administrator'),
    nickname: null,
    roleId: administratorRole!.id,
    isSup: true,
    mustChange: !configuredPassword,
  })
  await setPassword(ctx, row.id, password, null)
  return { madeUpPassword: configuredPassword ? null : password }
}

/**
 * Deletes sessions expired for 30 days, expired directory flows, day-old failure counts and sync entries older than 90
 * days.
 */
export async function deleteOldSessions(ctx: Context): Promise<void> {
  await ctx.query(`delete from session where expires_at < $1::timestamptz - interval '30 days'`, [ctx.now])
  await ctx.query(`delete from directory_flow where expires_at < $1`, [ctx.now])
  await ctx.query(`delete from login_failure where last_at < $1::timestamptz - interval '1 day'`, [ctx.now])
  await ctx.query(`delete from sync_op where received_at < $1::timestamptz - interval '90 days'`, [ctx.now])
}
