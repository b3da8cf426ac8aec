import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { hallClimateNow } from '../../contract/line-endpoints'
import { LimitsText, LiveValueText, LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'

/** Temperature, humidity and dust of each hall. */
export default function ClimateCard() {
  const { t } = useTranslation(['overview', 'telemetry'])
  const query = useEndpoint(hallClimateNow, {}, LIVE_QUERY_OPTIONS)
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={2} />}>
      {(halls) => {
        if (halls.length === 0) return <p className="quiet">{t('climate.none')}</p>
        return (
          <>
            {halls.map((hall) => (
              <section key={hall.areaId} aria-label={hall.label}>
                <h3>{hall.label}</h3>
                <dl className="live-keys">
                  {hall.values.map((value) => (
                    <div key={value.hallKey}>
                      <dt>{t(`telemetry:tag.options.hallKey.${value.hallKey}`)}</dt>
                      <dd>
                        <LiveValueText live={value} />
                      </dd>
                      <dd>
                        <LimitsText live={value} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </>
        )
      }}
    </QueryBoundary>
  )
}
