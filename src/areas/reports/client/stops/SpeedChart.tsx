import { useTranslation } from 'react-i18next'
import { useEndpoint, useList } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
import { formatClock, formatMoment } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { DAY_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import { speedCurve } from '@/plant/contract/line-speed'
import { lineStop } from '@/plant/contract/line-stop'
import { DEFAULT_DETECTION_LIMITS } from '@/plant/rules/stop-detection'

/** Rounds up to a whole minute, so that the query key changes once a minute at most. */
const roundUpToMinute = (ms: number): string => new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS).toISOString()

/**
 * Chart of a line's speed with shaded stops. `hiddenWithoutData` renders nothing instead of a message if the speed is
 * not measured.
 */
export function SpeedChart({
  lineId,
  from,
  to,
  question,
  hiddenWithoutData,
}: {
  lineId: string
  from: number
  to: number
  question: string
  hiddenWithoutData?: boolean
}) {
  const { t } = useTranslation(['reports', 'plant', 'client'])
  const zone = usePlantZone()
  const curve = useEndpoint(
    speedCurve,
    { lineId, from: roundUpToMinute(from), to: roundUpToMinute(to) },
    { resources: ['lineSpeed', 'lineStop'], refreshIntervalMs: MINUTE_MS },
  )
  // A stop that began up to a day earlier may reach into the period.
  const stops = useList(lineStop, {
    lineId,
    startedAtFrom: roundUpToMinute(from - DAY_MS),
    startedAtTo: roundUpToMinute(to),
    size: 500,
  })
  if (curve.isPending) return hiddenWithoutData ? null : <SkeletonChart />
  if (curve.error && !curve.data) return hiddenWithoutData ? null : <NotLoadedView query={curve} />
  const points = curve.data ?? []
  if (points.length < 2)
    return hiddenWithoutData ? null : (
      <EmptyState title={t('pages.stops.noSpeed')} advice={t('pages.stops.noSpeedNext')} />
    )
  const bands = stops.rows
    .map((stop) => ({ from: toMillis(stop.startedAt), to: stop.endedAt ? toMillis(stop.endedAt) : getPlantNow() }))
    .filter((band) => band.to > from && band.from < to)
  const isLongerThanDay = to - from > DAY_MS
  const chartPoints = insertGaps(
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
      xs={chartPoints.map((point) => point.at)}
      formatX={(x) => (isLongerThanDay ? formatMoment(x, zone).slice(5) : formatClock(x, zone))}
      series={[
        { name: t('plant:answers.speed'), values: chartPoints.map((point) => point.speed) },
        { name: t('plant:answers.least'), values: chartPoints.map((point) => point.least) },
      ]}
      marks={[
        {
          label: t('pages.stops.stoppedBelow', { speed: DEFAULT_DETECTION_LIMITS.stoppedBelow }),
          value: DEFAULT_DETECTION_LIMITS.stoppedBelow,
          tone: 'limit',
        },
      ]}
    />
  )
}

interface SpeedPoint {
  at: number
  speed: number | null
  least: number | null
}
/** Extends the points to the whole period and breaks the line where nothing was measured. */
function insertGaps(points: readonly SpeedPoint[], from: number, to: number): SpeedPoint[] {
  const createGap = (ms: number): SpeedPoint => ({ at: ms, speed: null, least: null })
  // Long periods have few points, so the line is not broken for less than 1 % of the period.
  const maxGapMs = Math.max(DEFAULT_DETECTION_LIMITS.maxGapMs, (to - from) / 100)
  const chartPoints = points.flatMap((point, i) =>
    i > 0 && point.at - points[i - 1]!.at > maxGapMs ? [createGap(points[i - 1]!.at + 1), point] : [point],
  )
  return [createGap(from), ...chartPoints, createGap(to)]
}
