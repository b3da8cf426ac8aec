import { errno, Refusal, refuse, type SecondFactorRequired, type LinkPasswordRequired } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toClientNetwork } from '@/server/client-network'
import { columns, computed, options, sql, type RowFor } from '@/server/sql'
import { loginLog } from '../contract/log'
import { role } from '../contract/role'
import { user } from '../contract/user'
import type { login } from '../contract/session'
import { runCodeAttempt } from './code-attempts'
import { openSession } from './open-session'
import { consumeCode, hasFactor } from './second-factor'
import { loadMenuTree } from './menu'
import { isPasswordRight } from './password'
import {
  countFailure,
  claimThrottleLogEntry,
  acceptAttempt,
  runInTurn,
  undoAttempt,
  countAttempt,
  createThrottledRefusal,
  type CountedAttempt,
} from './throttle'

type Outcome = NonNullable<Row<typeof loginLog>['outcome']>

/** Days after a sign-in during which its address counts as known; guesses from elsewhere cause no wait there. */
const KNOWN_PLACE_DAYS = 90

/**
 * Signs in with user name and password. A wrong name and a wrong password give the same answer, in the same time and by
 * the same statements. Each step commits by itself (the endpoint's effect is `own`), so a refused attempt stays
 * recorded and no transaction waits while the password is hashed.
 */
export async function signInWithPassword(
  ctx: Context,
  input: EndpointInput<typeof login>,
): Promise<EndpointOutput<typeof login>> {
  const enteredName = input.username.trim()
  const [loweredRow] = await ctx.query<{ name: string }>('select lower($1::text) as name', [enteredName]) // same lower() as the index of user names
  const name = loweredRow!.name
  const keys = buildThrottleKeys(ctx, name)
  return runInTurn(keys.address, async () => {
    const person = await findPersonByName(ctx, name)
    const isKnownPlace = await hasSignedInHere(ctx, person?.id ?? null)
    return attemptLogin(ctx, {
      input,
      enteredName,
      person,
      isKnownPlace,
      countedAttempt: await countAttempt(ctx, keys),
    })
  })
}
/** Builds the keys that an attempt with a password is counted for. @param name in lower case */
function buildThrottleKeys(ctx: Context, name: string) {
  const network = toClientNetwork(ctx.origin.address ?? 'unknown')
  return {
    pair: `pair:${name.slice(0, 100)}@${network}`,
    address: `address:${network}`,
    account: `account:${name.slice(0, 100)}`,
  }
}
async function findPersonByName(ctx: Context, name: string): Promise<LoginPerson | null> {
  const [row] = await ctx.query(buildPersonQuery(ctx, name))
  return row ?? null
}
const personFields = [
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
const buildPersonQuery = (ctx: Context, name: string) =>
  sql`select ${columns(user, personFields)}
    from app_user where site_id = ${ctx.site} and lower(user_name) = ${name}`
type LoginPerson = RowFor<ReturnType<typeof buildPersonQuery>>

async function hasSignedInHere(ctx: Context, userId: string | null): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - KNOWN_PLACE_DAYS * 86_400_000)
  const rows = await ctx.query(
    sql`select 1 from login_log
     where site_id = ${ctx.site} and user_id = ${userId} and at > ${since} and address = ${ctx.origin.address} and outcome = ${options(loginLog.fields.outcome, 'ok')} limit 1`,
  )
  return rows.length > 0
}

interface LoginAttempt {
  input: EndpointInput<typeof login>
  enteredName: string
  person: LoginPerson | null
  /** True if the account has signed in from here before; guesses from elsewhere do not throttle it. */
  isKnownPlace: boolean
  countedAttempt: CountedAttempt
}
async function attemptLogin(ctx: Context, loginAttempt: LoginAttempt): Promise<EndpointOutput<typeof login>> {
  const { input, person, countedAttempt } = loginAttempt
  const isHeldBack = countedAttempt.elsewhereSeconds > 0
  if (!isHeldBack && countedAttempt.pairSeconds > 0)
    throw await buildHeldBackRefusal(ctx, loginAttempt, countedAttempt.pairSeconds)
  // While guesses from elsewhere throttle the account, its password is checked at known places only. At other places
  // the check runs without a user, so it takes the same time.
  const isPasswordChecked = !isHeldBack || (loginAttempt.isKnownPlace && countedAttempt.pairSeconds === 0)
  if (isHeldBack) await countFailure(ctx, isPasswordChecked ? { pair: countedAttempt.keys.pair } : {})
  const isRight = await isPasswordRight(
    ctx.query,
    ctx.site,
    isPasswordChecked ? (person?.id ?? null) : null,
    input.password,
  )
  if (person && isRight && person.state === 'active') return admitPerson(ctx, loginAttempt, person)
  if (isHeldBack) throw await buildHeldBackRefusal(ctx, loginAttempt, countedAttempt.elsewhereSeconds)
  await recordLogin(
    ctx,
    loginAttempt.enteredName,
    person?.id ?? null,
    isRight && person ? 'suspended' : 'wrongPassword',
  )
  // Only a caller with the right password learns that the account exists and is suspended.
  if (isRight && person) throw refuse('access:refusals.accountSuspended')
  throw new Refusal(errno.message, 'access:refusals.wrongCredentials')
}
async function buildHeldBackRefusal(
  ctx: Context,
  { enteredName, countedAttempt }: LoginAttempt,
  seconds: number,
): Promise<Refusal> {
  if (await claimThrottleLogEntry(ctx, countedAttempt.keys.address ?? ''))
    await recordLogin(ctx, enteredName, null, 'throttled')
  return createThrottledRefusal(seconds)
}
async function admitPerson(
  ctx: Context,
  { input, enteredName, countedAttempt }: LoginAttempt,
  person: LoginPerson,
): Promise<EndpointOutput<typeof login>> {
  // An attempt that was throttled elsewhere was counted for the pair alone.
  const effectiveAttempt =
    countedAttempt.elsewhereSeconds > 0
      ? { ...countedAttempt, keys: { pair: countedAttempt.keys.pair } }
      : countedAttempt
  const isEnrolled = await hasFactor(ctx, person.id)
  if (isEnrolled) await assertSecondFactorCode(ctx, enteredName, effectiveAttempt, person, input.code ?? '')
  await acceptAttempt(ctx, effectiveAttempt)
  return completeLogin(ctx, person, { enteredName, isEnrolled, device: input.device ?? ctx.origin.device })
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
  const data: LinkPasswordRequired = { linkPassword: true }
  if (!password) throw refuse('access:refusals.directoryUnconfirmed', { name: account.userName }, data)
  const keys = buildThrottleKeys(ctx, account.lowerName)
  await runInTurn(keys.address, async () => {
    const countedAttempt = await countAttempt(ctx, keys)
    const seconds = Math.max(countedAttempt.pairSeconds, countedAttempt.elsewhereSeconds)
    if (seconds > 0) throw createThrottledRefusal(seconds)
    if (await isPasswordRight(ctx.query, ctx.site, userId, password)) return acceptAttempt(ctx, countedAttempt)
    await recordLogin(ctx, account.userName, userId, 'wrongPassword')
    throw refuse('access:refusals.wrongPassword', undefined, data)
  })
}
/**
 * Signs in the person that the directory identified. The plant's second factor is needed in addition to the directory's
 * own.
 */
export async function admitFromDirectory(
  ctx: Context,
  userId: string,
  { code, device, beforeSession }: { code: string; device: string | null; beforeSession: () => Promise<void> },
): Promise<EndpointOutput<typeof login>> {
  const [person] = await ctx.query(
    sql`select ${columns(user, personFields)} from app_user where site_id = ${ctx.site} and id = ${userId} and state = ${options(user.fields.state, 'active')}`,
  )
  if (!person) throw refuse('access:refusals.directoryLate')
  const isEnrolled = await hasFactor(ctx, userId)
  if (isEnrolled) await assertSecondFactorCode(ctx, person.userName, null, person, code)
  await beforeSession()
  return completeLogin(ctx, person, { enteredName: person.userName, isEnrolled, device })
}
async function completeLogin(
  ctx: Context,
  person: LoginPerson,
  { enteredName, isEnrolled, device }: { enteredName: string; isEnrolled: boolean; device: string | null },
): Promise<EndpointOutput<typeof login>> {
  const mustEnrol = !isEnrolled && (await needsSecondFactor(ctx, person.roleId))
  const token = await openSession(ctx, person.id, device, mustEnrol)
  await ctx.query('update app_user set last_login_at = $3 where site_id = $1 and id = $2', [
    ctx.site,
    person.id,
    ctx.now,
  ])
  await recordLogin(ctx, enteredName, person.id, 'ok')
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
    list: (await loadMenuTree(ctx, person.roleId, person.isSup)) as unknown as EndpointOutput<typeof login>['list'],
    serverTime: ctx.now.toISOString(),
    timeZone: ctx.timeZone,
  }
}
/**
 * Checks the second factor. A missing code is no failure: the counted attempt is undone and the code is asked for. A
 * wrong code counts like a wrong password, and for the account.
 */
async function assertSecondFactorCode(
  ctx: Context,
  enteredName: string,
  countedAttempt: CountedAttempt | null,
  person: LoginPerson,
  code: string,
): Promise<void> {
  if (!code.trim()) {
    if (countedAttempt) await undoAttempt(ctx, countedAttempt)
    throw refuse('access:refusals.codeNeeded', undefined, { secondFactor: true } satisfies SecondFactorRequired)
  }
  if (await runCodeAttempt(ctx, person.id, async () => (await consumeCode(ctx, person.id, code)) || null)) return
  await recordLogin(ctx, enteredName, person.id, 'wrongCode')
  throw refuse('access:refusals.wrongCode', undefined, { secondFactor: true } satisfies SecondFactorRequired)
}
async function needsSecondFactor(ctx: Context, roleId: string): Promise<boolean> {
  const [roleRow] = await ctx.query(
    sql`select ${columns(role, ['secondFactor'])} from role where site_id = ${ctx.site} and id = ${roleId}`,
  )
  return roleRow?.secondFactor ?? false
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
      createUuid7(ctx.now.getTime()),
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
