import { useTranslation } from 'react-i18next'
import type { DayField } from '@/contract/field'
import { MISSING } from '../format/number'
import type { FieldParts, FilterProps, InputProps, ShowProps } from './field-parts'
import { PlainInput, RangeFilter } from './plain-input'

const Input = ({ field: _field, value, ...props }: InputProps<DayField>) => (
  <PlainInput {...props} type="date" text={String(value ?? '')} min="1900-01-01" max="2200-12-31" />
)
const Show = ({ value }: ShowProps<DayField>) => <span>{value ? String(value) : MISSING}</span>
function Filter({ name, label, values, onChange }: FilterProps<DayField>) {
  const { t } = useTranslation('client')
  return (
    <RangeFilter
      name={name}
      label={label}
      words={{ from: t('fields.from'), to: t('fields.to') }}
      values={values}
      onChange={onChange}
      type="date"
      read={(text) => text}
    />
  )
}
export const dayParts: FieldParts<DayField> = { Input, Show, Filter }
