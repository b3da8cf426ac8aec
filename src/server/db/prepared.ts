/** Statements that come again are prepared: parsing a list of thirty columns costs as much as reading a page of it. */
import pg from 'pg'
import type { Query } from '../context'
import { Sql } from '../sql'

/** Seen this often, a statement gets a name. Those that come once (a report over days) never do. */
const OFTEN = 3
/** So many are named at a time, and kept by a connection: those used last. */
export const MOST_NAMED = 500
/** The best way to find these depends on the values, which a kept plan does not know; rows by their ids are always found by an index. */
const dependsOnValues = /(?<!id"? = )\bany\(|\bilike\b|\?\|/i

const seen = new Map<string, number>()
/** By text, the one used last at the end. A name is never given twice. */
const names = new Map<string, string>()
let given = 0

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
 * The named statements of one connection. The database keeps each, with its plan, until it is told not to: beyond
 * `MOST_NAMED` the one that was used longest ago is let go.
 */
export class KeptStatements {
  /** The one used last at the end. */
  readonly #names = new Set<string>()

  /** @returns what is to be sent first, so that there is room for this one */
  use(name: string): pg.Query | undefined {
    this.#names.delete(name)
    this.#names.add(name)
    if (this.#names.size <= MOST_NAMED) return undefined
    const oldest = this.#names.values().next().value!
    this.#names.delete(oldest)
    return new LetGo(oldest)
  }
}
/** What the driver knows of a connection's statements: their text by name. */
interface Known {
  parsedStatements: Record<string, string>
}
/** What is sent behind it may not count on the statement: the driver forgets it when this is sent, not when it is answered. */
class LetGo extends pg.Query {
  constructor(name: string) {
    let takeBack = (): void => undefined
    super('', (error) => {
      // In a transaction that has failed nothing is let go.
      if (error) takeBack()
    })
    this.submit = (connection: pg.Connection & Partial<Known>) => {
      const { parsedStatements = {} } = connection
      const text = parsedStatements[name]
      // Refused when it was to be parsed: nothing is kept of it, and an empty statement does no harm.
      if (text === undefined) return connection.query('')
      delete parsedStatements[name]
      takeBack = () => void (parsedStatements[name] = text)
      connection.query(`deallocate ${pg.escapeIdentifier(name)}`)
    }
  }
}
