import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'

/** Until when figures are counted, and how much of them waits. */
export function AsOf({ of }: { of: { countedAt: string | null; waiting: number } }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  return (
    <p className="quiet overview-as-of">
      {of.countedAt ? t('pages.countedAt', { at: formatClock(of.countedAt, zone) }) : t('pages.notCounted')}
      {of.waiting > 0 && ` · ${t('pages.waiting', { count: of.waiting })}`}
    </p>
  )
}
