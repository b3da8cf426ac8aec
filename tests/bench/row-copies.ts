/** Copies rows that the product has written, without the rules of the product. */
import { createUuid7 } from '@/contract/id'
import type { openDatabase } from '@/server/db/connect'

type Database = Awaited<ReturnType<typeof openDatabase>>
interface Queryable {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<unknown>
}
export interface RowCopies {
  /** Inserts a copy with a new id. @param changes new values by column, as SQL text */
  insert(client: Queryable, changes?: Readonly<Record<string, string>>): Promise<unknown>
}

/** Takes the newest row of a table as the template of copies. @param condition SQL that the template fulfils */
export async function prepareCopies(db: Database, table: string, condition = 'true'): Promise<RowCopies> {
  const { rows: columns } = await db.pool.query<{ name: string; type: string }>(
    `select column_name as name, case data_type when 'ARRAY' then substr(udt_name, 2) || '[]' else udt_name end as type
     from information_schema.columns where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const { rows } = await db.pool.query<Record<string, string | null>>(
    `select ${columns.map(({ name }) => `"${name}"::text as "${name}"`).join(', ')} from ${table} where ${condition} order by ctid desc limit 1`,
  )
  const template = rows[0]
  if (!template) throw new Error(`no row of ${table} to copy`)
  const idColumn = table === 'sync_op' ? 'op_id' : 'id'
  const text = `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${columns.map(({ type }, n) => `$${n + 1}::${type}`).join(', ')})`
  return {
    insert(client, changes = {}) {
      const values = { ...template, [idColumn]: createUuid7(Date.now()), ...changes }
      return client.query({ name: `copy ${table}`, text, values: columns.map(({ name }) => values[name] ?? null) })
    },
  }
}
