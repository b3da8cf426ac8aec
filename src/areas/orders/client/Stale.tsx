import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/** Says that what stands on the screen is the last answer, and of when: a newer one could not be had. Nothing while all is well. */
export function Stale({ of }: { of: { isError: boolean; dataUpdatedAt: number } }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  if (!of.isError) return null
  return (
    <>
      {' '}
      ·{' '}
      <b className="order-stale">
        {of.dataUpdatedAt > 0
          ? t('resource.staleSince', { age: formatMoment(of.dataUpdatedAt, zone) })
          : t('resource.notLoaded')}
      </b>
    </>
  )
}
