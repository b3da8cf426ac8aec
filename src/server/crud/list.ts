import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import type { Page } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import { isUuid } from '@/contract/id'
import { inLanguage, type Language } from '@/contract/language'
import { baseFields, isRange, NONE, type ListQuery, type Resource, type Row } from '@/contract/resource'
import { guardsIn, sees, withheldIn } from '@/contract/seen-by'
import type { Person, Query } from '../context'
import type { Translations } from '../translations'
import { saysKeyword } from './keyword'
import type { KeptFigures } from './list-cache'
import { namesFor, referring, refsOf, wordSql, type Names } from './refs'
import { oneOf, statementsOf } from './sql'
import { afterCursor, emptyLast, type Condition, type Ordered } from './page-by-key'

export interface ListScope {
  query: Query
  site: number
  /** The language in which names are read and sorted. */
  language: Language
  /** The time zone of moments in names. */
  timeZone: string
  /** Translates a text key into that language. */
  t(key: string): string
  /** The texts of every language. */
  words: Translations
  resource(name: string): Resource | undefined
  /** The caller; lists contain only what this person may see. */
  person: Person | null
  /** Cached totals and names; only for calls that do not write. */
  kept?: KeptFigures
}
type AnyRow = Record<string, unknown>
/** Returns the number of rows per page. */
const sizeOf = ({ size }: ListQuery): number => size ?? 20

/**
 * Loads one page of a resource, by cursor (`after`) or by number. A page by number costs its offset from the nearer
 * end.
 * @param extra an additional condition, for a view of the same resource
 */
export async function listPage<R extends Resource>(
  scope: ListScope,
  r: R,
  input: ListQuery,
  extra?: (values: unknown[]) => string,
): Promise<Page<Row<R>>> {
  const size = sizeOf(input)
  const condition = conditionOf(scope, r, input, extra)
  const rows = await pageRows(scope, r, input, condition, size + 1)
  const list = rows.slice(0, size)
  const more = rows.length > size
  const [refs, total] = await Promise.all([
    refsOf(scope, r, list),
    isWhole(input, more) ? list.length : countRows(scope, r, condition),
  ])
  return { total, list: list as Row<R>[], refs, next: more ? cursorOf(scope, r, input, list.at(-1)!) : null }
}

const isWhole = (input: ListQuery, more: boolean): boolean => !more && (input.page ?? 1) === 1 && !input.after

/**
 * Loads the same page as JSON text. The database serializes all rows into one result row, because a result row costs as
 * much as ten columns. Only reference fields, needed to look up names, are returned separately.
 */
export async function pageJson(scope: ListScope, r: Resource, input: ListQuery): Promise<string> {
  const size = sizeOf(input)
  const condition = conditionOf(scope, r, input)
  const known = await totalOfDeep(scope, r, input, condition)
  const { sql, values } = pageQuery(scope, r, input, condition, size + 1, shownIn(scope, r, 'wire'), known)
  const apart = referring(r).map(([name]) => name)
  // JSON text contains no raw line breaks, and no field can be named "$rows".
  const [page] = await scope.query<Record<string, unknown[] | null> & { $rows: string | null }>(
    `select string_agg(row_to_json("$page")::text, e'\\n') as "$rows"${apart.map((n) => `, json_agg("$page"."${n}") as "${n}"`).join('')} from (${sql}) "$page"`,
    values,
  )
  const all = page?.$rows?.split('\n') ?? []
  const list = all.slice(0, size)
  const more = all.length > size
  const referred = list.map((_, i) => Object.fromEntries(apart.map((n) => [n, page?.[n]?.[i]])))
  const [names, total] = await Promise.all([
    namesFor(scope, r, referred),
    isWhole(input, more) ? list.length : countRows(scope, r, condition),
  ])
  const next = more ? cursorOf(scope, r, input, JSON.parse(list.at(-1)!) as AnyRow) : null
  return `{"total":${total},"list":[${list.join(',')}],"refs":${jsonOf(names)},"next":${JSON.stringify(next)}}`
}

const jsonOf = (names: Names): string =>
  `{${Array.from(names, ([id, name]) => `"${id}":${JSON.stringify(name)}`).join(',')}}`

/** Streams all rows of a list page by page, so that exports use constant memory. */
export async function* everyRow(
  scope: ListScope,
  r: Resource,
  input: ListQuery,
  size = 500,
): AsyncGenerator<{ rows: AnyRow[]; refs: Record<string, string> }> {
  let after: string | undefined
  do {
    const query = { ...input, page: 1, size, ...(after ? { after } : {}) }
    const rows = await pageRows(scope, r, query, conditionOf(scope, r, query), size + 1)
    const list = rows.slice(0, size)
    yield { rows: list, refs: await refsOf(scope, r, list) }
    after = rows.length > size ? cursorOf(scope, r, query, list.at(-1)!) : undefined
  } while (after)
}

const shownIn = ({ person }: ListScope, r: Resource, as: 'columns' | 'wire'): string =>
  statementsOf(r).without(withheldIn(r.fields, person), as, guardsIn(r.fields, person))

async function countRows(scope: ListScope, r: Resource, condition: Condition): Promise<number> {
  const count = async () => {
    const [row] = await scope.query<{ n: number }>(
      `select count(*)::int as n from ${statementsOf(r).table} where ${condition.sql}`,
      [scope.site, ...condition.values],
    )
    return row?.n ?? 0
  }
  return scope.kept
    ? scope.kept.total(r.name, `${r.name} ${condition.sql} ${JSON.stringify(condition.values)}`, count)
    : count()
}

async function pageRows(
  scope: ListScope,
  r: Resource,
  input: ListQuery,
  condition: Condition,
  limit: number,
): Promise<AnyRow[]> {
  const known = await totalOfDeep(scope, r, input, condition)
  const { sql, values } = pageQuery(scope, r, input, condition, limit, shownIn(scope, r, 'columns'), known)
  return scope.query(sql, values)
}
/** From this offset on, a page is located by index only, and then just its own rows are read. */
const DEEP = 1000
/** Returns the number of rows before a page requested by number. */
const skippedBy = (input: ListQuery): number => (input.after ? 0 : ((input.page ?? 1) - 1) * sizeOf(input))
/**
 * Counts the rows of a list for a deep page, to decide which end is nearer; null for other pages and without a cache.
 * A stale total shifts the page slightly, just as a new row does.
 */
const totalOfDeep = async (scope: ListScope, r: Resource, input: ListQuery, condition: Condition) =>
  scope.kept && skippedBy(input) >= DEEP ? countRows(scope, r, condition) : null
function pageQuery(
  scope: ListScope,
  r: Resource,
  input: ListQuery,
  condition: Condition,
  limit: number,
  columns: string,
  total: number | null,
): Condition {
  const ordered = orderOf(scope, r, input)
  const values = [scope.site, ...condition.values]
  const offset = skippedBy(input)
  if (ordered.nullable && offset === 0)
    return { sql: emptyLast(r, input, ordered, condition, limit, columns, values), values }
  const { column, down, nullable } = ordered
  const where = [condition.sql]
  if (input.after) where.push(afterCursor(input.after, column, down, values))
  const { table } = statementsOf(r)
  const by = (descending: boolean): string => {
    const direction = descending ? ' desc' : ''
    return column === `${table}."id"`
      ? `${table}.id${direction}`
      : `${column}${direction}${nullable ? ' nulls last' : ''}, ${table}.id${direction}`
  }
  const part = (descending: boolean, most: number, skipped: number): string =>
    `from ${table} where ${where.join(' and ')} order by ${by(descending)} limit ${most}${skipped ? ` offset ${skipped}` : ''}`
  if (offset < DEEP) return { sql: `select ${columns} ${part(down, limit, offset)}`, values }
  // Past the middle, read backwards from the end. Nullable fields are excluded: their reverse order differs.
  const left = total === null || nullable ? Infinity : total - offset
  const found =
    left < offset
      ? part(!down, Math.max(0, Math.min(limit, left)), Math.max(0, left - limit))
      : part(down, limit, offset)
  return {
    sql: `select ${columns} from ${table} where site_id = $1 and id = any(array(select ${table}.id ${found})) order by ${by(down)}`,
    values,
  }
}
/**
 * Returns the sort field and its qualified SQL. An unqualified name would mean the formatted moment, which has no
 * index.
 */
function orderOf(scope: Pick<ListScope, 'language' | 'person'>, r: Resource, { sort }: ListQuery): Ordered {
  const wanted = sort || r.sort
  const down = wanted.startsWith('-')
  const name = down ? wanted.slice(1) : wanted
  const field: Field | undefined = [baseFields as Record<string, Field>, r.fields].find((of) =>
    Object.hasOwn(of, name),
  )?.[name]
  if (!field || ['references', 'image', 'file', 'list', 'series', 'custom'].includes(field.kind))
    throw refuseInput([{ path: ['sort'], code: 'notAnOption' }])
  // Sorting by a guarded amount would reveal which row has more.
  const guarded = field.kind === 'amount' && guardsIn(r.fields, scope.person).length > 0
  if (guarded || !sees(field, scope.person)) throw refuseInput([{ path: ['sort'], code: 'notAllowed' }])
  return {
    name,
    column: wordSql(r, name, scope.language, statementsOf(r).table).text,
    down,
    nullable: !field.required && field.default === undefined,
  }
}

function cursorOf(scope: ListScope, r: Resource, input: ListQuery, last: AnyRow): string {
  const { name } = orderOf(scope, r, input)
  return Buffer.from(JSON.stringify([inLanguage(r, last, name, scope.language) ?? null, last['id']])).toString(
    'base64url',
  )
}
/** Builds one condition from the filters, keyword and ids of a list. @throws 4013 for values that are not valid */
export function conditionOf(
  { person, t }: Pick<ListScope, 'person' | 't'>,
  r: Resource,
  input: ListQuery,
  extra?: (values: unknown[]) => string,
): Condition {
  const s = statementsOf(r)
  const values: unknown[] = []
  const p = (value: unknown) => `$${values.push(value) + 1}`
  const parts = ['site_id = $1']
  const issues: Issue[] = []
  if (input.id) {
    const ids = input.id.split(',')
    if (ids.every(isUuid)) parts.push(`id = any(${p(ids)}::uuid[])`)
    else issues.push({ path: ['id'], code: 'badId' })
  }
  for (const name of r.filters) parts.push(...filterOf(name, r.fields[name]!, s.column[name]!, input, p, issues))
  const keyword = input.keyword?.trim()
  if (keyword) parts.push(saysKeyword(r, keyword, p, t))
  if (issues.length) throw refuseInput(issues)
  // Required amounts cannot be blanked, so the whole row is left out.
  if (Object.values(r.fields).some((field) => field.kind === 'amount' && field.required))
    for (const { field, options } of guardsIn(r.fields, person)) {
      const column = s.column[field]
      parts.push(`(${column} is null or ${column} not in (${oneOf(options)}))`)
    }
  if (extra) parts.push(extra(values))
  return { sql: parts.join(' and '), values }
}

function filterOf(
  name: string,
  field: Field,
  column: string,
  input: ListQuery,
  p: (v: unknown) => string,
  issues: Issue[],
): string[] {
  if (isRange(field)) {
    const from = input[`${name}From`]
    const to = input[`${name}To`]
    return [...(from != null ? [`${column} >= ${p(from)}`] : []), ...(to != null ? [`${column} <= ${p(to)}`] : [])]
  }
  const value = input[name]
  if (value == null || value === '') return []
  if (field.kind === 'flag') return [`${column} = ${p(value)}`]
  const wanted = String(value).split(',')
  if (field.kind === 'choice') {
    if (!wanted.every((w) => field.options.includes(w))) {
      issues.push({ path: [name], code: 'notAnOption', params: { options: field.options.join(', ') } })
      return []
    }
    // One parameter per value: the planner does not know the length of an array and would plan again each time.
    return [wanted.length === 1 ? `${column} = ${p(wanted[0])}` : `${column} in (${wanted.map(p).join(', ')})`]
  }
  if (field.kind === 'reference') {
    const [first = ''] = wanted
    const left = wanted.length === 1 && first.startsWith('!') ? first.slice(1) : null
    const ids = left === null ? wanted.filter((one) => one !== NONE) : [left]
    if (!ids.every(isUuid)) {
      issues.push({ path: [name], code: 'badId' })
      return []
    }
    if (left !== null) return [`${column} is distinct from ${p(left)}`]
    const named =
      ids.length === 1 ? [`${column} = ${p(ids[0])}`] : ids.length ? [`${column} = any(${p(ids)}::uuid[])`] : []
    const either = [...named, ...(wanted.includes(NONE) ? [`${column} is null`] : [])]
    return [either.length === 1 ? either[0]! : `(${either.join(' or ')})`]
  }
  if (field.kind === 'references') {
    if (!wanted.every(isUuid)) {
      issues.push({ path: [name], code: 'badId' })
      return []
    }
    // Matches the partial index, which excludes empty lists.
    const named = wanted.map((one) => `${column} @> ${p(JSON.stringify([one]))}::jsonb`)
    return [`${column} <> '[]'`, named.length === 1 ? named[0]! : `(${named.join(' or ')})`]
  }
  if (field.kind === 'text' || field.kind === 'note') return [`${column} = ${p(value)}`]
  throw new Refusal(errno.parameter, 'contract:errors.parameter', { issues: [{ path: [name], code: 'notAllowed' }] })
}
