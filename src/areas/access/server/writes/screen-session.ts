/** Sessions of large screens, for the boards area. */
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { role } from '../../contract/role'
import { user } from '../../contract/user'
import { getBilingualAccountName } from '../queries/screen-session'
import { createUuid7 } from '@/contract/id'
import { sql } from '@/server/sql'
import { generateToken, hashToken } from '../authenticate'

/** All large screens share one service account, which has no password and whose role can only show screens. */
const SCREEN_ACCOUNT = 'large-screens'
const SCREEN_ROLE = 'SCREEN'
const SCREEN_SESSION_DAYS = 400
/**
 * Returns the account of the large screens and creates it for the first screen. Call in a write transaction.
 * @throws 6000 when the account is suspended or its role is missing
 */
export async function ensureScreenAccount(ctx: Context): Promise<string> {
  const [screenAccount] = await ctx.rows.find(user, {
    where: { userName: SCREEN_ACCOUNT, userType: 'service' },
    limit: 1,
  })
  if (screenAccount) {
    if (screenAccount.state !== 'active') throw refuse('access:refusals.screensSuspended')
    return screenAccount.id
  }
  const [screenRole] = await ctx.rows.find(role, { where: { code: SCREEN_ROLE }, limit: 1 })
  if (!screenRole) throw refuse('access:refusals.noScreenRole')
  const newAccount = await ctx.rows.insert(user, {
    userName: SCREEN_ACCOUNT,
    ...getBilingualAccountName(ctx, 'access:seed.screens'),
    roleId: screenRole.id,
    userType: 'service',
  })
  return newAccount.id
}
/**
 * Opens the session of a screen. The session ends after `SCREEN_SESSION_DAYS`, by `endScreenSession`, or when the
 * account is suspended. Call in a write transaction.
 */
export async function openScreenSession(ctx: Context, name: string): Promise<{ id: string; token: string }> {
  const token = generateToken()
  const id = createUuid7(ctx.now.getTime())
  const expiresAt = new Date(ctx.now.getTime() + SCREEN_SESSION_DAYS * 86_400_000)
  await ctx.query(
    sql`insert into session (site_id, id, token_hash, user_id, device, address, created_at, seen_at, expires_at, kind)
      values (${ctx.site}, ${id}, ${hashToken(token)}, ${await ensureScreenAccount(ctx)}, ${name}, ${ctx.origin.address}, ${ctx.now}, ${ctx.now}, ${expiresAt}, 'screen')`,
  )
  ctx.touch('session')
  return { id, token }
}
/**
 * Ends the session of a screen; no-op if it has ended already. `ctx.touch` makes the live socket check its connections
 * and close those whose session has ended. Call in a write transaction.
 */
export async function endScreenSession(ctx: Context, id: string): Promise<void> {
  await ctx.query(sql`delete from session where site_id = ${ctx.site} and id = ${id} and kind = 'screen'`)
  ctx.touch('session')
}
