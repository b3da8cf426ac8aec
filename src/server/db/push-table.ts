import { jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { Language } from '@/contract/language'
import { defineSiteId } from './system-columns'

/**
 * A phone's address at its browser vendor's push service, with the keys that only the phone can decrypt with (RFC
 * 8291).
 */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Language of its person. */
  readonly language: Language
}
/** The key with which the server signs requests to push services: a JSON Web Key, sealed. */
export const pushKey = pgTable('push_key', { siteId: defineSiteId(), key: jsonb('key').notNull() }, (t) => [
  primaryKey({ name: 'push_key_pk', columns: [t.siteId] }),
])
