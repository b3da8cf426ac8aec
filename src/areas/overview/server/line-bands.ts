/** States of the lines over some hours. */
import { translatePresets } from '@/contract/preset'
import { listOrdersRunBetween } from '@/areas/orders/server/queries/runs'
import { listSlitterBusyTimes } from '@/areas/slitting/server/queries/rolls-of-shift'
import { listLines } from '@/plant/server/queries/list-lines'
import { listStopsById, listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { isWebLineKind } from '@/plant/rules/line'
import { handle } from '@/server/area'
import { lineBands } from '../contract/course-endpoints'
import { buildLineBand, type LineRun, type StandingSpan } from '../rules/line-band'
import { resolveHourSpan } from './hour-span'

/** More stops in a month indicate a broken counter; only the newest are drawn. */
const MAX_STOPS = 5000
const toMillisOrNull = (moment: Moment | null): number | null => (moment === null ? null : toMillis(moment))

/**
 * GET /plant/line_bands. Future time is left out. Five SQL statements, however many lines.
 * @throws 4013 if the span ends before it begins or is longer than 31 days
 */
export const loadLineBands = handle(lineBands, async (ctx, { from, to, lineId }) => {
  const span = resolveHourSpan(ctx, { from: from ?? null, to: to ?? null })
  const [fromMs, toMs] = [toMillis(span.from), Math.min(toMillis(span.to), ctx.now.getTime())]
  const [lines, ordersInSpan, slitterBusyTimes, stops] = await Promise.all([
    listLines(ctx, { lineId: lineId ?? null }),
    listOrdersRunBetween(ctx, span),
    listSlitterBusyTimes(ctx, span),
    listStopsInPeriod(ctx, { ...span, lineId: lineId ?? null, keepIfTooMany: 'newest', maxRows: MAX_STOPS }),
  ])
  const stopsWithReason = await listStopsById(
    ctx,
    stops.map(({ id }) => id),
  )
  const reasonByStop = new Map(stopsWithReason.map(({ id, reason }) => [id, reason]))
  const orderRuns = ordersInSpan.map(({ lineId: id, startedAt, finishedAt, pauses }) => ({
    lineId: id,
    from: toMillis(startedAt!),
    to: toMillisOrNull(finishedAt),
    pauses: pauses.map((pause): StandingSpan => ({
      from: toMillis(pause.from),
      to: toMillisOrNull(pause.to),
      reason: pause.reason && translatePresets(pause.reason, ctx.t),
    })),
  }))
  const getRuns = (id: string, isWebLine: boolean): LineRun[] =>
    isWebLine
      ? orderRuns.filter((run) => run.lineId === id)
      : slitterBusyTimes
          .filter((run) => run.lineId === id)
          .map((run) => ({ from: toMillis(run.from), to: toMillisOrNull(run.to), pauses: [] }))
  const getStops = (id: string): StandingSpan[] =>
    stops
      .filter((stop) => stop.lineId === id)
      .map((stop) => ({
        from: toMillis(stop.startsAt),
        to: toMillisOrNull(stop.endsAt),
        reason: reasonByStop.get(stop.id) ?? null,
      }))
  return {
    from: span.from,
    to: span.to,
    lines: lines
      .filter(({ kind }) => kind !== 'utility')
      .map(({ id, label, kind }) => ({
        lineId: id,
        label,
        segments: buildLineBand({
          from: fromMs,
          to: toMs,
          runs: getRuns(id, isWebLineKind(kind)),
          stops: getStops(id),
        }).map((segment) => ({ ...segment, from: toMoment(segment.from), to: toMoment(segment.to) })),
      })),
  }
})
