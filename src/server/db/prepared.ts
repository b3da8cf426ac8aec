/** Statements that come again are prepared: parsing a list of thirty columns costs as much as reading a page of it. */
import type pg from 'pg'
import type { Query } from '../context'
import { Sql } from '../sql'

/** Seen this often, a statement gets a name. Those that come once (a report over days) never do. */
const OFTEN = 3
/** Every connection keeps each named statement for its whole life. */
const MOST = 500
/** The best way to find these depends on the values, which a kept plan does not know; rows by their ids are always found by an index. */
const dependsOnValues = /(?<!id"? = )\bany\(|\bilike\b|\?\|/i

const seen = new Map<string, number>()
const names = new Map<string, string>()

/** A statement with its values as the driver takes it, under a name when it comes often. */
export function prepared(text: string, values: readonly unknown[] | undefined): pg.QueryConfig {
  const name = values?.length ? nameOf(text) : undefined
  return { text, ...(values ? { values: values as unknown[] } : {}), ...(name ? { name } : {}) }
}

/** Queries on a connection, or on the pool. @param done awaited before each is answered */
export const queryOn = (client: Pick<pg.ClientBase, 'query'>, done?: () => Promise<void>): Query =>
  (async (statement: string | Sql, values?: readonly unknown[]) => {
    const [text, given] = typeof statement === 'string' ? [statement, values] : [statement.text, statement.values]
    const { rows } = await client.query(prepared(text, given))
    await done?.()
    return rows
  }) as Query

function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name || names.size >= MOST) return name
  const times = (seen.get(text) ?? 0) + 1
  if (times < OFTEN) {
    if (seen.size > 10 * MOST) seen.clear()
    seen.set(text, times)
    return undefined
  }
  if (dependsOnValues.test(text) && /\border by\b/i.test(text)) return undefined
  seen.delete(text)
  names.set(text, `often${names.size}`)
  return names.get(text)
}
