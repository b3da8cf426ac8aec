import { getEmptyValue, isCollection, isExcludedFromAudit, type Field } from '@/contract/field'
import { baseFields, type Resource } from '@/contract/resource'
import { isRequiredText, type RestrictedChoice } from '@/contract/field-visibility'
import { toSnakeCase } from '../db/columns'

/** SQL fragments to read and write a resource, built once per resource. */
export interface Statements {
  table: string
  /** The select list `"line_id" as "lineId", …`. Secrets, which are never returned, are selected as null. */
  columns: string
  /** A jsonb object of the row aliased `r`, by field name, without `unauditedFields`. */
  auditedJson: string
  /**
   * Like `columns`, with moments as ISO 8601 text in UTC, so that `row_to_json` equals the JSON of a JavaScript row.
   */
  wireColumns: string
  /**
   * Builds `columns` or `wireColumns` without the values of some fields, and without amounts in rows with a restricted
   * option.
   */
  buildColumnsWithout(
    fields: readonly string[],
    form: 'columns' | 'wire',
    restrictedChoices?: readonly RestrictedChoice[],
  ): string
  /** Names of the secret fields, which are stored sealed. */
  secrets: readonly string[]
  /** Fields excluded from the audit log: secrets and the fingerprints that identify them. */
  unauditedFields: readonly string[]
  /** Quoted column name by field name. */
  columnByField: Record<string, string>
}

const statementsCache = new WeakMap<Resource, Statements>()
/** Returns the cached SQL fragments of a resource. */
export function getStatements(resource: Resource): Statements {
  let statements = statementsCache.get(resource)
  if (!statements) statementsCache.set(resource, (statements = buildStatements(resource)))
  return statements
}

/** `jsonb_build_object` takes at most 100 arguments, two per pair. */
const MAX_JSON_PAIRS = 45
function buildStatements(resource: Resource): Statements {
  const fields: Record<string, Field> = { ...baseFields, ...resource.fields }
  const names = Object.keys(fields)
  const columnByField = Object.fromEntries(names.map((n) => [n, quoteIdentifier(toSnakeCase(n))]))
  const secrets = names.filter((n) => 'secret' in fields[n]! && fields[n].secret)
  const unauditedFields = names.filter((n) => isExcludedFromAudit(fields[n]!))
  const jsonPairs = names.filter((n) => !unauditedFields.includes(n)).map((n) => `'${n}', r.${columnByField[n]}`)
  const buildSelectList = (
    form: 'columns' | 'wire',
    excludedFields: readonly string[] = [],
    restrictedChoices: readonly RestrictedChoice[] = [],
  ): string =>
    names
      .map((n) => {
        const field = fields[n]!
        const getValueSql = (): string => {
          if (secrets.includes(n)) return 'null::text'
          if (excludedFields.includes(n)) return getEmptySql(field)
          const value = form === 'wire' ? toWireSql(field, columnByField[n]!) : columnByField[n]!
          return field.kind === 'amount' ? hideRestrictedAmount(value, restrictedChoices, columnByField) : value
        }
        return `${getValueSql()} as ${quoteIdentifier(n)}`
      })
      .join(', ')
  const columns = buildSelectList('columns')
  const wireColumns = buildSelectList('wire')
  return {
    table: quoteIdentifier(resource.table),
    columns,
    auditedJson: splitIntoChunks(jsonPairs, MAX_JSON_PAIRS)
      .map((chunk) => `jsonb_build_object(${chunk.join(', ')})`)
      .join(' || '),
    wireColumns,
    buildColumnsWithout: (excludedFields, form, restrictedChoices = []) => {
      if (excludedFields.length > 0 || restrictedChoices.length > 0)
        return buildSelectList(form, excludedFields, restrictedChoices)
      return form === 'wire' ? wireColumns : columns
    },
    secrets,
    unauditedFields,
    columnByField,
  }
}
const hideRestrictedAmount = (
  value: string,
  restrictedChoices: readonly RestrictedChoice[],
  columnByField: Readonly<Record<string, string>>,
): string =>
  restrictedChoices.reduce(
    (expression, { field, options }) =>
      `case when ${columnByField[field]} in (${toSqlLiterals(options)}) then null else ${expression} end`,
    value,
  )
const splitIntoChunks = <T>(items: T[], size: number): T[][] =>
  items.length <= size ? [items] : [items.slice(0, size), ...splitIntoChunks(items.slice(size), size)]
/** Builds a field's SQL for JSON. Moments get the same form as from the driver's `parseTimestamptz`. */
const toWireSql = (field: Field, column: string): string =>
  field.kind === 'moment' ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column
function getEmptySql(field: Field): string {
  if (field.kind === 'custom') return `'{}'::jsonb`
  if (isCollection(field)) return `'[]'::jsonb`
  return isRequiredText(field) ? `''::text` : 'null::text'
}
const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Builds choice values as literals for `in (…)`. The planner knows the selectivity of literals, but assumes an average
 * for parameters.
 */
export const toSqlLiterals = (options: readonly string[]): string =>
  options.map((option) => `'${option.replaceAll("'", "''")}'`).join(', ')

/** Builds a select list of the named fields. */
export const selectColumns = (resource: Resource, names: readonly string[]): string =>
  names.map((n) => `${getStatements(resource).columnByField[n]} as ${quoteIdentifier(n)}`).join(', ')

/** Converts a value for the driver: null becomes the field's empty value, collections become jsonb. */
export const toStoredValue = (field: Field, value: unknown): unknown =>
  isCollection(field) ? JSON.stringify(value ?? getEmptyValue(field)) : (value ?? getEmptyValue(field))
/** Builds the condition for rows that a pick-list offers: the SQL form of the contract's `isOfferedInPickList`. */
export const buildOfferedCondition = (resource: Resource): string =>
  Object.entries(resource.pickListFilter)
    .map(([name, values]) => ` and ${getStatements(resource).columnByField[name]} in (${toSqlLiterals(values)})`)
    .join('')
