import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/** Shows when the metrics were last calculated and how many days wait for recalculation. */
export function CountedAtNotice({ countedAt, waitingDays }: { countedAt: string | null; waitingDays: number }) {
  const { t } = useTranslation('boards')
  const zone = usePlantZone()
  return (
    <p className="quiet">
      {countedAt ? t('pages.board.asOf', { time: formatMoment(countedAt, zone) }) : t('pages.board.neverCounted')}
      {waitingDays > 0 && ` · ${t('pages.board.waiting', { count: waitingDays })}`}
    </p>
  )
}
