import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { addDays, countDaysInRange, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { getShiftsBetween, getShiftsOfDay, type PlantCalendar, type Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { assertDayRange, loadPlantCalendar, findBusinessDate } from '@/plant/server/plant'
import {
  addStopSums,
  calculateMetricsFromSums,
  clipPeriodsSince,
  buildStopPareto,
  correctedStopSums,
  sumStopCorrections,
  sumStops,
  getTrendStepDays,
  type ParetoRow,
  type StopSumCorrection,
  type TimePeriod,
  type AnalysedStop,
  type StopMetrics,
} from '../rules/stop-analysis'
import { isWebLineKind } from '@/plant/rules/line'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { loadNames } from '@/server/crud/refs'
import { listLinesInUse } from '@/areas/maintenance/server/queries/lines-in-use'
import type { LineWithWorkStart } from '@/areas/slitting/server/queries/lines-at-work'
import { stopAnalysis } from '../contract/stop-analysis'
import { roundToThousandth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'
import { askQuestion } from '@/server/events'
import { sumCorrections, type SumCorrection } from '@/plant/server/events'

type AnalysisInput = EndpointInput<typeof stopAnalysis>
type AnalysisOutput = EndpointOutput<typeof stopAnalysis>
const DEFAULT_DAYS = 30
const MAX_DAYS = 400
const MAX_STOPS = 50_000
/** A shift of the analysed period. The current shift is cut off at the present moment. */
interface AnalysedShift extends TimePeriod {
  day: Day
  shift: string
  team: string | null
}

/** GET /production/stop_analyse: calculates the stop analysis of a period. */
export const calculateStopAnalysis = handle(stopAnalysis, async (ctx, input) => {
  const calendar = await loadPlantCalendar(ctx)
  const { from, to } = await resolveDays(ctx, input)
  const analysedShifts = getAnalysedShifts(calendar, from, to, ctx.now.getTime()).filter(
    ({ team, shift }) => (!input.team || team === input.team) && (!input.shift || shift === input.shift),
  )
  const lines = await loadLines(ctx, input)
  const lineIds = new Set(lines.map(({ id }) => id))
  const stops = (await loadStops(ctx, analysedShifts, input)).filter(({ lineId }) => lineIds.has(lineId))
  // A line that has never worked has no period, because it neither ran nor stopped.
  const sumLine = ({ id, countedSinceMs }: LineWithWorkStart, periods: readonly TimePeriod[]) =>
    sumStops(
      stops.filter((s) => s.lineId === id),
      countedSinceMs === null ? [] : clipPeriodsSince(periods, countedSinceMs),
    )
  const corrections = (await loadCorrections(ctx, { from, to }, input)).filter(
    ({ lineId }) => lineId !== null && lineIds.has(lineId),
  )
  const sumLines = (periods: readonly TimePeriod[]) => addStopSums(lines.map((l) => sumLine(l, periods)))
  const calculateMetrics = (
    periods: readonly TimePeriod[],
    isIncluded: (correction: SumCorrection) => boolean = () => true,
  ) =>
    roundMetrics(
      calculateMetricsFromSums(
        addStopSums([sumLines(joinPeriods(periods)), sumStopCorrections(corrections.filter(isIncluded))]),
      ),
    )
  const getDistinctValues = <K extends 'team' | 'shift'>(name: K) =>
    [...new Set(analysedShifts.map((analysedShift) => analysedShift[name]))].sort()
  const analysedPeriods = joinPeriods(analysedShifts)
  return {
    from,
    to,
    closedMonths: await listClosedMonthsBetween(ctx, { from, to }),
    ...calculateMetrics(analysedShifts),
    pareto: await buildParetoRows(ctx, stops, analysedPeriods, sumStopCorrections(corrections).standingMs),
    lines: lines.map((l) => ({
      lineId: l.id,
      label: l.label,
      ...roundMetrics(
        calculateMetricsFromSums(
          addStopSums([
            sumLine(l, analysedPeriods),
            sumStopCorrections(corrections.filter(({ lineId }) => lineId === l.id)),
          ]),
        ),
      ),
    })),
    teams: getDistinctValues('team').map((team) => ({
      team,
      ...calculateMetrics(
        analysedShifts.filter((analysedShift) => analysedShift.team === team),
        (correction) => correction.team === team,
      ),
    })),
    shifts: getDistinctValues('shift').map((shift) => ({
      shift: shift!,
      ...calculateMetrics(
        analysedShifts.filter((analysedShift) => analysedShift.shift === shift),
        (correction) => correction.shift === shift,
      ),
    })),
    trend: splitIntoTrendSteps(from, to).map((step) => ({
      ...step,
      ...calculateMetrics(
        analysedShifts.filter(({ day }) => day >= step.from && day <= step.to),
        ({ businessDate }) => businessDate >= step.from && businessDate <= step.to,
      ),
    })),
  }
})

/**
 * Returns the first and last business date of the period.
 * @throws 4013 if the period ends before it begins or is too long
 */
async function resolveDays(ctx: Context, input: AnalysisInput): Promise<{ from: Day; to: Day }> {
  const to = input.to ?? (await findBusinessDate(ctx))
  const from = input.from ?? addDays(to, 1 - DEFAULT_DAYS)
  assertDayRange({ from, to }, MAX_DAYS)
  return { from, to }
}
function getAnalysedShifts({ rotation, timeZone }: PlantCalendar, from: Day, to: Day, nowMs: number): AnalysedShift[] {
  const firstShift = getShiftsOfDay(from, rotation, timeZone)[0]
  const shiftAfterPeriod = getShiftsOfDay(addDays(to, 1), rotation, timeZone)[0]
  if (!firstShift || !shiftAfterPeriod) return []
  const toAnalysedShift = (shift: Shift): AnalysedShift => ({
    day: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    from: toMillis(shift.startsAt),
    to: Math.min(toMillis(shift.endsAt), nowMs),
  })
  return getShiftsBetween(firstShift.startsAt, shiftAfterPeriod.startsAt, rotation, timeZone)
    .map(toAnalysedShift)
    .filter((analysedShift) => analysedShift.to > analysedShift.from)
}
/** Joins adjacent shifts into one period, so that a stop across a shift change stays one stop. */
function joinPeriods(shiftPeriods: readonly TimePeriod[]): TimePeriod[] {
  const periods: { from: number; to: number }[] = []
  for (const { from, to } of shiftPeriods) {
    const lastPeriod = periods.at(-1)
    if (lastPeriod && lastPeriod.to === from) lastPeriod.to = to
    else periods.push({ from, to })
  }
  return periods
}
function splitIntoTrendSteps(from: Day, to: Day): { from: Day; to: Day }[] {
  const stepDays = getTrendStepDays(countDaysInRange({ from, to }))
  const steps: { from: Day; to: Day }[] = []
  for (let day = from; day <= to; day = addDays(day, stepDays)) {
    const lastDay = addDays(day, stepDays - 1)
    steps.push({ from: day, to: lastDay < to ? lastDay : to })
  }
  return steps
}

async function loadStops(
  ctx: Context,
  analysedShifts: readonly AnalysedShift[],
  input: AnalysisInput,
): Promise<AnalysedStop[]> {
  const firstShift = analysedShifts[0]
  const lastShift = analysedShifts.at(-1)
  if (!firstShift || !lastShift) return []
  const rows = await listStopsInPeriod(ctx, {
    from: toMoment(firstShift.from),
    to: toMoment(lastShift.to),
    lineId: input.lineId ?? null,
    keepIfTooMany: 'newest',
    maxRows: MAX_STOPS,
  })
  return rows.map((row) => ({
    lineId: row.lineId,
    startsAt: toMillis(row.startsAt),
    endsAt: row.endsAt === null ? null : toMillis(row.endsAt),
    reason: row.reasonId,
    class: row.class,
  }))
}
/** Loads the corrections of stop time of the period, of the requested team and shift. */
async function loadCorrections(
  ctx: Context,
  dayRange: { from: Day; to: Day },
  { lineId, team, shift }: AnalysisInput,
): Promise<(SumCorrection & StopSumCorrection)[]> {
  const corrections = await askQuestion(ctx, sumCorrections, {
    ...dayRange,
    sums: correctedStopSums,
    lineId: lineId ?? null,
  })
  return corrections
    .filter((correction) => (!team || correction.team === team) && (!shift || correction.shift === shift))
    .flatMap((correction) => {
      const sum = correctedStopSums.find((candidate) => candidate === correction.sum)
      return sum ? [{ ...correction, sum }] : []
    })
}
/**
 * Loads the lines to count: web lines, or the requested line of any kind. Slitters count only on request, because they
 * wait for rolls and hardly ever stop.
 */
async function loadLines(ctx: Context, { lineId, slitters }: AnalysisInput): Promise<LineWithWorkStart[]> {
  const linesInUse = await listLinesInUse(ctx, { lineId: lineId ?? null, includeIds: lineId ? [lineId] : [] })
  return linesInUse.filter((line) => lineId || isWebLineKind(line.kind) || (slitters && line.kind === 'slitting'))
}

async function buildParetoRows(
  ctx: Context,
  stops: readonly AnalysedStop[],
  periods: readonly TimePeriod[],
  correctedMs: number,
): Promise<AnalysisOutput['pareto']> {
  const rows = buildStopPareto(stops, periods, correctedMs)
  const hasReason = (row: ParetoRow) => row.class !== 'unknown' && row.class !== 'corrected'
  const names = await loadNames(
    ctx,
    'stopReason',
    rows.flatMap((row) => (hasReason(row) ? [row.reason] : [])),
  )
  return rows.map(({ reason, ...row }) => ({
    reasonId: hasReason({ reason, ...row }) ? reason : null,
    label: names[reason] ?? ctx.t(row.class === 'corrected' ? 'reports:correctedStopTime' : 'reports:unknownReason'),
    ...row,
    hours: roundToThousandth(row.hours),
    percent: roundToThousandth(row.percent),
    cumulative: roundToThousandth(row.cumulative),
  }))
}
const roundMetrics = (metrics: StopMetrics): StopMetrics =>
  Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [
      name,
      typeof value === 'number' ? roundToThousandth(value) : value,
    ]),
  ) as StopMetrics
