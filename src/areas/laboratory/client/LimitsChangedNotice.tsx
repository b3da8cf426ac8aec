import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointOutput } from '@/contract/endpoint'
import type { storedChart } from '../contract/stored-charts'

/** If limits changed, shows since when the displayed limits apply, with a button to show only the rolls since then. */
export function LimitsChangedNotice({ data }: { data: EndpointOutput<typeof storedChart> }) {
  const { t } = useTranslation('laboratory')
  const [, changeParams] = useQueryParams()
  const { limitsSince, limitsNote } = data
  if (!limitsSince) return null
  const chosenParams = { product: data.productId, index: data.indexId, line: data.lineId }
  return (
    <p className="lab-since is-warn" role="status">
      {limitsNote}
      <Button onClick={() => changeParams({ ...chosenParams, since: limitsSince })}>
        {t('pages.qualityData.sinceThen')}
      </Button>
    </p>
  )
}

/** Shows the chosen period and a button to show all rolls, even if the period has too few rolls for a chart. */
export function ChartPeriodNotice() {
  const { t } = useTranslation('laboratory')
  const zone = usePlantZone()
  const [params, changeParams] = useQueryParams()
  const since = params.get('since')
  const until = params.get('until')
  if (!since && !until) return null
  return (
    <p className="lab-since" role="status">
      {since && t('pages.qualityData.shownSince', { since: formatMoment(since, zone) })}
      {until && t('pages.qualityData.shownUntil', { until: formatMoment(until, zone) })}
      <Button onClick={() => changeParams({ since: null, until: null })}>{t('pages.qualityData.showAll')}</Button>
    </p>
  )
}

/** Lists the points excluded from the frozen limits with reasons, and marks the points outside the displayed period. */
export function ExcludedPointList({
  points: excludedPoints,
}: {
  points: EndpointOutput<typeof storedChart>['frozenWithout']
}) {
  const { t } = useTranslation('laboratory')
  if (excludedPoints.length === 0) return null
  return (
    <details className="lab-left-out">
      <summary>{t('pages.qualityData.leftOut', { count: excludedPoints.length })}</summary>
      <ul>
        {excludedPoints.map(({ key, point, roll, reason }) => (
          <li key={key}>
            {[roll, reason, point === null && t('pages.qualityData.outsideWindow')].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
