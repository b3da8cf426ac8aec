import { useTranslation } from 'react-i18next'
import type { FilterProps } from '@/client/fields/field-parts'
import type { TextChoice } from '@/client/fields/form-scope'

/** A filter by one of a list of values whose labels only the page knows. */
export function NamedFilter({
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
        {options.map(({ key, word }) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
}
