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
 * Keys that wrong passwords are counted for: an account from one place, an address as a whole, an account as a whole.
 * None of them depends on the request body alone, which the caller could vary freely.
 */
export interface ThrottleKeys {
  pair: string
  address?: string
  account?: string
}
/** An attempt that was counted as a failure before its password was checked, unless it has to wait. */
export interface CountedAttempt {
  keys: ThrottleKeys
  /** Seconds until the next attempt for the account from this place; 0 for now. */
  pairSeconds: number
  /** The same for the address and the account as a whole. */
  elsewhereSeconds: number
  /** Failures of the address before this attempt. */
  address: FailureRecord | null
}

const turns = new KeyedQueue()
/**
 * Runs work for the same key one after another, so that simultaneous sign-ins are not throttled by unfinished attempts.
 */
export const runInTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => turns.run(key, work)

/**
 * Counts an attempt as a failure and returns how long it has to wait; an attempt that has to wait is not counted. The
 * rows are locked, so parallel attempts gain nothing over sequential ones, even across server instances.
 */
export const countAttempt = (ctx: Context, keys: ThrottleKeys): Promise<CountedAttempt> =>
  runInOwnTransaction(ctx, async (txCtx) => {
    if (keys.address) await ensureFailureRows(txCtx, [keys.address])
    let failuresByKey = await lockFailures(txCtx, keys)
    const address = (keys.address && failuresByKey.get(keys.address)) || null
    // A throttled address must not create rows for the names that it tries.
    if (calculateWaitSeconds('address', address, ctx.now) === 0) {
      await ensureFailureRows(txCtx, [keys.account, keys.pair])
      failuresByKey = await lockFailures(txCtx, keys)
    }
    const getFailures = (key: string | undefined) => (key && failuresByKey.get(key)) || null
    const pairSeconds = calculateWaitSeconds('pair', getFailures(keys.pair), ctx.now)
    const elsewhereSeconds = Math.max(
      calculateWaitSeconds('address', address, ctx.now),
      calculateAccountWaitSeconds(getFailures(keys.account)?.lastAt ?? null, ctx.now),
    )
    if (pairSeconds === 0 && elsewhereSeconds === 0) await countFailure(txCtx, keys)
    return { keys, pairSeconds, elsewhereSeconds, address }
  })

async function ensureFailureRows(ctx: Context, keys: readonly (string | undefined)[]): Promise<void> {
  await ctx.query(
    'insert into login_failure (site_id, key, failures, last_at) select $1, k, 0, $3 from unnest($2::text[]) k where k is not null on conflict do nothing',
    [ctx.site, keys, ctx.now],
  )
}
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
 * Counts a wrong password for the given keys. For an account as a whole, `last_at` is when its failures are paid off.
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
 * Takes a counted attempt back because its password was right, and clears the pair. Failures of other attempts stay.
 */
export async function acceptAttempt(ctx: Context, { keys, address }: CountedAttempt): Promise<void> {
  await ctx.query('delete from login_failure where site_id = $1 and key = $2', [ctx.site, keys.pair])
  if (keys.address)
    await ctx.query(
      `update login_failure set failures = greatest(failures - 1, 0), last_at = case when last_at = $3 then coalesce($4, last_at) else last_at end
       where site_id = $1 and key = $2`,
      [ctx.site, keys.address, ctx.now, address?.lastAt ?? null],
    )
  if (keys.account)
    await ctx.query(
      `update login_failure set failures = greatest(failures - 1, 0), last_at = last_at - make_interval(secs => $3) where site_id = $1 and key = $2`,
      [ctx.site, keys.account, ACCOUNT_TRY_INTERVAL_S],
    )
}
/** Takes a counted attempt back because a right password still needs a second factor. All earlier failures stay. */
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
 * True if a throttled attempt of the address should be logged. At most one per `FORGET_AFTER_S`, or it would flood the
 * log.
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
