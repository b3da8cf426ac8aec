/** Tokens with which machines call the server as a service account. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { recordRowAuditNote } from '@/server/crud/audit'
import { sessionTable } from '@/server/db/sign-in-tables'
import { withLedger, hashEndpointInput, applyOnce, type OpenLedger } from '@/server/ledger'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, sql } from '@/server/sql'
import { createServiceToken, revokeServiceToken, serviceTokens } from '../contract/service-token'
import { user } from '../contract/user'
import { generateToken, hashToken } from './authenticate'
import { assertMayActOnPerson } from './rank'
import { handle } from '@/server/area'

const DEFAULT_TOKEN_DAYS = 365
const isServiceAccount = (account: Pick<Row<typeof user>, 'userType'>): boolean => account.userType === 'service'

/** Lists the tokens of a service account; empty for other accounts. */
export const listTokens = handle(serviceTokens, async (ctx, { userId }) => {
  const account = await ctx.rows.get(user, userId)
  if (!isServiceAccount(account)) return []
  const rows = await ctx.query(
    sql`select ${columns(sessionTable, ['id', { name: 'device' }, 'createdAt', 'seenAt', 'expiresAt', 'address'])} from session
     where site_id = ${ctx.site} and user_id = ${userId} and kind = 'token' order by created_at desc`,
  )
  // `seen_at` is set at creation. A token without an address has not been used yet.
  return rows.map((row) => ({ ...row, name: row.name ?? '', seenAt: row.address === null ? null : row.seenAt }))
})
/**
 * Creates a token. A repeated call with the same idempotency key returns a null `token`, because the ledger does not
 * store tokens.
 */
export const createToken = handle(createServiceToken, async (ctx, input) => {
  const { idempotencyKey } = ctx
  let token: string | null = null
  const insertAndCaptureToken = async (txCtx: Context): Promise<TokenInfo> => {
    const createdToken = await insertToken(txCtx, input)
    token = createdToken.token
    return createdToken.tokenInfo
  }
  const tokenInfo = await runInOwnTransaction(
    ctx,
    (txCtx) => {
      if (!idempotencyKey) return insertAndCaptureToken(txCtx)
      const ledgerEntry = {
        key: idempotencyKey,
        endpoint: createServiceToken.name,
        hash: hashEndpointInput(createServiceToken, input),
      }
      const insertOnce = (ledger: OpenLedger) =>
        applyOnce(ledger, ctx.person!, ledgerEntry, () => insertAndCaptureToken(txCtx))
      return withLedger(txCtx, [idempotencyKey], insertOnce) as Promise<TokenInfo>
    },
    idempotencyKey ? { lockKeys: [idempotencyKey] } : {},
  )
  return { ...tokenInfo, token }
})
type TokenInfo = Pick<EndpointOutput<typeof createServiceToken>, 'id' | 'name' | 'expiresAt'>
async function insertToken(
  ctx: Context,
  input: EndpointInput<typeof createServiceToken>,
): Promise<{ tokenInfo: TokenInfo; token: string }> {
  const account = await ctx.rows.lock(user, input.userId)
  await assertMayActOnPerson(ctx, account)
  if (!isServiceAccount(account) || account.state !== 'active') throw refuse('access:refusals.noService')
  const token = generateToken()
  const id = createUuid7(ctx.now.getTime())
  const expiresAt = new Date(ctx.now.getTime() + (input.days ?? DEFAULT_TOKEN_DAYS) * 86_400_000)
  await ctx.query(
    sql`insert into session (site_id, id, token_hash, user_id, device, created_at, seen_at, expires_at, kind)
      values (${ctx.site}, ${id}, ${hashToken(token)}, ${account.id}, ${input.name}, ${ctx.now}, ${ctx.now}, ${expiresAt}, 'token')`,
  )
  ctx.touch('session')
  await recordRowAuditNote(ctx, user, account, { token: input.name, expiresAt: expiresAt.toISOString() })
  return { tokenInfo: { id, name: input.name, expiresAt: expiresAt.toISOString() }, token }
}
/** Deletes a token of a service account. */
export const revokeToken = handle(revokeServiceToken, async (ctx, { id }) => {
  const [sessionRow] = await ctx.query(
    sql`select ${columns(sessionTable, ['userId', 'device'])} from session where site_id = ${ctx.site} and id = ${id} and kind = 'token' for update`,
  )
  if (!sessionRow) throw new Refusal(errno.notFound, 'contract:errors.notFound')
  const account = await ctx.rows.get(user, sessionRow.userId)
  await assertMayActOnPerson(ctx, account)
  await ctx.query(sql`delete from session where site_id = ${ctx.site} and id = ${id}`)
  ctx.touch('session')
  await recordRowAuditNote(ctx, user, account, { revoked: sessionRow.device })
  return null
})
