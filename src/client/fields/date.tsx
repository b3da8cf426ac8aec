import { useTranslation } from 'react-i18next'
import type { MomentField, DayField } from '@/contract/field'
import { getPlantMoment } from '../clock'
import { formatMoment, parseLocalTime, toInputTime } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { DateInput } from '../ui/DateInput'
import type { FieldParts, FilterProps, InputProps, ValueProps } from './field-parts'
import { RangeFilter } from './range-filter'
import { MISSING_TEXT } from '../format/number'

function MomentInput({ id, label, value, onChange, disabled, invalid, describedBy }: InputProps<MomentField>) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  return (
    <span className="with-unit strip middle">
      <DateInput
        {...{ id, label, disabled, invalid, describedBy }}
        kind="moment"
        value={toInputTime(value as string | null, zone)}
        onChange={(local) => onChange?.(local === '' ? null : parseLocalTime(local, zone))}
        onUnreadable={() => onChange?.(null)}
      />
      <Button disabled={disabled} onClick={() => onChange?.(getPlantMoment())}>
        {t('fields.now')}
      </Button>
    </span>
  )
}
function MomentValue({ value }: ValueProps<MomentField>) {
  return <span>{formatMoment(value as string | null, usePlantZone())}</span>
}
/** Last millisecond of a minute, counted from its start. */
const END_OF_MINUTE_MS = 59_999
/** Filters by whole days in plant time. */
function MomentFilter({ name, label, values, onChange }: FilterProps<MomentField>) {
  const zone = usePlantZone()
  const days = Object.fromEntries(
    ['From', 'To'].map((end) => [name + end, toInputTime(values[name + end] as string | undefined, zone)]),
  )
  const toRangeMoment = (day: string, isEnd: boolean) => {
    const moment = parseLocalTime(`${day}T${isEnd ? '23:59' : '00:00'}`, zone)
    return isEnd && moment ? new Date(Date.parse(moment) + END_OF_MINUTE_MS).toISOString() : moment
  }
  return (
    <RangeFilter name={name} label={label} values={days} onChange={onChange} type="day" parseText={toRangeMoment} />
  )
}
/** Components of a moment: date and time in plant time. */
export const momentParts: FieldParts<MomentField> = { Input: MomentInput, Value: MomentValue, Filter: MomentFilter }

const DayInput = ({ id, label, value, onChange, disabled, invalid, describedBy }: InputProps<DayField>) => (
  <DateInput
    {...{ id, label, disabled, invalid, describedBy }}
    value={String(value ?? '')}
    onChange={(day) => onChange?.(day || null)}
    onUnreadable={() => onChange?.(null)}
    min="1900-01-01"
    max="2200-12-31"
  />
)
const DayValue = ({ value }: ValueProps<DayField>) => <span>{value ? String(value) : MISSING_TEXT}</span>
function DayFilter({ name, label, values, onChange }: FilterProps<DayField>) {
  return (
    <RangeFilter name={name} label={label} values={values} onChange={onChange} type="day" parseText={(text) => text} />
  )
}
/** Components of a day, which has no time and no zone. */
export const dayParts: FieldParts<DayField> = { Input: DayInput, Value: DayValue, Filter: DayFilter }
