import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatClock } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity, AbbreviatedNumbersProvider } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { DateInput } from '@/client/ui/DateInput'
import { useQueryParams } from '@/client/use-query-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { metricCourse } from '../../contract/course-endpoints'
import { glanceNow, glancePeriods, type Glance } from '../../contract/glance-endpoints'
import { CalculatedAtNotice } from '../parts/CalculatedAtNotice'
import { ComparedMetricTile, getCourse } from '../parts/ComparedMetricTile'
import { LineStateList } from '../parts/LineStateList'
import { LossPareto } from '../parts/LossPareto'
import { LateList } from '../parts/LateList'
import { glanceResources } from '../cards/use-glance'

/** More late orders would not fit on an upright tablet when stopped lines or tiles need additional space. */
const MAX_LATE_ORDERS = 3

/** The plant at a glance; fits a tablet screen without scrolling. Each value links to the page that lists its rows. */
export default function GlanceView() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const period = glancePeriods.find((kind) => kind === params.get('period')) ?? 'shift'
  const day = params.get('day') ?? ''
  const query = useEndpoint(
    glanceNow,
    { period, ...(day ? { day } : {}) },
    { resources: glanceResources, refreshIntervalMs: 60_000 },
  )
  return (
    <div className="overview is-glance">
      <div className="overview-bar">
        <Tabs
          label={t('inputs.period')}
          chosen={period}
          onChoose={(next) => changeParams({ period: next }, { replace: true })}
          tabs={glancePeriods.map((key) => ({ key, label: t(`inputOptions.period.${key}`) }))}
        />
        <label>
          <span className="ui-hidden">{t('inputs.day')}</span>
          <DateInput value={day} onChange={(value) => changeParams({ day: value || null }, { replace: true })} />
        </label>
        {query.data && (
          <div>
            <GlanceHeading glance={query.data} />
            <CalculatedAtNotice calculationState={query.data} />
          </div>
        )}
      </div>
      <QueryBoundary query={query} skeleton={<SkeletonDetail fields={6} />}>
        {(glance) => (
          <AbbreviatedNumbersProvider>
            <GlanceContent glance={glance} />
          </AbbreviatedNumbersProvider>
        )}
      </QueryBoundary>
    </div>
  )
}
function GlanceHeading({ glance }: { glance: Glance }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const days = glance.from === glance.to ? glance.from : `${glance.from} – ${glance.to}`
  const clock = `${formatClock(glance.startsAt, zone)}–${formatClock(glance.endsAt, zone)}`
  const headingParts = glance.shift ? [days, formatShift(glance.shift), formatTeam(glance.team), clock] : [days]
  return (
    <p className="overview-as-of">
      <b>{headingParts.filter(Boolean).join(' · ')}</b>
      {glance.running && ` · ${t('glance.running', { percent: Math.round(glance.passedPercent) })}`}
    </p>
  )
}
function GlanceContent({ glance }: { glance: Glance }) {
  const { t } = useTranslation('overview')
  const getPageLink = usePageLink()
  const course = useEndpoint(
    metricCourse,
    { period: glance.period === 'shift' ? ('day' as const) : glance.period, day: glance.from },
    { resources: ['shiftFigure'], refreshIntervalMs: 300_000 },
  )
  const linkParams = { by: 'line', from: glance.from, to: glance.to, ...(glance.team ? { team: glance.team } : {}) }
  return (
    <>
      <section aria-label={t('glance.made')}>
        <h2 className="ui-hidden">{t('glance.made')}</h2>
        <dl className="overview-tiles">
          {glance.figures.map((metric) => (
            <ComparedMetricTile
              key={metric.figure}
              metric={metric}
              to={getPageLink('statistics', { ...linkParams, figure: metric.figure })}
              course={getCourse(course.data, metric.figure)}
              isUnfinished={glance.running}
            />
          ))}
          {glance.mayCost && <CostTile glance={glance} to={getPageLink('costComparison')} />}
        </dl>
      </section>
      <div className="overview-columns">
        <section aria-label={t('glance.lines')}>
          <h2>{t('glance.lines')}</h2>
          <LineStateList lines={glance.lines} hasPeriodEnded={!glance.running} />
        </section>
        <div className="overview-columns is-inner">
          <section aria-label={t('losses.question')}>
            <h2>{t('losses.question')}</h2>
            <LossPareto period={glance.period} day={glance.from} shift={glance.shift} />
          </section>
          <section aria-label={t('glance.late')}>
            <h2>{t('glance.late')}</h2>
            <LateList glance={glance} maxOrders={MAX_LATE_ORDERS} />
          </section>
        </div>
      </div>
    </>
  )
}
function CostTile({ glance, to }: { glance: Glance; to: string | null }) {
  const { t } = useTranslation('overview')
  return (
    <div className="overview-tile">
      <dt>{to ? <Link to={to}>{t('answers.cost')}</Link> : t('answers.cost')}</dt>
      <dd>
        <Quantity value={glance.cost} unit="CNY" decimals={0} size="large" />
      </dd>
      <dd className="quiet">
        <span>
          {t('answers.energyCost')} <Quantity value={glance.energyCost} unit="CNY" decimals={0} />
        </span>
      </dd>
    </div>
  )
}
