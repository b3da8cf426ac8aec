import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { loginFailure } from '@/server/db/system'
import { columns, sql } from '@/server/sql'
import { KeyedTurns } from '@/server/turns'
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

const turns = new KeyedTurns()
/** One after another for a key, or a hundred guesses at once would all be looked at before the first is counted. */
export const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> => turns.take(key, work)

/** Seconds until the next try is looked at; 0 when now. Only the keys given are asked. */
export async function waitFor(ctx: Context, { pair, address, account }: ThrottleKeys): Promise<number> {
  const rows = await ctx.query(
    sql`select ${columns(loginFailure, ['key', 'failures', 'lastAt'])} from login_failure
     where site_id = ${ctx.site} and key = any(${[pair, address, account].flatMap((key) => key ?? [])})`,
  )
  const seen = (key: string | undefined): Failures | null => {
    const row = rows.find((r) => r.key === key)
    return row ? { failures: row.failures, lastAt: new Date(row.lastAt) } : null
  }
  return Math.max(
    waitSeconds('pair', seen(pair), ctx.now),
    waitSeconds('address', seen(address), ctx.now),
    accountWaitSeconds(seen(account)?.lastAt ?? null, ctx.now),
  )
}
/** Counts a wrong password for the keys given. For an account as a whole `last_at` is when its failures are paid off. */
export async function countFailure(ctx: Context, { pair, address, account }: ThrottleKeys): Promise<void> {
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
/** The right password from one place says nothing of the failures from others. */
export async function forgetFailures(ctx: Context, { pair }: ThrottleKeys): Promise<void> {
  await ctx.query('delete from login_failure where site_id = $1 and key = $2', [ctx.site, pair])
}
export const throttled = (seconds: number): Refusal =>
  new Refusal(errno.limited, 'access:refusals.throttled', { params: { seconds } })
