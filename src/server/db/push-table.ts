import { jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { Language } from '@/contract/language'
import { site } from './system-columns'

/** A phone at the push service of its browser's maker, with the keys that only the phone can read by (RFC 8291). */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** In which its person reads. */
  readonly language: Language
}
/** What the server signs with towards push services: a JSON Web Key, sealed. */
export const pushKey = pgTable('push_key', { siteId: site(), key: jsonb('key').notNull() }, (t) => [
  primaryKey({ name: 'push_key_pk', columns: [t.siteId] }),
])
