import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { loginFailure } from '@/server/db/system'
import { runInOwnTransaction } from '@/server/pipeline'
import { columns, sql } from '@/server/sql'
import { KeyedQueue } from '@/server/concurrency-limit'
import { ACCOUNT_EVERY_S, accountWaitSeconds, FORGET_S, waitSeconds, type Failures } from '../rules/throttle'

/**
 * What wrong passwords are counted for: one account from one place, one address as a whole, one account as a whole. Never
 * anything that a body chooses alone.
 */
export interface ThrottleKeys {
  pair: string
  address?: string
  account?: string
}
/** A try that was counted as a failure before its password was looked at, unless it has to wait. */
export interface Taken {
  keys: ThrottleKeys
  /** Seconds until the next try for the account from this place is looked at; 0 when now. */
  pairSeconds: number
  /** The same for the address and for the account as wholes. */
  elsewhereSeconds: number
  /** What was known of the address before. */
  address: Failures | null
}

const turns = new KeyedQueue()
/** One after another for a key: those who sign in at once are not held back by tries that are still being looked at. */
export const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => turns.run(key, work)

/**
 * Counts a try as a failure and says how long it would have to wait; one that has to wait is not counted. The rows are
 * locked, so that of a hundred tries at once, at however many instances, no more are looked at than of a hundred in turn.
 */
export const takeTry = (ctx: Context, keys: ThrottleKeys): Promise<Taken> =>
  runInOwnTransaction(ctx, async (inside) => {
    if (keys.address) await open(inside, [keys.address])
    let seen = await locked(inside, keys)
    const address = (keys.address && seen.get(keys.address)) || null
    // An address that waits opens no rows for the names that it tries.
    if (waitSeconds('address', address, ctx.now) === 0) {
      await open(inside, [keys.account, keys.pair])
      seen = await locked(inside, keys)
    }
    const of = (key: string | undefined) => (key && seen.get(key)) || null
    const pairSeconds = waitSeconds('pair', of(keys.pair), ctx.now)
    const elsewhereSeconds = Math.max(
      waitSeconds('address', address, ctx.now),
      accountWaitSeconds(of(keys.account)?.lastAt ?? null, ctx.now),
    )
    if (pairSeconds === 0 && elsewhereSeconds === 0) await countFailure(inside, keys)
    return { keys, pairSeconds, elsewhereSeconds, address }
  })

async function open(ctx: Context, keys: readonly (string | undefined)[]): Promise<void> {
  await ctx.query(
    'insert into login_failure (site_id, key, failures, last_at) select $1, k, 0, $3 from unnest($2::text[]) k where k is not null on conflict do nothing',
    [ctx.site, keys, ctx.now],
  )
}
async function locked(ctx: Context, { pair, address, account }: ThrottleKeys): Promise<Map<string, Failures>> {
  const rows = await ctx.query(
    sql`select ${columns(loginFailure, ['key', 'failures', 'lastAt'])} from login_failure
     where site_id = ${ctx.site} and key = any(${[pair, address, account].flatMap((key) => key ?? [])}) order by key for update`,
  )
  return new Map(rows.map((row) => [row.key, { failures: row.failures, lastAt: new Date(row.lastAt) }]))
}

/** Counts a wrong password for the keys given. For an account as a whole `last_at` is when its failures are paid off. */
export async function countFailure(ctx: Context, { pair, address, account }: Partial<ThrottleKeys>): Promise<void> {
  await ctx.query(
    `insert into login_failure (site_id, key, failures, last_at) select $1, k, 1, $3 from unnest($2::text[]) k on conflict (site_id, key) do update
     set failures = case when login_failure.last_at < $3::timestamptz - make_interval(secs => $4) then 1 else login_failure.failures + 1 end, last_at = excluded.last_at`,
    [ctx.site, [pair, address].filter(Boolean), ctx.now, FORGET_S],
  )
  if (account)
    await ctx.query(
      `insert into login_failure (site_id, key, failures, last_at) values ($1, $2, 1, $3::timestamptz + make_interval(secs => $4)) on conflict (site_id, key) do update
     set failures = login_failure.failures + 1, last_at = greatest(login_failure.last_at, $3::timestamptz) + make_interval(secs => $4)`,
      [ctx.site, account, ctx.now, ACCOUNT_EVERY_S],
    )
}
/** The password was right: the try is no failure. That says nothing of the failures of others, from here or elsewhere. */
export async function giveBack(ctx: Context, { keys, address }: Taken): Promise<void> {
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
      [ctx.site, keys.account, ACCOUNT_EVERY_S],
    )
}
/** The password was right and something more is asked: the try counts for nothing, and the failures before it stay. */
export async function takeBack(ctx: Context, taken: Taken): Promise<void> {
  await ctx.query(
    'update login_failure set failures = greatest(failures - 1, 0) where site_id = $1 and key = any($2)',
    [ctx.site, [taken.keys.pair, taken.keys.address].filter(Boolean)],
  )
  if (taken.keys.account)
    await ctx.query(
      `update login_failure set failures = greatest(failures - 1, 0), last_at = last_at - make_interval(secs => $3) where site_id = $1 and key = $2`,
      [ctx.site, taken.keys.account, ACCOUNT_EVERY_S],
    )
}
/** Whether it is time to write down that an address is held back: once in a while, or it would fill the log by itself. */
export async function dueToTell(ctx: Context, address: string): Promise<boolean> {
  const rows = await ctx.query(
    `insert into login_failure (site_id, key, failures, last_at) values ($1, $2, 0, $3) on conflict (site_id, key) do update
     set last_at = excluded.last_at where login_failure.last_at < $3::timestamptz - make_interval(secs => $4) returning key`,
    [ctx.site, `told:${address}`, ctx.now, FORGET_S],
  )
  return rows.length > 0
}
export const throttled = (seconds: number): Refusal =>
  new Refusal(errno.limited, 'access:refusals.throttled', { params: { seconds } })
