import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse, type WantsCode } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recordAuditNote, recordRowAuditNote } from '@/server/crud/audit'
import { runInOwnTransaction } from '@/server/pipeline'
import { role } from '../contract/role'
import type { beginFactor, confirmFactor, ownFactor, removeFactor, resetFactor } from '../contract/second-factor'
import { user } from '../contract/user'
import { attemptCode } from './attempt-code'
import { mustKnowPassword, ownKey } from './own-account'
import { endSessions } from './password'
import { mayActOnPerson } from './rank'
import { codeOpens, confirmSecret, dropFactor, factorOf, hasFactor, proposeSecret } from './second-factor'
import { inTurn } from './throttle'
import { keyUri } from './totp'

const isRequired = async (ctx: Context): Promise<boolean> => (await ctx.rows.get(role, ctx.person!.roleId)).secondFactor

/** Returns the state of the caller's second factor. */
export async function readFactor(ctx: Context): Promise<OutOf<typeof ownFactor>> {
  const factor = await factorOf(ctx, ctx.person!.id)
  return {
    enrolled: Boolean(factor?.secret),
    required: await isRequired(ctx),
    since: factor?.since ?? null,
    recoveryLeft: factor?.left ?? 0,
  }
}
/**
 * Proposes a secret for the caller's second factor. An existing factor must confirm with a code; otherwise an
 * unattended session and a password would be enough to replace it.
 */
export const propose = (
  ctx: Context,
  { password, code }: InOf<typeof beginFactor>,
): Promise<OutOf<typeof beginFactor>> =>
  inTurn(ownKey(ctx), async () => {
    await mustKnowPassword(ctx, password, 'access:refusals.wrongPassword')
    if (await hasFactor(ctx, ctx.person!.id)) await mustGiveOwnCode(ctx, code ?? '')
    const secret = await proposeSecret(ctx, ctx.person!.id)
    return { secret, uri: keyUri(secret, ctx.person!.userName, ctx.t('access:factor.issuer')) }
  })
/** Activates the proposed secret and returns the recovery codes. */
export const confirm = (ctx: Context, { code }: InOf<typeof confirmFactor>): Promise<OutOf<typeof confirmFactor>> =>
  inTurn(ownKey(ctx), async () => {
    const person = ctx.person!
    const before = await hasFactor(ctx, person.id)
    const codes = await tried(ctx, () =>
      runInOwnTransaction(ctx, async (inside) => {
        const made = await confirmSecret(inside, person.id, code)
        if (!made) return null
        await inside.query('update session set enrol_first = false where site_id = $1 and user_id = $2', [
          ctx.site,
          person.id,
        ])
        inside.touch('session')
        await recordAuditNote(inside, person.name, { secondFactor: before ? 'replaced' : 'set up' })
        return made
      }),
    )
    return { recoveryCodes: codes.map((one) => ({ code: one })) }
  })
/** Removes the caller's second factor. @throws 6000 if the role requires one */
export const remove = (ctx: Context, { password, code }: InOf<typeof removeFactor>): Promise<null> =>
  inTurn(ownKey(ctx), async () => {
    if (await isRequired(ctx)) throw refuse('access:refusals.factorRequired')
    await mustKnowPassword(ctx, password, 'access:refusals.wrongPassword')
    await mustGiveOwnCode(ctx, code)
    await runInOwnTransaction(ctx, async (inside) => {
      await dropFactor(inside, ctx.person!.id)
      await recordAuditNote(inside, ctx.person!.name, { secondFactor: 'given up' })
    })
    return null
  })
async function mustGiveOwnCode(ctx: Context, code: string): Promise<void> {
  if (!code.trim()) throw refuse('access:refusals.codeNeeded', undefined, { secondFactor: true } satisfies WantsCode)
  await tried(ctx, async () => (await codeOpens(ctx, ctx.person!.id, code)) || null)
}
/** Runs an attempt at a code and returns its result. @throws 6000 for a wrong code, which counts as at a sign-in */
async function tried<T>(ctx: Context, work: () => Promise<T | null>): Promise<T> {
  const done = await attemptCode(ctx, ctx.person!.id, work)
  if (done === null) throw refuse('access:refusals.wrongCode')
  return done
}

/** Removes the second factor of an account and ends its sessions. */
export async function takeFactor(ctx: Context, { id }: InOf<typeof resetFactor>): Promise<null> {
  const person = await ctx.rows.lock(user, id)
  await mayActOnPerson(ctx, person)
  if (!(await hasFactor(ctx, id))) throw refuse('access:refusals.noFactor')
  await dropFactor(ctx, id)
  await endSessions(ctx, id, null)
  await recordRowAuditNote(ctx, user, person, { secondFactor: 'taken', userName: person.userName })
  return null
}
