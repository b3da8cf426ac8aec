import { sql } from 'drizzle-orm'
import { integer } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** Defines the `site_id` column that most tables of the kit have. */
export const defineSiteId = () => integer('site_id').notNull().default(1)
/** Defines a moment column that defaults to the current time. */
export const defineTimestamp = (name: string) =>
  instant(name)
    .notNull()
    .default(sql`now()`)
