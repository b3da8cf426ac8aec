import type { Context } from '@/server/context'
import { sql, type Sql } from '@/server/sql'

/**
 * Builds the update that counts a printed label of each row and stores the content of the label. Keeps row versions.
 */
export const buildCountLabelsSql = (
  ctx: Context,
  table: Sql,
  rows: readonly { readonly id: string; readonly text: string }[],
): Sql =>
  sql`update ${table} r set labels = r.labels + 1, label_said = s.label_text, updated_at = ${ctx.now}
     from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ text }) => text)}::text[]) as s (id, label_text)
     where r.site_id = ${ctx.site} and r.id = s.id`
