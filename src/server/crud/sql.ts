import { emptyOf, isCollection, isUntold, type Field } from '@/contract/field'
import { baseFields, type Resource } from '@/contract/resource'
import { isRequiredText, type Guard } from '@/contract/seen-by'
import { toSnakeCase } from '../db/columns'

/** SQL fragments to read and write a resource, built once per resource. */
export interface Statements {
  table: string
  /** `"line_id" as "lineId", …`; null for secrets, which are never returned. */
  columns: string
  /** A jsonb object of the row aliased `r`, by field name, without `unauditedFields`. */
  json: string
  /**
   * Like `columns`, with moments as ISO 8601 text in UTC, so that `row_to_json` equals the JSON of a JavaScript row.
   */
  wire: string
  /** Select list with some fields emptied, and with the amounts emptied in rows that have a guarded option. */
  without(fields: readonly string[], as: 'columns' | 'wire', guards?: readonly Guard[]): string
  /** Sealed fields. */
  secrets: readonly string[]
  /** Fields excluded from the audit log: secrets and the fingerprints that identify them. */
  untold: readonly string[]
  /** Column of each field, quoted. */
  column: Record<string, string>
}

const known = new WeakMap<Resource, Statements>()
/** Returns the cached SQL fragments of a resource. */
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
/** Builds a field's SQL for JSON; for moments the SQL form of the driver's `parseMoment`. */
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
 * Builds choice values as literals for `in (…)`. The planner knows the selectivity of literals, but assumes an average
 * for parameters.
 */
export const oneOf = (options: readonly string[]): string =>
  options.map((option) => `'${option.replaceAll("'", "''")}'`).join(', ')

/** Builds a select list of the named fields. */
export const columnsNamed = (resource: Resource, names: readonly string[]): string =>
  names.map((n) => `${statementsOf(resource).column[n]} as ${quote(n)}`).join(', ')

/** Builds a query for id and label of the rows at site `$1` whose lookup field equals `$2`. */
export const foundSql = (resource: Resource, by: string, label: string): string => {
  const { table, column } = statementsOf(resource)
  return `select id, ${column[label]}::text as label from ${table} where site_id = $1 and ${column[by]} = $2`
}

/** Converts a value for the driver: null becomes the field's empty value, collections become jsonb. */
export const stored = (field: Field, value: unknown): unknown =>
  isCollection(field) ? JSON.stringify(value ?? emptyOf(field)) : (value ?? emptyOf(field))
/** Builds an additional condition for rows that a pick-list offers: the SQL form of the contract's `isOffered`. */
export const offeredSql = (r: Resource): string =>
  Object.entries(r.offers)
    .map(([name, values]) => ` and ${statementsOf(r).column[name]} in (${oneOf(values)})`)
    .join('')
