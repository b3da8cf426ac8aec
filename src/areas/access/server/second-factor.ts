import { createHash, randomBytes } from 'node:crypto'
import { refuse, type WantsCode } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recoveryCode, secondFactor } from '@/server/db/factor-tables'
import { getSeals } from '@/server/crud/sealed-fields'
import { columns, computed, sql } from '@/server/sql'
import { clearCodeFailures } from './attempt-code'
import { base32, fromBase32, stepOf } from './totp'

const CODES = 10
/** 80 random bits: a plain hash of them cannot be searched. */
const CODE_BYTES = 10
/** As typed or read aloud: capitals and hyphens make no difference. */
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
const hashOf = (code: string): string => createHash('sha256').update(plain(code)).digest('hex')

/** The secret has to be known to judge a code, so it cannot be hashed; it lies sealed, each for its person only. */
const placeOf = (userId: string): string => `second_factor ${userId}`
const opened = (ctx: Context, userId: string, sealed: string | null | undefined): string | null =>
  sealed ? getSeals(ctx).open(sealed, placeOf(userId)) : null

export async function factorOf(ctx: Context, userId: string) {
  const [row] = await ctx.query(
    sql`select ${columns(secondFactor, ['secret', 'pending', 'since'])}, ${computed<{ left: number }>`
         (select count(*)::int from recovery_code c where c.site_id = f.site_id and c.user_id = f.user_id and c.used_at is null) as left`}
       from second_factor f where site_id = ${ctx.site} and user_id = ${userId}`,
  )
  return row ?? null
}
/** Whether a person has set one up. */
export const hasFactor = async (ctx: Context, userId: string): Promise<boolean> =>
  Boolean((await factorOf(ctx, userId))?.secret)

/** A secret that is not in force before a code of it was given. */
export async function proposeSecret(ctx: Context, userId: string): Promise<string> {
  const secret = base32(randomBytes(20))
  const sealed = getSeals(ctx).seal(secret, placeOf(userId))
  await ctx.query(
    `insert into second_factor (site_id, user_id, pending) values ($1, $2, $3) on conflict (site_id, user_id) do update set pending = excluded.pending`,
    [ctx.site, userId, sealed],
  )
  return secret
}
/** Puts the proposed secret in force when the code is one of it; answers the new recovery codes, which are shown this once. */
export async function confirmSecret(ctx: Context, userId: string, code: string): Promise<string[] | null> {
  const pending = opened(ctx, userId, (await factorOf(ctx, userId))?.pending)
  const step = pending ? stepOf(fromBase32(pending), code.replace(/\s/g, ''), ctx.now) : null
  if (step === null) return null
  await ctx.query(
    `update second_factor set secret = pending, pending = null, since = $3, last_step = $4 where site_id = $1 and user_id = $2`,
    [ctx.site, userId, ctx.now, step],
  )
  const codes = Array.from({ length: CODES }, () => base32(randomBytes(CODE_BYTES)).replace(/(.{4})(?=.)/g, '$1-'))
  await ctx.query('delete from recovery_code where site_id = $1 and user_id = $2', [ctx.site, userId])
  await ctx.query('insert into recovery_code (site_id, user_id, hash) select $1, $2, unnest($3::text[])', [
    ctx.site,
    userId,
    codes.map(hashOf),
  ])
  return codes
}
/**
 * Whether a code opens: one that the authenticator shows and that was not used before, or a recovery code, which is used up.
 * @throws 6000 saying so when the key that the secret is sealed with is not here and no recovery code was given
 */
export async function codeOpens(ctx: Context, userId: string, code: string): Promise<boolean> {
  const sealed = (await factorOf(ctx, userId))?.secret
  if (!sealed) return false
  const secret = opened(ctx, userId, sealed)
  const step = secret ? stepOf(fromBase32(secret), code.replace(/\s/g, ''), ctx.now) : null
  // One statement each: of two who send the same code at once, one is let in.
  const used =
    step === null
      ? await ctx.query(
          sql`update recovery_code set used_at = ${ctx.now} where site_id = ${ctx.site} and user_id = ${userId} and hash = ${hashOf(code)} and used_at is null
             returning ${columns(recoveryCode, ['hash'])}`,
        )
      : await ctx.query(
          sql`update second_factor set last_step = ${step} where site_id = ${ctx.site} and user_id = ${userId} and last_step < ${step}
             returning ${columns(secondFactor, ['userId'])}`,
        )
  if (used.length === 0 && !secret)
    throw refuse('access:refusals.factorSealed', undefined, { secondFactor: true } satisfies WantsCode)
  return used.length > 0
}
export async function dropFactor(ctx: Context, userId: string): Promise<void> {
  await ctx.query('delete from recovery_code where site_id = $1 and user_id = $2', [ctx.site, userId])
  await ctx.query('delete from second_factor where site_id = $1 and user_id = $2', [ctx.site, userId])
  await clearCodeFailures(ctx, userId)
}
