import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart, SkeletonTable } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Select } from '@/client/ui/Select'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { lineParameterHistory, lineParametersNow, type ParametersOfLine } from '../../contract/line-endpoints'
import { LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'
import { LineParameterList, OutsideCountBadge } from '../parts/LiveValueList'
import { LineField } from '../parts/PeriodChoiceBar'
import { lineStateTones } from '../tones'

/** 工艺参数: parameters of each line compared with the standard of its order, and a chart of one parameter over time. */
export default function ParametersPage() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const lineId = params.get('line') ?? ''
  const query = useEndpoint(lineParametersNow, lineId ? { lineId } : {}, LIVE_QUERY_OPTIONS)
  const key = params.get('key')
  return (
    <PageFrame title={t('pages.processParameters.title')}>
      <div className="overview">
        <div className="overview-bar">
          <LineField lineId={lineId} />
        </div>
        <QueryBoundary query={query} skeleton={<SkeletonTable />}>
          {(lines) => (
            <>
              {lines.length === 0 && <EmptyState title={t('glance.noLines')} advice={t('parameters.noLinesNext')} />}
              <div className="overview-two">
                {lines.toSorted(compareUrgency).map((line) => (
                  <LineParametersCard key={line.lineId} line={line} />
                ))}
              </div>
              {lineId && lines[0] && (
                <>
                  <label className="overview-bar">
                    {t('parameters.courseOf')}
                    <Select
                      value={key ?? ''}
                      options={[
                        { value: '', label: t('parameters.choose') },
                        ...lines[0].parameters.map((parameter) => ({ value: parameter.key, label: parameter.label })),
                      ]}
                      onChange={(chosen) => changeParams({ key: chosen || null }, { replace: true })}
                    />
                  </label>
                  {key && <ParameterHistorySection lineId={lineId} parameterKey={key} />}
                </>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
    </PageFrame>
  )
}
/** Lines with most values outside their limits first. */
const compareUrgency = (a: ParametersOfLine, b: ParametersOfLine): number => countOutside(b) - countOutside(a)
const countOutside = ({ parameters }: ParametersOfLine): number => parameters.filter(({ outside }) => outside).length
function LineParametersCard({ line }: { line: ParametersOfLine }) {
  const { t } = useTranslation('overview')
  return (
    <section className="ui-card" aria-label={line.label}>
      <h2>
        {line.label} <StateBadge tone={lineStateTones[line.state]}>{t(`lines.state.${line.state}`)}</StateBadge>{' '}
        <OutsideCountBadge values={line.parameters} />
      </h2>
      <p className="quiet">
        {[line.order, line.product, line.standard ?? t('parameters.noStandard')].filter(Boolean).join(' · ')}
      </p>
      <LineParameterList line={line} />
    </section>
  )
}
function ParameterHistorySection({ lineId, parameterKey }: { lineId: string; parameterKey: string }) {
  const query = useEndpoint(
    lineParameterHistory,
    { lineId, key: parameterKey },
    { ...LIVE_QUERY_OPTIONS, refreshIntervalMs: 300_000 },
  )
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart />}>
      {(history) => <ParameterHistoryChart history={history} />}
    </QueryBoundary>
  )
}
function ParameterHistoryChart({ history }: { history: EndpointOutput<typeof lineParameterHistory> }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const {
    series: [series],
    stops,
    orders,
  } = history
  if (!series) return null
  if (series.points.length + series.inspections.length === 0) return <p className="quiet">{t('parameters.noCourse')}</p>
  const times = [...new Set([...series.points.map(({ at }) => at), ...series.inspections.map(({ at }) => at)])].sort()
  const meanByTime = new Map(series.points.map(({ at, mean }) => [at, mean]))
  const measuredByTime = new Map(series.inspections.map(({ at, value }) => [at, value]))
  return (
    <LineChart
      question={t('pages.courseOf', { figure: series.label })}
      unit={series.unit ?? ''}
      decimals={1}
      period={`${formatMoment(times[0], zone)} – ${formatMoment(times.at(-1), zone)}`}
      xs={times.map((at) => Date.parse(at))}
      formatX={(x) => formatMoment(x, zone).slice(5)}
      bands={stops.map((stop) => ({ from: Date.parse(stop.from), to: Date.parse(stop.to ?? history.to) }))}
      events={orders.map(({ at, number }) => ({ x: Date.parse(at), label: number }))}
      note={stops.length + orders.length > 0 ? t('parameters.marked') : null}
      marks={(['low', 'target', 'high'] as const).flatMap((name) =>
        series[name] === null
          ? []
          : [
              {
                label: t(`parameters.${name}`),
                value: series[name],
                tone: name === 'target' ? 'target' : 'limit',
              } as const,
            ],
      )}
      series={[
        { name: t('parameters.live'), values: times.map((at) => meanByTime.get(at) ?? null) },
        { name: t('parameters.measured'), values: times.map((at) => measuredByTime.get(at) ?? null) },
      ]}
    />
  )
}
