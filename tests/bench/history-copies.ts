/**
 * Copies a plant's history into the past, as if the plant had run for years. Copied rows refer to copied rows, so that traces and
 * costs work as with original rows.
 */
import type { PoolClient } from 'pg'
import { addToMonth, ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import type { openPlantDatabase } from './plant-rows'

type Database = Awaited<ReturnType<typeof openPlantDatabase>>

/** Each copy begins this many days earlier; longer than the 13 months of the demonstration. */
const HISTORY_DAYS = 420
const READINGS_PER_HISTORY = 2_000_000

/** Tables whose rows belong to a day of production. Master data does not grow with the years. */
const HISTORY_TABLES = [
  'work_order',
  'material_lot',
  'hopper_content',
  'feed',
  'jumbo_roll',
  'cutting',
  'slit_set',
  'slit_roll',
  'roll_movement',
  'package',
  'recycle',
  'waste_disposal',
  'line_stop',
  'handover',
  'test_batch',
  'test_result',
  'quality_check',
  'inspection_round',
  'inspection_result',
  'repair',
  'stock_movement',
  'order_cost',
  'energy_meter_day',
  'energy_meter_month',
  'meter_reading',
  'usage_day',
  'usage_slots',
  'figure_day',
  'shift_figure',
  'operation_log',
] as const

interface CopiedColumn {
  name: string
  /** SQL of the copy's value; `t` is the original row, `k` the number of the copy. */
  copySql: string
}

/**
 * Copies the original history until there are `to` histories.
 * @param from number of histories that exist
 * @param end last moment of the original history
 */
export async function copyHistory(db: Database, from: number, to: number, end: Date): Promise<void> {
  await db.transaction(
    async (client) => {
      // Copies are consistent like their originals; checking each reference again would take most of the time.
      await client.query('set local session_replication_role = replica')
      for (const table of HISTORY_TABLES) {
        const columns = await describeCopy(client, table)
        const moment = columns.some(({ name }) => name === 'created_at') ? 'created_at' : 'starts_at'
        await client.query(
          `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
           select ${columns.map(({ copySql }) => copySql).join(', ')} from ${table} t, generate_series($1::int, $2::int) k
           where t.${moment} > $3::timestamptz - interval '${HISTORY_DAYS} days'`,
          [from, to - 1, end],
        )
      }
    },
    { statementTimeoutMs: 3_600_000 },
  )
  for (let history = from; history < to; history++) await addReadings(db, history, end)
  // A running server does the same sooner or later.
  const client = await db.pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum (analyze)')
  client.release(true)
}

/** Returns the columns of a table with the values of a copy: other ids, numbers and moments. */
async function describeCopy(client: PoolClient, table: string): Promise<CopiedColumn[]> {
  const { rows } = await client.query<{ name: string; type: string; referenced: string | null; unique: boolean }>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       (select confrelid::regclass::text from pg_constraint where conrelid = a.attrelid and contype = 'f' and a.attnum = any (conkey)
          and a.attname <> 'site_id' limit 1) as referenced,
       exists (select 1 from pg_index where indrelid = a.attrelid and indisunique and a.attnum = any (indkey)) as "unique"
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  )
  return rows.map((column) => ({ name: column.name, copySql: buildCopySql(column) }))
}
function buildCopySql({
  name,
  type,
  referenced,
  unique,
}: {
  name: string
  type: string
  referenced: string | null
  unique: boolean
}): string {
  const refersToCopy = name === 'id' || HISTORY_TABLES.some((table) => table === referenced)
  // The rolls of movements are jumbos or slit rolls, so the column is a text without a foreign key.
  if (name === 'roll_id') return `md5(t.roll_id || k)::uuid::text`
  if (type === 'uuid') return refersToCopy ? `md5(t.${name}::text || k)::uuid` : `t.${name}`
  if (type === 'date') return `t.${name} - k * ${HISTORY_DAYS}`
  if (type.startsWith('timestamp')) return `t.${name} - k * interval '${HISTORY_DAYS} days'`
  if (type === 'text' && unique && /(number|_key)$/.test(name)) return `t.${name} || '~' || k`
  if (type === 'jsonb' && name === 'lots')
    return `(select coalesce(jsonb_agg(case when lot ? 'lotId' then jsonb_set(lot, '{lotId}', to_jsonb(md5((lot ->> 'lotId') || k)::uuid)) else lot end), '[]') from jsonb_array_elements(t.lots) lot)`
  return `t.${name}`
}

/** Adds readings of all tags, evenly over one history. */
async function addReadings(db: Database, history: number, end: Date): Promise<void> {
  const { rows: tags } = await db.pool.query<{ id: string }>('select id from tag where site_id = 1 order by id')
  const first = new Date(end.getTime() - (history + 1) * HISTORY_DAYS * 86_400_000)
  const months: string[] = []
  const lastMonth = toUtcMonth(first.getTime() + HISTORY_DAYS * 86_400_000)
  for (let month = toUtcMonth(first.getTime()); month <= lastMonth; month = addToMonth(month, 1)) months.push(month)
  const readingsPerTag = Math.floor(READINGS_PER_HISTORY / tags.length)
  await db.transaction(
    async (client) => {
      await ensureMonthPartitions(
        async (text, values) => (await client.query<object>(text, values && [...values])).rows,
        'reading',
        months,
      )
      for (const { id } of tags)
        await client.query(
          `insert into reading (site_id, tag_id, at, value, received_at)
           select 1, $1, at, n, at from generate_series(0, $3::int - 1) n,
             lateral (select $2::timestamptz + n * interval '${HISTORY_DAYS} days' / $3::int as at) moment
           on conflict do nothing`,
          [id, first, readingsPerTag],
        )
    },
    { statementTimeoutMs: 3_600_000 },
  )
}
