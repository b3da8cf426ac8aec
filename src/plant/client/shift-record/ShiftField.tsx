import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import type { CommandFormState } from '@/client/resource/use-form'
import { usePlantZone } from '@/client/session/plant-zone'
import type { Shift } from '../../rules/shift'
import { useShifts, useFormatShift, useFormatTeam } from './use-shift'
import { Select } from '@/client/ui/Select'

/** Field for the shift of a record. It offers the shifts of the last two days and defaults to the current shift. */
export function ShiftField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('plant')
  const { recentShifts } = useShifts()
  const zone = usePlantZone()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const { businessDate, shift, team } = form.values
  const selectedKey = `${String(businessDate)} ${String(shift)}`
  const isRecent = recentShifts.some(
    (recentShift) => recentShift.businessDate === businessDate && recentShift.shift === shift,
  )
  const formatShiftLabel = (recentShift: Shift) =>
    [
      recentShift.businessDate,
      formatShift(recentShift.shift),
      formatTeam(recentShift.team),
      `${formatClock(recentShift.startsAt, zone)}–${formatClock(recentShift.endsAt, zone)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  const chooseShift = (key: string) => {
    const chosenShift = recentShifts.find((recentShift) => getShiftKey(recentShift) === key)
    if (chosenShift)
      form.setValues({ businessDate: chosenShift.businessDate, shift: chosenShift.shift, team: chosenShift.team })
  }
  return (
    <div className="form-field stack gap-1" id="field-businessDate">
      <label htmlFor="sheet-shift">{t('pages.sheet.shift')}</label>
      <Select
        id="sheet-shift"
        disabled={form.submit.busy}
        value={selectedKey}
        options={[
          ...(!isRecent
            ? [
                {
                  value: selectedKey,
                  label: [businessDate, formatShift(shift), formatTeam(team)].filter(Boolean).join(' · '),
                },
              ]
            : []),
          ...recentShifts.map((recentShift) => ({
            value: getShiftKey(recentShift),
            label: formatShiftLabel(recentShift),
          })),
        ]}
        onChange={chooseShift}
      />
    </div>
  )
}
const getShiftKey = ({ businessDate, shift }: Shift): string => `${businessDate} ${shift}`
