import { createContext, useContext } from 'react'
import type { CustomField, CustomValues, Field } from '@/contract/field'
import { RequiredMark } from '../ui/TextInput'
import { MISSING_TEXT } from '../format/number'
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
export const CustomFieldSpecsContext = createContext<Readonly<Record<string, readonly CustomFieldSpec[]>>>({})

const toValues = (value: unknown): CustomValues =>
  value !== null && typeof value === 'object' ? (value as CustomValues) : {}
/** Values without loaded definitions are displayed as texts under their keys. */
const getFieldSpecs = (
  specsByOwner: Readonly<Record<string, readonly CustomFieldSpec[]>>,
  owner: string,
  values: CustomValues,
): readonly CustomFieldSpec[] =>
  specsByOwner[owner] ?? Object.keys(values).map((key) => ({ key, label: key, field: { kind: 'text', max: 400 } }))

function Input({ field, place, id, label, value, onChange, disabled, nestedComponents }: InputProps<CustomField>) {
  const values = toValues(value)
  const specs = getFieldSpecs(useContext(CustomFieldSpecsContext), field.of, values)
  return (
    <fieldset id={id} aria-label={label} className="lines-input stack gap-3" tabIndex={-1}>
      {specs.map((spec) => (
        <label key={spec.key} htmlFor={`${id}-${spec.key}`}>
          <span>
            {spec.label}
            {spec.field.required && <RequiredMark />}
          </span>
          {nestedComponents && (
            <nestedComponents.Input
              field={spec.field}
              name={spec.key}
              place={place}
              id={`${id}-${spec.key}`}
              label={spec.label}
              value={values[spec.key] ?? null}
              onChange={(next) => onChange?.({ ...values, [spec.key]: next as string })}
              {...(spec.optionLabels ? { optionLabels: spec.optionLabels } : {})}
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
  const specs = getFieldSpecs(useContext(CustomFieldSpecsContext), field.of, values)
  if (specs.length === 0) return MISSING_TEXT
  return (
    <dl className="pairs">
      {specs.map((spec) => (
        <div key={spec.key}>
          <dt>{spec.label}</dt>
          <dd>
            {nestedComponents && (
              <nestedComponents.Value
                field={spec.field}
                name={spec.key}
                place={place}
                value={values[spec.key] ?? null}
                refs={refs}
                {...(spec.optionLabels ? { optionLabels: spec.optionLabels } : {})}
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
