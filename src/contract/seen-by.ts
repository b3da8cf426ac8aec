/**
 * Fields that need a further permission (`seenBy`), such as the price of a machine. For other people the server empties
 * them in every answer and on their phones, accepts no value for them and does not sort by them; lists, forms and
 * workbooks omit them.
 */
import { mayCall, type Output } from './endpoint'
import { emptyOf, type Field, type Fields } from './field'

type Reader = Parameters<typeof mayCall>[1]

/** True if a person may see a field of rows that they may read. */
export const sees = (field: Pick<Field, 'seenBy'>, person: Reader): boolean =>
  field.seenBy === undefined || mayCall(field.seenBy, person)
/** Returns the names of the fields that a person may not see. */
export const withheldIn = (fields: Fields, person: Reader): string[] =>
  guardedIn(fields).filter((name) => !sees(fields[name]!, person))

const guarded = new WeakMap<Fields, string[]>()
function guardedIn(fields: Fields): string[] {
  const known = guarded.get(fields)
  if (known) return known
  const names = Object.keys(fields).filter((name) => fields[name]!.seenBy !== undefined)
  guarded.set(fields, names)
  return names
}
/** True if an answer can contain restricted values. Hardly any does. */
export const hasGuarded = ({ of, parts }: Output): boolean =>
  guardsSome(of) || Object.values(parts ?? {}).some(hasGuarded)
const guardsSome = (fields: Fields): boolean =>
  guardedIn(fields).length > 0 ||
  Object.values(fields).some(
    (field) => (field.kind === 'choice' && field.guarded) || (field.kind === 'list' && guardsSome(field.of)),
  )

/** Options of a choice field that a person may neither choose nor see the amounts of, such as cost metrics. */
export interface Guard {
  readonly field: string
  readonly options: readonly string[]
}
/** Returns the choice fields with options that are restricted for a person. */
export const guardsIn = (fields: Fields, person: Reader): Guard[] =>
  Object.entries(fields).flatMap(([field, of]) =>
    of.kind === 'choice' && of.guarded && !mayCall(of.guarded.by, person)
      ? [{ field, options: of.guarded.options }]
      : [],
  )
/** True if the row has an option that is restricted for the person. */
export const guardedRow = (fields: Fields, row: Plain, person: Reader): boolean =>
  guardsIn(fields, person).some(({ field, options }) => options.includes(String(row[field])))
/** Finds the fields of an input (in lists: `list.field`) with an option that is restricted for the person. */
export const guardedInputs = (fields: Fields, given: Plain, person: Reader): string[] => [
  ...guardsIn(fields, person).flatMap(({ field, options }) => (options.includes(String(given[field])) ? [field] : [])),
  ...Object.entries(fields).flatMap(([name, field]) => {
    const lines = given[name]
    if (field.kind !== 'list' || !guardsSome(field.of) || !Array.isArray(lines)) return []
    const inner = lines.flatMap((line: Plain) => guardedInputs(field.of, line, person))
    return [...new Set(inner)].map((one) => `${name}.${one}`)
  }),
]
const amountsOf = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]!.kind === 'amount')

type Plain = Readonly<Record<string, unknown>>
/**
 * Returns the row as a person may see it. Withheld fields are empty, and so are all amounts of a row with a restricted
 * option; list entries with one are left out.
 */
export function seenRow<R extends Plain>(fields: Fields, row: R, person: Reader): R {
  const lists = Object.entries(fields).flatMap(([name, field]) => {
    const lines = row[name]
    if (field.kind !== 'list' || !guardsSome(field.of) || !Array.isArray(lines)) return []
    const shown = lines.filter((line: Plain) => !guardedRow(field.of, line, person))
    return [[name, shown.map((line: Plain) => seenRow(field.of, line, person))] as const]
  })
  const amounts = guardedRow(fields, row, person) ? amountsOf(fields) : []
  const empty = [...withheldIn(fields, person), ...amounts]
    .filter((name) => name in row)
    .map((name) => [name, withheld(fields[name]!)] as const)
  return lists.length || empty.length ? { ...row, ...Object.fromEntries(lists), ...Object.fromEntries(empty) } : row
}
/** True for a required text field. */
export const isRequiredText = (field: Field): boolean => field.kind === 'text' && field.required === true
/** Returns the replacement of a withheld value: the empty value, or an empty string for a required text. */
const withheld = (field: Field): unknown => emptyOf(withoutDefault(field)) ?? (isRequiredText(field) ? '' : null)
/** Removes the default, which would look like a real value. */
const withoutDefault = ({ default: _default, ...field }: Field): Field => field as Field

/** Returns an answer as a person may see it. */
export function seenAnswer(output: Output, data: unknown, person: Reader): unknown {
  if (typeof data !== 'object' || data === null || !hasGuarded(output)) return data
  switch (output.shape) {
    case 'one':
      return seenRow(output.of, data as Plain, person)
    case 'many':
      return Array.isArray(data) ? data.map((row: Plain) => seenRow(output.of, row, person)) : data
    case 'page': {
      const { list } = data as { list?: Plain[] }
      return list ? { ...data, list: list.map((row) => seenRow(output.of, row, person)) } : data
    }
    case 'together':
      return Object.fromEntries(
        Object.entries(data).map(([name, part]) => {
          const of = output.parts?.[name]
          return [name, of ? seenAnswer(of, part, person) : part]
        }),
      )
    default:
      return data
  }
}
