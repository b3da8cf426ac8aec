/** Keyset pagination, also along an index whose field may be empty. */
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { ListQuery, Resource } from '@/contract/resource'
import { statementsOf } from './sql'

/** A list condition as SQL over its table, with its values. `$1` is the site. */
export interface Condition {
  sql: string
  values: unknown[]
}

/**
 * Builds the SQL of a page sorted by a nullable field, nulls last. No index matches `nulls last`, so a plain order
 * would sort the whole list. Instead, filled rows are read along the index, and empty ones only if those do not
 * suffice.
 */
export function emptyLast(
  r: Resource,
  { after }: ListQuery,
  { column, down }: Ordered,
  condition: Condition,
  limit: number,
  columns: string,
  values: unknown[],
): string {
  const { table } = statementsOf(r)
  const direction = down ? ' desc' : ''
  const cursor = after ? cursorIn(after) : null
  const within = (...conditions: string[]): string => [condition.sql, ...conditions].join(' and ')
  const beyond = cursor ? [afterCursor(after!, column, down, values)] : []
  const empty = (conditions: string[], most: string): string =>
    `select ${table}.* from ${table} where ${within(`${column} is null`, ...conditions)} order by ${table}.id${direction} limit ${most}`
  if (cursor && cursor.key === null)
    return `select ${columns} from (${empty(beyond, String(limit))}) ${table} order by ${table}.id${direction}`
  return `with "$filled" as (select ${table}.* from ${table} where ${within(`${column} is not null`, ...beyond)} order by ${column}${direction}, ${table}.id${direction} limit ${limit})
    select ${columns} from (select * from "$filled" union all (${empty([], `(select ${limit} - count(*) from "$filled")`)})) ${table} order by ${column}${direction} nulls last, ${table}.id${direction}`
}

/** The sort field of a list and its SQL, qualified with the table. */
export interface Ordered {
  readonly name: string
  readonly column: string
  readonly down: boolean
  readonly nullable: boolean
}
/**
 * Parses a cursor: the page begins after the row with this sort value (null if empty) and id.
 * @throws 4013 if invalid
 */
function cursorIn(after: string): { key: unknown; id: string } {
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
  } catch {
    cursor = null
  } // refused just below
  if (
    !Array.isArray(cursor) ||
    cursor.length !== 2 ||
    !isUuid(cursor[1]) ||
    !['string', 'number', 'boolean'].includes(typeof (cursor[0] ?? ''))
  )
    throw refuseInput([{ path: ['after'], code: 'badFormat' }])
  return { key: cursor[0] ?? null, id: String(cursor[1]) }
}
/** Builds the condition for rows after a cursor, among filled rows if its row is filled, else among empty ones. */
export function afterCursor(after: string, column: string, down: boolean, values: unknown[]): string {
  const { key, id } = cursorIn(after)
  const beyond = down ? '<' : '>'
  const ofId = `$${values.push(id)}`
  return key === null
    ? `${column} is null and id ${beyond} ${ofId}`
    : `(${column}, id) ${beyond} ($${values.push(key)}, ${ofId})`
}
