import { createBlankEntry, getEmptyValue, isCollection, type Field, type Fields } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'

/** Values of a form by field name, in the form in which rows store them. */
export type FormValues = Record<string, unknown>
/**
 * Returns the fields that a person fills in. Omits id, version, hidden and read-only fields, and fields that the person
 * may not see.
 */
export const getEditableFields = (
  fields: Fields,
  fieldNames?: readonly string[],
  canSee: (field: Field) => boolean = () => true,
): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([name, field]) =>
          name !== 'id' &&
          name !== 'version' &&
          !field.hidden &&
          !field.readonly &&
          canSee(field) &&
          (!fieldNames || fieldNames.includes(name)),
      )
      .sort(([a], [b]) => (fieldNames ? fieldNames.indexOf(a) - fieldNames.indexOf(b) : 0)),
  )

/** Builds the initial values: those of `source`, else each field's default. A required list has one blank entry. */
export const buildStartValues = (fields: Fields, source: Readonly<FormValues> = {}): FormValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      source[name] === undefined ? getFieldDefault(field) : source[name],
    ]),
  )

/**
 * Returns the content that a form starts with: the unsent command, else the row, else the start values. A partial
 * unsent command is merged into its row.
 */
export const getInitialContent = (
  { partial }: { readonly partial: boolean },
  {
    unsent,
    row,
    startValues,
  }: {
    unsent?: { readonly body: FormValues } | undefined
    row?: Readonly<FormValues> | undefined
    startValues?: Readonly<FormValues> | undefined
  },
): Readonly<FormValues> | undefined => (unsent ? { ...(partial ? row : {}), ...unsent.body } : (row ?? startValues))

const getFieldDefault = (field: Field): unknown =>
  field.kind === 'list' && field.required && field.default === undefined
    ? [createBlankEntry(field.of)]
    : getEmptyValue(field)

/**
 * Returns the values that may be stored as a draft, or null if there are none. Passwords are never written to the
 * phone.
 */
export function getDraftValues(fields: Fields, values: Readonly<FormValues>): FormValues | null {
  const draftNames = Object.keys(fields).filter((name) => {
    const field = fields[name]
    return !(field?.kind === 'text' && field.secret)
  })
  return draftNames.length === 0
    ? null
    : Object.fromEntries(draftNames.filter((name) => name in values).map((name) => [name, values[name]]))
}

/** Returns only changed values, so that edits of different fields by two people do not conflict. */
export const getChangedValues = (
  fields: Fields,
  previousValues: Readonly<FormValues>,
  currentValues: Readonly<FormValues>,
): FormValues =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((name) => !isSameValue(previousValues[name], currentValues[name]))
      .map((name) => [name, currentValues[name]]),
  )

/** Omits empty optional fields of a new row, so that the server's defaults apply. */
export const omitEmptyValues = (fields: Fields, values: Readonly<FormValues>): FormValues =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const value = values[name]
      const isEmpty =
        value === undefined ||
        value === null ||
        value === '' ||
        (isCollection(field) && typeof value === 'object' && Object.keys(value as object).length === 0)
      return isEmpty ? [] : [[name, value]]
    }),
  )

/** Returns the fields set by `mine` that differ between two versions of a row. */
export const getDifferingFields = (mine: Readonly<FormValues>, theirs: Readonly<FormValues>): string[] =>
  Object.keys(mine).filter((name) => name !== 'id' && name !== 'version' && !isSameValue(mine[name], theirs[name]))
