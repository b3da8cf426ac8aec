import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'
import { defineSiteId } from './system-columns'

/** A person's authenticator app: the shared secret and the last time step whose code was used. */
export const secondFactor = pgTable(
  'second_factor',
  {
    siteId: defineSiteId(),
    userId: uuid('user_id').notNull(),
    // Both sealed; see `server/seals`.
    secret: text('secret'),
    // Proposed; not in force until one of its codes has been entered.
    pending: text('pending'),
    since: instant('since'),
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ name: 'second_factor_pk', columns: [t.siteId, t.userId] })],
)

/** Recovery codes for people who lost their phone, hashed; each works once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    siteId: defineSiteId(),
    userId: uuid('user_id').notNull(),
    hash: text('hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ name: 'recovery_code_pk', columns: [t.siteId, t.userId, t.hash] })],
)
