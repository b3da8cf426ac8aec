/** Sign-in with user name and password, and the last steps of a sign-in through the directory. */
import { errno, Refusal, refuse, type SecondFactorRequired, type LinkPasswordRequired } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toClientNetwork } from '@/server/client-network'
import { columns, computed, options, sql, type SqlRow } from '@/server/sql'
import { loginLog } from '../contract/log'
import { role } from '../contract/role'
import { user } from '../contract/user'
import { login } from '../contract/session'
import { runCodeAttempt } from './code-attempts'
import { openSession } from './authenticate'
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
import { handle } from '@/server/area'

type LoginOutcome = NonNullable<Row<typeof loginLog>['outcome']>

/**
 * Days after a sign-in during which its address counts as known. Wrong passwords from other addresses cause no wait at a
 * known address.
 */
const KNOWN_ADDRESS_DAYS = 90

/**
 * Signs in with user name and password. A wrong name and a wrong password give the same answer, in the same time and by
 * the same statements. Each step commits by itself (the endpoint manages its own transactions), so a refused attempt
 * stays recorded and no transaction waits while the password is hashed.
 */
export const signInWithPassword = handle(login, async (ctx, input) => {
  const enteredName = input.username.trim()
  // Lowered by the database, because the index of user names uses the same lower().
  const [loweredRow] = await ctx.query(sql<{ name: string }>`select lower(${enteredName}::text) as name`)
  const lowerName = loweredRow!.name
  const throttleKeys = buildThrottleKeys(ctx, lowerName)
  return runInTurn(throttleKeys.address, async () => {
    const person = await findPersonByName(ctx, lowerName)
    const isKnownAddress = await hasSignedInFromAddress(ctx, person?.id ?? null)
    return attemptLogin(ctx, {
      input,
      enteredName,
      person,
      isKnownAddress,
      countedAttempt: await countAttempt(ctx, throttleKeys),
    })
  })
})
/** Builds the keys under which failed password attempts are counted, see `FREE_TRIES` in the throttle rules. */
function buildThrottleKeys(ctx: Context, lowerName: string) {
  const network = toClientNetwork(ctx.origin.address ?? 'unknown')
  return {
    pair: `pair:${lowerName.slice(0, 100)}@${network}`,
    address: `address:${network}`,
    account: `account:${lowerName.slice(0, 100)}`,
  }
}
async function findPersonByName(ctx: Context, lowerName: string): Promise<LoginPerson | null> {
  const [row] = await ctx.query(buildPersonQuery(ctx, lowerName))
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
const buildPersonQuery = (ctx: Context, lowerName: string) =>
  sql`select ${columns(user, personFields)}
    from app_user where site_id = ${ctx.site} and lower(user_name) = ${lowerName}`
type LoginPerson = SqlRow<ReturnType<typeof buildPersonQuery>>

async function hasSignedInFromAddress(ctx: Context, userId: string | null): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - KNOWN_ADDRESS_DAYS * 86_400_000)
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
  /**
   * True if the account has signed in from this address before. Wrong passwords from other addresses then do not
   * throttle the attempt.
   */
  isKnownAddress: boolean
  countedAttempt: CountedAttempt
}
async function attemptLogin(ctx: Context, loginAttempt: LoginAttempt): Promise<EndpointOutput<typeof login>> {
  const { input, person, countedAttempt } = loginAttempt
  const isThrottledOverall = countedAttempt.overallWaitSeconds > 0
  if (!isThrottledOverall && countedAttempt.pairWaitSeconds > 0)
    throw await createLoggedThrottledRefusal(ctx, loginAttempt, countedAttempt.pairWaitSeconds)
  // While the account or the address is throttled, the password is checked at known addresses only. At other addresses
  // the check runs without a user, so it takes the same time.
  const isPasswordChecked = !isThrottledOverall || (loginAttempt.isKnownAddress && countedAttempt.pairWaitSeconds === 0)
  if (isThrottledOverall) await countFailure(ctx, isPasswordChecked ? { pair: countedAttempt.keys.pair } : {})
  const hasRightPassword = await isPasswordRight(
    ctx.query,
    ctx.site,
    isPasswordChecked ? (person?.id ?? null) : null,
    input.password,
  )
  if (person && hasRightPassword && person.state === 'active') return admitPerson(ctx, loginAttempt, person)
  if (isThrottledOverall) throw await createLoggedThrottledRefusal(ctx, loginAttempt, countedAttempt.overallWaitSeconds)
  await recordLogin(
    ctx,
    loginAttempt.enteredName,
    person?.id ?? null,
    hasRightPassword && person ? 'suspended' : 'wrongPassword',
  )
  // Only a caller with the right password learns that the account exists and is suspended.
  if (hasRightPassword && person) throw refuse('access:refusals.accountSuspended')
  throw new Refusal(errno.message, 'access:refusals.wrongCredentials')
}
/** Returns the refusal of a throttled attempt. Writes the login log, at most once per address and interval. */
async function createLoggedThrottledRefusal(
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
  // While the account or the address is throttled, the attempt was counted for the pair alone.
  const effectiveAttempt =
    countedAttempt.overallWaitSeconds > 0
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
export async function assertAccountPassword(ctx: Context, userId: string, password: string): Promise<void> {
  const [account] = await ctx.query(
    sql`select ${columns(user, ['userName'])}, ${computed<{ lowerName: string }>`lower(user_name) as "lowerName"`} from app_user where site_id = ${ctx.site} and id = ${userId}`,
  )
  if (!account) throw refuse('access:refusals.directoryLate')
  const refusalData: LinkPasswordRequired = { linkPassword: true }
  if (!password) throw refuse('access:refusals.directoryUnconfirmed', { name: account.userName }, refusalData)
  const throttleKeys = buildThrottleKeys(ctx, account.lowerName)
  await runInTurn(throttleKeys.address, async () => {
    const countedAttempt = await countAttempt(ctx, throttleKeys)
    const waitSeconds = Math.max(countedAttempt.pairWaitSeconds, countedAttempt.overallWaitSeconds)
    if (waitSeconds > 0) throw createThrottledRefusal(waitSeconds)
    if (await isPasswordRight(ctx.query, ctx.site, userId, password)) return acceptAttempt(ctx, countedAttempt)
    await recordLogin(ctx, account.userName, userId, 'wrongPassword')
    throw refuse('access:refusals.wrongPassword', undefined, refusalData)
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
/** Opens the session of an admitted person and returns the answer of the login. */
async function completeLogin(
  ctx: Context,
  person: LoginPerson,
  { enteredName, isEnrolled, device }: { enteredName: string; isEnrolled: boolean; device: string | null },
): Promise<EndpointOutput<typeof login>> {
  const mustEnrol = !isEnrolled && (await needsSecondFactor(ctx, person.roleId))
  const token = await openSession(ctx, person.id, device, mustEnrol)
  await ctx.query(sql`update app_user set last_login_at = ${ctx.now} where site_id = ${ctx.site} and id = ${person.id}`)
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
 * Checks the code of the second factor. A missing code is no failure: the count is undone and the refusal asks for the
 * code. A wrong code leaves the attempt counted as a failure, and is counted for the account too.
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
  outcome: LoginOutcome,
): Promise<void> {
  await ctx.query(
    sql`insert into login_log (site_id, id, at, user_name, user_id, address, device, outcome, created_at, updated_at)
      values (${ctx.site}, ${createUuid7(ctx.now.getTime())}, ${ctx.now}, ${userName.slice(0, 200)}, ${userId}, ${ctx.origin.address}, ${ctx.origin.device}, ${outcome}, ${ctx.now}, ${ctx.now})`,
  )
  ctx.touch('loginLog')
}
