import { errno, Refusal, refuse, type WantsCode, type WantsLinkPassword } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toClientNetwork } from '@/server/client-network'
import { columns, computed, options, sql, type RowFor } from '@/server/sql'
import { loginLog } from '../contract/log'
import { role } from '../contract/role'
import { user } from '../contract/user'
import type { login } from '../contract/session'
import { attemptCode } from './attempt-code'
import { openSession } from './open-session'
import { codeOpens, hasFactor } from './second-factor'
import { treeFor } from './menu'
import { passwordRight } from './password'
import { countFailure, dueToTell, giveBack, inTurn, takeBack, takeTry, throttled, type Taken } from './throttle'

type Outcome = NonNullable<Row<typeof loginLog>['outcome']>

/** Days after a sign-in during which its address counts as known; guesses from elsewhere cause no wait there. */
const KNOWN_DAYS = 90

/**
 * Signs in with user name and password. A wrong name and a wrong password give the same answer, in the same time and by
 * the same statements. Each step commits by itself (the endpoint's effect is `own`), so a refused attempt stays
 * recorded and no transaction waits while the password is hashed.
 */
export async function signIn(ctx: Context, input: InOf<typeof login>): Promise<OutOf<typeof login>> {
  const typed = input.username.trim()
  const [lowered] = await ctx.query<{ name: string }>('select lower($1::text) as name', [typed]) // same lower() as the index of user names
  const name = lowered!.name
  const keys = buildKeys(ctx, name)
  return inTurn(keys.address, async () => {
    const person = await personNamed(ctx, name)
    const known = await knownHere(ctx, person?.id ?? null)
    return attempt(ctx, { input, typed, person, known, taken: await takeTry(ctx, keys) })
  })
}
/** Builds the keys that an attempt with a password is counted for. @param name in lower case */
function buildKeys(ctx: Context, name: string) {
  const from = toClientNetwork(ctx.origin.address ?? 'unknown')
  return {
    pair: `pair:${name.slice(0, 100)}@${from}`,
    address: `address:${from}`,
    account: `account:${name.slice(0, 100)}`,
  }
}
async function personNamed(ctx: Context, name: string): Promise<Found | null> {
  const [one] = await ctx.query(personSql(ctx, name))
  return one ?? null
}
const found = [
  'id',
  'userName',
  'accountName',
  'accountNameEn',
  'nickname',
  'roleId',
  'isSup',
  'mustChange',
  'state',
] as const
const personSql = (ctx: Context, name: string) =>
  sql`select ${columns(user, found)}
    from app_user where site_id = ${ctx.site} and lower(user_name) = ${name}`
type Found = RowFor<ReturnType<typeof personSql>>

async function knownHere(ctx: Context, userId: string | null): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - KNOWN_DAYS * 86_400_000)
  const rows = await ctx.query(
    sql`select 1 from login_log
     where site_id = ${ctx.site} and user_id = ${userId} and at > ${since} and address = ${ctx.origin.address} and outcome = ${options(loginLog.fields.outcome, 'ok')} limit 1`,
  )
  return rows.length > 0
}

interface Try {
  input: InOf<typeof login>
  typed: string
  person: Found | null
  /** True if the account has signed in from here before; guesses from elsewhere do not throttle it. */
  known: boolean
  taken: Taken
}
async function attempt(ctx: Context, tried: Try): Promise<OutOf<typeof login>> {
  const { input, person, taken } = tried
  const held = taken.elsewhereSeconds > 0
  if (!held && taken.pairSeconds > 0) throw await heldBack(ctx, tried, taken.pairSeconds)
  // While guesses from elsewhere throttle the account, its password is checked at known places only. At other places
  // the check runs without a user, so it takes the same time.
  const looked = !held || (tried.known && taken.pairSeconds === 0)
  if (held) await countFailure(ctx, looked ? { pair: taken.keys.pair } : {})
  const right = await passwordRight(ctx.query, ctx.site, looked ? (person?.id ?? null) : null, input.password)
  if (person && right && person.state === 'active') return admit(ctx, tried, person)
  if (held) throw await heldBack(ctx, tried, taken.elsewhereSeconds)
  await recordLogin(ctx, tried.typed, person?.id ?? null, right && person ? 'suspended' : 'wrongPassword')
  // Only a caller with the right password learns that the account exists and is suspended.
  if (right && person) throw refuse('access:refusals.accountSuspended')
  throw new Refusal(errno.message, 'access:refusals.wrongCredentials')
}
async function heldBack(ctx: Context, { typed, taken }: Try, seconds: number): Promise<Refusal> {
  if (await dueToTell(ctx, taken.keys.address ?? '')) await recordLogin(ctx, typed, null, 'throttled')
  return throttled(seconds)
}
async function admit(ctx: Context, { input, typed, taken }: Try, person: Found): Promise<OutOf<typeof login>> {
  // An attempt that was throttled elsewhere was counted for the pair alone.
  const counted = taken.elsewhereSeconds > 0 ? { ...taken, keys: { pair: taken.keys.pair } } : taken
  const enrolled = await hasFactor(ctx, person.id)
  if (enrolled) await mustGiveCode(ctx, typed, counted, person, input.code ?? '')
  await giveBack(ctx, counted)
  return opened(ctx, person, { typed, enrolled, device: input.device ?? ctx.origin.device })
}
/**
 * Checks the account's password before a person of the directory is linked to it for the first time. Wrong passwords
 * count as at a login. @throws 6000 with `linkPassword` in its data while the password is missing or wrong
 */
export async function assertOwnAccount(ctx: Context, userId: string, password: string): Promise<void> {
  const [account] = await ctx.query(
    sql`select ${columns(user, ['userName'])}, ${computed<{ lowerName: string }>`lower(user_name) as "lowerName"`} from app_user where site_id = ${ctx.site} and id = ${userId}`,
  )
  if (!account) throw refuse('access:refusals.directoryLate')
  const data: WantsLinkPassword = { linkPassword: true }
  if (!password) throw refuse('access:refusals.directoryUnconfirmed', { name: account.userName }, data)
  const keys = buildKeys(ctx, account.lowerName)
  await inTurn(keys.address, async () => {
    const taken = await takeTry(ctx, keys)
    const seconds = Math.max(taken.pairSeconds, taken.elsewhereSeconds)
    if (seconds > 0) throw throttled(seconds)
    if (await passwordRight(ctx.query, ctx.site, userId, password)) return giveBack(ctx, taken)
    await recordLogin(ctx, account.userName, userId, 'wrongPassword')
    throw refuse('access:refusals.wrongPassword', undefined, data)
  })
}
/**
 * Signs in the person that the directory identified. The plant's second factor is needed in addition to the directory's
 * own.
 */
export async function enter(
  ctx: Context,
  userId: string,
  { code, device, beforeSession }: { code: string; device: string | null; beforeSession: () => Promise<void> },
): Promise<OutOf<typeof login>> {
  const [person] = await ctx.query(
    sql`select ${columns(user, found)} from app_user where site_id = ${ctx.site} and id = ${userId} and state = ${options(user.fields.state, 'active')}`,
  )
  if (!person) throw refuse('access:refusals.directoryLate')
  const enrolled = await hasFactor(ctx, userId)
  if (enrolled) await mustGiveCode(ctx, person.userName, null, person, code)
  await beforeSession()
  return opened(ctx, person, { typed: person.userName, enrolled, device })
}
async function opened(
  ctx: Context,
  person: Found,
  { typed, enrolled, device }: { typed: string; enrolled: boolean; device: string | null },
): Promise<OutOf<typeof login>> {
  const mustEnrol = !enrolled && (await asksForFactor(ctx, person.roleId))
  const token = await openSession(ctx, person.id, device, mustEnrol)
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
    nicknameEn: person.nickname === null ? person.accountNameEn : null,
    role_id: person.roleId,
    is_sup: person.isSup,
    mustChangePassword: person.mustChange,
    mustEnrol,
    // The output fields cannot express the recursive `children` of the nodes.
    list: (await treeFor(ctx, person.roleId, person.isSup)) as unknown as OutOf<typeof login>['list'],
    serverTime: ctx.now.toISOString(),
    timeZone: ctx.timeZone,
  }
}
/**
 * Checks the second factor. A missing code is no failure: the counted attempt is undone and the code is asked for. A
 * wrong code counts like a wrong password, and for the account.
 */
async function mustGiveCode(
  ctx: Context,
  typed: string,
  taken: Taken | null,
  person: Found,
  code: string,
): Promise<void> {
  if (!code.trim()) {
    if (taken) await takeBack(ctx, taken)
    throw refuse('access:refusals.codeNeeded', undefined, { secondFactor: true } satisfies WantsCode)
  }
  if (await attemptCode(ctx, person.id, async () => (await codeOpens(ctx, person.id, code)) || null)) return
  await recordLogin(ctx, typed, person.id, 'wrongCode')
  throw refuse('access:refusals.wrongCode', undefined, { secondFactor: true } satisfies WantsCode)
}
async function asksForFactor(ctx: Context, roleId: string): Promise<boolean> {
  const [held] = await ctx.query(
    sql`select ${columns(role, ['secondFactor'])} from role where site_id = ${ctx.site} and id = ${roleId}`,
  )
  return held?.secondFactor ?? false
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
