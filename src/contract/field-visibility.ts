/**
 * Fields that need an additional permission (`viewPermissions`), such as the price of a machine. For other people the
 * server empties these fields in every answer and on their phones. The server also accepts no value for these fields
 * and does not sort by them. Lists, forms and workbooks omit them.
 */
import { canCall, type Output } from './endpoint'
import { getEmptyValue, type Field, type Fields } from './field'

type Viewer = Parameters<typeof canCall>[1]

/** True if a person may see a field of rows that they may read. */
export const canSeeField = (field: Pick<Field, 'viewPermissions'>, person: Viewer): boolean =>
  field.viewPermissions === undefined || canCall(field.viewPermissions, person)
/** Returns the names of the fields that a person may not see. */
export const getWithheldFields = (fields: Fields, person: Viewer): string[] =>
  getFieldsWithViewPermissions(fields).filter((name) => !canSeeField(fields[name]!, person))

const fieldsWithViewPermissionsCache = new WeakMap<Fields, string[]>()
function getFieldsWithViewPermissions(fields: Fields): string[] {
  const cached = fieldsWithViewPermissionsCache.get(fields)
  if (cached) return cached
  const names = Object.keys(fields).filter((name) => fields[name]!.viewPermissions !== undefined)
  fieldsWithViewPermissionsCache.set(fields, names)
  return names
}
/** True if an answer can contain restricted values. */
export const hasRestrictedOutput = ({ fields: outputFields, parts }: Output): boolean =>
  hasRestrictedFields(outputFields) || Object.values(parts ?? {}).some(hasRestrictedOutput)
const hasRestrictedFields = (fields: Fields): boolean =>
  getFieldsWithViewPermissions(fields).length > 0 ||
  Object.values(fields).some(
    (field) =>
      (field.kind === 'choice' && field.restrictedOptions) || (field.kind === 'list' && hasRestrictedFields(field.of)),
  )

/**
 * Options of a choice field that are restricted for a person, such as cost metrics. The person can neither choose these
 * options nor see the amounts of rows with them.
 */
export interface RestrictedChoice {
  readonly field: string
  readonly options: readonly string[]
}
/** Returns the choice fields with options that are restricted for a person. */
export const getRestrictedChoices = (fields: Fields, person: Viewer): RestrictedChoice[] =>
  Object.entries(fields).flatMap(([field, definition]) =>
    definition.kind === 'choice' && definition.restrictedOptions && !canCall(definition.restrictedOptions.by, person)
      ? [{ field, options: definition.restrictedOptions.options }]
      : [],
  )
/** True if the row has an option that is restricted for the person. */
export const isRestrictedRow = (fields: Fields, row: PlainRow, person: Viewer): boolean =>
  getRestrictedChoices(fields, person).some(({ field, options }) => options.includes(String(row[field])))
/** Finds the fields of an input (in lists: `list.field`) with an option that is restricted for the person. */
export const findRestrictedInputs = (fields: Fields, input: PlainRow, person: Viewer): string[] => [
  ...getRestrictedChoices(fields, person).flatMap(({ field, options }) =>
    options.includes(String(input[field])) ? [field] : [],
  ),
  ...Object.entries(fields).flatMap(([name, field]) => {
    const entries = input[name]
    if (field.kind !== 'list' || !hasRestrictedFields(field.of) || !Array.isArray(entries)) return []
    const restrictedEntryFields = entries.flatMap((entry: PlainRow) => findRestrictedInputs(field.of, entry, person))
    return [...new Set(restrictedEntryFields)].map((entryField) => `${name}.${entryField}`)
  }),
]
const getAmountFields = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.kind === 'amount')

/** A row of an unknown resource. */
export type PlainRow = Readonly<Record<string, unknown>>
/**
 * Returns the row as a person may see it. Withheld fields are empty. All amounts of a row with a restricted option are
 * empty, too. List entries with a restricted option are left out.
 */
export function maskRow<R extends PlainRow>(fields: Fields, row: R, person: Viewer): R {
  const maskedLists = Object.entries(fields).flatMap(([name, field]) => {
    const entries = row[name]
    if (field.kind !== 'list' || !hasRestrictedFields(field.of) || !Array.isArray(entries)) return []
    const visibleEntries = entries.filter((entry: PlainRow) => !isRestrictedRow(field.of, entry, person))
    return [[name, visibleEntries.map((entry: PlainRow) => maskRow(field.of, entry, person))] as const]
  })
  const maskedAmountFields = isRestrictedRow(fields, row, person) ? getAmountFields(fields) : []
  const replacementValues = [...getWithheldFields(fields, person), ...maskedAmountFields]
    .filter((name) => name in row)
    .map((name) => [name, getReplacementValue(fields[name]!)] as const)
  return maskedLists.length || replacementValues.length
    ? { ...row, ...Object.fromEntries(maskedLists), ...Object.fromEntries(replacementValues) }
    : row
}
/** True for a required text field. */
export const isRequiredText = (field: Field): boolean => field.kind === 'text' && field.required === true
/** Returns the replacement of a withheld value: the empty value, or an empty string for a required text. */
const getReplacementValue = (field: Field): unknown =>
  getEmptyValue(withoutDefault(field)) ?? (isRequiredText(field) ? '' : null)
/** Removes the default, which would look like a real value. */
const withoutDefault = ({ default: _default, ...field }: Field): Field => field as Field

/** Returns an answer as a person may see it. */
export const maskAnswer = (output: Output, data: unknown, person: Viewer): unknown =>
  hasRestrictedOutput(output) ? mapAnswerRows(output, data, (fields, row) => maskRow(fields, row, person)) : data

/** Returns an answer with each row of its output replaced; entries of lists within the rows are left to `mapRow`. */
export function mapAnswerRows(
  output: Output,
  data: unknown,
  mapRow: (fields: Fields, row: PlainRow) => PlainRow,
): unknown {
  if (typeof data !== 'object' || data === null) return data
  switch (output.shape) {
    case 'one':
      return mapRow(output.fields, data as PlainRow)
    case 'many':
      return Array.isArray(data) ? data.map((row: PlainRow) => mapRow(output.fields, row)) : data
    case 'page': {
      const { list } = data as { list?: PlainRow[] }
      return list ? { ...data, list: list.map((row) => mapRow(output.fields, row)) } : data
    }
    case 'together':
      return Object.fromEntries(
        Object.entries(data).map(([name, partAnswer]) => {
          const partOutput = output.parts?.[name]
          return [name, partOutput ? mapAnswerRows(partOutput, partAnswer, mapRow) : partAnswer]
        }),
      )
    default:
      return data
  }
}
