import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { hallsNow } from '../../contract/line-calls'
import { Limits, LiveValue } from '../parts/LiveValue'
import { LIVE } from '../parts/live'

/** Temperature, humidity and dust of each hall. */
export default function ClimateCard() {
  const { t } = useTranslation(['overview', 'telemetry'])
  const found = useEndpoint(hallsNow, {}, LIVE)
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={2} />} />
  if (found.data.length === 0) return <p className="quiet">{t('climate.none')}</p>
  return (
    <>
      {found.data.map((hall) => (
        <section key={hall.areaId} aria-label={hall.label}>
          <h3>{hall.label}</h3>
          <dl className="live-keys">
            {hall.values.map((value) => (
              <div key={value.hallKey}>
                <dt>{t(`telemetry:tag.options.hallKey.${value.hallKey}`)}</dt>
                <dd>
                  <LiveValue of={value} />
                </dd>
                <dd>
                  <Limits of={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}
