import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/**
 * Shows until when metrics are calculated, how many shifts wait for recalculation, and how many days are missing, in
 * which case nothing is judged.
 */
export function AsOf({ of }: { of: { countedAt: string | null; waiting: number; uncounted: number } }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const again = of.waiting - of.uncounted
  return (
    <p className="quiet overview-as-of">
      {of.countedAt ? t('pages.countedAt', { at: formatClock(of.countedAt, zone) }) : t('pages.notCounted')}
      {again > 0 && ` · ${t('pages.waiting', { count: again })}`}
      {of.uncounted > 0 && (
        <>
          {' · '}
          <b>{t('pages.uncounted', { count: of.uncounted })}</b>
        </>
      )}
    </p>
  )
}
