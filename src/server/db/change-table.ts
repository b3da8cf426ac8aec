import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { site } from './system-columns'

/** A random number for each resource, another one after each change: instances see by it which kept answers are old. */
export const resourceStamp = pgTable(
  'resource_stamp',
  {
    siteId: site(),
    resource: text('resource').notNull(),
    stamp: bigint('stamp', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ name: 'resource_stamp_pk', columns: [t.siteId, t.resource] })],
)
