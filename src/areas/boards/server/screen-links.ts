/** Links that admit a screen: created once, used once, revocable at any time. */
import { refuse } from '@/contract/errno'
import { recordAuditNote } from '@/server/crud/audit'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import {
  generateScreenSecret,
  hashScreenSecret,
  loadScreenSeenTimes,
} from '@/areas/access/server/queries/screen-session'
import { endScreenSession, openScreenSession, ensureScreenAccount } from '@/areas/access/server/writes/screen-session'
import { requirePerson } from '@/plant/server/plant'
import { lobbyLink, enterLobby, lobbyLinkList, makeLobbyLink, revokeLobbyLink } from '../contract/lobby-link'
import { LINK_VALID_HOURS, getLinkState } from '../rules/large-screen'
import { handle } from '@/server/area'

const MAX_LINKS = 500
/** Lists the newest links with their state (GET /plant/lobby_link). */
export const listScreenLinks = handle(lobbyLinkList, async (ctx) => {
  const rows = await ctx.rows.find(lobbyLink, { orderBy: '-createdAt', limit: MAX_LINKS })
  const seenTimes = await loadScreenSeenTimes(
    ctx,
    rows.flatMap(({ sessionId }) => sessionId ?? []),
  )
  return rows.map((row) => {
    const { id, name, place, createdAt, createdBy, expiresAt, enteredAt, enteredFrom, revokedAt, sessionId } = row
    const seenAt = sessionId ? (seenTimes.get(sessionId) ?? null) : null
    const state = getLinkState(row, ctx.now.getTime())
    return {
      id,
      name,
      place,
      state,
      createdAt,
      createdBy,
      expiresAt,
      enteredAt,
      enteredFrom,
      revokedAt,
      seenAt,
    }
  })
})
/** Creates a link and returns its secret (POST /plant/lobby_link). */
export const createScreenLink = handle(makeLobbyLink, (ctx, { name, place }) =>
  runInOwnTransaction(ctx, async (transaction) => {
    await ensureScreenAccount(transaction)
    const { secret, hash } = generateScreenSecret()
    const expiresAt = new Date(ctx.now.getTime() + LINK_VALID_HOURS * 3_600_000).toISOString()
    const row = await transaction.rows.insert(lobbyLink, { name, place: place ?? null, expiresAt, secretHash: hash })
    return { id: row.id, name, expiresAt, secret }
  }),
)
/** Revokes a link and ends its session (DELETE /plant/lobby_link). */
export const revokeScreenLink = handle(revokeLobbyLink, async (ctx, { id }) => {
  const row = await ctx.rows.lock(lobbyLink, id)
  if (row.revokedAt !== null) return null
  if (row.sessionId) await endScreenSession(ctx, row.sessionId)
  await ctx.rows.update(lobbyLink, id, { revokedAt: ctx.now.toISOString(), revokedBy: requirePerson(ctx).id })
  return null
})
/** Exchanges the secret of a link for a session (POST /plant/lobby_enter). */
export const enterByScreenLink = handle(enterLobby, async (ctx, { secret }) => {
  const [row] = await ctx.rows.find(lobbyLink, {
    where: { secretHash: hashScreenSecret(secret) },
    lock: true,
    limit: 1,
  })
  if (!row) throw refuse('boards:refusals.linkUnknown')
  const state = getLinkState(row, ctx.now.getTime())
  if (state === 'revoked') throw refuse('boards:refusals.linkRevoked')
  if (state === 'entered') throw refuse('boards:refusals.linkUsed')
  if (state === 'expired') throw refuse('boards:refusals.linkExpired', { hours: LINK_VALID_HOURS })
  const session = await openScreenSession(ctx, row.name)
  await ctx.rows.update(lobbyLink, row.id, {
    enteredAt: ctx.now.toISOString(),
    enteredFrom: ctx.origin.address,
    sessionId: session.id,
  })
  await recordAuditNote(ctx, row.name, { screen: 'entered' })
  return { token: session.token, name: row.name }
})
