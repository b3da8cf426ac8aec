/**
 * SQL with types where it meets TypeScript: column names, result rows, parameters and options of choices. All other text
 * is plain SQL that can be read, searched and run unchanged.
 *
 *   ctx.query(sql`select ${columns(lineStop, ['id', 'startedAt'])} from line_stop
 *     where site_id = ${ctx.site} and state = ${options(lineStop.fields.state, 'standing')}`)
 */
import { getTableColumns, type Table } from 'drizzle-orm'
import type { Flatten } from '@/contract/field'
import type { Resource, Row } from '@/contract/resource'
import { getStatements } from './crud/statements'

type SqlValue = string | number | boolean | null | Date | Buffer
/** A value in `${}`: `Sql` is inserted as text, anything else becomes a parameter. */
type SqlPart = Sql | SqlValue | readonly (string | number | boolean | null | Date)[]

/** SQL with separate parameter values. `R` is the type of the rows that it returns. */
export class Sql<R extends object = object> {
  declare readonly rows: R
  /** @param texts the text before, between and after the values */
  constructor(
    readonly texts: readonly string[],
    readonly values: readonly unknown[] = [],
  ) {}
  /** The statement with placeholders `$1`, `$2` … for the values. */
  get text(): string {
    return this.texts.reduce((joinedText, text, i) => `${joinedText}$${i}${text}`)
  }
  /** Lets SQL without values be used in a plain string. @throws Error if there are values, which would be lost */
  toString(): string {
    if (this.values.length > 0) throw new Error(`This SQL has parameters: ${this.text}`)
    return this.text
  }
}
/** A part of a select list that adds the fields of `R` to the row. */
export class Columns<R extends object = object> extends Sql<R> {
  declare readonly columns: R
}

type UnionToIntersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never
type ColumnsRow<P> = P extends Columns<infer R> ? R : never
/** The row type of a select: the fields of the column lists in its `${}`. Other SQL in `${}` adds no fields. */
type RowOfParts<P extends readonly unknown[]> = [ColumnsRow<P[number]>] extends [never]
  ? object
  : Flatten<UnionToIntersection<ColumnsRow<P[number]>>>

/** The row type of an existing statement or column list: `SqlRow<typeof ledgerColumns>`. */
export type SqlRow<S> = S extends Sql<infer R> ? R : never

/**
 * Builds a statement or a part of one. The row type follows from its column lists; other rows are declared: `` sql<{ n:
 * number }>`…` ``.
 */
export function sql<P extends readonly SqlPart[]>(texts: TemplateStringsArray, ...parts: P): Sql<RowOfParts<P>>
export function sql<R extends object>(texts: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql<R>
export function sql(texts: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  return new Sql(...joinParts(texts, parts))
}
/** Builds computed columns of a select list: ``computed<{ n: number }>`count(*)::int as n` ``. `R` is not checked. */
export const computed = <R extends object>(texts: TemplateStringsArray, ...parts: readonly SqlPart[]): Columns<R> =>
  new Columns<R>(...joinParts(texts, parts))

function joinParts(texts: readonly string[], parts: readonly SqlPart[]): [string[], unknown[]] {
  const joinedTexts = [texts[0]!]
  const values: unknown[] = []
  for (const [i, part] of parts.entries()) {
    const nextText = texts[i + 1]!
    if (part instanceof Sql) {
      joinedTexts[joinedTexts.length - 1] += part.texts[0]!
      for (let k = 1; k < part.texts.length; k++) joinedTexts.push(part.texts[k]!)
      for (const value of part.values) values.push(value)
      joinedTexts[joinedTexts.length - 1] += nextText
    } else {
      values.push(part)
      joinedTexts.push(nextText)
    }
  }
  return [joinedTexts, values]
}

/**
 * Builds columns that count the rows of each wanted option of a choice, named like the options.
 * @param column SQL of the column
 */
export const countOptions = <const O extends string, const W extends O>(
  field: { readonly kind: 'choice'; readonly options: readonly O[] },
  column: string,
  ...wantedOptions: readonly W[]
): Columns<Record<W, number>> =>
  new Columns([
    wantedOptions
      .map((option) => `count(*) filter (where ${column} = ${options(field, option)})::int as "${option}"`)
      .join(', '),
  ])

/** Joins SQL with commas (`a, b, c`) or another separator. @throws Error for an empty list, which SQL does not allow */
export const joinSql = (parts: readonly Sql[], separator: ', ' | ' union all ' | ' and ' | ' or ' = ', '): Sql => {
  const [firstPart, ...remainingParts] = parts
  if (!firstPart) throw new Error('a list of nothing')
  const separatorSql = new Sql([separator])
  return remainingParts.reduce((joinedSql, part) => sql`${joinedSql}${separatorSql}${part}`, firstPart)
}

/**
 * Writes the limit as a literal: if it were a parameter, the planner would assume that the query returns a tenth of all
 * rows.
 */
export function limit(maxRows: number): Sql {
  if (!Number.isSafeInteger(maxRows) || maxRows < 0) throw new Error(`not a number of rows: ${maxRows}`)
  return new Sql([`limit ${maxRows}`])
}

/** Anything that has a table: a resource, or a table of the server kit. */
type TableSource = Resource | Table
type StoredRow<T> = T extends Table ? T['$inferSelect'] : Row<T>
type FieldName<T> = keyof StoredRow<T> & string
/** A field under its own name, or fields by the names that they get in the row: `{ startsAt: 'startedAt' }`. */
type FieldSelection<T> = FieldName<T> | Readonly<Record<string, FieldName<T>>>
type SelectedFields<T, N> =
  N extends FieldName<T>
    ? { [K in N]: StoredRow<T>[K] }
    : { -readonly [K in keyof N & string]: StoredRow<T>[N[K] & FieldName<T>] }
type SelectedRow<T, N extends readonly unknown[]> = Flatten<UnionToIntersection<SelectedFields<T, N[number]>>>
type NullableRow<R> = { [K in keyof R]: R[K] | null }
type FilledRow<R> = { [K in keyof R]: NonNullable<R[K]> }

/**
 * Builds the columns of some fields, each named like its field. `tableAlias` is the table's alias in the query, which
 * `tests/architecture/sql-aliases` checks. The row type of a statement has all columns in its `${}`. Therefore write a
 * nested select, whose columns the statement does not return, as a separate `sql`.
 */
export const columns = <const T extends TableSource, const N extends readonly FieldSelection<T>[]>(
  source: T,
  names: N,
  tableAlias?: string,
): Columns<SelectedRow<T, N>> => new Columns([buildColumnList(source, names, tableAlias)])
/** Like `columns`, for a joined table that may have no matching row. */
export const columnsOrNull = <const T extends TableSource, const N extends readonly FieldSelection<T>[]>(
  source: T,
  names: N,
  tableAlias?: string,
): Columns<NullableRow<SelectedRow<T, N>>> => new Columns([buildColumnList(source, names, tableAlias)])
/** Like `columns`, for nullable fields whose nulls the condition of the select excludes. */
export const columnsNotNull = <const T extends TableSource, const N extends readonly FieldSelection<T>[]>(
  source: T,
  names: N,
  tableAlias?: string,
): Columns<FilledRow<SelectedRow<T, N>>> => new Columns([buildColumnList(source, names, tableAlias)])

function buildColumnList(
  source: TableSource,
  selections: readonly (string | Readonly<Record<string, string>>)[],
  tableAlias?: string,
): string {
  const columnNames = getColumnNames(source)
  const buildColumn = (field: string, outputName: string): string => {
    const columnName = columnNames[field]
    if (columnName === undefined) throw new Error(`no field ${field}`)
    return `${tableAlias ? `${tableAlias}.` : ''}${columnName} as "${outputName}"`
  }
  return selections
    .flatMap((selection) =>
      typeof selection === 'string'
        ? [buildColumn(selection, selection)]
        : Object.entries(selection).map(([outputName, field]) => buildColumn(field, outputName)),
    )
    .join(', ')
}
const columnNamesCache = new WeakMap<TableSource, Record<string, string>>()
function getColumnNames(source: TableSource): Record<string, string> {
  if ('fields' in source) return getStatements(source).columnByField
  let columnNames = columnNamesCache.get(source)
  if (!columnNames) {
    columnNames = Object.fromEntries(
      Object.entries(getTableColumns(source)).map(([field, { name }]) => [field, `"${name}"`]),
    )
    columnNamesCache.set(source, columnNames)
  }
  return columnNames
}

/**
 * Writes options of a choice as literals: `state = ${options(field, 'due')}`, `state in (${options(field, ...openStates)})`. With
 * literals the planner knows how many rows match; with a parameter it assumes the same number for every option.
 */
export function options<const O extends string>(
  _field: { readonly kind: 'choice'; readonly options: readonly O[] },
  ...wantedOptions: readonly NoInfer<O>[]
): Sql {
  if (wantedOptions.length === 0) throw new Error('no option is asked for')
  return new Sql([wantedOptions.map((option) => `'${option.replaceAll("'", "''")}'`).join(', ')])
}

interface GroupingSql<K extends string> {
  /** The key columns, to be placed before the sums in a select list. */
  readonly selectKeys: Sql
  /** The `group by` clause; empty without keys. */
  readonly groupBy: Sql
  /** The `order by` terms: the date keys, oldest first, then `finalOrder`. */
  readonly orderBy: Sql
  readKeys(row: Readonly<Record<string, unknown>>): Readonly<Partial<Record<K, string | null>>>
}
/**
 * Builds the key columns, `group by` and `order by` of a query that is grouped by the named keys. Also builds a
 * function that reads the keys of a row.
 * @param sqlByKey SQL text of each possible key, without parameters
 * @param dayKeys the keys that are dates; rows are sorted by them
 */
export function buildGrouping<K extends string>(
  keyNames: readonly K[],
  sqlByKey: Readonly<Record<K, string>>,
  { dayKeys = ['day', 'month'], finalOrder }: { dayKeys?: readonly string[]; finalOrder: string },
): GroupingSql<K> {
  const dayColumns = keyNames.flatMap((key, i) => (dayKeys.includes(key) ? [`k${i}`] : []))
  return {
    selectKeys: new Sql([keyNames.map((key, i) => `${sqlByKey[key]} as k${i}, `).join('')]),
    groupBy: new Sql([keyNames.length ? ` group by ${keyNames.map((_, i) => `k${i}`).join(', ')}` : '']),
    orderBy: new Sql([[...dayColumns, finalOrder].join(', ')]),
    readKeys: (row) => {
      const rowKeys: Partial<Record<K, string | null>> = {}
      keyNames.forEach((key, i) => (rowKeys[key] = row[`k${i}`] == null ? null : String(row[`k${i}`])))
      return rowKeys
    },
  }
}
