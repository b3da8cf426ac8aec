import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { usePlantZone } from '@/client/session/zone'
import { LineChart } from '@/client/ui/Charts'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { hallKeys } from '@/areas/telemetry/rules/tag'
import { hallsCourse } from '../../contract/line-calls'

/** The last day of the halls, and when they were outside their limits. */
export function HallCourse() {
  const { t } = useTranslation(['overview', 'telemetry'])
  const zone = usePlantZone()
  const found = useCall(hallsCourse, {}, { resources: ['tag'], refreshEvery: 300_000 })
  if (found.isPending) return <SkeletonChart />
  if (!found.data) return <NotLoaded of={found} />
  const { series, alarms, from, to } = found.data
  const period = `${formatMoment(from, zone)} – ${formatMoment(to, zone)}`
  const word = (key: string) => t(`telemetry:tag.options.hallKey.${key}`)
  return (
    <>
      {hallKeys.map((key) => {
        const own = series.filter((one) => one.hallKey === key && one.points.length > 1)
        const times = [...new Set(own.flatMap(({ points }) => points.map(({ at }) => at)))].sort()
        const [first] = own
        if (!first) return null
        return (
          <LineChart
            key={key}
            question={t('pages.courseOf', { figure: word(key) })}
            unit={first.unit}
            decimals={1}
            period={period}
            height={200}
            xs={times.map((at) => Date.parse(at))}
            formatX={(x) => formatMoment(x, zone).slice(5)}
            marks={(['low', 'high'] as const).flatMap((name) =>
              first[name] === null
                ? []
                : [{ label: t(`parameters.${name}`), value: first[name], tone: 'limit' as const }],
            )}
            series={own.map(({ label, points }) => {
              const at = new Map(points.map((point) => [point.at, point.mean]))
              return { name: label, values: times.map((time) => at.get(time) ?? null) }
            })}
          />
        )
      })}
      <section aria-label={t('climate.alarms')}>
        <h2>{t('climate.alarms')}</h2>
        {alarms.length === 0 && <p className="quiet">{t('climate.noAlarms')}</p>}
        <ul className="overview-late">
          {alarms.slice(0, 50).map((alarm) => (
            <li key={`${alarm.areaId} ${alarm.hallKey} ${alarm.from}`}>
              <span>
                {alarm.label} · {word(alarm.hallKey)} <Quantity value={alarm.worst} unit={alarm.unit} decimals={1} />
              </span>
              <span className="quiet">
                {formatMoment(alarm.from, zone)} – {alarm.to ? formatMoment(alarm.to, zone) : t('climate.still')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
