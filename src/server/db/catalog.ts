/** Table metadata for backup and restore, read from PostgreSQL's catalog. */
import pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

/** Columns and row order of a table. */
export interface TableShape {
  name: string
  columns: string[]
  /** An `order by` list that yields the same row order on every server. */
  order: string
}

/** Lists the program's tables (schema public) by name. */
export async function listTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    key: { name: string; text: boolean }[] | null
  }>(`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(json_build_object('name', a.attname, 'text', t.typcollation <> 0) order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attnum = k.attnum join pg_type t on t.oid = a.atttypid
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C"`)
  return rows.map(({ name, columns, key }) => ({
    name,
    columns,
    // Servers differ in collations; comparing bytes gives the same order everywhere.
    order:
      key
        ?.map((keyColumn) => `t.${pg.escapeIdentifier(keyColumn.name)}${keyColumn.text ? ' collate "C"' : ''}`)
        .join(', ') ?? 'row_to_json(t)::text collate "C"',
  }))
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

/** Lists the foreign keys of the program's tables, with their definitions. */
export async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname = 'public' and c.contype = 'f' and c.conparentid = 0 order by 1, 2`)
  return rows
}

/** Lists columns that are filled from a sequence. */
export async function listSequences(client: Client): Promise<{ sequence: string; table: string; column: string }[]> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    join pg_namespace n on n.oid = s.relnamespace
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and n.nspname = 'public'`)
  return rows
}

/** Lists tables that have triggers other than those of foreign keys. */
export async function listTablesWithTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(`
    select distinct g.tgrelid::regclass::text as table from pg_trigger g join pg_class c on c.oid = g.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and not g.tgisinternal`)
  return rows.map(({ table }) => table)
}

const BATCH_ROWS = 1000

/** Yields the rows of a table as JSON lines, in order and in batches. Must run inside a transaction. */
export async function* readLines(client: Client, { name, columns, order }: TableShape): AsyncGenerator<string[]> {
  const columnList = columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ')
  // The sub-select gives row_to_json its column names.
  await client.query(
    `declare lines no scroll cursor for select row_to_json(r)::text as line from (select ${columnList} from ${pg.escapeIdentifier(name)} t order by ${order}) r`,
  )
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH_ROWS} from lines`)
      if (!rows.length) return
      yield rows.map(({ line }) => line)
    }
  } finally {
    await client.query('close lines')
  }
}
