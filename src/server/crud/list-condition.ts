import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import type { Field } from '@/contract/field'
import { isUuid } from '@/contract/id'
import { isRangeFiltered, NO_REFERENCE, type ListQuery, type Resource } from '@/contract/resource'
import { getRestrictedChoices } from '@/contract/field-visibility'
import type { Person } from '../context'
import { buildKeywordCondition } from '@/server/search'
import { toSqlLiterals, getStatements } from './statements'
import type { SqlCondition } from './page-by-key'

/**
 * Builds one condition from the filters, keyword and ids of a list.
 * @param trigrams of the keyword, see `findIndexedTrigrams`
 * @throws errno.parameter for values that are not valid
 */
export function buildListCondition(
  { person, t }: { readonly person: Person | null; t(key: string): string },
  resource: Resource,
  input: ListQuery,
  trigrams: readonly string[],
  buildExtraCondition?: (values: unknown[]) => string,
): SqlCondition {
  const statements = getStatements(resource)
  const values: unknown[] = []
  // $1 is the site, which is not among the values.
  const addParameter = (value: unknown) => `$${values.push(value) + 1}`
  const conditions = ['site_id = $1']
  const issues: Issue[] = []
  if (input.id) {
    const ids = input.id.split(',')
    if (ids.every(isUuid)) conditions.push(`id = any(${addParameter(ids)}::uuid[])`)
    else issues.push({ path: ['id'], code: 'badId' })
  }
  for (const name of resource.filters)
    conditions.push(
      ...buildFilterConditions(
        name,
        resource.fields[name]!,
        statements.columnByField[name]!,
        input,
        addParameter,
        issues,
      ),
    )
  const keyword = input.keyword?.trim()
  if (keyword) conditions.push(buildKeywordCondition(resource, keyword, addParameter, t, trigrams))
  if (issues.length) throw refuseInput(issues)
  // A row with a choice that the person may not see is displayed without its amounts. If the resource has a required
  // amount, the whole row is left out, because a required amount cannot be empty.
  if (Object.values(resource.fields).some((field) => field.kind === 'amount' && field.required))
    for (const { field, options } of getRestrictedChoices(resource.fields, person)) {
      const column = statements.columnByField[field]
      conditions.push(`(${column} is null or ${column} not in (${toSqlLiterals(options)}))`)
    }
  if (buildExtraCondition) conditions.push(buildExtraCondition(values))
  return { sql: conditions.join(' and '), values }
}

function buildFilterConditions(
  name: string,
  field: Field,
  column: string,
  input: ListQuery,
  addParameter: (value: unknown) => string,
  issues: Issue[],
): string[] {
  if (isRangeFiltered(field)) {
    const from = input[`${name}From`]
    const to = input[`${name}To`]
    return [
      ...(from != null ? [`${column} >= ${addParameter(from)}`] : []),
      ...(to != null ? [`${column} <= ${addParameter(to)}`] : []),
    ]
  }
  const value = input[name]
  if (value == null || value === '') return []
  if (field.kind === 'flag') return [`${column} = ${addParameter(value)}`]
  const requestedValues = String(value).split(',')
  if (field.kind === 'choice') {
    if (!requestedValues.every((option) => field.options.includes(option))) {
      issues.push({ path: [name], code: 'notAnOption', params: { options: field.options.join(', ') } })
      return []
    }
    // One parameter per value: the planner does not know the length of an array and would plan again each time.
    return [
      requestedValues.length === 1
        ? `${column} = ${addParameter(requestedValues[0])}`
        : `${column} in (${requestedValues.map(addParameter).join(', ')})`,
    ]
  }
  if (field.kind === 'reference') {
    const [firstValue = ''] = requestedValues
    const excludedId = requestedValues.length === 1 && firstValue.startsWith('!') ? firstValue.slice(1) : null
    const ids = excludedId === null ? requestedValues.filter((id) => id !== NO_REFERENCE) : [excludedId]
    if (!ids.every(isUuid)) {
      issues.push({ path: [name], code: 'badId' })
      return []
    }
    if (excludedId !== null) return [`${column} is distinct from ${addParameter(excludedId)}`]
    const idConditions =
      ids.length === 1
        ? [`${column} = ${addParameter(ids[0])}`]
        : ids.length
          ? [`${column} = any(${addParameter(ids)}::uuid[])`]
          : []
    const alternatives = [...idConditions, ...(requestedValues.includes(NO_REFERENCE) ? [`${column} is null`] : [])]
    return [alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(' or ')})`]
  }
  if (field.kind === 'references') {
    if (!requestedValues.every(isUuid)) {
      issues.push({ path: [name], code: 'badId' })
      return []
    }
    // `<> '[]'` repeats the condition of the partial index, so that the planner can use the index.
    const idConditions = requestedValues.map((id) => `${column} @> ${addParameter(JSON.stringify([id]))}::jsonb`)
    return [`${column} <> '[]'`, idConditions.length === 1 ? idConditions[0]! : `(${idConditions.join(' or ')})`]
  }
  if (field.kind === 'text' || field.kind === 'note') return [`${column} = ${addParameter(value)}`]
  throw new Refusal(errno.parameter, 'contract:errors.parameter', { issues: [{ path: [name], code: 'notAllowed' }] })
}
