import { sql } from 'drizzle-orm'
import { integer, bigint, pgTable, primaryKey, text, jsonb, uuid, index, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns'
import type { Language } from '@/contract/language'
import type { OutboundKind, OutboundState } from '@/contract/webhook'

/** Defines the `site_id` column that most tables of the kit have. */
export const defineSiteId = () => integer('site_id').notNull().default(1)
/** Defines a moment column that defaults to the current time. */
export const defineTimestamp = (name: string) =>
  instant(name)
    .notNull()
    .default(sql`now()`)

/**
 * A random number per resource that is renewed with every change of its rows. Instances compare it to detect outdated
 * caches.
 */
export const resourceStamp = pgTable(
  'resource_stamp',
  {
    siteId: defineSiteId(),
    resource: text('resource').notNull(),
    stamp: bigint('stamp', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'resource_stamp_pk', columns: [t.siteId, t.resource] })],
)

/** A session at a broker or an OPC UA server. One instance at a time leases the session; the next instance continues it. */
export const inletSession = pgTable(
  'inlet_session',
  {
    siteId: defineSiteId(),
    inletId: uuid('inlet_id').notNull(),
    // Number of the session, from 0: an inlet may have several parallel sessions.
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

/**
 * A phone's address at its browser vendor's push service, with the keys for encrypting messages that only this phone can
 * decrypt (RFC 8291).
 */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Language of the person who uses the phone. */
  readonly language: Language
}
/** The key with which the server signs requests to push services: a JSON Web Key, sealed. */
export const pushKey = pgTable('push_key', { siteId: defineSiteId(), key: jsonb('key').notNull() }, (t) => [
  primaryKey({ name: 'push_key_pk', columns: [t.siteId] }),
])

/** Messages to external recipients (chat robots, web hooks, phones), written in the transaction that causes them. */
export const outboundMessage = pgTable(
  'outbound_message',
  {
    siteId: defineSiteId(),
    id: uuid('id').notNull(),
    key: text('key').notNull(),
    kind: text('kind').$type<OutboundKind>().notNull(),
    // Address and secret are as confidential as a password. When the message is sent, the secret is cleared and only the
    // origin of the address is kept.
    url: text('url').notNull(),
    secret: text('secret'),
    text: text('text').notNull(),
    state: text('state').$type<OutboundState>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    // Time of the next attempt. After the last attempt: the time at which the message was sent or given up.
    nextAt: instant('next_at').notNull(),
    holder: uuid('holder'),
    leaseUntil: instant('lease_until'),
    createdAt: defineTimestamp('created_at'),
  },
  (t) => [
    primaryKey({ name: 'outbound_message_pk', columns: [t.siteId, t.id] }),
    unique('outbound_message_key').on(t.siteId, t.key),
    index('outbound_message_due_idx').on(t.siteId, t.state, t.nextAt),
  ],
)
