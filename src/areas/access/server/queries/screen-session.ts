import { refuse } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sessionTable } from '@/server/db/system'
import { columns, sql } from '@/server/sql'
import { role } from '../../contract/role'
import { user } from '../../contract/user'
import { newToken, tokenHash } from '../authenticate'
import { namedInBoth } from '../named-in-both'

/** All large screens of the plant are one account: nobody's, without a password, with the role that shows screens and nothing else. */
const ACCOUNT = 'large-screens'
const ROLE = 'SCREEN'
const DAYS = 400

/** A secret for an address that is used once, and what is kept of it. */
export const newScreenSecret = (): { secret: string; hash: string } => {
  const secret = newToken()
  return { secret, hash: tokenHash(secret) }
}
export const screenSecretHash = tokenHash

/** The account of the large screens; made when the first screen is to be let in. In a write. @throws 6000 when it is suspended, or its role is gone */
export async function mustHaveScreenAccount(ctx: Context): Promise<string> {
  const [known] = await ctx.rows.find(user, { where: { userName: ACCOUNT, userType: 'service' }, limit: 1 })
  if (known) {
    if (known.state !== 'active') throw refuse('access:refusals.screensSuspended')
    return known.id
  }
  const [showing] = await ctx.rows.find(role, { where: { code: ROLE }, limit: 1 })
  if (!showing) throw refuse('access:refusals.noScreenRole')
  const made = await ctx.rows.insert(user, {
    userName: ACCOUNT,
    ...namedInBoth(ctx, 'access:seed.screens'),
    roleId: showing.id,
    userType: 'service',
  })
  return made.id
}
/** Begins the session of a screen; it ends after 400 days, when it is ended, or when the account of the screens is suspended. In a write. */
export async function openScreenSession(ctx: Context, name: string): Promise<{ id: string; token: string }> {
  const [token, id] = [newToken(), uuid7(ctx.now.getTime())]
  const expiresAt = new Date(ctx.now.getTime() + DAYS * 86_400_000)
  await ctx.query(
    `insert into session (site_id, id, token_hash, user_id, device, address, created_at, seen_at, expires_at, kind) values ($1, $2, $3, $4, $5, $6, $7, $7, $8, 'screen')`,
    [ctx.site, id, tokenHash(token), await mustHaveScreenAccount(ctx), name, ctx.origin.address, ctx.now, expiresAt],
  )
  ctx.touch('session')
  return { id, token }
}
/** Ends the session of a screen at once, its live connection too; one that ended already is passed over. In a write. */
export async function endScreenSession(ctx: Context, id: string): Promise<void> {
  await ctx.query(`delete from session where site_id = $1 and id = $2 and kind = 'screen'`, [ctx.site, id])
  ctx.touch('session')
}
/** When some screens called last, within five minutes; those whose session ended are not there. One statement. */
export async function screensSeen(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Moment>> {
  const rows = await ctx.query(
    sql`select ${columns(sessionTable, ['id', 'seenAt'])} from session where site_id = ${ctx.site} and id = any(${ids}::uuid[]) and kind = 'screen'`,
  )
  return new Map(rows.map(({ id, seenAt }) => [id, seenAt]))
}
