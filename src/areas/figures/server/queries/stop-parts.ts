/** Stops split at shift borders, with the times that the metrics count. */
import { isWebLineKind } from '@/plant/rules/line'
import { MINUTE_MS, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import type { StopRecordInPeriod } from '@/plant/server/queries/stops-in-period'
import { listStopRecordsInPeriod } from '@/plant/server/queries/stops-in-period'
import { listLinesInUse } from '@/areas/maintenance/server/queries/lines-in-use'
import { calculateStoppedMs, clipPeriodsSince, sumStops } from '@/areas/reports/rules/stop-analysis'
import type { Context } from '@/server/context'
import { listStartedShifts } from '../metric-sources'

const MAX_STOPS = 50_000
export interface StopPartFilter {
  /** Business dates, both included. */
  readonly from: Day
  readonly to: Day
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
}
/** The part of a stop within one shift. */
export interface StopPart {
  readonly stop: StopRecordInPeriod
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  /** Minutes within the shift; up to now if the line still stands. */
  readonly minutes: number
  /** True in the shift in which the stop began, which is where it counts as a stop. */
  readonly isFirst: boolean
}
export interface StopParts {
  /** Oldest first. */
  readonly parts: readonly StopPart[]
  /** `standingMinutes` without corrections: stops of a line at the same time count once. */
  readonly standingMinutes: number
}
/** Selects the counted lines: web lines, or the requested line of any kind. Slitters wait for rolls and hardly ever stop. */
async function listCountedLines(ctx: Context, lineId: string | null) {
  const lines = await listLinesInUse(ctx, { lineId, includeIds: lineId ? [lineId] : [] })
  return lines.filter(({ kind }) => lineId !== null || isWebLineKind(kind))
}
/**
 * Lists the parts of stops within the shifts of business dates, including stops that began before them. Counts the same
 * lines as the stop analysis, each since it is in use.
 */
export async function listStopParts(ctx: Context, filter: StopPartFilter): Promise<StopParts> {
  const { lineId = null, team, shift } = filter
  const shifts = (await listStartedShifts(ctx, filter)).filter(
    (candidate) => (!team || candidate.team === team) && (!shift || candidate.shift === shift),
  )
  const [firstShift, lastShift] = [shifts[0], shifts.at(-1)]
  if (!firstShift || !lastShift) return { parts: [], standingMinutes: 0 }
  const lines = await listCountedLines(ctx, lineId)
  const stops = await listStopRecordsInPeriod(ctx, {
    from: firstShift.startsAt,
    to: toMoment(lastShift.until),
    lineId,
    keepIfTooMany: 'newest',
    maxRows: MAX_STOPS,
  })
  const parts: StopPart[] = []
  let standingMs = 0
  for (const { id, countedSinceMs } of lines) {
    if (countedSinceMs === null) continue
    const lineStops = stops.flatMap((stop) => (stop.lineId === id ? [{ stop, ...toAnalysedStop(stop) }] : []))
    if (lineStops.length === 0) continue
    for (const { businessDate, shift: shiftKey, team: shiftTeam, startsAt, until } of shifts) {
      const [period] = clipPeriodsSince([{ from: toMillis(startsAt), to: until }], countedSinceMs)
      if (!period) continue
      standingMs += sumStops(lineStops, [period]).standingMs
      for (const { stop, ...analysedStop } of lineStops) {
        const stoppedMs = calculateStoppedMs(analysedStop, period)
        if (stoppedMs <= 0) continue
        const isFirst = analysedStop.startsAt >= period.from
        const minutes = stoppedMs / MINUTE_MS
        parts.push({ stop, businessDate, shift: shiftKey, team: shiftTeam, minutes, isFirst })
      }
    }
  }
  return { parts: parts.sort(comparePartStarts), standingMinutes: standingMs / MINUTE_MS }
}
const toAnalysedStop = (stop: StopRecordInPeriod) => ({
  lineId: stop.lineId,
  startsAt: toMillis(stop.startedAt),
  endsAt: stop.endedAt === null ? null : toMillis(stop.endedAt),
  reason: stop.reasonId,
  class: stop.class,
})
/** Orders by the beginning of the stop. The sort is stable, so the parts of a stop stay in the order of the shifts. */
const comparePartStarts = ({ stop: a }: StopPart, { stop: b }: StopPart): number =>
  toMillis(a.startedAt) - toMillis(b.startedAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
