/** Storage and check of second factors: secrets of authenticator apps, and recovery codes. */
import { createHash, randomBytes } from 'node:crypto'
import { refuse, type SecondFactorRequired } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recoveryCode, secondFactor } from '@/server/db/sign-in-tables'
import { getSeals } from '@/server/seals'
import { columns, computed, sql } from '@/server/sql'
import { clearCodeFailures } from './code-attempts'
import { encodeBase32, decodeBase32, findTimeStep } from './totp'

const RECOVERY_CODE_COUNT = 10
/** Each code has 80 random bits, so nobody can find one by trying hashes. */
const RECOVERY_CODE_BYTES = 10
/** Ignores case and separators, which differ when a code is typed or read aloud. */
const normalizeCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')
const hashCode = (code: string): string => createHash('sha256').update(normalizeCode(code)).digest('hex')

/**
 * The secret is sealed instead of hashed, because codes are calculated from it. Each person has a seal context of their
 * own.
 */
const toSealContext = (userId: string): string => `second_factor ${userId}`
const openSecret = (ctx: Context, userId: string, sealedSecret: string | null | undefined): string | null =>
  sealedSecret ? getSeals(ctx).open(sealedSecret, toSealContext(userId)) : null

/** Finds a person's second factor with the number of unused recovery codes. */
export async function findFactor(ctx: Context, userId: string) {
  const [row] = await ctx.query(
    sql`select ${columns(secondFactor, ['secret', 'pending', 'since'])}, ${computed<{ left: number }>`
         (select count(*)::int from recovery_code c where c.site_id = f.site_id and c.user_id = f.user_id and c.used_at is null) as left`}
       from second_factor f where site_id = ${ctx.site} and user_id = ${userId}`,
  )
  return row ?? null
}
/** True if the person has an active second factor. */
export const hasFactor = async (ctx: Context, userId: string): Promise<boolean> =>
  Boolean((await findFactor(ctx, userId))?.secret)

/** Stores and returns a new secret. The secret becomes active when the person confirms a code calculated from it. */
export async function proposeSecret(ctx: Context, userId: string): Promise<string> {
  const secret = encodeBase32(randomBytes(20))
  const sealedSecret = getSeals(ctx).seal(secret, toSealContext(userId))
  await ctx.query(
    sql`insert into second_factor (site_id, user_id, pending)
      values (${ctx.site}, ${userId}, ${sealedSecret}) on conflict (site_id, user_id) do update set pending = excluded.pending`,
  )
  return secret
}
/**
 * Activates the proposed secret if the code belongs to it. Returns the new recovery codes, which are shown once; null
 * for a wrong code.
 */
export async function confirmSecret(ctx: Context, userId: string, code: string): Promise<string[] | null> {
  const pendingSecret = openSecret(ctx, userId, (await findFactor(ctx, userId))?.pending)
  const timeStep = pendingSecret ? findTimeStep(decodeBase32(pendingSecret), code.replace(/\s/g, ''), ctx.now) : null
  if (timeStep === null) return null
  await ctx.query(
    sql`update second_factor set secret = pending, pending = null, since = ${ctx.now}, last_step = ${timeStep} where site_id = ${ctx.site} and user_id = ${userId}`,
  )
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    encodeBase32(randomBytes(RECOVERY_CODE_BYTES)).replace(/(.{4})(?=.)/g, '$1-'),
  )
  await ctx.query(sql`delete from recovery_code where site_id = ${ctx.site} and user_id = ${userId}`)
  await ctx.query(
    sql`insert into recovery_code (site_id, user_id, hash) select ${ctx.site}, ${userId}, unnest(${codes.map(hashCode)}::text[])`,
  )
  return codes
}
/**
 * True if the code is right: an unused code of the authenticator, or a recovery code. The call consumes the code.
 * @throws 6000 if the secret cannot be unsealed for lack of its key and no valid recovery code was given
 */
export async function consumeCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const sealedSecret = (await findFactor(ctx, userId))?.secret
  if (!sealedSecret) return false
  const secret = openSecret(ctx, userId, sealedSecret)
  const timeStep = secret ? findTimeStep(decodeBase32(secret), code.replace(/\s/g, ''), ctx.now) : null
  // A single statement each, so that only one of two concurrent requests with the same code succeeds.
  const consumedRows =
    timeStep === null
      ? await ctx.query(
          sql`update recovery_code set used_at = ${ctx.now} where site_id = ${ctx.site} and user_id = ${userId} and hash = ${hashCode(code)} and used_at is null
             returning ${columns(recoveryCode, ['hash'])}`,
        )
      : await ctx.query(
          sql`update second_factor set last_step = ${timeStep} where site_id = ${ctx.site} and user_id = ${userId} and last_step < ${timeStep}
             returning ${columns(secondFactor, ['userId'])}`,
        )
  if (consumedRows.length === 0 && !secret)
    throw refuse('access:refusals.factorSealed', undefined, { secondFactor: true } satisfies SecondFactorRequired)
  return consumedRows.length > 0
}
/** Deletes a person's second factor, recovery codes and failure count. */
export async function deleteFactor(ctx: Context, userId: string): Promise<void> {
  await ctx.query(sql`delete from recovery_code where site_id = ${ctx.site} and user_id = ${userId}`)
  await ctx.query(sql`delete from second_factor where site_id = ${ctx.site} and user_id = ${userId}`)
  await clearCodeFailures(ctx, userId)
}
