import { createHash, randomBytes } from 'node:crypto'
import type { Authenticate, Application, SessionLimits } from '@/server/application'
import { calculateSessionEnd } from '@/server/session-limits'
import type { Person } from '@/server/context'
import { BatchedLookups } from '@/server/db/batched-lookups'
import { createQuery } from '@/server/db/prepared-statements'
import { sessionTable } from '@/server/db/system'
import { columns, sql, type RowFor } from '@/server/sql'
import { menu, role } from '../contract/role'
import { user } from '../contract/user'

/** Generates a random token of 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** Hashes a token for storage. Tokens have 256 random bits, so a plain hash cannot be searched. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Minimum interval between writes of a session's last use and expiry, so that not every request writes. It is shorter
 * for service tokens, because their last use shows whether a machine still calls.
 */
const TOUCH_MS = { login: 5 * 60_000, screen: 5 * 60_000, token: 60_000 } as const

interface Kept {
  person: Person
  expiresAt: number
  /** Time from which the last use is written again, in ms. */
  touchAt: number
  versions: string
}

const sessionsOf = (hashes: readonly string[]) =>
  sql`select ${columns(sessionTable, ['tokenHash', { sessionId: 'id' }, 'createdAt', 'expiresAt', 'seenAt', 'address', 'kind', 'enrolFirst'], 's')},
    ${columns(user, ['id', 'accountName', 'userName', 'roleId', 'departmentId', 'team', 'lineIds', 'isSup', 'mustChange', 'state'], 'u')},
    ${columns(role, [{ roleVersion: 'version' }], 'r')}
  from session s join app_user u on u.site_id = s.site_id and u.id = s.user_id join role r on r.site_id = u.site_id and r.id = u.role_id
  where s.token_hash = any(${hashes})`
type Found = RowFor<ReturnType<typeof sessionsOf>>

/**
 * Creates the function that finds the person behind a token. It looks the session up at every request, so a removal, a
 * suspension or a lost key takes effect at once; concurrent requests share one query.
 * The embedded database has a single process that knows all changes, so there the person is cached until one matters.
 */
export function authenticator(app: Pick<Application, 'db' | 'changes' | 'clock'>, limits: SessionLimits): Authenticate {
  const rights = new Map<string, ReadonlySet<string>>()
  const kept = new Map<string, Kept>()
  const query = createQuery(app.db.pool)
  const sessions = new BatchedLookups<Found>(
    async (hashes) => new Map((await query(sessionsOf(hashes))).map((row) => [row.tokenHash, row])),
  )
  const versions = () => ['session', 'user', 'role', 'menu'].map((name) => app.changes.version(name)).join()

  return async (token, { address }) => {
    const hash = tokenHash(token)
    const now = app.clock()
    const at = versions()
    const known = kept.get(hash)
    if (known && known.versions === at && app.db.kind === 'embedded') {
      if (known.expiresAt <= now.getTime()) return 'expired'
      if (now.getTime() < known.touchAt) return known.person
    }
    // Fetched together with the session, so that the caches of this instance are as recent as the request.
    const [row] = await Promise.all([sessions.find(hash), app.changes.catchUp()])
    if (!row || row.state !== 'active') {
      kept.delete(hash)
      return null
    }
    if (Date.parse(row.expiresAt) <= now.getTime()) return 'expired'
    const person = personOf(row, await keysOf(row))
    const slid =
      row.kind === 'login' ? calculateSessionEnd(new Date(row.createdAt), now, limits) : new Date(row.expiresAt)
    // A service token has no address before its first call; a login session keeps the address it started from.
    const first = row.kind === 'token' && row.address === null
    const due = first || now.getTime() - Date.parse(row.seenAt) >= TOUCH_MS[row.kind]
    if (due)
      await app.db.pool.query(
        'update session set seen_at = $2, expires_at = $3, address = coalesce($4, address) where token_hash = $1',
        [hash, now, slid, row.kind === 'token' ? address : null],
      )
    if (kept.size > 10_000) kept.clear()
    kept.set(hash, {
      person,
      expiresAt: due ? slid.getTime() : Date.parse(row.expiresAt),
      touchAt: (due ? now.getTime() : Date.parse(row.seenAt)) + TOUCH_MS[row.kind],
      versions: at,
    })
    return person
  }

  async function keysOf(row: Found): Promise<ReadonlySet<string>> {
    const name = `${row.roleId} ${row.roleVersion} ${app.changes.version('menu')}`
    const known = rights.get(name)
    if (known) return known
    const rows = await query(
      sql`select ${columns(menu, ['url'], 'm')} from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
        where r.id = ${row.roleId} and m.menu_type = 4`,
    )
    const keys = new Set(rows.map((r) => r.url))
    if (rights.size > 1000) rights.clear()
    rights.set(name, keys)
    return keys
  }
}

const personOf = (row: Found, keys: ReadonlySet<string>): Person => ({
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
  ...(row.kind === 'screen' ? { screen: true } : {}),
  ...(row.kind === 'token' ? { machine: true } : {}),
})
