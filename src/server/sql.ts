/**
 * Plain SQL that is typed where it meets the program: column names, result rows, values as parameters, options of
 * choices. The rest stays plain SQL that can be read, searched and run as it is.
 *
 *   ctx.query(sql`select ${columns(lineStop, ['id', 'startedAt'])} from line_stop
 *     where site_id = ${ctx.site} and state = ${options(lineStop.fields.state, 'standing')}`)
 */
import { getTableColumns, type Table } from 'drizzle-orm'
import type { Flatten } from '@/contract/field'
import type { Resource, Row } from '@/contract/resource'
import { statementsOf } from './crud/sql'

type Value = string | number | boolean | null | Date | Buffer
/** Allowed in `${}`: other SQL is inserted as it is, anything else becomes a parameter. */
type Part = Sql | Value | readonly (string | number | boolean | null | Date)[]

/** SQL with separate parameters. `R` is the type of its rows. */
export class Sql<R extends object = object> {
  declare readonly rows: R
  /** @param texts the text before, between and after the values */
  constructor(
    readonly texts: readonly string[],
    readonly values: readonly unknown[] = [],
  ) {}
  /** The statement with placeholders `$1`, `$2` … for the values. */
  get text(): string {
    return this.texts.reduce((before, text, i) => `${before}$${i}${text}`)
  }
  /** Lets SQL without values be used in a plain string. @throws Error if there are values, which would be lost */
  toString(): string {
    if (this.values.length > 0) throw new Error(`This SQL has parameters: ${this.text}`)
    return this.text
  }
}
/** A part of a select list that contributes these fields to the row. */
export class Columns<R extends object = object> extends Sql<R> {
  declare readonly columns: R
}

type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type Named<P> = P extends Columns<infer R> ? R : never
/** The row of a select: the fields of its direct column lists, not those of nested SQL. */
type RowFrom<P extends readonly unknown[]> = [Named<P[number]>] extends [never]
  ? object
  : Flatten<Both<Named<P[number]>>>

/** The row type of a statement or of a list of columns. */
export type RowFor<S> = S extends Sql<infer R> ? R : never

/**
 * Builds a statement or a part of one. The row type follows from its column lists; other rows are declared: `` sql<{ n:
 * number }>`…` ``.
 */
export function sql<P extends readonly Part[]>(texts: TemplateStringsArray, ...parts: P): Sql<RowFrom<P>>
export function sql<R extends object>(texts: TemplateStringsArray, ...parts: readonly Part[]): Sql<R>
export function sql(texts: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  return new Sql(...joined(texts, parts))
}
/** Builds a part of a select list besides plain columns; `R` is not checked. */
export const computed = <R extends object>(texts: TemplateStringsArray, ...parts: readonly Part[]): Columns<R> =>
  new Columns<R>(...joined(texts, parts))

function joined(texts: readonly string[], parts: readonly Part[]): [string[], unknown[]] {
  const out = [texts[0]!]
  const values: unknown[] = []
  for (const [i, part] of parts.entries()) {
    const after = texts[i + 1]!
    if (part instanceof Sql) {
      out[out.length - 1] += part.texts[0]!
      for (let k = 1; k < part.texts.length; k++) out.push(part.texts[k]!)
      for (const value of part.values) values.push(value)
      out[out.length - 1] += after
    } else {
      values.push(part)
      out.push(after)
    }
  }
  return [out, values]
}

/**
 * Builds columns that count the rows of each wanted option of a choice, named like the options.
 * @param column SQL of the column
 */
export const countEach = <const O extends string, const W extends O>(
  field: { readonly kind: 'choice'; readonly options: readonly O[] },
  column: string,
  ...wanted: readonly W[]
): Columns<Record<W, number>> =>
  new Columns([
    wanted
      .map((option) => `count(*) filter (where ${column} = ${options(field, option)})::int as "${option}"`)
      .join(', '),
  ])

/** Joins SQL with commas: `a, b, c`. @throws Error for an empty list, which SQL does not allow */
export const separated = (parts: readonly Sql[]): Sql => {
  const [first, ...more] = parts
  if (!first) throw new Error('a list of nothing')
  return more.reduce((before, part) => sql`${before}, ${part}`, first)
}

/** Builds `limit 100` as a literal: for a parameter the planner expects a tenth of all rows. */
export function limit(most: number): Sql {
  if (!Number.isSafeInteger(most) || most < 0) throw new Error(`not a number of rows: ${most}`)
  return new Sql([`limit ${most}`])
}

/** Anything that has a table: a resource, or a table of the kit itself. */
type Stored = Resource | Table
type RowIn<T> = T extends Table ? T['$inferSelect'] : Row<T>
type NameIn<T> = keyof RowIn<T> & string
/** A field under its own name, or fields under other names: `{ startsAt: 'startedAt' }`. */
type Pick1<T> = NameIn<T> | Readonly<Record<string, NameIn<T>>>
type Picked<T, N> =
  N extends NameIn<T> ? { [K in N]: RowIn<T>[K] } : { -readonly [K in keyof N & string]: RowIn<T>[N[K] & NameIn<T>] }
type RowOf<T, N extends readonly unknown[]> = Flatten<Both<Picked<T, N[number]>>>
type OrNull<R> = { [K in keyof R]: R[K] | null }
type Filled<R> = { [K in keyof R]: NonNullable<R[K]> }

/**
 * Builds the columns of some fields, each named like its field. `from` is the table's alias in the query. Must be
 * written directly into the select that returns them; the columns of a nested select belong into separate SQL.
 */
export const columns = <const T extends Stored, const N extends readonly Pick1<T>[]>(
  of: T,
  names: N,
  from?: string,
): Columns<RowOf<T, N>> => new Columns([listed(of, names, from)])
/** Like `columns`, for a joined table that may have no matching row. */
export const columnsOrNull = <const T extends Stored, const N extends readonly Pick1<T>[]>(
  of: T,
  names: N,
  from?: string,
): Columns<OrNull<RowOf<T, N>>> => new Columns([listed(of, names, from)])
/** Like `columns`, if the condition of the select excludes nulls. */
export const columnsFilled = <const T extends Stored, const N extends readonly Pick1<T>[]>(
  of: T,
  names: N,
  from?: string,
): Columns<Filled<RowOf<T, N>>> => new Columns([listed(of, names, from)])

function listed(of: Stored, names: readonly (string | Readonly<Record<string, string>>)[], from?: string): string {
  const column = columnsOf(of)
  const one = (field: string, as: string): string => {
    const name = column[field]
    if (name === undefined) throw new Error(`no field ${field}`)
    return `${from ? `${from}.` : ''}${name} as "${as}"`
  }
  return names
    .flatMap((name) =>
      typeof name === 'string' ? [one(name, name)] : Object.entries(name).map(([as, field]) => one(field, as)),
    )
    .join(', ')
}
const known = new WeakMap<Stored, Record<string, string>>()
function columnsOf(of: Stored): Record<string, string> {
  if ('fields' in of) return statementsOf(of).column
  let made = known.get(of)
  if (!made) {
    made = Object.fromEntries(Object.entries(getTableColumns(of)).map(([field, { name }]) => [field, `"${name}"`]))
    known.set(of, made)
  }
  return made
}

/**
 * Inlines options of a choice: `state = ${options(field, 'due')}`, `state in (${options(field, ...openStates)})`. With
 * literals the planner knows how many rows match; with a parameter it assumes the same number for every option.
 */
export function options<const O extends string>(
  _field: { readonly kind: 'choice'; readonly options: readonly O[] },
  ...wanted: readonly NoInfer<O>[]
): Sql {
  if (wanted.length === 0) throw new Error('no option is asked for')
  return new Sql([wanted.map((option) => `'${option.replaceAll("'", "''")}'`).join(', ')])
}
