import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/** Notes that a refresh failed, with the age of the displayed data. Renders nothing otherwise. */
export function StaleNotice({ query }: { query: { isError: boolean; dataUpdatedAt: number } }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  if (!query.isError) return null
  return (
    <>
      {' '}
      ·{' '}
      <b className="order-stale">
        {query.dataUpdatedAt > 0
          ? t('resource.staleSince', { age: formatMoment(query.dataUpdatedAt, zone) })
          : t('resource.notLoaded')}
      </b>
    </>
  )
}
