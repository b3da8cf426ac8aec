/** Counts failed sign-in attempts in the database. The rules of the waits are in `../rules/throttle`. */
import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { loginFailure } from '@/server/db/sign-in-tables'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, sql } from '@/server/sql'
import { KeyedQueue } from '@/server/concurrency-limit'
import {
  ACCOUNT_TRY_INTERVAL_S,
  calculateAccountWaitSeconds,
  FORGET_AFTER_S,
  calculateWaitSeconds,
  type FailureRecord,
} from '../rules/throttle'

/**
 * Keys under which wrong passwords are counted: `pair` for one account from one address, `address` for any account from
 * one address, and `account` for one account from any address. The address key does not depend on the request body,
 * which the caller can vary freely.
 */
export interface ThrottleKeys {
  pair: string
  address?: string
  account?: string
}
/** An attempt before its password is checked. It is counted as a failure already, unless it has to wait. */
export interface CountedAttempt {
  keys: ThrottleKeys
  /** Seconds until the next attempt for this account from this address; 0 for now. */
  pairWaitSeconds: number
  /** Seconds until the next attempt by this address at any account, or for the account from any address; 0 for now. */
  overallWaitSeconds: number
  /** Failures of the address before this attempt. */
  previousAddressFailures: FailureRecord | null
}

const attemptQueue = new KeyedQueue()
/**
 * Runs work for the same key one after another, so that simultaneous sign-ins are not throttled by unfinished attempts.
 */
export const runInTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => attemptQueue.run(key, work)

/**
 * Counts an attempt as a failure and returns how long it has to wait; an attempt that has to wait is not counted. The
 * rows are locked, so parallel attempts gain nothing over sequential ones, even across server instances.
 */
export const countAttempt = (ctx: Context, keys: ThrottleKeys): Promise<CountedAttempt> =>
  runInOwnTransaction(ctx, async (txCtx) => {
    if (keys.address) await ensureFailureRows(txCtx, [keys.address])
    let failuresByKey = await lockFailures(txCtx, keys)
    const previousAddressFailures = (keys.address && failuresByKey.get(keys.address)) || null
    // A throttled address must not create rows for the names that it tries.
    if (calculateWaitSeconds('address', previousAddressFailures, ctx.now) === 0) {
      await ensureFailureRows(txCtx, [keys.account, keys.pair])
      failuresByKey = await lockFailures(txCtx, keys)
    }
    const getFailures = (key: string | undefined) => (key && failuresByKey.get(key)) || null
    const pairWaitSeconds = calculateWaitSeconds('pair', getFailures(keys.pair), ctx.now)
    const overallWaitSeconds = Math.max(
      calculateWaitSeconds('address', previousAddressFailures, ctx.now),
      calculateAccountWaitSeconds(getFailures(keys.account)?.lastAt ?? null, ctx.now),
    )
    if (pairWaitSeconds === 0 && overallWaitSeconds === 0) await countFailure(txCtx, keys)
    return { keys, pairWaitSeconds, overallWaitSeconds, previousAddressFailures }
  })

/** Inserts missing rows without failures, so that `lockFailures` finds a row to lock. */
async function ensureFailureRows(ctx: Context, keys: readonly (string | undefined)[]): Promise<void> {
  await ctx.query(
    sql`insert into login_failure (site_id, key, failures, last_at)
      select ${ctx.site}, k, 0, ${ctx.now} from unnest(${keys.flatMap((key) => key ?? [])}::text[]) k on conflict do nothing`,
  )
}
/** Locks the rows of the keys in a fixed order, so that parallel attempts cannot deadlock. */
async function lockFailures(
  ctx: Context,
  { pair, address, account }: ThrottleKeys,
): Promise<Map<string, FailureRecord>> {
  const rows = await ctx.query(
    sql`select ${columns(loginFailure, ['key', 'failures', 'lastAt'])} from login_failure
     where site_id = ${ctx.site} and key = any(${[pair, address, account].flatMap((key) => key ?? [])}) order by key for update`,
  )
  return new Map(rows.map((row) => [row.key, { failures: row.failures, lastAt: new Date(row.lastAt) }]))
}

/**
 * Counts a wrong password for the given keys. For the key of an account, `last_at` is the time at which its failures
 * are paid off, see `calculateAccountWaitSeconds`.
 */
export async function countFailure(ctx: Context, { pair, address, account }: Partial<ThrottleKeys>): Promise<void> {
  await ctx.query(sql`insert into login_failure (site_id, key, failures, last_at)
    select ${ctx.site}, k, 1, ${ctx.now} from unnest(${[pair, address].flatMap((key) => key || [])}::text[]) k
    on conflict (site_id, key) do update
     set failures = case when login_failure.last_at < ${ctx.now}::timestamptz - make_interval(secs => ${FORGET_AFTER_S}) then 1 else login_failure.failures + 1 end, last_at = excluded.last_at`)
  if (account)
    await ctx.query(sql`insert into login_failure (site_id, key, failures, last_at)
      values (${ctx.site}, ${account}, 1, ${ctx.now}::timestamptz + make_interval(secs => ${ACCOUNT_TRY_INTERVAL_S}))
      on conflict (site_id, key) do update
     set failures = login_failure.failures + 1, last_at = greatest(login_failure.last_at, ${ctx.now}::timestamptz) + make_interval(secs => ${ACCOUNT_TRY_INTERVAL_S})`)
}
/**
 * Undoes the count of an attempt whose password was right, and clears all failures of this account from this address.
 * Other failures of the address and of the account stay.
 */
export async function acceptAttempt(ctx: Context, { keys, previousAddressFailures }: CountedAttempt): Promise<void> {
  await ctx.query(sql`delete from login_failure where site_id = ${ctx.site} and key = ${keys.pair}`)
  if (keys.address)
    await ctx.query(sql`update login_failure set failures = greatest(failures - 1, 0), last_at = case when last_at = ${ctx.now} then coalesce(${previousAddressFailures?.lastAt ?? null}, last_at) else last_at end
       where site_id = ${ctx.site} and key = ${keys.address}`)
  if (keys.account)
    await ctx.query(
      sql`update login_failure set failures = greatest(failures - 1, 0), last_at = last_at - make_interval(secs => ${ACCOUNT_TRY_INTERVAL_S}) where site_id = ${ctx.site} and key = ${keys.account}`,
    )
}
/** Undoes the count of an attempt whose right password still needs a second factor. All earlier failures stay. */
export async function undoAttempt(ctx: Context, countedAttempt: CountedAttempt): Promise<void> {
  const { pair, address, account } = countedAttempt.keys
  await ctx.query(
    sql`update login_failure set failures = greatest(failures - 1, 0) where site_id = ${ctx.site} and key = any(${[pair, address].flatMap((key) => key || [])})`,
  )
  if (account)
    await ctx.query(
      sql`update login_failure set failures = greatest(failures - 1, 0), last_at = last_at - make_interval(secs => ${ACCOUNT_TRY_INTERVAL_S}) where site_id = ${ctx.site} and key = ${account}`,
    )
}
/**
 * Returns true if a throttled attempt of the address should be logged, and remembers it. At most one attempt is logged
 * per `FORGET_AFTER_S`, because more would flood the log.
 */
export async function claimThrottleLogEntry(ctx: Context, address: string): Promise<boolean> {
  const rows = await ctx.query(sql`insert into login_failure (site_id, key, failures, last_at)
      values (${ctx.site}, ${`told:${address}`}, 0, ${ctx.now}) on conflict (site_id, key) do update
     set last_at = excluded.last_at where login_failure.last_at < ${ctx.now}::timestamptz - make_interval(secs => ${FORGET_AFTER_S}) returning key`)
  return rows.length > 0
}
/** Creates the refusal of an attempt that has to wait. */
export const createThrottledRefusal = (seconds: number): Refusal =>
  new Refusal(errno.limited, 'access:refusals.throttled', { params: { seconds } })
