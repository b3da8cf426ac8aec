/**
 * Tables partitioned by month in UTC. Old data is dropped with its partition, and inserts update only the small index of
 * one partition. A partition is created when the first row of its month arrives.
 */

type RunQuery = (text: string, values?: readonly unknown[]) => Promise<readonly object[]>

/** Partitioned tables with their partition column. */
export const PARTITION_COLUMNS: Readonly<Record<string, string>> = { reading: 'at' }

/** Turns the statement that creates a partitioned table into one with `PARTITION BY`; returns others unchanged. */
export function toPartitionedStatement(statement: string): string {
  const table = /^CREATE TABLE "(\w+)"/.exec(statement)?.[1]
  const partitionColumn = table === undefined ? undefined : PARTITION_COLUMNS[table]
  return partitionColumn === undefined
    ? statement
    : statement.replace(/;(\s*)$/, ` PARTITION BY RANGE ("${partitionColumn}");$1`)
}

/** Returns the month of a moment as `2026-11` (ms since 1970, or ISO 8601 in UTC). */
export const toUtcMonth = (moment: number | string): string =>
  (typeof moment === 'string' ? moment : new Date(moment).toISOString()).slice(0, 7)
/** Adds a number of months to a month. */
export function addToMonth(month: string, months: number): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number)
  // Calculated by hand, because `Date` reads the years 0 to 99 as 1900 to 1999.
  const monthIndex = year * 12 + monthNumber - 1 + months
  return `${String(Math.floor(monthIndex / 12)).padStart(4, '0')}-${String((monthIndex % 12) + 1).padStart(2, '0')}`
}
/** Returns the name of a month's partition: `reading_2026_11`. */
export const getPartitionName = (table: string, month: string): string => `${table}_${month.replace('-', '_')}`

/**
 * Creates the missing partitions of some months, in the caller's transaction. Each is created as a separate table and
 * then attached, so that readers and writers do not wait.
 */
export async function ensureMonthPartitions(
  runQuery: RunQuery,
  table: string,
  months: Iterable<string>,
): Promise<void> {
  const wantedMonths = [...new Set(months)].sort()
  const missingMonths = await listMissingMonths(runQuery, table, wantedMonths)
  if (missingMonths.length === 0) return
  // One transaction at a time: a transaction that had to wait finds the partitions that the first transaction created.
  await runQuery(`select pg_advisory_xact_lock(hashtext('partitions'), hashtext($1))`, [table])
  for (const month of await listMissingMonths(runQuery, table, missingMonths)) {
    const name = getPartitionName(table, month)
    await runQuery(`create table public.${name} (like public.${table} including all)`)
    await runQuery(
      `alter table public.${table} attach partition public.${name} for values from ('${month}-01T00:00:00Z') to ('${addToMonth(month, 1)}-01T00:00:00Z')`,
    )
  }
}
async function listMissingMonths(runQuery: RunQuery, table: string, months: readonly string[]): Promise<string[]> {
  if (months.length === 0) return []
  const rows = (await runQuery(
    `select m as month from unnest($1::text[]) m where to_regclass('public.${table}_' || replace(m, '-', '_')) is null order by m`,
    [months],
  )) as { month: string }[]
  return rows.map(({ month }) => month)
}
/** Drops the partitions of months before the given one; returns their number. */
export async function dropPartitionsBefore(runQuery: RunQuery, table: string, month: string): Promise<number> {
  const rows = (await runQuery(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname < $2 order by 1`,
    [`public.${table}`, getPartitionName(table, month)],
  )) as { name: string }[]
  for (const { name } of rows) await runQuery(`drop table public.${name}`)
  return rows.length
}
/** Adapts a connection of the driver to the functions of this file. */
export const toRunQuery =
  (client: { query(text: string, values?: unknown[]): Promise<{ rows: object[] }> }): RunQuery =>
  async (text, values) =>
    (await client.query(text, values && [...values])).rows
