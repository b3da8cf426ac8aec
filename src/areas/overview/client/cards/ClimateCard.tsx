import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { hallClimateNow } from '../../contract/line-endpoints'
import { LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'
import { LiveValueList } from '../parts/LiveValueList'
import { ROWS_BY_SIZE, type DashboardCardProps } from './catalogue'

/** A dashboard card with the climate of the halls; smaller cards show the most urgent values. */
export default function ClimateCard({ size }: DashboardCardProps) {
  return <HallClimateView maxRows={size === 'large' ? undefined : ROWS_BY_SIZE[size]} />
}
/** Temperature, humidity and dust of the halls within their limits: by hall, or the most urgent values of all. */
export function HallClimateView({ maxRows }: { maxRows?: number | undefined }) {
  const { t } = useTranslation(['overview', 'telemetry'])
  const query = useEndpoint(hallClimateNow, {}, LIVE_QUERY_OPTIONS)
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={2} />}>
      {(halls) => {
        if (halls.length === 0) return <p className="quiet">{t('climate.none')}</p>
        const sections = halls.map((hall) => ({
          ...hall,
          values: hall.values.map((value) => ({
            ...value,
            key: `${hall.areaId} ${value.hallKey}`,
            label: t(`telemetry:tag.options.hallKey.${value.hallKey}`),
          })),
        }))
        if (maxRows !== undefined)
          return (
            <LiveValueList
              label={t('lines.view.halls')}
              values={sections.flatMap((hall) =>
                hall.values.map((value) => ({ ...value, label: `${hall.label} · ${value.label}` })),
              )}
              maxRows={maxRows}
            />
          )
        return (
          <div className="overview-two">
            {sections.map((hall) => (
              <section key={hall.areaId} aria-label={hall.label}>
                <h3>{hall.label}</h3>
                <LiveValueList label={hall.label} values={hall.values} />
              </section>
            ))}
          </div>
        )
      }}
    </QueryBoundary>
  )
}
