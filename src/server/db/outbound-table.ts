import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { OutboundKind, OutboundState } from '@/contract/webhook'
import { instant } from './columns'
import { defineTimestamp, defineSiteId } from './system-columns'

/** Messages to external recipients (robots, web hooks), written in the transaction of the change that causes them. */
export const outboundMessage = pgTable(
  'outbound_message',
  {
    siteId: defineSiteId(),
    id: uuid('id').notNull(),
    key: text('key').notNull(),
    kind: text('kind').$type<OutboundKind>().notNull(),
    // Both are as confidential as a password; cleared when the message is sent.
    url: text('url').notNull(),
    secret: text('secret'),
    text: text('text').notNull(),
    state: text('state').$type<OutboundState>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    // Time of the next attempt; once finished, the time of the end.
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
