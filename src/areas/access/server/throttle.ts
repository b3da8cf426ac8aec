import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { loginFailure } from '@/server/db/system'
import { runInOwnTransaction } from '@/server/pipeline'
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
 * Keys that wrong passwords are counted for: one account from one address, the address at any account, and the account
 * from any address. The address key does not depend on the request body, which the caller can vary
 * freely.
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
    'insert into login_failure (site_id, key, failures, last_at) select $1, k, 0, $3 from unnest($2::text[]) k where k is not null on conflict do nothing',
    [ctx.site, keys, ctx.now],
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
  await ctx.query(
    `insert into login_failure (site_id, key, failures, last_at) select $1, k, 1, $3 from unnest($2::text[]) k on conflict (site_id, key) do update
     set failures = case when login_failure.last_at < $3::timestamptz - make_interval(secs => $4) then 1 else login_failure.failures + 1 end, last_at = excluded.last_at`,
    [ctx.site, [pair, address].filter(Boolean), ctx.now, FORGET_AFTER_S],
  )
  if (account)
    await ctx.query(
      `insert into login_failure (site_id, key, failures, last_at) values ($1, $2, 1, $3::timestamptz + make_interval(secs => $4)) on conflict (site_id, key) do update
     set failures = login_failure.failures + 1, last_at = greatest(login_failure.last_at, $3::timestamptz) + make_interval(secs => $4)`,
      [ctx.site, account, ctx.now, ACCOUNT_TRY_INTERVAL_S],
    )
}
/**
 * Undoes the count of an attempt whose password was right, and clears the failures of account and address together.
 * Failures of other attempts stay.
 */
export async function acceptAttempt(ctx: Context, { keys, previousAddressFailures }: CountedAttempt): Promise<void> {
  await ctx.query('delete from login_failure where site_id = $1 and key = $2', [ctx.site, keys.pair])
  if (keys.address)
    await ctx.query(
      `update login_failure set failures = greatest(failures - 1, 0), last_at = case when last_at = $3 then coalesce($4, last_at) else last_at end
       where site_id = $1 and key = $2`,
      [ctx.site, keys.address, ctx.now, previousAddressFailures?.lastAt ?? null],
    )
  if (keys.account)
    await ctx.query(
      `update login_failure set failures = greatest(failures - 1, 0), last_at = last_at - make_interval(secs => $3) where site_id = $1 and key = $2`,
      [ctx.site, keys.account, ACCOUNT_TRY_INTERVAL_S],
    )
}
/** Undoes the count of an attempt whose right password still needs a second factor. All earlier failures stay. */
export async function undoAttempt(ctx: Context, countedAttempt: CountedAttempt): Promise<void> {
  await ctx.query(
    'update login_failure set failures = greatest(failures - 1, 0) where site_id = $1 and key = any($2)',
    [ctx.site, [countedAttempt.keys.pair, countedAttempt.keys.address].filter(Boolean)],
  )
  if (countedAttempt.keys.account)
    await ctx.query(
      `update login_failure set failures = greatest(failures - 1, 0), last_at = last_at - make_interval(secs => $3) where site_id = $1 and key = $2`,
      [ctx.site, countedAttempt.keys.account, ACCOUNT_TRY_INTERVAL_S],
    )
}
/**
 * Returns true if a throttled attempt of the address should be logged, and remembers it. At most one attempt is logged
 * per `FORGET_AFTER_S`, because more would flood the log.
 */
export async function claimThrottleLogEntry(ctx: Context, address: string): Promise<boolean> {
  const rows = await ctx.query(
    `insert into login_failure (site_id, key, failures, last_at) values ($1, $2, 0, $3) on conflict (site_id, key) do update
     set last_at = excluded.last_at where login_failure.last_at < $3::timestamptz - make_interval(secs => $4) returning key`,
    [ctx.site, `told:${address}`, ctx.now, FORGET_AFTER_S],
  )
  return rows.length > 0
}
/** Creates the refusal of an attempt that has to wait. */
export const createThrottledRefusal = (seconds: number): Refusal =>
  new Refusal(errno.limited, 'access:refusals.throttled', { params: { seconds } })
