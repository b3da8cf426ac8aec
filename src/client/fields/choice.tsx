import { useTranslation } from 'react-i18next'
import type { ChoiceField } from '@/contract/field'
import { MISSING } from '../format/number'
import { useLabels } from '../i18n/labels'
import { useAllowedOptions } from '../session/use-session'
import type { FieldParts, FilterProps, InputProps, ShowProps } from './field-parts'

/** Up to this many options are displayed as radio buttons; more become a select. */
const MAX_OPEN_OPTIONS = 4
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
  words,
}: InputProps<ChoiceField>) {
  const { t } = useTranslation('client')
  const labels = useLabels(place.area)
  // A field with a default cannot be cleared, unless it was stored empty.
  const isAlwaysFilled = field.required === true || (typeof field.default === 'string' && Boolean(value))
  const getWord = (option: string) => words?.[option] ?? labels.option(place, name, option)
  const openOptions = useAllowedOptions()(field)
  if (openOptions.length > MAX_OPEN_OPTIONS) {
    return (
      <select
        id={id}
        className="ui-input"
        aria-label={label}
        aria-invalid={invalid ?? false}
        aria-describedby={describedBy}
        disabled={disabled}
        value={String(value ?? '')}
        onChange={(event) => onChange?.(event.target.value || null)}
      >
        {!(isAlwaysFilled && value) && <option value="">{t(field.required ? 'fields.choose' : 'fields.none')}</option>}
        {openOptions.map((option) => (
          <option key={option} value={option}>
            {getWord(option)}
          </option>
        ))}
      </select>
    )
  }
  const options = isAlwaysFilled ? openOptions : [...openOptions, '']
  return (
    <fieldset id={id} className="choices" aria-label={label} aria-describedby={describedBy} tabIndex={-1}>
      {options.map((option) => (
        <label key={option} className={(value ?? '') === option ? 'is-chosen' : undefined}>
          <input
            type="radio"
            className="ui-hidden"
            name={id}
            checked={(value ?? '') === option}
            disabled={disabled}
            onChange={() => onChange?.(option || null)}
          />
          {option ? getWord(option) : t('fields.none')}
        </label>
      ))}
    </fieldset>
  )
}
function Show({ name, place, value, words }: ShowProps<ChoiceField>) {
  const labels = useLabels(place.area)
  return value ? <span>{words?.[String(value)] ?? labels.option(place, name, String(value))}</span> : MISSING
}
/** Filters by several options at once; the query parameter separates them with commas. */
function Filter({ field, name, place, label, values, onChange }: FilterProps<ChoiceField>) {
  const labels = useLabels(place.area)
  const openOptions = useAllowedOptions()(field)
  const chosen = String(values[name] ?? '')
    .split(',')
    .filter(Boolean)
  const toggle = (option: string) =>
    chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
  return (
    <fieldset className="filter">
      <legend>{label}</legend>
      <div className="choices">
        {openOptions.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={chosen.includes(option)}
            onClick={() => onChange({ [name]: toggle(option).join(',') || null })}
          >
            {labels.option(place, name, option)}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
export const choiceParts: FieldParts<ChoiceField> = { Input, Show, Filter }
