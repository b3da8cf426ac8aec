import { emptyOf, isCollection, isUntold, type Field } from '@/contract/field'
import { baseFields, type Resource } from '@/contract/resource'
import { isRequiredText, type Guard } from '@/contract/seen-by'
import { toSnakeCase } from '../db/columns'

/** The pieces of SQL that a resource is read and written with, worked out once. */
export interface Statements {
  table: string
  /** `"line_id" as "lineId", …`; of a secret, null: it is written and never shown. */
  columns: string
  /** A jsonb object of the row aliased `r`, by field names, what no trail may hold left out. */
  json: string
  /** As `columns`, but `row_to_json` of them is what JavaScript makes of a row: moments are ISO 8601 text in UTC. */
  wire: string
  /** The same without what stands in some fields, and in the amounts of rows that name a guarded option: they are answered empty. */
  without(fields: readonly string[], as: 'columns' | 'wire', guards?: readonly Guard[]): string
  /** Fields that are sealed. */
  secrets: readonly string[]
  /** Fields that no trail may hold: those, and what a secret is known again by. */
  untold: readonly string[]
  /** Column of each field, quoted. */
  column: Record<string, string>
}

const known = new WeakMap<Resource, Statements>()
export function statementsOf(resource: Resource): Statements {
  let made = known.get(resource)
  if (!made) known.set(resource, (made = build(resource)))
  return made
}

function build(r: Resource): Statements {
  const fields: Record<string, Field> = { ...baseFields, ...r.fields }
  const names = Object.keys(fields)
  const column = Object.fromEntries(names.map((n) => [n, quote(toSnakeCase(n))]))
  const secrets = names.filter((n) => 'secret' in fields[n]! && fields[n].secret)
  const untold = names.filter((n) => isUntold(fields[n]!))
  const pairs = names.filter((n) => !untold.includes(n)).map((n) => `'${n}', r.${column[n]}`)
  const shown = (as: 'columns' | 'wire', left: readonly string[] = [], guards: readonly Guard[] = []): string =>
    names
      .map((n) => {
        const field = fields[n]!
        const open = as === 'wire' ? asWritten(field, column[n]!) : column[n]!
        const value = field.kind === 'amount' ? unlessNamed(open, guards, column) : open
        return `${secrets.includes(n) ? 'null::text' : left.includes(n) ? emptySql(field) : value} as ${quote(n)}`
      })
      .join(', ')
  const columns = shown('columns')
  const wire = shown('wire')
  return {
    table: quote(r.table),
    columns,
    // jsonb_build_object takes at most 100 arguments.
    json: chunks(pairs, 45)
      .map((part) => `jsonb_build_object(${part.join(', ')})`)
      .join(' || '),
    wire,
    without: (left, as, guards = []) =>
      left.length + guards.length ? shown(as, left, guards) : as === 'wire' ? wire : columns,
    secrets,
    untold,
    column,
  }
}
const unlessNamed = (value: string, guards: readonly Guard[], column: Readonly<Record<string, string>>): string =>
  guards.reduce(
    (shown, { field, options }) => `case when ${column[field]} in (${oneOf(options)}) then null else ${shown} end`,
    value,
  )
const chunks = <T>(all: T[], size: number): T[][] =>
  all.length <= size ? [all] : [all.slice(0, size), ...chunks(all.slice(size), size)]
/** `parseMoment` of the driver's value types, in SQL. */
const asWritten = (field: Field, column: string): string =>
  field.kind === 'moment' ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column
const emptySql = (field: Field): string =>
  field.kind === 'custom'
    ? `'{}'::jsonb`
    : isCollection(field)
      ? `'[]'::jsonb`
      : isRequiredText(field)
        ? `''::text`
        : 'null::text'
const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * States, or other options of a choice, as literals for `in (…)`: of literals the planner knows how many rows they leave,
 * of a parameter it expects as many for each.
 */
export const oneOf = (options: readonly string[]): string =>
  options.map((option) => `'${option.replaceAll("'", "''")}'`).join(', ')

/** `columns` of some fields only. */
export const columnsNamed = (resource: Resource, names: readonly string[]): string =>
  names.map((n) => `${statementsOf(resource).column[n]} as ${quote(n)}`).join(', ')

/** SQL of id and label of the rows whose field `by` is `$2`, at the site `$1`. */
export const foundSql = (resource: Resource, by: string, label: string): string => {
  const { table, column } = statementsOf(resource)
  return `select id, ${column[label]}::text as label from ${table} where site_id = $1 and ${column[by]} = $2`
}

/** How a value is handed to the driver: null is the field's empty value, collections are jsonb. */
export const stored = (field: Field, value: unknown): unknown =>
  isCollection(field) ? JSON.stringify(value ?? emptyOf(field)) : (value ?? emptyOf(field))
/** SQL of the rows that a pick-list offers, as a further condition: `isOffered` of the contract. */
export const offeredSql = (r: Resource): string =>
  Object.entries(r.offers)
    .map(([name, values]) => ` and ${statementsOf(r).column[name]} in (${oneOf(values)})`)
    .join('')
