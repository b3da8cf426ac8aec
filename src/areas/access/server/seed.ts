/**
 * Data that every plant starts with: menu, roles and the first administrator. Also the clean-up of old sign-in data.
 */
import { randomBytes } from 'node:crypto'
import { menuGroups, menuPages } from '@/contract/menu'
import { createUuid7 } from '@/contract/id'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { menu, role } from '../contract/role'
import { user } from '../contract/user'
import { getBilingualAccountName } from './queries/screen-session'
import { setPassword } from './password'
import { BUTTON_TYPE, PAGE_TYPE } from '../rules/menu-tree'
import { hasInitialButton } from './role-keys'
import { seededRoles } from './seeded-roles'
import { sql } from '@/server/sql'

/**
 * Adds missing menu nodes, roles and the first administrator; runs at every start. Only pages that an area implements
 * are added. Existing roles get only buttons that are new in this version, so a button that a plant took away stays
 * away.
 * @param adminPassword configured first password of the administrator; if empty, one is generated
 * @returns the generated password; null if none was generated
 */
export async function seedAccess(ctx: Context, adminPassword: string): Promise<{ generatedPassword: string | null }> {
  const addedButtonIdByKey = await seedMenu(ctx)
  await seedRoles(ctx, addedButtonIdByKey)
  return seedAdministrator(ctx, adminPassword)
}

/** Distances between the stored positions of consecutive groups, and of consecutive pages of a group. */
const GROUP_POSITION_STEP = 1000
const PAGE_POSITION_STEP = 20

/** Adds missing menu nodes. @returns ids of the new buttons by permission key */
async function seedMenu(ctx: Context): Promise<Map<string, string>> {
  const existingNodeByName = new Map((await ctx.rows.find(menu, {})).map((node) => [node.name, node]))
  const addedButtonIdByKey = new Map<string, string>()
  const implementedPages = new Set<string>((ctx as AppContext).app.contracts.flatMap((area) => area.pages))
  const ensureNode = async (
    name: string,
    parentId: string | null,
    menuType: number,
    url: string,
    position: number,
  ): Promise<string> => {
    const existingNode = existingNodeByName.get(name)
    if (existingNode) return existingNode.id
    const row = await ctx.rows.insert(menu, {
      name,
      parentId,
      menuType,
      url,
      icon: name.replace(/^group\./, ''),
      position,
    })
    if (menuType === BUTTON_TYPE) addedButtonIdByKey.set(url, row.id)
    return row.id
  }
  for (const [groupIndex, group] of menuGroups.entries()) {
    const groupPages = menuPages.filter((page) => page.group === group.name && implementedPages.has(page.name))
    if (!groupPages.length) continue
    const groupPosition = groupIndex * GROUP_POSITION_STEP
    const groupId = await ensureNode(`group.${group.name}`, null, group.type, `/${group.name}`, groupPosition)
    for (const [pageIndex, page] of groupPages.entries()) {
      const pagePosition = groupPosition + pageIndex * PAGE_POSITION_STEP
      const pageId = await ensureNode(page.name, groupId, PAGE_TYPE, page.url, pagePosition)
      for (const [buttonIndex, suffix] of page.suffixes.entries())
        await ensureNode(`${page.name}.${suffix}`, pageId, BUTTON_TYPE, `${page.name}${suffix}`, buttonIndex)
    }
  }
  return addedButtonIdByKey
}

/** Creates missing roles with their initial buttons, and adds new buttons to existing roles. */
async function seedRoles(ctx: Context, addedButtonIdByKey: ReadonlyMap<string, string>): Promise<void> {
  const getButtonIds = (seededRole: (typeof seededRoles)[number], idByKey: ReadonlyMap<string, string>) =>
    menuPages.flatMap((page) =>
      page.suffixes.flatMap((suffix) => {
        const id = idByKey.get(`${page.name}${suffix}`)
        return id && hasInitialButton(seededRole, page.name, suffix) ? [id] : []
      }),
    )
  const buttonIdByKey = new Map(
    (await ctx.rows.find(menu, { where: { menuType: BUTTON_TYPE }, limit: 5000 })).map((node) => [node.url, node.id]),
  )
  const roleByCode = new Map((await ctx.rows.find(role, {})).map((row) => [row.code, row]))
  for (const seededRole of seededRoles) {
    const existingRole = roleByCode.get(seededRole.code)
    if (!existingRole)
      await ctx.rows.insert(role, {
        code: seededRole.code,
        name: seededRole.name,
        nameEn: seededRole.nameEn,
        authority: getButtonIds(seededRole, buttonIdByKey),
        builtIn: true,
        note: null,
      })
    else if (addedButtonIdByKey.size)
      await ctx.rows.update(role, existingRole.id, {
        authority: [...new Set([...existingRole.authority, ...getButtonIds(seededRole, addedButtonIdByKey)])],
      })
  }
}

/** Creates the first administrator unless there is a super user. */
async function seedAdministrator(
  ctx: Context,
  configuredPassword: string,
): Promise<{ generatedPassword: string | null }> {
  const [existingAdministrator] = await ctx.rows.find(user, { where: { isSup: true }, limit: 1 })
  if (existingAdministrator) return { generatedPassword: null }
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
  return { generatedPassword: configuredPassword ? null : password }
}

/**
 * Deletes sessions expired for 30 days, expired directory flows, day-old failure counts and sync entries older than 90
 * days.
 */
export async function deleteExpiredRows(ctx: Context): Promise<void> {
  await ctx.query(sql`delete from session where expires_at < ${ctx.now}::timestamptz - interval '30 days'`)
  await ctx.query(sql`delete from directory_flow where expires_at < ${ctx.now}`)
  await ctx.query(sql`delete from login_failure where last_at < ${ctx.now}::timestamptz - interval '1 day'`)
  await ctx.query(sql`delete from sync_op where received_at < ${ctx.now}::timestamptz - interval '90 days'`)
}
