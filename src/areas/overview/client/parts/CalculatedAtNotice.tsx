import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/**
 * Shows the time of the calculation, the numbers of days that wait for recalculation or were never calculated, and the
 * closed months. No metric is judged while a day was never calculated.
 */
export function CalculatedAtNotice({
  calculationState,
}: {
  calculationState: { countedAt: string | null; waiting: number; uncounted: number; closedMonths?: readonly string[] }
}) {
  const { t } = useTranslation(['overview', 'plant'])
  const { closedMonths = [] } = calculationState
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
      {closedMonths.length > 0 && ` · ${t('plant:report.closedBooks', { months: closedMonths.join(', ') })}`}
    </p>
  )
}
