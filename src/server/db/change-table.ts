import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { defineSiteId } from './system-columns'

/**
 * A random number per resource that changes with every change of it. Instances compare it to detect outdated caches.
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
