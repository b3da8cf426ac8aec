import { errno, Refusal } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { sessionHoursOf } from '@/server/session-hours'
import { user } from '../contract/user'
import type { login } from '../contract/session'
import { newToken, tokenHash } from './authenticate'
import { treeFor } from './menu'
import { passwordRight } from './password'
import { countFailure, forgetFailures, inTurn, throttled, waitFor, type ThrottleKeys } from './throttle'

type Outcome = 'ok' | 'wrongPassword' | 'throttled' | 'suspended' | 'logout'

/**
 * Signs in. Wrong name and wrong password get the same answer in the same time. Each step stands by itself (the endpoint's
 * effect is `own`), so that a refused try stays written down and no transaction waits while the password is hashed.
 */
export function signIn(ctx: Context, input: InOf<typeof login>): Promise<OutOf<typeof login>> {
  const name = input.username.trim()
  const keys = throttleKeys(name, ctx.origin.address)
  return inTurn(keys, () => attempt(ctx, input, name, keys))
}
async function attempt(ctx: Context, input: InOf<typeof login>, name: string, keys: ThrottleKeys): Promise<OutOf<typeof login>> {
  const seconds = await waitFor(ctx, keys)
  if (seconds > 0) { await noteLogin(ctx, name, null, 'throttled'); throw throttled(seconds) }
  const [person] = await ctx.rows.find(user, { where: { userName: name }, limit: 1 })
  const right = await passwordRight(ctx.query, ctx.site, person?.id ?? null, input.password)
  if (!person || !right || person.state !== 'active') {
    await countFailure(ctx, keys)
    await noteLogin(ctx, name, person?.id ?? null, right && person ? 'suspended' : 'wrongPassword')
    throw new Refusal(errno.message, 'access:refusals.wrongCredentials')
  }
  await forgetFailures(ctx, keys)
  const token = newToken()
  const expiresAt = new Date(ctx.now.getTime() + sessionHoursOf(ctx) * 3_600_000)
  await ctx.query(
    `insert into session (site_id, id, token_hash, user_id, device, address, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [ctx.site, uuid7(ctx.now.getTime()), tokenHash(token), person.id, input.device ?? ctx.origin.device, ctx.origin.address, ctx.now, expiresAt])
  await ctx.query('update app_user set last_login_at = $3 where site_id = $1 and id = $2', [ctx.site, person.id, ctx.now])
  await noteLogin(ctx, name, person.id, 'ok')
  return {
    token, userid: person.id, userName: person.userName, nickname: person.nickname ?? person.accountName, role_id: person.roleId, is_sup: person.isSup,
    mustChangePassword: person.mustChange, list: await treeFor(ctx, person.roleId, person.isSup) as never, serverTime: ctx.now.toISOString(), timeZone: ctx.timeZone,
  }
}
function throttleKeys(name: string, address: string | null): ThrottleKeys {
  const from = address ?? 'unknown'
  return { pair: `pair:${name.toLowerCase().slice(0, 100)}@${from}`, address: `address:${from}` }
}
/** Writes the login log. */
export async function noteLogin(ctx: Context, userName: string, userId: string | null, outcome: Outcome): Promise<void> {
  await ctx.query(
    `insert into login_log (site_id, id, at, user_name, user_id, address, device, outcome, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $3, $3)`,
    [ctx.site, uuid7(ctx.now.getTime()), ctx.now, userName.slice(0, 200), userId, ctx.origin.address, ctx.origin.device, outcome])
  ctx.touch('loginLog')
}
