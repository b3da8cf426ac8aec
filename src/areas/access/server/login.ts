import { errno, Refusal } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { sessionHoursOf } from '@/server/session-hours'
import { KeyedTurns } from '@/server/turns'
import { user } from '../contract/user'
import type { login } from '../contract/session'
import { FORGET_S, waitSeconds, type Failures } from '../rules/throttle'
import { newToken, tokenHash } from './authenticate'
import { treeFor } from './menu'
import { passwordRight } from './password'

type Outcome = 'ok' | 'wrongPassword' | 'throttled' | 'suspended' | 'logout'

/**
 * Signs in. Wrong name and wrong password get the same answer in the same time. Each step stands by itself (the endpoint's
 * effect is `own`), so that a refused try stays written down and no transaction waits while the password is hashed.
 */
export function signIn(ctx: Context, input: InOf<typeof login>): Promise<OutOf<typeof login>> {
  const name = input.username.trim()
  const keys = throttleKeys(name, ctx.origin.address)
  // One after another, or a hundred guesses at once would all be looked at before the first is counted.
  return turns.take(keys.pair, () => attempt(ctx, input, name, keys))
}
const turns = new KeyedTurns()
async function attempt(ctx: Context, input: InOf<typeof login>, name: string, keys: ThrottleKeys): Promise<OutOf<typeof login>> {
  const seconds = await waitFor(ctx, keys)
  if (seconds > 0) { await noteLogin(ctx, name, null, 'throttled'); throw new Refusal(errno.limited, 'access:refusals.throttled', { params: { seconds } }) }
  const [person] = await ctx.rows.find(user, { where: { userName: name }, limit: 1 })
  const right = await passwordRight(ctx.query, ctx.site, person?.id ?? null, input.password)
  if (!person || !right || person.state !== 'active') {
    await countFailure(ctx, keys)
    await noteLogin(ctx, name, person?.id ?? null, right && person ? 'suspended' : 'wrongPassword')
    throw new Refusal(errno.message, 'access:refusals.wrongCredentials')
  }
  await ctx.query('delete from login_failure where site_id = $1 and key = $2', [ctx.site, keys.pair])
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
interface ThrottleKeys { pair: string; address: string }
function throttleKeys(name: string, address: string | null): ThrottleKeys {
  const from = address ?? 'unknown'
  return { pair: `pair:${name.toLowerCase().slice(0, 100)}@${from}`, address: `address:${from}` }
}
async function waitFor(ctx: Context, keys: ThrottleKeys): Promise<number> {
  const rows = await ctx.query<{ key: string; failures: number; last_at: string }>('select key, failures, last_at from login_failure where site_id = $1 and key = any($2)', [ctx.site, [keys.pair, keys.address]])
  const seen = (key: string): Failures | null => { const row = rows.find((r) => r.key === key); return row ? { failures: row.failures, lastAt: new Date(row.last_at) } : null }
  return Math.max(waitSeconds('pair', seen(keys.pair), ctx.now), waitSeconds('address', seen(keys.address), ctx.now))
}
async function countFailure(ctx: Context, keys: ThrottleKeys): Promise<void> {
  await ctx.query(
    `insert into login_failure (site_id, key, failures, last_at) select $1, k, 1, $3 from unnest($2::text[]) k on conflict (site_id, key) do update
     set failures = case when login_failure.last_at < $3::timestamptz - make_interval(secs => $4) then 1 else login_failure.failures + 1 end, last_at = excluded.last_at`,
    [ctx.site, [keys.pair, keys.address], ctx.now, FORGET_S])
}
/** Writes the login log. */
export async function noteLogin(ctx: Context, userName: string, userId: string | null, outcome: Outcome): Promise<void> {
  await ctx.query(
    `insert into login_log (site_id, id, at, user_name, user_id, address, device, outcome, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $3, $3)`,
    [ctx.site, uuid7(ctx.now.getTime()), ctx.now, userName.slice(0, 200), userId, ctx.origin.address, ctx.origin.device, outcome])
  ctx.touch('loginLog')
}
