import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'
import { Button } from '@/client/ui/Button'
import { useParams } from '@/client/use-params'
import type { OutOf } from '@/contract/endpoint'
import type { storedChart } from '../contract/stored-charts'

/** Over rolls of different limits: since when those shown hold, with a way to see only the rolls since; and the way back. */
export function LimitsSince({ data }: { data: OutOf<typeof storedChart> }) {
  const { t } = useTranslation('laboratory')
  const zone = usePlantZone()
  const [params, change] = useParams()
  const { limitsSince, limitsNote } = data
  const since = params.get('since')
  const of = { product: data.productId, index: data.indexId, line: data.lineId }
  return (
    <>
      {limitsSince && (
        <p className="lab-since is-warn" role="status">
          {limitsNote}{' '}
          <Button onClick={() => change({ ...of, since: limitsSince })}>{t('pages.qualityData.sinceThen')}</Button>
        </p>
      )}
      {since && (
        <p className="lab-since">
          {t('pages.qualityData.shownSince', { since: formatMoment(since, zone) })}{' '}
          <Button look="quiet" onClick={() => change({ since: null })}>
            {t('pages.qualityData.showAll')}
          </Button>
        </p>
      )}
    </>
  )
}
