/** Keyset pagination, also along an index whose field may be empty. */
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { ListQuery, Resource } from '@/contract/resource'
import { getStatements } from './statements'

/** A list condition as SQL over its table, with its values. `$1` is the site. */
export interface SqlCondition {
  sql: string
  values: unknown[]
}

/**
 * Builds the SQL of a page sorted by a nullable field, nulls last. No index matches `nulls last`, so a plain order
 * would sort the whole list. Instead, filled rows are read along the index, and rows without a value only if the filled
 * rows do not fill the page.
 */
export function buildNullsLastPage(
  resource: Resource,
  { after }: ListQuery,
  { column, isDescending }: ListOrder,
  condition: SqlCondition,
  maxRows: number,
  columns: string,
  values: unknown[],
): string {
  const { table } = getStatements(resource)
  const direction = isDescending ? ' desc' : ''
  const cursor = after ? parseCursor(after) : null
  const joinConditions = (...conditions: string[]): string => [condition.sql, ...conditions].join(' and ')
  const cursorConditions = cursor ? [buildCursorCondition(after!, column, isDescending, values)] : []
  const selectRowsWithoutValue = (conditions: string[], limitSql: string): string =>
    `select ${table}.* from ${table} where ${joinConditions(`${column} is null`, ...conditions)} order by ${table}.id${direction} limit ${limitSql}`
  if (cursor && cursor.key === null)
    return `select ${columns} from (${selectRowsWithoutValue(cursorConditions, String(maxRows))}) ${table} order by ${table}.id${direction}`
  return `with "$filled" as (select ${table}.* from ${table} where ${joinConditions(`${column} is not null`, ...cursorConditions)} order by ${column}${direction}, ${table}.id${direction} limit ${maxRows})
    select ${columns} from (select * from "$filled" union all (${selectRowsWithoutValue([], `(select ${maxRows} - count(*) from "$filled")`)})) ${table} order by ${column}${direction} nulls last, ${table}.id${direction}`
}

/** The sort field of a list and its SQL, qualified with the table. */
export interface ListOrder {
  readonly name: string
  readonly column: string
  readonly isDescending: boolean
  readonly isNullable: boolean
}
/**
 * Parses a cursor: the page begins after the row with this sort value (null if empty) and id.
 * @throws errno.parameter if invalid
 */
function parseCursor(cursorText: string): { key: unknown; id: string } {
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(cursorText, 'base64url').toString('utf8'))
  } catch {
    cursor = null
  }
  if (
    !Array.isArray(cursor) ||
    cursor.length !== 2 ||
    !isUuid(cursor[1]) ||
    !['string', 'number', 'boolean'].includes(typeof (cursor[0] ?? ''))
  )
    throw refuseInput([{ path: ['after'], code: 'badFormat' }])
  return { key: cursor[0] ?? null, id: String(cursor[1]) }
}
/**
 * Builds the condition for rows after a cursor: among rows with a sort value if the cursor's row has one, else among rows
 * without.
 */
export function buildCursorCondition(
  cursorText: string,
  column: string,
  isDescending: boolean,
  values: unknown[],
): string {
  const { key, id } = parseCursor(cursorText)
  const operator = isDescending ? '<' : '>'
  const idParameter = `$${values.push(id)}`
  return key === null
    ? `${column} is null and id ${operator} ${idParameter}`
    : `(${column}, id) ${operator} ($${values.push(key)}, ${idParameter})`
}
