import { useTranslation } from 'react-i18next'
import type { MomentField } from '@/contract/field'
import { getPlantMoment } from '../clock'
import { formatMoment } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { DateInput } from '../ui/DateInput'
import type { FieldParts, FilterProps, InputProps, ShowProps } from './field-parts'
import { RangeFilter } from './range-filter'
import { parseLocalTime, toInputTime } from './zoned-time'

function Input({ id, label, value, onChange, disabled, invalid, describedBy }: InputProps<MomentField>) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  return (
    <span className="with-unit">
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
function Show({ value }: ShowProps<MomentField>) {
  return <span>{formatMoment(value as string | null, usePlantZone())}</span>
}
/** Filters by whole days of the plant: from the first minute of the first day to the last of the last. */
function Filter({ name, label, values, onChange }: FilterProps<MomentField>) {
  const zone = usePlantZone()
  const days = Object.fromEntries(
    ['From', 'To'].map((end) => [name + end, toInputTime(values[name + end] as string | undefined, zone)]),
  )
  const read = (day: string, end: boolean) => {
    const moment = parseLocalTime(`${day}T${end ? '23:59' : '00:00'}`, zone)
    return end && moment ? new Date(Date.parse(moment) + 59_999).toISOString() : moment
  }
  return <RangeFilter name={name} label={label} values={days} onChange={onChange} type="day" parseText={read} />
}
export const momentParts: FieldParts<MomentField> = { Input, Show, Filter }
