import { useTranslation } from 'react-i18next'
import { addDays, toLocalTime } from '@/plant/rules/plant-time'
import { getPatternOn, getShiftsOfDay, type Rotation, type Shift } from '@/plant/rules/shift'
import { formatClock } from '@/client/format/time'

/** Table with a row for each of `days` days from `from` on, and for each team its shift and hours in plant time. */
export function RotationPreview({
  rotation,
  from,
  days,
  zone,
  today,
}: {
  rotation: Rotation
  from: string
  days: number
  zone: string
  today: string
}) {
  const { t } = useTranslation(['plant', 'contract'])
  const dates = Array.from({ length: days }, (_, n) => addDays(from, n))
  const shiftsByDate = dates.map((date) => ({ date, shifts: getShiftsOfDay(date, rotation, zone) }))
  const teams = [...new Set(dates.flatMap((date) => getPatternOn(date, rotation).teams.map(({ key }) => key)))]
  const formatShift = (key: string) => t(`contract:shifts.${key}`, { defaultValue: key })
  return (
    <table className="rotation-days">
      <caption>{t('pages.rotation.preview', { from })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('pages.rotation.date')}</th>
          {teams.map((team) => (
            <th key={team} scope="col">
              {t(`contract:teams.${team}`, { defaultValue: team })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shiftsByDate.map(({ date, shifts }) => (
          <tr key={date} {...(date === today ? { 'aria-current': 'date' as const } : {})}>
            <th scope="row">{date.slice(5)}</th>
            {teams.map((team) => (
              <td key={team}>
                <ShiftOfTeam
                  shift={shifts.find((shift) => shift.team === team)}
                  date={date}
                  zone={zone}
                  formatShift={formatShift}
                  restText={t('pages.rotation.rest')}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
function ShiftOfTeam({
  shift,
  date,
  zone,
  formatShift,
  restText,
}: {
  shift: Shift | undefined
  date: string
  zone: string
  formatShift: (key: string) => string
  restText: string
}) {
  const { t } = useTranslation('plant')
  if (!shift) return <span className="quiet">{restText}</span>
  return (
    <>
      <b>{formatShift(shift.shift)}</b>
      {/* A night shift may start after midnight, on the day after its business date. The mark tells people the day. */}
      {toLocalTime(shift.startsAt, zone).day > date && <em>{t('pages.rotation.nextDay')}</em>}
      <span className="quiet">
        {formatClock(shift.startsAt, zone)}–<wbr />
        {formatClock(shift.endsAt, zone)}
      </span>
    </>
  )
}
