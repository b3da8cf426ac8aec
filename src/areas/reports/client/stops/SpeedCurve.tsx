import { useTranslation } from 'react-i18next'
import { useCall, useList } from '@/client/api/use-list'
import { plantNow } from '@/client/clock'
import { formatClock, formatMoment } from '@/client/format/time'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { usePlantZone } from '@/client/session/zone'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { toMillis } from '@/plant/rules/plant-time'
import { speedCurve } from '@/plant/contract/line-speed'
import { lineStop } from '@/plant/contract/line-stop'
import { usualLimits } from '@/plant/rules/stop-detection'

const STEP_MS = 60_000
const DAY_MS = 86_400_000
/** Rounds up to a whole minute, so that the query key changes once a minute at most. */
const minute = (at: number): string => new Date(Math.ceil(at / STEP_MS) * STEP_MS).toISOString()

/**
 * Chart of a line's speed with its stops shaded. `hiddenWithoutData`: renders nothing where the speed is not measured.
 */
export function SpeedCurve({
  lineId,
  from,
  to,
  question,
  quiet,
}: {
  lineId: string
  from: number
  to: number
  question: string
  quiet?: boolean
}) {
  const { t } = useTranslation(['reports', 'plant', 'client'])
  const zone = usePlantZone()
  const curve = useCall(
    speedCurve,
    { lineId, from: minute(from), to: minute(to) },
    { resources: ['lineSpeed', 'lineStop'], refreshEvery: 60_000 },
  )
  // A stop that began up to a day before may reach into the period.
  const stops = useList(lineStop, { lineId, startedAtFrom: minute(from - DAY_MS), startedAtTo: minute(to), size: 500 })
  if (curve.isPending) return quiet ? null : <SkeletonChart />
  if (curve.error && !curve.data) return quiet ? null : <NotLoaded of={curve} />
  const points = curve.data ?? []
  if (points.length < 2)
    return quiet ? null : <EmptyState title={t('pages.stops.noSpeed')} next={t('pages.stops.noSpeedNext')} />
  const bands = stops.rows
    .map((stop) => ({ from: toMillis(stop.startedAt), to: stop.endedAt ? toMillis(stop.endedAt) : plantNow() }))
    .filter((band) => band.to > from && band.from < to)
  const long = to - from > DAY_MS
  const drawn = withGaps(
    points.map((point) => ({ at: toMillis(point.at), speed: point.speed, least: point.least })),
    from,
    to,
  )
  return (
    <LineChart
      question={question}
      unit="m/min"
      decimals={0}
      period={`${formatMoment(from, zone)} – ${formatMoment(to, zone)}`}
      bands={bands}
      xs={drawn.map((point) => point.at)}
      formatX={(x) => (long ? formatMoment(x, zone).slice(5) : formatClock(x, zone))}
      series={[
        { name: t('plant:answers.speed'), values: drawn.map((point) => point.speed) },
        { name: t('plant:answers.least'), values: drawn.map((point) => point.least) },
      ]}
      marks={[
        {
          label: t('pages.stops.standsBelow', { speed: usualLimits.standsBelow }),
          value: usualLimits.standsBelow,
          tone: 'limit',
        },
      ]}
    />
  )
}

interface Point {
  at: number
  speed: number | null
  least: number | null
}
/** Extends the points to the whole period and breaks the line where nothing was measured. */
function withGaps(points: readonly Point[], from: number, to: number): Point[] {
  const nothing = (at: number): Point => ({ at, speed: null, least: null })
  const silent = Math.max(usualLimits.silentMs, (to - from) / 100)
  const drawn = points.flatMap((point, i) =>
    i > 0 && point.at - points[i - 1]!.at > silent ? [nothing(points[i - 1]!.at + 1), point] : [point],
  )
  return [nothing(from), ...drawn, nothing(to)]
}
