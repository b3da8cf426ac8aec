import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/** Shows the time of the last calculation, the number of days that wait for recalculation, and the closed months. */
export function CountedAtNotice({
  countedAt,
  waitingDays,
  closedMonths = [],
}: {
  countedAt: string | null
  waitingDays: number
  closedMonths?: readonly string[]
}) {
  const { t } = useTranslation(['boards', 'plant'])
  const zone = usePlantZone()
  return (
    <p className="quiet">
      {countedAt ? t('pages.board.asOf', { time: formatMoment(countedAt, zone) }) : t('pages.board.neverCounted')}
      {waitingDays > 0 && ` · ${t('pages.board.waiting', { count: waitingDays })}`}
      {closedMonths.length > 0 && ` · ${t('plant:report.closedBooks', { months: closedMonths.join(', ') })}`}
    </p>
  )
}
