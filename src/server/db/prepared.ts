/** Prepares recurring statements: parsing a list of thirty columns costs as much as reading a page of it. */
import pg from 'pg'
import type { Query } from '../context'
import { Sql } from '../sql'

/** Number of uses after which a statement gets a name. One-off statements (a report over days) never do. */
const OFTEN = 3
/** Maximum number of named statements, per process and per connection; the least recently used are dropped. */
export const MOST_NAMED = 500
/** The best plan for these depends on the values, which a cached plan does not know. Rows by id always use an index. */
const dependsOnValues = /(?<!id"? = )\bany\(|\bilike\b|\?\|/i

const seen = new Map<string, number>()
/** Name by text, the most recently used last. A name is never reused. */
const names = new Map<string, string>()
let given = 0

/** Returns a statement with its values for the driver, with a name if it recurs often. */
export function prepared(text: string, values: readonly unknown[] | undefined): pg.QueryConfig {
  const name = values?.length ? nameOf(text) : undefined
  return { text, ...(values ? { values: values as unknown[] } : {}), ...(name ? { name } : {}) }
}

/** Creates a query function on a connection or on the pool. @param beforeAnswer awaited before each answer */
export const queryOn = (client: Pick<pg.ClientBase, 'query'>, done?: () => Promise<void>): Query =>
  (async (statement: string | Sql, values?: readonly unknown[]) => {
    const [text, given] = typeof statement === 'string' ? [statement, values] : [statement.text, statement.values]
    const { rows } = await client.query(prepared(text, given))
    await done?.()
    return rows
  }) as Query

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return used(text, known)
  const times = (seen.get(text) ?? 0) + 1
  if (times < OFTEN) {
    if (seen.size > 10 * MOST_NAMED) seen.clear()
    seen.set(text, times)
    return undefined
  }
  if (dependsOnValues.test(text) && /\border by\b/i.test(text)) return undefined
  seen.delete(text)
  if (names.size >= MOST_NAMED) names.delete(names.keys().next().value!)
  return used(text, `often${given++}`)
}
function used(text: string, name: string): string {
  names.delete(text)
  names.set(text, name)
  return name
}

/**
 * The named statements of one connection. The database keeps each with its plan until it is deallocated; beyond
 * `MAX_NAMED_STATEMENTS` the least recently used one is dropped.
 */
export class KeptStatements {
  /** The most recently used last. */
  readonly #names = new Set<string>()

  /** Marks a name as used. @returns a query to send first that frees room for it */
  use(name: string): pg.Query | undefined {
    this.#names.delete(name)
    this.#names.add(name)
    if (this.#names.size <= MOST_NAMED) return undefined
    const oldest = this.#names.values().next().value!
    this.#names.delete(oldest)
    return new LetGo(oldest)
  }
}
/** The driver's record of a connection's statements: text by name. */
interface Known {
  parsedStatements: Record<string, string>
}
/**
 * Deallocates a statement. The driver forgets it when this is sent, not when it is answered, because later statements
 * must not rely on it.
 */
class LetGo extends pg.Query {
  constructor(name: string) {
    let takeBack = (): void => undefined
    super('', (error) => {
      // A failed transaction deallocates nothing.
      if (error) takeBack()
    })
    this.submit = (connection: pg.Connection & Partial<Known>) => {
      const { parsedStatements = {} } = connection
      const text = parsedStatements[name]
      // Parsing was refused, so there is nothing to deallocate; an empty statement does no harm.
      if (text === undefined) return connection.query('')
      delete parsedStatements[name]
      takeBack = () => void (parsedStatements[name] = text)
      connection.query(`deallocate ${pg.escapeIdentifier(name)}`)
    }
  }
}
