import type { DayField } from '@/contract/field'
import { MISSING } from '../format/number'
import { DateInput } from '../ui/DateInput'
import type { FieldParts, FilterProps, InputProps, ShowProps } from './field-parts'
import { RangeFilter } from './range-filter'

const Input = ({ id, label, value, onChange, disabled, invalid, describedBy }: InputProps<DayField>) => (
  <DateInput
    {...{ id, label, disabled, invalid, describedBy }}
    value={String(value ?? '')}
    onChange={(day) => onChange?.(day || null)}
    onUnreadable={() => onChange?.(null)}
    min="1900-01-01"
    max="2200-12-31"
  />
)
const Show = ({ value }: ShowProps<DayField>) => <span>{value ? String(value) : MISSING}</span>
function Filter({ name, label, values, onChange }: FilterProps<DayField>) {
  return (
    <RangeFilter name={name} label={label} values={values} onChange={onChange} type="day" parseText={(text) => text} />
  )
}
export const dayParts: FieldParts<DayField> = { Input, Show, Filter }
