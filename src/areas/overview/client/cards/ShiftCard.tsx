import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { metricCourse } from '../../contract/course-endpoints'
import { CalculatedAtNotice } from '../parts/CalculatedAtNotice'
import { ComparedMetricTile, getCourse } from '../parts/ComparedMetricTile'
import type { DashboardCardProps } from './catalogue'
import { useGlance } from './use-glance'

/** Metrics of the shift against their targets. */
export default function ShiftCard({ size, isWallScreen }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const query = useGlance()
  const course = useEndpoint(
    metricCourse,
    { period: 'day' as const },
    { resources: ['shiftFigure'], refreshIntervalMs: 300_000 },
  )
  const getPageLink = usePageLink()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {(glance) => {
        const linkParams = {
          by: 'line',
          from: glance.from,
          to: glance.to,
          ...(glance.team ? { team: glance.team } : {}),
        }
        return (
          <>
            <p className="quiet">
              {[glance.from, formatShift(glance.shift), formatTeam(glance.team)].filter(Boolean).join(' · ')}
              {glance.running && ` · ${t('glance.running', { percent: Math.round(glance.passedPercent) })}`}
            </p>
            <dl className="overview-tiles">
              {glance.figures.slice(0, { small: 1, wide: 4, large: undefined }[size]).map((metric) => (
                <ComparedMetricTile
                  key={metric.figure}
                  metric={metric}
                  to={isWallScreen ? null : getPageLink('statistics', { ...linkParams, figure: metric.figure })}
                  course={getCourse(course.data, metric.figure)}
                />
              ))}
            </dl>
            {size === 'large' && <CalculatedAtNotice calculationState={glance} />}
          </>
        )
      }}
    </QueryBoundary>
  )
}
