import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/** Shows when the metrics were last calculated, how many days wait for recalculation, and which months are closed. */
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
