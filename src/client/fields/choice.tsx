import { useTranslation } from 'react-i18next'
import type { ChoiceField } from '@/contract/field'
import { MISSING_TEXT } from '../format/number'
import { useLabels } from '../i18n/labels'
import { useAllowedOptions } from '../session/use-session'
import type { FieldParts, FilterProps, InputProps, ValueProps } from './field-parts'
import { ChosenMark } from '../ui/Toggles'
import { Select } from '../ui/Select'

/** Fields with more options are displayed as a select instead of radio buttons. */
const MAX_RADIO_OPTIONS = 4
function Input({
  field,
  name,
  place,
  id,
  label,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
  optionLabels,
}: InputProps<ChoiceField>) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  // A field with a default cannot be cleared, unless it was stored empty.
  const isAlwaysFilled = field.required === true || (typeof field.default === 'string' && Boolean(value))
  const getOptionLabel = (option: string) => optionLabels?.[option] ?? labels.option(place, name, option)
  const allowedOptions = useAllowedOptions()(field)
  if (allowedOptions.length > MAX_RADIO_OPTIONS) {
    return (
      <Select
        id={id}
        label={label}
        disabled={disabled}
        invalid={invalid ?? false}
        describedBy={describedBy}
        value={String(value ?? '')}
        options={[
          ...(isAlwaysFilled && value
            ? []
            : [{ value: '', label: t(field.required ? 'fields.choose' : 'fields.none') }]),
          ...allowedOptions.map((option) => ({ value: option, label: getOptionLabel(option) })),
        ]}
        onChange={(chosen) => onChange?.(chosen || null)}
      />
    )
  }
  const options = isAlwaysFilled ? allowedOptions : [...allowedOptions, '']
  return (
    <fieldset id={id} className="choices cluster" aria-label={label} aria-describedby={describedBy} tabIndex={-1}>
      {options.map((option) => (
        <label key={option} className={(value ?? '') === option ? 'adm-selector-item is-chosen' : 'adm-selector-item'}>
          <input
            type="radio"
            className="ui-hidden"
            name={id}
            checked={(value ?? '') === option}
            disabled={disabled}
            onChange={() => onChange?.(option || null)}
          />
          {option ? getOptionLabel(option) : t('fields.none')}
          {(value ?? '') === option && <ChosenMark />}
        </label>
      ))}
    </fieldset>
  )
}
function ChoiceValue({ name, place, value, optionLabels }: ValueProps<ChoiceField>) {
  const labels = useLabels(place.area)
  return value ? (
    <span>{optionLabels?.[String(value)] ?? labels.option(place, name, String(value))}</span>
  ) : (
    MISSING_TEXT
  )
}
/** Filters by several options at once; the query parameter separates them with commas. */
function Filter({ field, name, place, label, values, onChange }: FilterProps<ChoiceField>) {
  const labels = useLabels(place.area)
  const allowedOptions = useAllowedOptions()(field)
  const chosenOptions = String(values[name] ?? '')
    .split(',')
    .filter(Boolean)
  const getToggledOptions = (option: string) =>
    chosenOptions.includes(option)
      ? chosenOptions.filter((chosenOption) => chosenOption !== option)
      : [...chosenOptions, option]
  return (
    <fieldset className="filter">
      <legend>{label}</legend>
      <div className="choices cluster">
        {allowedOptions.map((option) => (
          <button
            key={option}
            type="button"
            className="adm-selector-item"
            aria-pressed={chosenOptions.includes(option)}
            onClick={() => onChange({ [name]: getToggledOptions(option).join(',') || null })}
          >
            {labels.option(place, name, option)}
            {chosenOptions.includes(option) && <ChosenMark />}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
/** Components of a choice: radio buttons or a select, the label of the option, and a filter for several options. */
export const choiceParts: FieldParts<ChoiceField> = { Input, Value: ChoiceValue, Filter }
