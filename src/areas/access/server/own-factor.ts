/** Actions of signed-in people on their own second factor, and its reset by an administrator. */
import { refuse, type SecondFactorRequired } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recordAuditNote, recordRowAuditNote } from '@/server/crud/audit'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { role } from '../contract/role'
import { beginFactor, confirmFactor, ownFactor, removeFactor, resetFactor } from '../contract/second-factor'
import { user } from '../contract/user'
import { runCodeAttempt } from './code-attempts'
import { assertOwnPassword, getOwnThrottleKey } from './own-account'
import { endSessions } from './password'
import { assertMayActOnPerson } from './rank'
import { consumeCode, confirmSecret, deleteFactor, findFactor, hasFactor, proposeSecret } from './second-factor'
import { runInTurn } from './throttle'
import { buildKeyUri } from './totp'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

const isFactorRequired = async (ctx: Context): Promise<boolean> =>
  (await ctx.rows.get(role, ctx.person!.roleId)).secondFactor

/** Returns the state of the caller's second factor. */
export const readOwnFactor = handle(ownFactor, async (ctx) => {
  const factor = await findFactor(ctx, ctx.person!.id)
  return {
    enrolled: Boolean(factor?.secret),
    required: await isFactorRequired(ctx),
    since: factor?.since ?? null,
    recoveryLeft: factor?.left ?? 0,
  }
})
/**
 * Proposes a secret for the caller's second factor. A caller with an active factor must also enter a code of it, so that
 * nobody can replace the factor with the password alone.
 */
export const proposeOwnFactor = handle(beginFactor, (ctx, { password, code }) =>
  runInTurn(getOwnThrottleKey(ctx), async () => {
    await assertOwnPassword(ctx, password, 'access:refusals.wrongPassword')
    if (await hasFactor(ctx, ctx.person!.id)) await assertOwnCode(ctx, code ?? '')
    const secret = await proposeSecret(ctx, ctx.person!.id)
    return { secret, uri: buildKeyUri(secret, ctx.person!.userName, ctx.t('access:factor.issuer')) }
  }),
)
/** Activates the proposed secret and returns the recovery codes. */
export const confirmOwnFactor = handle(confirmFactor, (ctx, { code }) =>
  runInTurn(getOwnThrottleKey(ctx), async () => {
    const person = ctx.person!
    const wasEnrolled = await hasFactor(ctx, person.id)
    const codes = await requireAcceptedCode(ctx, () =>
      runInOwnTransaction(ctx, async (txCtx) => {
        const newCodes = await confirmSecret(txCtx, person.id, code)
        if (!newCodes) return null
        await txCtx.query(
          sql`update session set enrol_first = false where site_id = ${ctx.site} and user_id = ${person.id}`,
        )
        txCtx.touch('session')
        await recordAuditNote(txCtx, person.name, { secondFactor: wasEnrolled ? 'replaced' : 'set up' })
        return newCodes
      }),
    )
    return { recoveryCodes: codes.map((recoveryCode) => ({ code: recoveryCode })) }
  }),
)
/** Removes the caller's second factor. @throws 6000 if the role requires one */
export const removeOwnFactor = handle(removeFactor, (ctx, { password, code }) =>
  runInTurn(getOwnThrottleKey(ctx), async () => {
    if (await isFactorRequired(ctx)) throw refuse('access:refusals.factorRequired')
    await assertOwnPassword(ctx, password, 'access:refusals.wrongPassword')
    await assertOwnCode(ctx, code)
    await runInOwnTransaction(ctx, async (txCtx) => {
      await deleteFactor(txCtx, ctx.person!.id)
      await recordAuditNote(txCtx, ctx.person!.name, { secondFactor: 'given up' })
    })
    return null
  }),
)
async function assertOwnCode(ctx: Context, code: string): Promise<void> {
  if (!code.trim())
    throw refuse('access:refusals.codeNeeded', undefined, { secondFactor: true } satisfies SecondFactorRequired)
  await requireAcceptedCode(ctx, async () => (await consumeCode(ctx, ctx.person!.id, code)) || null)
}
/** Runs an attempt at a code and returns its result. @throws 6000 for a wrong code, which is counted as at a sign-in */
async function requireAcceptedCode<T>(ctx: Context, attempt: () => Promise<T | null>): Promise<T> {
  const result = await runCodeAttempt(ctx, ctx.person!.id, attempt)
  if (result === null) throw refuse('access:refusals.wrongCode')
  return result
}

/** Removes the second factor of an account and ends its sessions. */
export const resetUserFactor = handle(resetFactor, async (ctx, { id }) => {
  const person = await ctx.rows.lock(user, id)
  await assertMayActOnPerson(ctx, person)
  if (!(await hasFactor(ctx, id))) throw refuse('access:refusals.noFactor')
  await deleteFactor(ctx, id)
  await endSessions(ctx, id, null)
  await recordRowAuditNote(ctx, user, person, { secondFactor: 'taken', userName: person.userName })
  return null
})
