import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import type { CommandFormState } from '@/client/resource/use-form'
import { usePlantZone } from '@/client/session/plant-zone'
import type { Shift } from '../../rules/shift'
import { useShifts, useFormatShift, useFormatTeam } from './use-shift'

/** Field for the shift of a record: one of the last two days, by default the running one. */
export function ShiftField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('plant')
  const { recent } = useShifts()
  const zone = usePlantZone()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const { businessDate, shift, team } = form.values
  const isRecent = recent.some((one) => one.businessDate === businessDate && one.shift === shift)
  const label = (one: Shift) =>
    [
      one.businessDate,
      formatShift(one.shift),
      formatTeam(one.team),
      `${formatClock(one.startsAt, zone)}–${formatClock(one.endsAt, zone)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const chooseShift = (key: string) => {
    const chosen = recent.find((one) => getShiftKey(one) === key)
    if (chosen) form.set({ businessDate: chosen.businessDate, shift: chosen.shift, team: chosen.team })
  }
  return (
    <div className="form-field" id="field-businessDate">
      <label htmlFor="sheet-shift">{t('pages.sheet.shift')}</label>
      <select
        id="sheet-shift"
        className="ui-input"
        value={`${String(businessDate)} ${String(shift)}`}
        disabled={form.submit.busy}
        onChange={(event) => chooseShift(event.target.value)}
      >
        {!isRecent && (
          <option value={`${String(businessDate)} ${String(shift)}`}>
            {[businessDate, formatShift(shift), formatTeam(team)].filter(Boolean).join(' · ')}
          </option>
        )}
        {recent.map((one) => (
          <option key={getShiftKey(one)} value={getShiftKey(one)}>
            {label(one)}
          </option>
        ))}
      </select>
    </div>
  )
}
const getShiftKey = ({ businessDate, shift }: Shift): string => `${businessDate} ${shift}`
