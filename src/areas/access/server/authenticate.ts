/** Finds the person behind the token of a request, and opens sessions. */
import { createHash, randomBytes } from 'node:crypto'
import type { Authenticate, Application, SessionLimits } from '@/server/application'
import { calculateSessionEnd, getSessionLimits } from '@/server/session-limits'
import type { Person, Context } from '@/server/context'
import { getPoolQuery } from '@/server/create-context'
import { BatchedLookups } from '@/server/db/batched-lookups'
import { createQuery } from '@/server/db/prepared-statements'
import { sessionTable } from '@/server/db/sign-in-tables'
import { columns, sql, type SqlRow } from '@/server/sql'
import { menu, role } from '../contract/role'
import { user } from '../contract/user'
import { BUTTON_TYPE } from '../rules/menu-tree'
import { createUuid7 } from '@/contract/id'

/** Generates a random token of 256 bits. */
export const generateToken = (): string => randomBytes(32).toString('base64url')
/** Hashes a token for storage. Tokens have 256 random bits, so nobody can find one by trying hashes. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Minimum interval between writes of a session's last use and expiry, so that not every request writes. It is shorter
 * for service tokens, because their last use shows whether a machine still calls.
 */
const TOUCH_INTERVAL_MS = { login: 5 * 60_000, screen: 5 * 60_000, token: 60_000 } as const
/** A full cache is emptied. */
const MAX_CACHED_SESSIONS = 10_000
const MAX_CACHED_ROLES = 1000

interface CachedPerson {
  person: Person
  /** End of the session in ms since 1970. */
  expiresAt: number
  /** Time in ms since 1970. The first call after this time writes the last use again. */
  nextTouchAt: number
  /** Versions of the tables at the time of caching, see `getCacheVersions`. */
  versions: string
}

const buildSessionQuery = (hashes: readonly string[]) =>
  sql`select ${columns(sessionTable, ['tokenHash', { sessionId: 'id' }, 'createdAt', 'expiresAt', 'seenAt', 'address', 'kind', 'enrolFirst'], 's')},
    ${columns(user, ['id', 'accountName', 'userName', 'roleId', 'departmentId', 'team', 'lineIds', 'isSup', 'mustChange', 'state'], 'u')},
    ${columns(role, [{ roleVersion: 'version' }], 'r')}
  from session s join app_user u on u.site_id = s.site_id and u.id = s.user_id join role r on r.site_id = u.site_id and r.id = u.role_id
  where s.token_hash = any(${hashes})`
type SessionRow = SqlRow<ReturnType<typeof buildSessionQuery>>

/**
 * Creates the function that finds the person behind a token. The function looks up the session at every request, so a
 * removal, a suspension or the loss of a permission takes effect at once. Concurrent requests share one query. With the
 * embedded database, a single process knows all changes, so the person is cached until a session, account, role or menu
 * changes.
 */
export function createAuthenticator(
  app: Pick<Application, 'db' | 'changes' | 'clock'>,
  limits: SessionLimits,
): Authenticate {
  const permissionKeysByCacheKey = new Map<string, ReadonlySet<string>>()
  const cache = new Map<string, CachedPerson>()
  const query = createQuery(app.db.pool)
  const sessionLookups = new BatchedLookups<SessionRow>(
    async (hashes) => new Map((await query(buildSessionQuery(hashes))).map((row) => [row.tokenHash, row])),
  )
  const getCacheVersions = () => ['session', 'user', 'role', 'menu'].map((name) => app.changes.getVersion(name)).join()

  return async (token, { address }) => {
    const hash = hashToken(token)
    const now = app.clock()
    const currentVersions = getCacheVersions()
    const cachedPerson = cache.get(hash)
    if (cachedPerson && cachedPerson.versions === currentVersions && app.db.kind === 'embedded') {
      if (cachedPerson.expiresAt <= now.getTime()) return 'expired'
      if (now.getTime() < cachedPerson.nextTouchAt) return cachedPerson.person
    }
    // Changes are fetched together with the session, so that the caches of this instance are as recent as the request.
    const [row] = await Promise.all([sessionLookups.find(hash), app.changes.catchUp()])
    if (!row || row.state !== 'active') {
      cache.delete(hash)
      return null
    }
    if (Date.parse(row.expiresAt) <= now.getTime()) return 'expired'
    const person = buildPerson(row, await loadRoleKeys(row))
    const nextExpiry =
      row.kind === 'login' ? calculateSessionEnd(new Date(row.createdAt), now, limits) : new Date(row.expiresAt)
    // A service token has no address before its first call; a login session keeps the address it started from.
    const isFirstCall = row.kind === 'token' && row.address === null
    const isTouchDue = isFirstCall || now.getTime() - Date.parse(row.seenAt) >= TOUCH_INTERVAL_MS[row.kind]
    if (isTouchDue)
      await getPoolQuery(app)(
        sql`update session set seen_at = ${now}, expires_at = ${nextExpiry}, address = coalesce(${row.kind === 'token' ? address : null}, address) where token_hash = ${hash}`,
      )
    if (cache.size > MAX_CACHED_SESSIONS) cache.clear()
    cache.set(hash, {
      person,
      expiresAt: isTouchDue ? nextExpiry.getTime() : Date.parse(row.expiresAt),
      nextTouchAt: (isTouchDue ? now.getTime() : Date.parse(row.seenAt)) + TOUCH_INTERVAL_MS[row.kind],
      versions: currentVersions,
    })
    return person
  }

  async function loadRoleKeys(row: SessionRow): Promise<ReadonlySet<string>> {
    const cacheKey = `${row.roleId} ${row.roleVersion} ${app.changes.getVersion('menu')}`
    const cachedKeys = permissionKeysByCacheKey.get(cacheKey)
    if (cachedKeys) return cachedKeys
    const rows = await query(
      sql`select ${columns(menu, ['url'], 'm')} from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
        where r.id = ${row.roleId} and m.menu_type = ${BUTTON_TYPE}`,
    )
    const keys = new Set(rows.map(({ url }) => url))
    if (permissionKeysByCacheKey.size > MAX_CACHED_ROLES) permissionKeysByCacheKey.clear()
    permissionKeysByCacheKey.set(cacheKey, keys)
    return keys
  }
}

const buildPerson = (row: SessionRow, keys: ReadonlySet<string>): Person => ({
  id: row.id,
  name: row.accountName,
  userName: row.userName,
  roleId: row.roleId,
  departmentId: row.departmentId,
  team: row.team,
  lineIds: row.lineIds,
  isSup: row.isSup,
  keys,
  sessionId: row.sessionId,
  mustChange: row.mustChange,
  mustEnrol: row.enrolFirst,
  ...(row.kind === 'screen' ? { isScreen: true } : {}),
  ...(row.kind === 'token' ? { isMachine: true } : {}),
})

/**
 * Opens a session on a device and returns its token. Sessions beyond the limit per person end, least recently used
 * first.
 */
export async function openSession(
  ctx: Context,
  userId: string,
  device: string | null,
  mustEnrol: boolean,
): Promise<string> {
  const limits = getSessionLimits(ctx)
  const token = generateToken()
  await ctx.query(
    sql`insert into session (site_id, id, token_hash, user_id, device, address, created_at, seen_at, expires_at, enrol_first)
      values (${ctx.site}, ${createUuid7(ctx.now.getTime())}, ${hashToken(token)}, ${userId}, ${device}, ${ctx.origin.address}, ${ctx.now}, ${ctx.now}, ${calculateSessionEnd(ctx.now, ctx.now, limits)}, ${mustEnrol})`,
  )
  const endedSessions = await ctx.query(sql`delete from session where site_id = ${ctx.site} and id in (
       select id from session where site_id = ${ctx.site} and user_id = ${userId} and kind = 'login' order by seen_at desc, id desc offset ${limits.maxPerPerson}) returning id`)
  if (endedSessions.length > 0) ctx.touch('session')
  return token
}
