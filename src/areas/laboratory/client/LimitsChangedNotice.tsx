import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { useParams } from '@/client/use-params'
import type { EndpointOutput } from '@/contract/endpoint'
import type { storedChart } from '../contract/stored-charts'

/** Says since when the displayed limits apply if limits changed, with a button to show only the rolls since then. */
export function LimitsChangedNotice({ data }: { data: EndpointOutput<typeof storedChart> }) {
  const { t } = useTranslation('laboratory')
  const change = useParams()[1]
  const { limitsSince, limitsNote } = data
  if (!limitsSince) return null
  const chosenParams = { product: data.productId, index: data.indexId, line: data.lineId }
  return (
    <p className="lab-since is-warn" role="status">
      {limitsNote}
      <Button onClick={() => change({ ...chosenParams, since: limitsSince })}>
        {t('pages.qualityData.sinceThen')}
      </Button>
    </p>
  )
}

/** Says which period is displayed, with a button to show all. Also visible if so few rolls give no chart. */
export function ChartPeriodNotice() {
  const { t } = useTranslation('laboratory')
  const zone = usePlantZone()
  const [params, change] = useParams()
  const [since, until] = [params.get('since'), params.get('until')]
  if (!since && !until) return null
  return (
    <p className="lab-since" role="status">
      {since && t('pages.qualityData.shownSince', { since: formatMoment(since, zone) })}
      {until && t('pages.qualityData.shownUntil', { until: formatMoment(until, zone) })}
      <Button onClick={() => change({ since: null, until: null })}>{t('pages.qualityData.showAll')}</Button>
    </p>
  )
}
