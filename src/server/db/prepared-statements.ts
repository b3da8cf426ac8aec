/** Prepares recurring statements: parsing a list of thirty columns costs as much as reading a page of it. */
import pg from 'pg'
import type { Query } from '../context'
import { Sql } from '../sql'
import { runInSpan } from '../traces'

/** Number of uses after which a statement gets a name. Statements that run once, e.g. for a report, never get one. */
const USES_BEFORE_NAMING = 3
/** Maximum number of named statements, per process and per connection; the least recently used are dropped. */
export const MAX_NAMED_STATEMENTS = 500
/** Conditions whose best plan depends on the values, which a cached plan does not know. Lookups by id are exempt. */
const VALUE_DEPENDENT_PATTERN = /(?<!id"? = )\bany\(|\bilike\b|\?\|/i

const useCounts = new Map<string, number>()
/** Names by statement text, the most recently used last. A name is never reused. */
const namesByText = new Map<string, string>()
let lastNameNumber = 0

/** Returns a statement with its values for the driver, with a name if it recurs often. */
export function prepareStatement(text: string, values: readonly unknown[] | undefined): pg.QueryConfig {
  const name = values?.length ? getStatementName(text) : undefined
  return { text, ...(values ? { values: values as unknown[] } : {}), ...(name ? { name } : {}) }
}

/** Creates a query function on a connection or on the pool. @param beforeAnswer awaited before each answer */
export const createQuery = (client: Pick<pg.ClientBase, 'query'>, beforeAnswer?: () => Promise<void>): Query =>
  (async (statement: string | Sql, values?: readonly unknown[]) => {
    const [text, parameters] = typeof statement === 'string' ? [statement, values] : [statement.text, statement.values]
    return runInSpan('database', { 'db.system.name': 'postgresql', 'db.query.text': text }, async () => {
      const { rows } = await client.query(prepareStatement(text, parameters))
      await beforeAnswer?.()
      return rows
    })
  }) as Query
function getStatementName(text: string): string | undefined {
  const cachedName = namesByText.get(text)
  if (cachedName) return markNameUsed(text, cachedName)
  const useCount = (useCounts.get(text) ?? 0) + 1
  if (useCount < USES_BEFORE_NAMING) {
    if (useCounts.size > 10 * MAX_NAMED_STATEMENTS) useCounts.clear()
    useCounts.set(text, useCount)
    return undefined
  }
  if (VALUE_DEPENDENT_PATTERN.test(text) && /\border by\b/i.test(text)) return undefined
  useCounts.delete(text)
  if (namesByText.size >= MAX_NAMED_STATEMENTS) namesByText.delete(namesByText.keys().next().value!)
  return markNameUsed(text, `often${lastNameNumber++}`)
}
function markNameUsed(text: string, name: string): string {
  namesByText.delete(text)
  namesByText.set(text, name)
  return name
}

/**
 * The named statements of one connection. The database keeps each with its plan until it is deallocated; beyond
 * `MAX_NAMED_STATEMENTS` the least recently used one is dropped.
 */
export class NamedStatements {
  /** Names of the statements, the most recently used last. */
  readonly #names = new Set<string>()

  /**
   * Marks a name as used.
   * @returns a query that drops the least recently used name, to be sent first; undefined if there is room
   */
  markUsed(name: string): pg.Query | undefined {
    this.#names.delete(name)
    this.#names.add(name)
    if (this.#names.size <= MAX_NAMED_STATEMENTS) return undefined
    const oldest = this.#names.values().next().value!
    this.#names.delete(oldest)
    return new DeallocateQuery(oldest)
  }
}
/** The driver's record of a connection's statements: text by name. */
interface ParsedStatements {
  parsedStatements: Record<string, string>
}
/**
 * Deallocates a named statement. The driver forgets the name when this query is sent, not when it is answered, because
 * later statements must not rely on the name.
 */
class DeallocateQuery extends pg.Query {
  constructor(name: string) {
    let restoreText = (): void => undefined
    super('', (error) => {
      // A failed transaction deallocates nothing.
      if (error) restoreText()
    })
    this.submit = (connection: pg.Connection & Partial<ParsedStatements>) => {
      const { parsedStatements = {} } = connection
      const text = parsedStatements[name]
      // Parsing was refused, so there is nothing to deallocate; an empty statement does no harm.
      if (text === undefined) return connection.query('')
      delete parsedStatements[name]
      restoreText = () => void (parsedStatements[name] = text)
      connection.query(`deallocate ${pg.escapeIdentifier(name)}`)
    }
  }
}
