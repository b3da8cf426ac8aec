/**
 * Fields that not everybody who reads a row may see, such as what a machine cost (`seenBy`). To others the server answers
 * them empty, in every answer and on their phones, takes no value of theirs and sorts nothing by them; lists, forms and
 * sheets do without them.
 */
import { mayCall, type Output } from './endpoint'
import { emptyOf, type Field, type Fields } from './field'

type Reader = Parameters<typeof mayCall>[1]

/** Whether a person may see what stands in a field of rows that they may read. */
export const sees = (field: Pick<Field, 'seenBy'>, person: Reader): boolean =>
  field.seenBy === undefined || mayCall(field.seenBy, person)
/** Names of the fields that a person may not see. */
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
/** Whether an answer has such fields at all: hardly any does. */
export const hasGuarded = ({ of, parts }: Output): boolean =>
  guardsSome(of) || Object.values(parts ?? {}).some(hasGuarded)
const guardsSome = (fields: Fields): boolean =>
  guardedIn(fields).length > 0 ||
  Object.values(fields).some(
    (field) => (field.kind === 'choice' && field.guarded) || (field.kind === 'list' && guardsSome(field.of)),
  )

/** Options of a choice that a person may neither choose nor see the amounts of, such as figures of costs. */
export interface Guard {
  readonly field: string
  readonly options: readonly string[]
}
export const guardsIn = (fields: Fields, person: Reader): Guard[] =>
  Object.entries(fields).flatMap(([field, of]) =>
    of.kind === 'choice' && of.guarded && !mayCall(of.guarded.by, person)
      ? [{ field, options: of.guarded.options }]
      : [],
  )
/** Whether a row names an option that is guarded from a person. */
export const guardedRow = (fields: Fields, row: Plain, person: Reader): boolean =>
  guardsIn(fields, person).some(({ field, options }) => options.includes(String(row[field])))
/** Fields, and those of lists as `list.field`, of an input that name an option guarded from a person. */
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
 * A row as a person may see it: what is withheld is empty, the amounts too of a row that names what is guarded from them; lines
 * of lists that do are left out.
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
export const isRequiredText = (field: Field): boolean => field.kind === 'text' && field.required === true
/** What stands for a value that is withheld; a required text is empty rather than missing. */
const withheld = (field: Field): unknown => emptyOf(withoutDefault(field)) ?? (isRequiredText(field) ? '' : null)
/** A default would look like a value. */
const withoutDefault = ({ default: _default, ...field }: Field): Field => field as Field

/** An answer as a person may see it. */
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
