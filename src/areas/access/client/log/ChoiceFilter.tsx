import { useTranslation } from 'react-i18next'
import type { FilterProps } from '@/client/fields/field-parts'
import type { TextChoice } from '@/client/fields/form-scope'
import { Select } from '@/client/ui/Select'

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
      <Select
        value={String(values[name] ?? '')}
        options={[
          { value: '', label: t('fields.any') },
          ...options.map(({ key, label: optionLabel }) => ({ value: key, label: optionLabel })),
        ]}
        onChange={(chosen) => onChange({ [name]: chosen || null })}
      />
    </label>
  )
}
