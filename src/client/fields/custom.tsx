import { createContext, useContext } from 'react'
import type { CustomField, CustomValues, Field } from '@/contract/field'
import { RequiredMark } from '../ui/TextInput'
import { MISSING } from '../format/number'
import type { FieldParts, InputProps, ValueProps } from './field-parts'

/** A field that the plant has added to a form: its key in the values, its label in the user's language, its kind. */
export interface CustomFieldSpec {
  key: string
  label: string
  field: Field
  /** Names of a choice's options in the user's language. */
  optionLabels?: Readonly<Record<string, string>>
}
/** Added fields by their owner, e.g. a checklist (`of` of the CustomField). Provided by the page that loads them. */
export const CustomColumnsContext = createContext<Readonly<Record<string, readonly CustomFieldSpec[]>>>({})

const toValues = (value: unknown): CustomValues =>
  value !== null && typeof value === 'object' ? (value as CustomValues) : {}
/** Values without loaded definitions are displayed as texts under their keys. */
const getColumns = (
  columnsByOwner: Readonly<Record<string, readonly CustomFieldSpec[]>>,
  owner: string,
  values: CustomValues,
): readonly CustomFieldSpec[] =>
  columnsByOwner[owner] ?? Object.keys(values).map((key) => ({ key, label: key, field: { kind: 'text', max: 400 } }))

function Input({ field, place, id, label, value, onChange, disabled, nestedComponents }: InputProps<CustomField>) {
  const values = toValues(value)
  const columns = getColumns(useContext(CustomColumnsContext), field.of, values)
  return (
    <fieldset id={id} aria-label={label} className="lines-input stack gap-3" tabIndex={-1}>
      {columns.map((column) => (
        <label key={column.key} htmlFor={`${id}-${column.key}`}>
          <span>
            {column.label}
            {column.field.required && <RequiredMark />}
          </span>
          {nestedComponents && (
            <nestedComponents.Input
              field={column.field}
              name={column.key}
              place={place}
              id={`${id}-${column.key}`}
              label={column.label}
              value={values[column.key] ?? null}
              onChange={(next) => onChange?.({ ...values, [column.key]: next as string })}
              {...(column.optionLabels ? { optionLabels: column.optionLabels } : {})}
              {...(disabled ? { disabled } : {})}
            />
          )}
        </label>
      ))}
    </fieldset>
  )
}
function CustomValue({ field, place, value, refs, nestedComponents }: ValueProps<CustomField>) {
  const values = toValues(value)
  const columns = getColumns(useContext(CustomColumnsContext), field.of, values)
  if (columns.length === 0) return MISSING
  return (
    <dl className="pairs">
      {columns.map((column) => (
        <div key={column.key}>
          <dt>{column.label}</dt>
          <dd>
            {nestedComponents && (
              <nestedComponents.Value
                field={column.field}
                name={column.key}
                place={place}
                value={values[column.key] ?? null}
                refs={refs}
                {...(column.optionLabels ? { optionLabels: column.optionLabels } : {})}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
/** Components of the fields that a plant has added, each displayed by the components of its own kind. */
export const customParts: FieldParts<CustomField> = { Input, Value: CustomValue, Filter: null }
