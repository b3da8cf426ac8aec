import type { Context } from '@/server/context'
import { loginFailure } from '@/server/db/sign-in-tables'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, sql } from '@/server/sql'
import { FORGET_CODES_AFTER_S, calculateWaitSeconds } from '../rules/throttle'
import { createThrottledRefusal } from './throttle'

const toFailureKey = (userId: string): string => `code:${userId}`

/**
 * Runs one attempt at a second-factor code of an account. The database counts the wrong codes per account, across all
 * ways to sign in, addresses and server instances. A correct code resets the count, a correct password does not.
 * @param attempt returns null for a wrong code
 * @returns null for a wrong code
 * @throws 4201 while the account has to wait; the code is not checked then
 */
export async function runCodeAttempt<T>(
  ctx: Context,
  userId: string,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const waitSeconds = await countCodeAttempt(ctx, userId)
  if (waitSeconds > 0) throw createThrottledRefusal(waitSeconds)
  const result = await attempt()
  if (result !== null) await clearCodeFailures(ctx, userId)
  return result
}

/** Clears the failure count, so the next code needs no wait, e.g. after the second factor is set up again. */
export async function clearCodeFailures(ctx: Pick<Context, 'query' | 'site'>, userId: string): Promise<void> {
  await ctx.query(sql`delete from login_failure where site_id = ${ctx.site} and key = ${toFailureKey(userId)}`)
}

/**
 * Counts an attempt as a failure before its code is checked, so parallel attempts gain nothing over sequential ones.
 * An attempt that has to wait is not counted. @returns the seconds to wait
 */
const countCodeAttempt = (ctx: Context, userId: string): Promise<number> =>
  runInOwnTransaction(ctx, async (txCtx) => {
    const key = toFailureKey(userId)
    await txCtx.query(
      sql`insert into login_failure (site_id, key, failures, last_at)
        values (${ctx.site}, ${key}, 0, ${ctx.now}) on conflict do nothing`,
    )
    const [failureRow] = await txCtx.query(
      sql`select ${columns(loginFailure, ['failures', 'lastAt'])} from login_failure where site_id = ${ctx.site} and key = ${key} for update`,
    )
    const failureRecord = failureRow ? { failures: failureRow.failures, lastAt: new Date(failureRow.lastAt) } : null
    const waitSeconds = calculateWaitSeconds('code', failureRecord, ctx.now)
    if (waitSeconds === 0)
      await txCtx.query(sql`update login_failure set failures = case when last_at < ${ctx.now}::timestamptz - make_interval(secs => ${FORGET_CODES_AFTER_S}) then 1 else failures + 1 end, last_at = ${ctx.now}
         where site_id = ${ctx.site} and key = ${key}`)
    return waitSeconds
  })
