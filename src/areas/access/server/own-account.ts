/** Actions of signed-in people on their own account and sessions. */
import type { EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recordAuditNote } from '@/server/crud/audit'
import { sessionTable } from '@/server/db/sign-in-tables'
import { withLedger, loadLedgerRows, hashEndpointInput, applyOnce } from '@/server/ledger'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, computed, sql } from '@/server/sql'
import { department, role } from '../contract/role'
import { user } from '../contract/user'
import {
  changePassword,
  endSession,
  updateOwnAccount,
  verification,
  logout,
  ownAccount,
  sessions,
} from '../contract/session'
import { recordLogin } from './login'
import { assertPasswordAcceptable, isPasswordRight, setPassword } from './password'
import { acceptAttempt, runInTurn, countAttempt, createThrottledRefusal } from './throttle'
import { handle } from '@/server/area'

/** Ends the caller's session and records the logout. */
export const endCurrentSession = handle(logout, async (ctx) => {
  await ctx.query(sql`delete from session where site_id = ${ctx.site} and id = ${ctx.person!.sessionId}`)
  ctx.touch('session')
  await recordLogin(ctx, ctx.person!.userName, ctx.person!.id, 'logout')
  return null
})
/** Returns the key that serializes and counts the password checks of the signed-in person. */
export const getOwnThrottleKey = (ctx: Context): string => `own:${ctx.person!.id}`
/**
 * Checks the password of the signed-in person. Wrong passwords are counted per person, from any address, so that nobody
 * can guess the password at an unattended device. Call within `runInTurn`, see `getOwnThrottleKey`.
 * @param refusalKey text key of the refusal for a wrong password
 * @throws 4201 while the person has to wait, 6000 for a wrong password
 */
export async function assertOwnPassword(ctx: Context, password: string, refusalKey: string): Promise<void> {
  const countedAttempt = await countAttempt(ctx, { pair: getOwnThrottleKey(ctx) })
  if (countedAttempt.pairWaitSeconds > 0) throw createThrottledRefusal(countedAttempt.pairWaitSeconds)
  if (await isPasswordRight(ctx.query, ctx.site, ctx.person!.id, password)) return acceptAttempt(ctx, countedAttempt)
  throw refuse(refusalKey)
}

/**
 * Changes the caller's password. A repeat after a lost answer would fail, because the old password is no longer right.
 * The idempotency ledger cannot recognize the repeat by its content, because it stores neither password nor hash. A
 * repeat therefore succeeds if its new password is the current password.
 */
export const changeOwnPassword = handle(changePassword, (ctx, input) => {
  return runInTurn(getOwnThrottleKey(ctx), async () => {
    if (await isRepeatedChange(ctx)) await assertOwnPassword(ctx, input.newPassword, 'contract:errors.keyReused')
    else await applyPasswordChange(ctx, input)
    return null
  })
})
/** True if the ledger records a password change by this person under the same idempotency key. */
async function isRepeatedChange(ctx: Context): Promise<boolean> {
  if (!ctx.idempotencyKey) return false
  const ledgerEntry = (await loadLedgerRows(ctx.query, ctx.site, [ctx.idempotencyKey])).get(ctx.idempotencyKey)
  return ledgerEntry?.userId === ctx.person!.id && ledgerEntry.op === changePassword.name
}
async function applyPasswordChange(ctx: Context, input: EndpointInput<typeof changePassword>): Promise<void> {
  const person = ctx.person!
  await assertOwnPassword(ctx, input.oldPassword, 'access:refusals.wrongOldPassword')
  if (input.oldPassword === input.newPassword) throw refuse('access:refusals.samePassword')
  await assertPasswordAcceptable(input.newPassword, await ctx.rows.get(user, person.id))
  const { idempotencyKey } = ctx
  await runInOwnTransaction(
    ctx,
    async (txCtx) => {
      const applyChange = async (): Promise<null> => {
        await setPassword(txCtx, person.id, input.newPassword, person.sessionId)
        await txCtx.query(
          sql`update app_user set must_change = false where site_id = ${ctx.site} and id = ${person.id}`,
        )
        txCtx.touch('user')
        await recordAuditNote(txCtx, person.name)
        return null
      }
      const inputHash = hashEndpointInput(changePassword, input)
      if (idempotencyKey)
        await withLedger(txCtx, [idempotencyKey], (ledger) =>
          applyOnce(
            ledger,
            person,
            { key: idempotencyKey, endpoint: changePassword.name, hash: inputHash },
            applyChange,
          ),
        )
      else await applyChange()
    },
    idempotencyKey ? { lockKeys: [idempotencyKey] } : {},
  )
}
/** Returns the caller's account with role and department by name. */
export const readOwnAccount = handle(ownAccount, async (ctx) => {
  const { userName, accountName, accountNameEn, nickname, phone, photo, roleId, departmentId, team } =
    await ctx.rows.get(user, ctx.person!.id)
  const roleRow = await ctx.rows.get(role, roleId)
  const departmentRow = departmentId ? await ctx.rows.get(department, departmentId) : null
  const getNameInLanguage = (row: { name: string; nameEn: string | null } | null) =>
    ctx.language === 'en' && row?.nameEn ? row.nameEn : (row?.name ?? null)
  return {
    userName,
    accountName,
    accountNameEn,
    nickname,
    phone,
    photo,
    role: getNameInLanguage(roleRow),
    department: getNameInLanguage(departmentRow),
    team,
  }
})
/** Updates the caller's nickname, phone and photo. */
export const changeOwnInfo = handle(updateOwnAccount, async (ctx, input) => {
  const { nickname, phone, photo } = await ctx.rows.update(user, ctx.person!.id, {
    ...input,
    photo: input.photo ?? undefined,
  })
  return { nickname, phone, photo }
})
/** Checks the caller's password and stores the time of verification in the session. */
export const verifyPassword = handle(verification, async (ctx, input) => {
  await runInTurn(getOwnThrottleKey(ctx), () => assertOwnPassword(ctx, input.password, 'access:refusals.wrongPassword'))
  await ctx.query(
    sql`update session set verified_at = ${ctx.now} where site_id = ${ctx.site} and id = ${ctx.person!.sessionId}`,
  )
  return { verified: true }
})
/** Lists the caller's login sessions, at most 100. */
export const listOwnSessions = handle(sessions, async (ctx) => {
  const rows = await ctx.query(
    sql`select ${columns(sessionTable, ['id', 'device', 'address', 'createdAt', 'seenAt'])}, ${computed<{ called: boolean }>`push is not null as called`} from session
     where site_id = ${ctx.site} and user_id = ${ctx.person!.id} and kind = 'login' and expires_at > ${ctx.now} order by seen_at desc limit 100`,
  )
  return rows.map((row) => ({ ...row, current: row.id === ctx.person!.sessionId }))
})
/** Ends one of the caller's sessions. */
export const endOwnSession = handle(endSession, async (ctx, input) => {
  const endedRows = await ctx.query(
    sql`delete from session where site_id = ${ctx.site} and id = ${input.id} and user_id = ${ctx.person!.id} returning id`,
  )
  if (!endedRows.length) throw new Refusal(errno.notFound, 'contract:errors.notFound')
  ctx.touch('session')
  return null
})
