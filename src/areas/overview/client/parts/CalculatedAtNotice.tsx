import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/**
 * Shows when the metrics were calculated, and how many days wait for recalculation or were never calculated. No metric
 * is judged while a day was never calculated.
 */
export function CalculatedAtNotice({
  calculationState,
}: {
  calculationState: { countedAt: string | null; waiting: number; uncounted: number }
}) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const recalculatingCount = calculationState.waiting - calculationState.uncounted
  return (
    <p className="quiet overview-as-of">
      {calculationState.countedAt
        ? t('pages.countedAt', { at: formatClock(calculationState.countedAt, zone) })
        : t('pages.notCounted')}
      {recalculatingCount > 0 && ` · ${t('pages.waiting', { count: recalculatingCount })}`}
      {calculationState.uncounted > 0 && (
        <>
          {' · '}
          <b>{t('pages.uncounted', { count: calculationState.uncounted })}</b>
        </>
      )}
    </p>
  )
}
