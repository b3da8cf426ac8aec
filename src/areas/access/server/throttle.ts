import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { KeyedTurns } from '@/server/turns'
import { FORGET_S, waitSeconds, type Failures } from '../rules/throttle'

/** What wrong passwords are counted for: one account from one place, and one address as a whole. Never anything that a body chooses alone. */
export interface ThrottleKeys { pair: string; address?: string }
const keysIn = ({ pair, address }: ThrottleKeys): string[] => (address ? [pair, address] : [pair])

const turns = new KeyedTurns()
/** One after another for a pair, or a hundred guesses at once would all be looked at before the first is counted. */
export const inTurn = <T>(keys: ThrottleKeys, work: () => Promise<T>): Promise<T> => turns.take(keys.pair, work)

/** Seconds until the next try is looked at; 0 when now. */
export async function waitFor(ctx: Context, keys: ThrottleKeys): Promise<number> {
  const rows = await ctx.query<{ key: string; failures: number; last_at: string }>('select key, failures, last_at from login_failure where site_id = $1 and key = any($2)', [ctx.site, keysIn(keys)])
  const seen = (key: string | undefined): Failures | null => { const row = rows.find((r) => r.key === key); return row ? { failures: row.failures, lastAt: new Date(row.last_at) } : null }
  return Math.max(waitSeconds('pair', seen(keys.pair), ctx.now), waitSeconds('address', seen(keys.address), ctx.now))
}
export async function countFailure(ctx: Context, keys: ThrottleKeys): Promise<void> {
  await ctx.query(
    `insert into login_failure (site_id, key, failures, last_at) select $1, k, 1, $3 from unnest($2::text[]) k on conflict (site_id, key) do update
     set failures = case when login_failure.last_at < $3::timestamptz - make_interval(secs => $4) then 1 else login_failure.failures + 1 end, last_at = excluded.last_at`,
    [ctx.site, keysIn(keys), ctx.now, FORGET_S])
}
export async function forgetFailures(ctx: Context, keys: ThrottleKeys): Promise<void> {
  await ctx.query('delete from login_failure where site_id = $1 and key = $2', [ctx.site, keys.pair])
}
export const throttled = (seconds: number): Refusal => new Refusal(errno.limited, 'access:refusals.throttled', { params: { seconds } })
