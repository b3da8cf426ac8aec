import { getEmptyValue, isCollection, isExcludedFromAudit, type Field } from '@/contract/field'
import { baseFields, type Resource } from '@/contract/resource'
import { isRequiredText, type RestrictedChoice } from '@/contract/field-visibility'
import { toSnakeCase } from '../db/columns'

/** SQL fragments to read and write a resource, built once per resource. */
export interface Statements {
  table: string
  /** `"line_id" as "lineId", …`; null for secrets, which are never returned. */
  columns: string
  /** A jsonb object of the row aliased `r`, by field name, without `unauditedFields`. */
  auditedJson: string
  /**
   * Like `columns`, with moments as ISO 8601 text in UTC, so that `row_to_json` equals the JSON of a JavaScript row.
   */
  wireColumns: string
  /** Select list with some fields emptied, and with the amounts emptied in rows that have a guarded option. */
  columnsWithout(fields: readonly string[], as: 'columns' | 'wire', guards?: readonly RestrictedChoice[]): string
  /** Sealed fields. */
  secrets: readonly string[]
  /** Fields excluded from the audit log: secrets and the fingerprints that identify them. */
  unauditedFields: readonly string[]
  /** Column of each field, quoted. */
  column: Record<string, string>
}

const statementsCache = new WeakMap<Resource, Statements>()
/** Returns the cached SQL fragments of a resource. */
export function getStatements(resource: Resource): Statements {
  let statements = statementsCache.get(resource)
  if (!statements) statementsCache.set(resource, (statements = buildStatements(resource)))
  return statements
}

function buildStatements(r: Resource): Statements {
  const fields: Record<string, Field> = { ...baseFields, ...r.fields }
  const names = Object.keys(fields)
  const column = Object.fromEntries(names.map((n) => [n, quoteIdentifier(toSnakeCase(n))]))
  const secrets = names.filter((n) => 'secret' in fields[n]! && fields[n].secret)
  const untold = names.filter((n) => isExcludedFromAudit(fields[n]!))
  const pairs = names.filter((n) => !untold.includes(n)).map((n) => `'${n}', r.${column[n]}`)
  const selectFields = (
    as: 'columns' | 'wire',
    excludedFields: readonly string[] = [],
    guards: readonly RestrictedChoice[] = [],
  ): string =>
    names
      .map((n) => {
        const field = fields[n]!
        const visibleValue = as === 'wire' ? toWireSql(field, column[n]!) : column[n]!
        const value = field.kind === 'amount' ? hideGuardedAmount(visibleValue, guards, column) : visibleValue
        return `${secrets.includes(n) ? 'null::text' : excludedFields.includes(n) ? getEmptySql(field) : value} as ${quoteIdentifier(n)}`
      })
      .join(', ')
  const columns = selectFields('columns')
  const wire = selectFields('wire')
  return {
    table: quoteIdentifier(r.table),
    columns,
    // jsonb_build_object takes at most 100 arguments.
    auditedJson: splitIntoChunks(pairs, 45)
      .map((part) => `jsonb_build_object(${part.join(', ')})`)
      .join(' || '),
    wireColumns: wire,
    columnsWithout: (excludedFields, as, guards = []) =>
      excludedFields.length + guards.length ? selectFields(as, excludedFields, guards) : as === 'wire' ? wire : columns,
    secrets,
    unauditedFields: untold,
    column,
  }
}
const hideGuardedAmount = (
  value: string,
  guards: readonly RestrictedChoice[],
  column: Readonly<Record<string, string>>,
): string =>
  guards.reduce(
    (expression, { field, options }) =>
      `case when ${column[field]} in (${toSqlLiterals(options)}) then null else ${expression} end`,
    value,
  )
const splitIntoChunks = <T>(all: T[], size: number): T[][] =>
  all.length <= size ? [all] : [all.slice(0, size), ...splitIntoChunks(all.slice(size), size)]
/** Builds a field's SQL for JSON; for moments the SQL form of the driver's `parseMoment`. */
const toWireSql = (field: Field, column: string): string =>
  field.kind === 'moment' ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column
const getEmptySql = (field: Field): string =>
  field.kind === 'custom'
    ? `'{}'::jsonb`
    : isCollection(field)
      ? `'[]'::jsonb`
      : isRequiredText(field)
        ? `''::text`
        : 'null::text'
const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Builds choice values as literals for `in (…)`. The planner knows the selectivity of literals, but assumes an average
 * for parameters.
 */
export const toSqlLiterals = (options: readonly string[]): string =>
  options.map((option) => `'${option.replaceAll("'", "''")}'`).join(', ')

/** Builds a select list of the named fields. */
export const selectColumns = (resource: Resource, names: readonly string[]): string =>
  names.map((n) => `${getStatements(resource).column[n]} as ${quoteIdentifier(n)}`).join(', ')

/** Builds a query for id and label of the rows at site `$1` whose lookup field equals `$2`. */
export const buildLookupSql = (resource: Resource, lookupField: string, label: string): string => {
  const { table, column } = getStatements(resource)
  return `select id, ${column[label]}::text as label from ${table} where site_id = $1 and ${column[lookupField]} = $2`
}

/** Converts a value for the driver: null becomes the field's empty value, collections become jsonb. */
export const toStoredValue = (field: Field, value: unknown): unknown =>
  isCollection(field) ? JSON.stringify(value ?? getEmptyValue(field)) : (value ?? getEmptyValue(field))
/** Builds an additional condition for rows that a pick-list offers: the SQL form of the contract's `isOffered`. */
export const buildOfferedCondition = (r: Resource): string =>
  Object.entries(r.pickListFilter)
    .map(([name, values]) => ` and ${getStatements(r).column[name]} in (${toSqlLiterals(values)})`)
    .join('')
