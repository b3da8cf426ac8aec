import { useTranslation } from 'react-i18next'
import type { FlagField } from '@/contract/field'
import { MISSING_TEXT } from '../format/number'
import { CheckIcon, MinusIcon } from '../ui/icons'
import { ChosenMark, Switch } from '../ui/Toggles'
import type { FieldParts, FilterProps, InputProps, ValueProps } from './field-parts'

const Input = ({ id, label, value, onChange, disabled, describedBy }: InputProps<FlagField>) => (
  <Switch
    id={id}
    aria-label={label}
    aria-describedby={describedBy}
    disabled={disabled}
    checked={value === true}
    onChange={(event) => onChange?.(event.target.checked)}
  />
)
function FlagValue({ value }: ValueProps<FlagField>) {
  const { t } = useTranslation('client')
  if (typeof value !== 'boolean') return MISSING_TEXT
  return (
    <span className="icon-text">
      {value ? <CheckIcon size={16} /> : <MinusIcon size={16} />}
      {t(value ? 'fields.yes' : 'fields.no')}
    </span>
  )
}
/** Text keys of the filter's options. */
const OPTION_KEYS: Readonly<Record<string, string>> = { null: 'fields.any', true: 'fields.yes', false: 'fields.no' }
function Filter({ name, label, values, onChange }: FilterProps<FlagField>) {
  const { t } = useTranslation('client')
  return (
    <fieldset className="filter">
      <legend>{label}</legend>
      <div className="choices cluster">
        {[null, true, false].map((option) => (
          <button
            key={String(option)}
            type="button"
            className="adm-selector-item"
            aria-pressed={(values[name] ?? null) === option}
            onClick={() => onChange({ [name]: option })}
          >
            {t(OPTION_KEYS[String(option)]!)}
            {(values[name] ?? null) === option && <ChosenMark />}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
/** Components of a flag: a switch, yes or no, and a filter for either. */
export const flagParts: FieldParts<FlagField> = { Input, Value: FlagValue, Filter }
