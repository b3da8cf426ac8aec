import { blankLine, emptyOf, isCollection, type Field, type Fields } from '@/contract/field'
import { same } from '@/contract/merge-edits'

export type Values = Record<string, unknown>
/** Fields of an input that a person fills in: not its id and version, nothing hidden, nothing set by the server, nothing that they may not see. */
export const shownFields = (
  fields: Fields,
  only?: readonly string[],
  seen: (field: Field) => boolean = () => true,
): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([name, field]) =>
          name !== 'id' &&
          name !== 'version' &&
          !field.hidden &&
          !field.readonly &&
          seen(field) &&
          (!only || only.includes(name)),
      )
      .sort(([a], [b]) => (only ? only.indexOf(a) - only.indexOf(b) : 0)),
  )

/** What a form starts from: the row's values, else each field's default; a list that may not be empty has its first row. */
export const startValues = (fields: Fields, from: Readonly<Values> = {}): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, from[name] === undefined ? startOf(field) : from[name]]),
  )

/** What a form begins with: what its command says so far, of a row that stays otherwise as it is; else the row, or what a new one starts from. */
export const begunWith = (
  { partial }: { readonly partial: boolean },
  {
    unsent,
    row,
    start,
  }: {
    unsent?: { readonly body: Values } | undefined
    row?: Readonly<Values> | undefined
    start?: Readonly<Values> | undefined
  },
): Readonly<Values> | undefined => (unsent ? { ...(partial ? row : {}), ...unsent.body } : (row ?? start))

const startOf = (field: Field): unknown =>
  field.kind === 'list' && field.required && field.default === undefined ? [blankLine(field.of)] : emptyOf(field)

/** What may be kept as a draft: passwords are never written to the phone. Null when nothing else was typed. */
export function keepable(fields: Fields, values: Readonly<Values>): Values | null {
  const open = Object.keys(fields).filter((name) => {
    const field = fields[name]
    return !(field?.kind === 'text' && field.secret)
  })
  return open.length === 0
    ? null
    : Object.fromEntries(open.filter((name) => name in values).map((name) => [name, values[name]]))
}

/** Only what was changed: changes of different fields by two people then do not collide. */
export const changedValues = (fields: Fields, before: Readonly<Values>, after: Readonly<Values>): Values =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !same(before[name], after[name]))
      .map((name) => [name, after[name]]),
  )

/** A new row's input: empty optional fields are left out, so that the server's defaults apply. */
export const filledValues = (fields: Fields, values: Readonly<Values>): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = values[name]
      const empty =
        value === undefined ||
        value === null ||
        value === '' ||
        (isCollection(field) && typeof value === 'object' && Object.keys(value as object).length === 0)
      return empty ? [] : [[name, value]]
    }),
  )

/** Fields in which two versions of a row differ, among those that `mine` sets. */
export const differing = (mine: Readonly<Values>, theirs: Readonly<Values>): string[] =>
  Object.keys(mine).filter((name) => name !== 'id' && name !== 'version' && !same(mine[name], theirs[name]))
