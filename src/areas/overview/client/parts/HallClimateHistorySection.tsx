import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { LineChart } from '@/client/ui/Charts'
import { Quantity } from '@/client/ui/Quantity'
import { useQueryParams } from '@/client/use-query-params'
import type { EndpointOutput } from '@/contract/endpoint'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Select } from '@/client/ui/Select'
import { hallKeys } from '@/areas/telemetry/rules/tag'
import { hallClimateHistory } from '../../contract/line-endpoints'

type HallSeries = EndpointOutput<typeof hallClimateHistory>['series'][number]
/**
 * Returns a limit that all displayed halls share, else null. A limit of one hall would mislead about the values of the
 * others.
 */
const getSharedLimit = (series: readonly HallSeries[], name: 'low' | 'high'): number | null =>
  series.every((hallSeries) => hallSeries[name] === series[0]?.[name]) ? (series[0]?.[name] ?? null) : null

/** Climate of all halls or of a selected hall over the last 24 h, with limits and alarms. */
export function HallClimateHistorySection() {
  const query = useEndpoint(hallClimateHistory, {}, { resources: ['tag'], refreshIntervalMs: 300_000 })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart />}>
      {(course) => <HallCharts {...course} />}
    </QueryBoundary>
  )
}
/** A chart of each quantity with all halls, and their alarms. */
function HallCharts({ series, alarms, from, to }: EndpointOutput<typeof hallClimateHistory>) {
  const { t } = useTranslation(['overview', 'telemetry'])
  const [params, changeParams] = useQueryParams()
  const zone = usePlantZone()
  const halls = [...new Map(series.map(({ areaId, label }) => [areaId, label]))]
  const hallId = halls.some(([id]) => id === params.get('hall')) ? params.get('hall') : null
  const period = `${formatMoment(from, zone)} – ${formatMoment(to, zone)}`
  const getKeyLabel = (key: string) => t(`telemetry:tag.options.hallKey.${key}`)
  return (
    <>
      {halls.length > 1 && (
        <div className="overview-bar">
          <label>
            {t('inputs.areaId')}
            <Select
              value={hallId ?? ''}
              options={[
                { value: '', label: t('climate.allHalls') },
                ...halls.map(([id, label]) => ({ value: id, label })),
              ]}
              onChange={(chosen) => changeParams({ hall: chosen || null }, { replace: true })}
            />
          </label>
        </div>
      )}
      {hallKeys.map((key) => {
        const keySeries = series.filter(
          (hallSeries) =>
            hallSeries.hallKey === key && hallSeries.points.length > 1 && (!hallId || hallSeries.areaId === hallId),
        )
        const timeline = [...new Set(keySeries.flatMap(({ points }) => points.map((point) => point.at)))].sort()
        const [firstSeries] = keySeries
        if (!firstSeries) return null
        return (
          <LineChart
            key={key}
            question={t('pages.courseOf', { figure: getKeyLabel(key) })}
            unit={firstSeries.unit}
            decimals={1}
            period={period}
            height={200}
            xs={timeline.map((time) => Date.parse(time))}
            formatX={(x) => formatMoment(x, zone).slice(5)}
            marks={(['low', 'high'] as const).flatMap((name) => {
              const value = getSharedLimit(keySeries, name)
              return value === null ? [] : [{ label: t(`parameters.${name}`), value, tone: 'limit' as const }]
            })}
            series={keySeries.map(({ label, points }) => {
              const meanByTime = new Map(points.map((point) => [point.at, point.mean]))
              return { name: label, values: timeline.map((time) => meanByTime.get(time) ?? null) }
            })}
          />
        )
      })}
      <HallAlarmList alarms={alarms.filter(({ areaId }) => !hallId || areaId === hallId)} />
    </>
  )
}
function HallAlarmList({ alarms }: { alarms: EndpointOutput<typeof hallClimateHistory>['alarms'] }) {
  const { t } = useTranslation(['overview', 'telemetry'])
  const zone = usePlantZone()
  return (
    <section aria-label={t('climate.alarms')}>
      <h2>{t('climate.alarms')}</h2>
      {alarms.length === 0 && <p className="quiet">{t('climate.noAlarms')}</p>}
      <ul className="overview-late">
        {alarms.slice(0, 50).map((alarm) => (
          <li key={`${alarm.areaId} ${alarm.hallKey} ${alarm.from}`}>
            <span>
              {alarm.label} · {t(`telemetry:tag.options.hallKey.${alarm.hallKey}`)}{' '}
              <Quantity value={alarm.worst} unit={alarm.unit} decimals={1} />
            </span>
            <span className="quiet">
              {formatMoment(alarm.from, zone)} – {alarm.to ? formatMoment(alarm.to, zone) : t('climate.still')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
