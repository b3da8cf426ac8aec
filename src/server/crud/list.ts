import { refuseInput } from '@/contract/errno'
import type { Page } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import { getFieldInLanguage, type Language } from '@/contract/language'
import { baseFields, type ListQuery, type Resource, type Row } from '@/contract/resource'
import { getRestrictedChoices, canSeeField, getWithheldFields } from '@/contract/field-visibility'
import type { Person, Query } from '../context'
import type { Translations } from '../translations'
import type { TotalAndNameCache } from './list-cache'
import { loadNamesOfReferences, getReferenceFields, loadRefs, buildLocalizedFieldSql, type NamesById } from './refs'
import { getStatements } from './statements'
import { buildCursorCondition, buildNullsLastPage, type SqlCondition, type ListOrder } from './page-by-key'
import { findIndexedTrigrams } from '../search'
import { buildListCondition } from './list-condition'

/** Everything that a list depends on besides its query: connection, site, language and caller. */
export interface ListScope {
  query: Query
  site: number
  /** The language in which names are read and sorted. */
  language: Language
  /** The time zone of moments in names. */
  timeZone: string
  /** Translates a text key into `language`. */
  t(key: string): string
  /** The texts of every language. */
  translations: Translations
  findResource(name: string): Resource | undefined
  /** The caller; lists contain only what this person may see. */
  person: Person | null
  /** Cached totals and names; only for calls that do not write. */
  cache?: TotalAndNameCache
}
type AnyRow = Record<string, unknown>
/** Returns the number of rows per page. */
const getPageSize = ({ size }: ListQuery): number => size ?? 20

/**
 * Loads one page of a resource, by cursor (`after`) or by number. The cost of a page by number grows with its offset from
 * the nearer end.
 * @param buildExtraCondition an additional condition, for a view of the same resource
 */
export async function listPage<R extends Resource>(
  scope: ListScope,
  resource: R,
  input: ListQuery,
  buildExtraCondition?: (values: unknown[]) => string,
): Promise<Page<Row<R>>> {
  const size = getPageSize(input)
  const trigrams = await findIndexedTrigrams(scope, resource, input.keyword)
  const condition = buildListCondition(scope, resource, input, trigrams, buildExtraCondition)
  const rows = await loadPageRows(scope, resource, input, condition, size + 1)
  const list = rows.slice(0, size)
  const hasMore = rows.length > size
  const [refs, total] = await Promise.all([
    loadRefs(scope, resource, list),
    isCompleteList(input, hasMore) ? list.length : countRows(scope, resource, condition),
  ])
  return {
    total,
    list: list as Row<R>[],
    refs,
    next: hasMore ? buildCursor(scope, resource, input, list.at(-1)!) : null,
  }
}

const isCompleteList = (input: ListQuery, hasMore: boolean): boolean =>
  !hasMore && (input.page ?? 1) === 1 && !input.after

/**
 * Loads one page of a resource like `listPage`, but as JSON text. The database serializes all rows into one result row,
 * because a result row costs as much as ten columns. Only reference fields are returned separately, because their names
 * are looked up.
 */
export async function loadPageJson(scope: ListScope, resource: Resource, input: ListQuery): Promise<string> {
  const size = getPageSize(input)
  const trigrams = await findIndexedTrigrams(scope, resource, input.keyword)
  const condition = buildListCondition(scope, resource, input, trigrams)
  const countedTotal = await countForDeepPage(scope, resource, input, condition)
  const columns = getVisibleColumns(scope, resource, 'wire')
  const { sql, values } = buildPageQuery(scope, resource, input, condition, size + 1, columns, countedTotal)
  const referenceFields = getReferenceFields(resource).map(([name]) => name)
  // JSON text contains no raw line breaks, and no field can be named "$rows".
  const [page] = await scope.query<Record<string, unknown[] | null> & { $rows: string | null }>(
    `select string_agg(row_to_json("$page")::text, e'\\n') as "$rows"${referenceFields.map((n) => `, json_agg("$page"."${n}") as "${n}"`).join('')} from (${sql}) "$page"`,
    values,
  )
  const rowTexts = page?.$rows?.split('\n') ?? []
  const list = rowTexts.slice(0, size)
  const hasMore = rowTexts.length > size
  const referenceRows = list.map((_, i) => Object.fromEntries(referenceFields.map((n) => [n, page?.[n]?.[i]])))
  const [names, total] = await Promise.all([
    loadNamesOfReferences(scope, resource, referenceRows),
    isCompleteList(input, hasMore) ? list.length : countRows(scope, resource, condition),
  ])
  const next = hasMore ? buildCursor(scope, resource, input, JSON.parse(list.at(-1)!) as AnyRow) : null
  return `{"total":${total},"list":[${list.join(',')}],"refs":${stringifyNames(names)},"next":${JSON.stringify(next)}}`
}

const stringifyNames = (names: NamesById): string =>
  `{${Array.from(names, ([id, name]) => `"${id}":${JSON.stringify(name)}`).join(',')}}`

/** Streams all rows of a list page by page, so that exports use constant memory. */
export async function* streamRows(
  scope: ListScope,
  resource: Resource,
  input: ListQuery,
  size = 500,
): AsyncGenerator<{ rows: AnyRow[]; refs: Record<string, string> }> {
  const trigrams = await findIndexedTrigrams(scope, resource, input.keyword)
  let cursor: string | undefined
  do {
    const query = { ...input, page: 1, size, ...(cursor ? { after: cursor } : {}) }
    const rows = await loadPageRows(
      scope,
      resource,
      query,
      buildListCondition(scope, resource, query, trigrams),
      size + 1,
    )
    const list = rows.slice(0, size)
    yield { rows: list, refs: await loadRefs(scope, resource, list) }
    cursor = rows.length > size ? buildCursor(scope, resource, query, list.at(-1)!) : undefined
  } while (cursor)
}

const getVisibleColumns = ({ person }: ListScope, resource: Resource, form: 'columns' | 'wire'): string =>
  getStatements(resource).buildColumnsWithout(
    getWithheldFields(resource.fields, person),
    form,
    getRestrictedChoices(resource.fields, person),
  )

async function countRows(scope: ListScope, resource: Resource, condition: SqlCondition): Promise<number> {
  const count = async () => {
    const [row] = await scope.query<{ n: number }>(
      `select count(*)::int as n from ${getStatements(resource).table} where ${condition.sql}`,
      [scope.site, ...condition.values],
    )
    return row?.n ?? 0
  }
  return scope.cache
    ? scope.cache.getTotal(
        resource.name,
        `${resource.name} ${condition.sql} ${JSON.stringify(condition.values)}`,
        count,
      )
    : count()
}

async function loadPageRows(
  scope: ListScope,
  resource: Resource,
  input: ListQuery,
  condition: SqlCondition,
  maxRows: number,
): Promise<AnyRow[]> {
  const countedTotal = await countForDeepPage(scope, resource, input, condition)
  const columns = getVisibleColumns(scope, resource, 'columns')
  const { sql, values } = buildPageQuery(scope, resource, input, condition, maxRows, columns, countedTotal)
  return scope.query(sql, values)
}
/** From this offset on, a page is located by index only, and then only the rows of the page are read. */
const DEEP_PAGE_OFFSET = 1000
/** Returns the number of rows before a page requested by number. */
const getOffset = (input: ListQuery): number => (input.after ? 0 : ((input.page ?? 1) - 1) * getPageSize(input))
/**
 * Counts the rows of a list for a deep page, to decide which end is nearer; null for other pages and without a cache.
 * A stale total shifts the page slightly, just as a new row does.
 */
const countForDeepPage = async (scope: ListScope, resource: Resource, input: ListQuery, condition: SqlCondition) =>
  scope.cache && getOffset(input) >= DEEP_PAGE_OFFSET ? countRows(scope, resource, condition) : null
function buildPageQuery(
  scope: ListScope,
  resource: Resource,
  input: ListQuery,
  condition: SqlCondition,
  maxPageRows: number,
  columns: string,
  total: number | null,
): { sql: string; values: unknown[] } {
  const order = getOrder(scope, resource, input)
  const values = [scope.site, ...condition.values]
  const offset = getOffset(input)
  if (order.isNullable && offset === 0)
    return { sql: buildNullsLastPage(resource, input, order, condition, maxPageRows, columns, values), values }
  const { column, isDescending, isNullable } = order
  const where = [condition.sql]
  if (input.after) where.push(buildCursorCondition(input.after, column, isDescending, values))
  const { table } = getStatements(resource)
  const buildOrderBy = (descending: boolean): string => {
    const direction = descending ? ' desc' : ''
    return column === `${table}."id"`
      ? `${table}.id${direction}`
      : `${column}${direction}${isNullable ? ' nulls last' : ''}, ${table}.id${direction}`
  }
  const buildPageSql = (descending: boolean, maxRows: number, skipped: number): string =>
    `from ${table} where ${where.join(' and ')} order by ${buildOrderBy(descending)} limit ${maxRows}${skipped ? ` offset ${skipped}` : ''}`
  if (offset < DEEP_PAGE_OFFSET)
    return { sql: `select ${columns} ${buildPageSql(isDescending, maxPageRows, offset)}`, values }
  // Past the middle, read backwards from the end. Nullable fields are excluded: their reverse order differs.
  const rowsFromOffset = total === null || isNullable ? Infinity : total - offset
  const pageSql =
    rowsFromOffset < offset
      ? buildPageSql(
          !isDescending,
          Math.max(0, Math.min(maxPageRows, rowsFromOffset)),
          Math.max(0, rowsFromOffset - maxPageRows),
        )
      : buildPageSql(isDescending, maxPageRows, offset)
  return {
    sql: `select ${columns} from ${table} where site_id = $1 and id = any(array(select ${table}.id ${pageSql})) order by ${buildOrderBy(isDescending)}`,
    values,
  }
}
/**
 * Returns the sort field and its SQL, qualified with the table. Without the table, SQL would sort a moment by the text
 * in the result, which has no index.
 */
function getOrder(scope: Pick<ListScope, 'language' | 'person'>, resource: Resource, { sort }: ListQuery): ListOrder {
  const requestedSort = sort || resource.sort
  const descending = requestedSort.startsWith('-')
  const name = descending ? requestedSort.slice(1) : requestedSort
  const field: Field | undefined = [baseFields as Record<string, Field>, resource.fields].find((fields) =>
    Object.hasOwn(fields, name),
  )?.[name]
  if (!field || ['references', 'image', 'file', 'list', 'series', 'custom'].includes(field.kind))
    throw refuseInput([{ path: ['sort'], code: 'notAnOption' }])
  // Sorting by an amount that is hidden in some rows would reveal which row has more.
  const isRestrictedAmount = field.kind === 'amount' && getRestrictedChoices(resource.fields, scope.person).length > 0
  if (isRestrictedAmount || !canSeeField(field, scope.person))
    throw refuseInput([{ path: ['sort'], code: 'notAllowed' }])
  return {
    name,
    column: buildLocalizedFieldSql(resource, name, scope.language, getStatements(resource).table).text,
    isDescending: descending,
    isNullable: !field.required && field.default === undefined,
  }
}

function buildCursor(scope: ListScope, resource: Resource, input: ListQuery, lastRow: AnyRow): string {
  const { name } = getOrder(scope, resource, input)
  return Buffer.from(
    JSON.stringify([getFieldInLanguage(resource, lastRow, name, scope.language) ?? null, lastRow['id']]),
  ).toString('base64url')
}
