import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard } from '@/client/today/TodayCard'
import { AbbreviatedNumbersProvider } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { metricCourse } from '../../contract/course-endpoints'
import { glanceNow, type Glance } from '../../contract/glance-endpoints'
import { glanceResources } from '../cards/use-glance'
import { ComparedMetricTile, getCourse } from '../parts/ComparedMetricTile'
import { LateList } from '../parts/LateList'
import { LineStateList } from '../parts/LineStateList'

const STRIP_METRICS: readonly ShiftMetricName[] = ['outputKg', 'slitOutputKg', 'oeePercent', 'q1Percent', 'kwhPerKg']
const MAX_LATE_ORDERS = 3

/** Today card for decision-makers: output against the due amount, the lines' last 24 hours, and late orders. */
export default function PlantStripCard() {
  const { t } = useTranslation('overview')
  const getPageLink = usePageLink()
  const query = useEndpoint(
    glanceNow,
    { period: 'day' as const },
    { resources: glanceResources, refreshIntervalMs: 60_000 },
  )
  const course = useEndpoint(
    metricCourse,
    { period: 'day' as const },
    { resources: ['shiftFigure'], refreshIntervalMs: 300_000 },
  )
  if (query.data && isPlantIdle(query.data)) return null
  return (
    <div className="overview-strip">
      <TodayCard title={t('glance.strip')} page="dashboard">
        <QueryBoundary query={query} skeleton={<SkeletonDetail fields={4} />}>
          {(glance) => (
            <AbbreviatedNumbersProvider>
              <dl className="overview-tiles">
                {glance.figures
                  .filter(({ figure }) => STRIP_METRICS.includes(figure))
                  .map((metric) => (
                    <ComparedMetricTile
                      key={metric.figure}
                      metric={metric}
                      to={getPageLink('statistics', {
                        by: 'line',
                        from: glance.from,
                        to: glance.to,
                        figure: metric.figure,
                      })}
                      course={getCourse(course.data, metric.figure)}
                      isUnfinished={glance.running}
                    />
                  ))}
              </dl>
              <div className="ui-columns">
                <section aria-label={t('glance.bands')}>
                  <h3>{t('glance.bands')}</h3>
                  <LineStateList lines={glance.lines} isCompact />
                </section>
                <section aria-label={t('glance.late')}>
                  <h3>{t('glance.late')}</h3>
                  <LateList glance={glance} maxOrders={MAX_LATE_ORDERS} />
                </section>
              </div>
            </AbbreviatedNumbersProvider>
          )}
        </QueryBoundary>
      </TodayCard>
    </div>
  )
}
/** True if no metric has a value, no line has an order and no order is late, e.g. while a plant is being set up. */
const isPlantIdle = ({ figures, lines, ordersLate }: Glance): boolean =>
  ordersLate === 0 && figures.every(({ value }) => value === null) && lines.every(({ state }) => state === 'noOrder')
