import { useTranslation } from 'react-i18next'
import type { FilterProps } from '@/client/fields/field-parts'
import type { TextChoice } from '@/client/fields/form-scope'

/** A filter with a fixed list of values. The page passes their labels, because the contract has none. */
export function ChoiceFilter({
  name,
  label,
  values,
  onChange,
  options,
}: FilterProps & { options: readonly TextChoice[] }) {
  const { t } = useTranslation('client')
  return (
    <label className="filter">
      {label}
      <select
        className="ui-input"
        value={String(values[name] ?? '')}
        onChange={(event) => onChange({ [name]: event.target.value || null })}
      >
        <option value="">{t('fields.any')}</option>
        {options.map(({ key, label: optionLabel }) => (
          <option key={key} value={key}>
            {optionLabel}
          </option>
        ))}
      </select>
    </label>
  )
}
