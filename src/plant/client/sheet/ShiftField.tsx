import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import type { CommandFormState } from '@/client/resource/use-form'
import { usePlantZone } from '@/client/session/zone'
import type { Shift } from '../../rules/shift'
import { useShifts, useShiftWord, useTeamWord } from './use-shift'

/** Field for the shift of a record: one of the last two days, by default the running one. */
export function ShiftField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('plant')
  const { recent } = useShifts()
  const zone = usePlantZone()
  const word = useShiftWord()
  const teamWord = useTeamWord()
  const { businessDate, shift, team } = form.values
  const known = recent.some((one) => one.businessDate === businessDate && one.shift === shift)
  const label = (one: Shift) =>
    [
      one.businessDate,
      word(one.shift),
      teamWord(one.team),
      `${formatClock(one.startsAt, zone)}–${formatClock(one.endsAt, zone)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const choose = (key: string) => {
    const chosen = recent.find((one) => keyOf(one) === key)
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
        onChange={(event) => choose(event.target.value)}
      >
        {!known && (
          <option value={`${String(businessDate)} ${String(shift)}`}>
            {[businessDate, word(shift), teamWord(team)].filter(Boolean).join(' · ')}
          </option>
        )}
        {recent.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {label(one)}
          </option>
        ))}
      </select>
    </div>
  )
}
const keyOf = ({ businessDate, shift }: Shift): string => `${businessDate} ${shift}`
