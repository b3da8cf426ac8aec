/** Handler of the losses of lines in a shift or period. */
import { loadMetrics } from '@/areas/figures/server/queries'
import { SETTLING_MS } from '@/areas/figures/rules/metric-values'
import { buildStopPareto } from '@/areas/reports/rules/stop-analysis'
import { isWebLineKind } from '@/plant/rules/line'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { roundToThousandth } from '@/plant/rules/quantity'
import { listLines } from '@/plant/server/queries/list-lines'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { loadNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import { handle } from '@/server/area'
import { plantLosses } from '../contract/course-endpoints'
import {
  calculateBusyHours,
  calculateRunningLosses,
  calculateStoppedBusyHours,
  correctStopLosses,
} from '../rules/losses'
import { resolveGlanceSpan, type GlanceSpan } from './glance-span'
import { sumMetricRows } from './metric-rows'

/** A plant with ten lines has fewer stops in a year. If there are more stops, only the newest are used. */
const MAX_STOPS = 50_000

/** GET /plant/losses. At most six SQL statements beside those of the calendar. */
export const loadPlantLosses = handle(plantLosses, async (ctx, { lineId, ...input }) => {
  const span = await resolveGlanceSpan(ctx, input)
  const nowMs = ctx.now.getTime()
  const metricQuery = { ...span.spanUntilNow, by: ['line'], lineIds: lineId ? [lineId] : null } as const
  const [lines, rows, uncorrectedRows] = await Promise.all([
    listLines(ctx, { lineId: lineId ?? null }),
    loadMetrics(ctx, metricQuery),
    loadMetrics(ctx, { ...metricQuery, uncorrected: true }),
  ])
  const webLineIds = new Set(lines.filter(({ kind }) => isWebLineKind(kind)).map(({ id }) => id))
  const sums = sumMetricRows(rows)
  // Rolls count when they are doffed, so the speed of the first two hours would only show which line doffed first.
  const isSettled = nowMs - toMillis(span.startsAt) >= SETTLING_MS
  const runningLosses = calculateRunningLosses(sums)
    .filter(({ kind }) => kind !== 'slow' || isSettled)
    .map((loss) => ({ ...loss, reasonId: null, label: ctx.t(`overview:losses.kinds.${loss.kind}`) }))
  const stopLosses = correctStopLosses(
    await loadStopLosses(ctx, span, webLineIds, lineId ?? null),
    calculateStoppedBusyHours(sums) - calculateStoppedBusyHours(sumMetricRows(uncorrectedRows)),
    ctx.t('overview:losses.kinds.correctedStop'),
  )
  return {
    from: span.displayedSpan.from,
    to: span.displayedSpan.to,
    shift: span.displayedSpan.shift,
    running: span.isRunning,
    busyHours: roundToThousandth(calculateBusyHours(sums)),
    losses: [...stopLosses, ...runningLosses]
      .sort((a, b) => b.hours - a.hours)
      .map((loss) => ({ ...loss, hours: roundToThousandth(loss.hours) })),
  }
})
/** Loads the stops inside planned busy time by reason. */
async function loadStopLosses(
  ctx: Context,
  { startsAt, endsAt }: GlanceSpan,
  lineIds: ReadonlySet<string>,
  lineId: string | null,
) {
  const period = { from: toMillis(startsAt), to: Math.min(toMillis(endsAt), ctx.now.getTime()) }
  if (period.to <= period.from) return []
  const stops = await listStopsInPeriod(ctx, {
    from: startsAt,
    to: toMoment(period.to),
    lineId,
    keepIfTooMany: 'newest',
    maxRows: MAX_STOPS,
  })
  const pareto = buildStopPareto(
    stops
      .filter((stop) => lineIds.has(stop.lineId) && !stop.outsideBusyTime)
      .map((stop) => ({
        lineId: stop.lineId,
        startsAt: toMillis(stop.startsAt),
        endsAt: stop.endsAt === null ? null : toMillis(stop.endsAt),
        reason: stop.reasonId,
        class: stop.class,
      })),
    period,
  )
  const names = await loadNames(
    ctx,
    'stopReason',
    pareto.flatMap(({ class: stopClass, reason }) => (stopClass === 'unknown' ? [] : [reason])),
  )
  return pareto.map(({ reason, class: stopClass, hours }) => ({
    kind: `${stopClass}Stop` as const,
    reasonId: stopClass === 'unknown' ? null : reason,
    label: names[reason] ?? ctx.t('overview:losses.kinds.unknownStop'),
    hours,
    kg: null,
  }))
}
