import type { InOf } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recordAuditNote } from '@/server/crud/audit'
import { sessionTable } from '@/server/db/system'
import { withLedger, loadLedgerRows, hashEndpointInput, applyOnce } from '@/server/ledger'
import { runInOwnTransaction } from '@/server/pipeline'
import { columns, computed, sql } from '@/server/sql'
import { department, role } from '../contract/role'
import { user } from '../contract/user'
import { changePassword, type endSession, type ownInfo, type verification } from '../contract/session'
import { recordLogin } from './login'
import { mustBeFine, passwordRight, setPassword } from './password'
import { giveBack, inTurn, takeTry, throttled } from './throttle'

export async function signOut(ctx: Context): Promise<null> {
  await ctx.query('delete from session where site_id = $1 and id = $2', [ctx.site, ctx.person!.sessionId])
  ctx.touch('session')
  await recordLogin(ctx, ctx.person!.userName, ctx.person!.id, 'logout')
  return null
}
export const ownKey = (ctx: Context): string => `own:${ctx.person!.id}`
/**
 * Whoever found a session open must not find out the password by trying: wrong ones are counted for the person, from
 * wherever. Called in turn, see `ownKey`.
 */
export async function mustKnowPassword(ctx: Context, password: string, refusal: string): Promise<void> {
  const taken = await takeTry(ctx, { pair: ownKey(ctx) })
  if (taken.pairSeconds > 0) throw throttled(taken.pairSeconds)
  if (await passwordRight(ctx.query, ctx.site, ctx.person!.id, password)) return giveBack(ctx, taken)
  throw refuse(refusal)
}

/**
 * A repeat with the key of a change that was made (its answer got lost) would be told that the old password is wrong. The
 * ledger holds that it was made, never a password or a hash of one: that it was this very change is seen by the new
 * password being the one that holds.
 */
export function changeOwnPassword(ctx: Context, input: InOf<typeof changePassword>): Promise<null> {
  return inTurn(ownKey(ctx), async () => {
    if (await madeBefore(ctx)) await mustKnowPassword(ctx, input.newPassword, 'contract:errors.keyReused')
    else await changePasswordNow(ctx, input)
    return null
  })
}
async function madeBefore(ctx: Context): Promise<boolean> {
  if (!ctx.idempotencyKey) return false
  const known = (await loadLedgerRows(ctx.query, ctx.site, [ctx.idempotencyKey])).get(ctx.idempotencyKey)
  return known?.userId === ctx.person!.id && known.op === changePassword.name
}
async function changePasswordNow(ctx: Context, input: InOf<typeof changePassword>): Promise<void> {
  const person = ctx.person!
  await mustKnowPassword(ctx, input.oldPassword, 'access:refusals.wrongOldPassword')
  if (input.oldPassword === input.newPassword) throw refuse('access:refusals.samePassword')
  await mustBeFine(input.newPassword, await ctx.rows.get(user, person.id))
  const key = ctx.idempotencyKey
  await runInOwnTransaction(
    ctx,
    async (inside) => {
      const change = async (): Promise<null> => {
        await setPassword(inside, person.id, input.newPassword, person.sessionId)
        await inside.query('update app_user set must_change = false where site_id = $1 and id = $2', [
          ctx.site,
          person.id,
        ])
        inside.touch('user')
        await recordAuditNote(inside, person.name)
        return null
      }
      const hash = hashEndpointInput(changePassword, input)
      if (key)
        await withLedger(inside, [key], (ledger) =>
          applyOnce(ledger, person, { key, op: changePassword.name, hash }, change),
        )
      else await change()
    },
    key ? { keys: [key] } : {},
  )
}
export async function readOwnAccount(ctx: Context) {
  const { userName, accountName, accountNameEn, nickname, phone, photo, roleId, departmentId, team } =
    await ctx.rows.get(user, ctx.person!.id)
  const own = await ctx.rows.get(role, roleId)
  const at = departmentId ? await ctx.rows.get(department, departmentId) : null
  const named = (row: { name: string; nameEn: string | null } | null) =>
    ctx.language === 'en' && row?.nameEn ? row.nameEn : (row?.name ?? null)
  return { userName, accountName, accountNameEn, nickname, phone, photo, role: named(own), department: named(at), team }
}
export async function changeOwnInfo(ctx: Context, input: InOf<typeof ownInfo>) {
  const { nickname, phone, photo } = await ctx.rows.update(user, ctx.person!.id, {
    ...input,
    photo: input.photo ?? undefined,
  })
  return { nickname, phone, photo }
}
export async function verifyPassword(ctx: Context, input: InOf<typeof verification>) {
  await inTurn(ownKey(ctx), () => mustKnowPassword(ctx, input.password, 'access:refusals.wrongPassword'))
  await ctx.query('update session set verified_at = $3 where site_id = $1 and id = $2', [
    ctx.site,
    ctx.person!.sessionId,
    ctx.now,
  ])
  return { verified: true }
}
export async function ownSessions(ctx: Context) {
  const rows = await ctx.query(
    sql`select ${columns(sessionTable, ['id', 'device', 'address', 'createdAt', 'seenAt'])}, ${computed<{ called: boolean }>`push is not null as called`} from session
     where site_id = ${ctx.site} and user_id = ${ctx.person!.id} and kind = 'login' and expires_at > ${ctx.now} order by seen_at desc limit 100`,
  )
  return rows.map((row) => ({ ...row, current: row.id === ctx.person!.sessionId }))
}
export async function endOwnSession(ctx: Context, input: InOf<typeof endSession>): Promise<null> {
  const ended = await ctx.query('delete from session where site_id = $1 and id = $2 and user_id = $3 returning id', [
    ctx.site,
    input.id,
    ctx.person!.id,
  ])
  if (!ended.length) throw new Refusal(errno.notFound, 'contract:errors.notFound')
  ctx.touch('session')
  return null
}
