import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns'
import { defineSiteId } from './system-columns'

/** A session at a broker or an OPC UA server. One instance at a time holds it by a lease; the next one continues it. */
export const inletSession = pgTable(
  'inlet_session',
  {
    siteId: defineSiteId(),
    inletId: uuid('inlet_id').notNull(),
    slot: integer('slot').notNull(),
    holder: uuid('holder'),
    leaseUntil: instant('lease_until'),
    state: text('state').notNull().default('off'),
    since: instant('since'),
    lastError: text('last_error'),
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    lastReceivedAt: instant('last_received_at'),
    refused: bigint('refused', { mode: 'number' }).notNull().default(0),
    // The latest unreadable messages, newest first.
    refusals: jsonb('refusals').$type<object[]>().notNull().default([]),
  },
  (t) => [primaryKey({ name: 'inlet_session_pk', columns: [t.siteId, t.inletId, t.slot] })],
)
