/** Links that admit a screen: created once, used once, revocable at any time. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { recordAuditNote } from '@/server/crud/audit'
import { runInOwnTransaction } from '@/server/pipeline'
import {
  endScreenSession,
  ensureScreenAccount,
  generateScreenSecret,
  openScreenSession,
  hashScreenSecret,
  loadScreenSeenTimes,
} from '@/areas/access/server/queries/screen-session'
import { loadReferencedNames } from '@/server/crud/load-names'
import { requirePerson } from '@/plant/server/plant'
import {
  lobbyLink,
  type enterLobby,
  type lobbyScreens,
  type makeLobbyLink,
  type revokeLobbyLink,
} from '../contract/lobby-link'
import { LINK_HOURS, linkState } from '../rules/lobby'

const MOST = 500
/** Lists the newest links with their state (GET /plant/lobby_link). */
export async function listLinks(ctx: Context): Promise<EndpointOutput<typeof lobbyScreens>> {
  const rows = await ctx.rows.find(lobbyLink, { orderBy: '-createdAt', limit: MOST })
  const seen = await loadScreenSeenTimes(
    ctx,
    rows.flatMap(({ sessionId }) => sessionId ?? []),
  )
  const people = await loadReferencedNames(ctx, 'user', rows, 'createdBy')
  return rows.map((row) => {
    const { id, name, place, createdAt, createdBy, expiresAt, enteredAt, enteredFrom, revokedAt, sessionId } = row
    const seenAt = sessionId ? (seen.get(sessionId) ?? null) : null
    const state = linkState(row, ctx.now.getTime())
    return {
      id,
      name,
      place,
      state,
      createdAt,
      createdBy: createdBy ? (people[createdBy] ?? null) : null,
      expiresAt,
      enteredAt,
      enteredFrom,
      revokedAt,
      seenAt,
    }
  })
}
/** Creates a link and answers its secret (POST /plant/lobby_link). */
export const makeLink = (
  ctx: Context,
  { name, place }: EndpointInput<typeof makeLobbyLink>,
): Promise<EndpointOutput<typeof makeLobbyLink>> =>
  runInOwnTransaction(ctx, async (inside) => {
    await ensureScreenAccount(inside)
    const { secret, hash } = generateScreenSecret()
    const expiresAt = new Date(ctx.now.getTime() + LINK_HOURS * 3_600_000).toISOString()
    const row = await inside.rows.insert(lobbyLink, { name, place: place ?? null, expiresAt, secretHash: hash })
    return { id: row.id, name, expiresAt, secret }
  })
/** Revokes a link and ends its session (DELETE /plant/lobby_link). */
export async function revokeLink(ctx: Context, { id }: EndpointInput<typeof revokeLobbyLink>): Promise<null> {
  const row = await ctx.rows.lock(lobbyLink, id)
  if (row.revokedAt !== null) return null
  if (row.sessionId) await endScreenSession(ctx, row.sessionId)
  await ctx.rows.update(lobbyLink, id, { revokedAt: ctx.now.toISOString(), revokedBy: requirePerson(ctx).id })
  return null
}
/** Exchanges the secret of a link for a session (POST /plant/lobby_enter). */
export async function enter(
  ctx: Context,
  { secret }: EndpointInput<typeof enterLobby>,
): Promise<EndpointOutput<typeof enterLobby>> {
  const [row] = await ctx.rows.find(lobbyLink, {
    where: { secretHash: hashScreenSecret(secret) },
    lock: true,
    limit: 1,
  })
  if (!row) throw refuse('boards:refusals.linkUnknown')
  const state = linkState(row, ctx.now.getTime())
  if (state === 'revoked') throw refuse('boards:refusals.linkRevoked')
  if (state === 'entered') throw refuse('boards:refusals.linkUsed')
  if (state === 'expired') throw refuse('boards:refusals.linkExpired', { hours: LINK_HOURS })
  const opened = await openScreenSession(ctx, row.name)
  await ctx.rows.update(lobbyLink, row.id, {
    enteredAt: ctx.now.toISOString(),
    enteredFrom: ctx.origin.address,
    sessionId: opened.id,
  })
  await recordAuditNote(ctx, row.name, { screen: 'entered' })
  return { token: opened.token, name: row.name }
}
