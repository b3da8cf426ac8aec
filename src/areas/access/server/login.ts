import { errno, Refusal } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { sessionHoursOf } from '@/server/session-hours'
import { columns, options, sql } from '@/server/sql'
import { loginLog } from '../contract/log'
import { user } from '../contract/user'
import type { login } from '../contract/session'
import { newToken, tokenHash } from './authenticate'
import { treeFor } from './menu'
import { passwordRight } from './password'
import { countFailure, forgetFailures, inTurn, throttled, waitFor, type ThrottleKeys } from './throttle'

type Outcome = 'ok' | 'wrongPassword' | 'throttled' | 'suspended' | 'logout'

/** A place where the account has signed in within so many days is its own: others' guesses do not make it wait there. */
const KNOWN_DAYS = 90

/**
 * Signs in. Wrong name and wrong password get the same answer in the same time. Each step stands by itself (the endpoint's
 * effect is `own`), so that a refused try stays written down and no transaction waits while the password is hashed.
 */
export async function signIn(ctx: Context, input: InOf<typeof login>): Promise<OutOf<typeof login>> {
  const typed = input.username.trim()
  const [lowered] = await ctx.query<{ name: string }>('select lower($1::text) as name', [typed]) // as the index of names has it
  const name = lowered!.name
  const from = ctx.origin.address ?? 'unknown'
  const pair = `pair:${name.slice(0, 100)}@${from}`
  const address = `address:${from}`
  const account = `account:${name.slice(0, 100)}`
  return inTurn(pair, async () => {
    const person = await personNamed(ctx, name)
    const tried: Try = { input, typed, person, asked: { pair }, counted: { pair, address } }
    if (await knownHere(ctx, person?.id ?? null, from)) return attempt(ctx, tried)
    const everywhere = { pair, address, account }
    return inTurn(account, () => attempt(ctx, { ...tried, asked: everywhere, counted: everywhere }))
  })
}
async function personNamed(ctx: Context, name: string): Promise<Row<typeof user> | null> {
  const [found] = await ctx.query(
    sql`select ${columns(user, ['id'])} from app_user where site_id = ${ctx.site} and lower(user_name) = ${name}`,
  )
  return found ? ctx.rows.get(user, found.id) : null
}
async function knownHere(ctx: Context, userId: string | null, address: string): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - KNOWN_DAYS * 86_400_000)
  const rows = await ctx.query(
    sql`select 1 from login_log
     where site_id = ${ctx.site} and user_id = ${userId} and at > ${since} and address = ${address} and outcome = ${options(loginLog.fields.outcome, 'ok')} limit 1`,
  )
  return rows.length > 0
}

interface Try {
  input: InOf<typeof login>
  typed: string
  person: Row<typeof user> | null
  /** Whose waits hold this try back. */ asked: ThrottleKeys
  /** For what a failure counts. */ counted: ThrottleKeys
}
async function attempt(ctx: Context, { input, typed, person, asked, counted }: Try): Promise<OutOf<typeof login>> {
  const seconds = await waitFor(ctx, asked)
  if (seconds > 0) {
    await recordLogin(ctx, typed, null, 'throttled')
    throw throttled(seconds)
  }
  const right = await passwordRight(ctx.query, ctx.site, person?.id ?? null, input.password)
  if (!person || !right || person.state !== 'active') {
    await countFailure(ctx, counted)
    await recordLogin(ctx, typed, person?.id ?? null, right && person ? 'suspended' : 'wrongPassword')
    throw new Refusal(errno.message, 'access:refusals.wrongCredentials')
  }
  await forgetFailures(ctx, counted)
  const token = newToken()
  const expiresAt = new Date(ctx.now.getTime() + sessionHoursOf(ctx) * 3_600_000)
  await ctx.query(
    `insert into session (site_id, id, token_hash, user_id, device, address, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [
      ctx.site,
      uuid7(ctx.now.getTime()),
      tokenHash(token),
      person.id,
      input.device ?? ctx.origin.device,
      ctx.origin.address,
      ctx.now,
      expiresAt,
    ],
  )
  await ctx.query('update app_user set last_login_at = $3 where site_id = $1 and id = $2', [
    ctx.site,
    person.id,
    ctx.now,
  ])
  await recordLogin(ctx, typed, person.id, 'ok')
  return {
    token,
    userid: person.id,
    userName: person.userName,
    nickname: person.nickname ?? person.accountName,
    role_id: person.roleId,
    is_sup: person.isSup,
    mustChangePassword: person.mustChange,
    // Nodes nest under `children`, which the fields of the answer cannot say.
    list: (await treeFor(ctx, person.roleId, person.isSup)) as unknown as OutOf<typeof login>['list'],
    serverTime: ctx.now.toISOString(),
    timeZone: ctx.timeZone,
  }
}
/** Writes the login log. */
export async function recordLogin(
  ctx: Context,
  userName: string,
  userId: string | null,
  outcome: Outcome,
): Promise<void> {
  await ctx.query(
    `insert into login_log (site_id, id, at, user_name, user_id, address, device, outcome, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $3, $3)`,
    [
      ctx.site,
      uuid7(ctx.now.getTime()),
      ctx.now,
      userName.slice(0, 200),
      userId,
      ctx.origin.address,
      ctx.origin.device,
      outcome,
    ],
  )
  ctx.touch('loginLog')
}
