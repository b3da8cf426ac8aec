/** Stores odd readings in the table that people review. */
import { createUuid7 } from '@/contract/id'
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { oddReading } from '../../contract/odd-reading'
import { formatSqlArray } from './reading-store'
import type { OddEntry } from './assign-to-tags'

/** Stores odd readings, each once. Returns how many of them are new. */
export async function storeOddReadings(ctx: Context, source: string, oddEntries: readonly OddEntry[]): Promise<number> {
  if (oddEntries.length === 0) return 0
  const rowsToInsert = oddEntries.map((o) => ({
    id: createUuid7(ctx.now.getTime()),
    tag_code: o.tagCode.slice(0, 120),
    tag_id: o.tagId,
    read_at: toMoment(o.readAtMs),
    shown: o.shown,
    value: o.value,
    unit: o.unit,
    reason: o.reason,
  }))
  const insertedRows = await ctx.query(
    sql<{
      id: string
    }>`insert into odd_reading (site_id, id, created_at, updated_at, tag_code, tag_id, read_at, shown, value, unit, reason, state, source, received_at)
     select ${ctx.site}::int, id, ${ctx.now}, ${ctx.now}, tag_code, tag_id, read_at, shown, value, unit, reason,
       ${options(oddReading.fields.state, 'open')}, ${source}, ${ctx.now}
     from json_to_recordset(${JSON.stringify(rowsToInsert)}::json) as r(id uuid, tag_code text, tag_id uuid, read_at timestamptz, shown text, value numeric, unit text, reason text)
     on conflict do nothing returning id`,
  )
  if (insertedRows.length > 0) ctx.touch('oddReading')
  return insertedRows.length
}
/** Deletes odd readings that count after all because of later readings. Readings that a person has decided on stay. */
export async function deleteOpenOddReadings(
  ctx: Context,
  rows: readonly { readonly tagId: string; readonly at: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await ctx.query(
    sql`delete from odd_reading o using unnest(${formatSqlArray(rows.map((r) => r.tagId))}::uuid[], ${formatSqlArray(rows.map((r) => r.at))}::float8[]) as w(tag_id, ms)
     where o.site_id = ${ctx.site} and o.tag_id = w.tag_id and o.read_at = to_timestamp(w.ms / 1000)::timestamptz(3) and o.state = ${options(oddReading.fields.state, 'open')}`,
  )
  ctx.touch('oddReading')
}
