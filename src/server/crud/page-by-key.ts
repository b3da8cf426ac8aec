/** Where a page of a list begins, and how lists read along an index whose field may be empty. */
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { ListQuery, Resource } from '@/contract/resource'
import { statementsOf } from './sql'

/** The condition of a list as SQL over its table, with the values it needs. `$1` is the site. */
export interface Condition {
  sql: string
  values: unknown[]
}

/**
 * A page in the order of a field that may be empty, empty ones last: in one order by `nulls last` no index has it, and every page would
 * sort the whole list. So what is filled is read along its index, and what is empty only where that was not enough.
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

/** By which field a list is ordered, and its SQL with its table. */
export interface Ordered {
  readonly name: string
  readonly column: string
  readonly down: boolean
  readonly nullable: boolean
}
/** Where a page begins: behind the row of this key, null where that is empty. @throws 4013 for what is no cursor */
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
/** Rows behind a cursor, among those that are filled where its row is, else among those that are empty. */
export function afterCursor(after: string, column: string, down: boolean, values: unknown[]): string {
  const { key, id } = cursorIn(after)
  const beyond = down ? '<' : '>'
  const ofId = `$${values.push(id)}`
  return key === null
    ? `${column} is null and id ${beyond} ${ofId}`
    : `(${column}, id) ${beyond} ($${values.push(key)}, ${ofId})`
}
