import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { BarChart, LineChart, type Mark } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import type { Row } from '@/contract/resource'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { tagCurve } from '../contract/telemetry-endpoints'
import type { tag } from '../contract/tag'
import { READING_SLOT_MS } from '@/areas/telemetry/rules/rollup'

const CHART_HEIGHT_PX = 220
/** Completed quarter-hours within the last 24 hours; the current quarter-hour is not complete. */
const EXPECTED_QUARTERS = 95

/**
 * Last 24 hours of a tag by quarter-hour: bars of the consumption for a counter, a curve of the values for a gauge. The
 * number of missing quarter-hours is shown below.
 */
export function TagChart({ row }: { row: Row<typeof tag> }) {
  const { t } = useTranslation('telemetry')
  const zone = usePlantZone()
  const now = useNow()
  const formatTimeOfDay = (at: Parameters<typeof formatMoment>[0]) => formatMoment(at, zone).slice(11, 16) // HH:MM
  const query = useEndpoint(tagCurve, { tagId: row.id, step: 'quarter' })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart height={CHART_HEIGHT_PX} />}>
      {(data) => {
        const [first, last] = [data[0], data.at(-1)]
        if (!first || !last) return <EmptyState title={t('pages.tags.none')} />
        const period = `${formatMoment(first.at, zone)} – ${formatMoment(toMoment(toMillis(last.at) + READING_SLOT_MS), zone)}`
        const missingQuarters = Math.max(
          0,
          EXPECTED_QUARTERS - data.filter(({ at }) => toMillis(at) + READING_SLOT_MS <= now).length,
        )
        const totalUsed = data.reduce((sum, slot) => sum + (slot.value ?? 0), 0)
        const estimatedUsed = data.reduce((sum, slot) => sum + (slot.value ?? 0) * (slot.estimatedShare ?? 0), 0)
        const marks: Mark[] = [
          ...(row.low === null ? [] : [{ label: t('pages.tags.low'), value: row.low, tone: 'limit' as const }]),
          ...(row.high === null ? [] : [{ label: t('pages.tags.high'), value: row.high, tone: 'limit' as const }]),
        ]
        return (
          <>
            {row.kind === 'counter' ? (
              <BarChart
                question={t('pages.tags.usedQuestion')}
                unit={`${row.unit} / 15 min`}
                period={period}
                height={CHART_HEIGHT_PX}
                xs={data.map(({ at }) => formatTimeOfDay(at))}
                series={[{ name: t('pages.tags.used'), values: data.map(({ value }) => value ?? 0) }]}
              />
            ) : (
              <LineChart
                question={t('pages.tags.gaugeQuestion')}
                unit={row.unit}
                period={period}
                height={CHART_HEIGHT_PX}
                marks={marks}
                xs={data.map(({ at }) => Date.parse(at))}
                formatX={(x) => formatTimeOfDay(x)}
                series={[{ name: t('pages.tags.mean'), values: data.map(({ value }) => value ?? 0) }]}
              />
            )}
            {estimatedUsed > 0 && (
              <p>{t('pages.tags.estimated', { percent: Math.ceil((100 * estimatedUsed) / totalUsed) })}</p>
            )}
            {missingQuarters > 0 && <p>{t('pages.tags.missing', { count: missingQuarters })}</p>}
          </>
        )
      }}
    </QueryBoundary>
  )
}
