/** Handlers of the endpoints that differ only in their metrics. */
import type { EndpointInput } from '@/contract/endpoint'
import type { ShiftMetricName } from '@/areas/figures/rules/metric-values'
import {
  loadMetricsFreshness,
  loadMetrics,
  loadTargets,
  type MetricGroupKey,
  type MetricResult,
} from '@/areas/figures/server/queries'
import type { DayRange } from '@/plant/rules/periods'
import { splitPeriodIntoSteps } from '@/plant/rules/periods'
import { addDays, countDaysInRange } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { metricEndpoints, type MetricAnswer } from '../contract/metric-endpoints'
import { createElapsedShareGetter, rankRows } from '../rules/target-verdict'
import { resolveMetricPeriod, isComparable, type MetricPeriod } from './metric-period'
import {
  buildComparedMetric,
  createGroupKeyGetter,
  roundToSixDecimals,
  calculateTotalValues,
  calculateScopeTarget,
  calculateValuesByKey,
  type ComparedValues,
} from './metric-rows'
import type { MetricValues } from '@/areas/figures/rules/metric-values'

type Input = EndpointInput<(typeof metricEndpoints)['output']['endpoint']>
type MetricTargets = Awaited<ReturnType<typeof loadTargets>>
/** Time step in the trend of a period; it must match the steps of `splitPeriodIntoSteps`. */
const STEP_BY_PERIOD = { day: 'day', week: 'day', month: 'day', season: 'week', year: 'month' } as const

export const metricHandlers: HandlerEntry[] = Object.values(metricEndpoints).map(({ endpoint, figures }) =>
  handle(endpoint, (ctx: Context, input: Input) => loadMetricAnswer(ctx, figures, input)),
)

interface MetricRowSets {
  readonly currentRows: readonly MetricResult[]
  readonly completeDaysRows: readonly MetricResult[]
  readonly previousRows: readonly MetricResult[]
  readonly yearBeforeRows: readonly MetricResult[]
}
/** Runs at most eight SQL statements, plus one for the calendar. */
async function loadMetricAnswer(
  ctx: Context,
  metricNames: readonly ShiftMetricName[],
  input: Input,
): Promise<MetricAnswer> {
  const period = await resolveMetricPeriod(ctx, input)
  const lineIds = input.lineId ? [input.lineId] : null
  const loadRows = (dayRange: DayRange, by: readonly MetricGroupKey[]) => loadMetrics(ctx, { ...dayRange, by, lineIds })
  const step = STEP_BY_PERIOD[period.kind]
  const [currentRows, completeDaysRows, previousRows, yearBeforeRows, targets, calculationState, lines] =
    await Promise.all([
      loadRows(period.rangeUntilToday, ['line', 'team', step]),
      period.isRunning && period.completeRange ? loadRows(period.completeRange, ['line', 'team']) : [],
      isComparable(period, period.previousRange) ? loadRows(period.previousRange, ['line', 'team']) : [],
      isComparable(period, period.rangeYearBefore) ? loadRows(period.rangeYearBefore, ['line', 'team']) : [],
      loadTargets(ctx, period.rangeUntilToday),
      loadMetricsFreshness(ctx, period.rangeUntilToday),
      listLines(ctx, { lineId: input.lineId ?? null }),
    ])
  const rowSets: MetricRowSets = {
    currentRows,
    completeDaysRows: period.isRunning ? completeDaysRows : currentRows,
    previousRows,
    yearBeforeRows,
  }
  const scopedTargets = lineIds ? targets.filter(({ lineId }) => lineId === input.lineId) : targets
  const plantValues = buildPlantValues(rowSets)
  return {
    period: period.kind,
    ...period.dayRange,
    running: period.isRunning,
    comparedDays: countDaysInRange(period.previousRange),
    ...calculationState,
    figures: metricNames.map((figure) =>
      buildComparedMetric(
        figure,
        plantValues,
        calculateScopeTarget(scopedTargets, figure, { lineId: input.lineId ?? null }),
        period.elapsedShareForTarget,
      ),
    ),
    lines: buildLineMetrics(lines, rowSets, metricNames, scopedTargets, period),
    teams: buildTeamMetrics(rowSets, metricNames, scopedTargets, await createTeamShareGetter(ctx, period)),
    trend: buildTrend(currentRows, step, period, metricNames),
    teamTrend: buildTeamTrend(currentRows, step, period, metricNames[0]!),
  }
}
/** Creates a function that returns `elapsedShareForTarget` over the shifts of a team; that of the period without any. */
async function createTeamShareGetter(
  ctx: Context,
  { elapsedShareForTarget, rangeUntilToday }: MetricPeriod,
): Promise<(team: string) => number | null> {
  if (elapsedShareForTarget === null) return () => null
  const getElapsedShare = createElapsedShareGetter(rangeUntilToday, await loadPlantCalendar(ctx), ctx.now.getTime())
  return (team) => getElapsedShare(team) ?? elapsedShareForTarget
}
const buildPlantValues = (rowSets: MetricRowSets): ComparedValues => {
  const toValues = (rows: readonly MetricResult[]) => (rows.length > 0 ? calculateTotalValues(rows) : undefined)
  return {
    currentPeriod: toValues(rowSets.currentRows),
    completeDays: toValues(rowSets.completeDaysRows),
    previousPeriod: toValues(rowSets.previousRows),
    previousYear: toValues(rowSets.yearBeforeRows),
  }
}
function createValuesLookup(rowSets: MetricRowSets, name: 'line' | 'team'): (key: string) => ComparedValues {
  const toValuesByKey = (rows: readonly MetricResult[]) => calculateValuesByKey(rows, createGroupKeyGetter(name))
  const [currentValues, completeDaysValues, previousValues, yearBeforeValues] = [
    toValuesByKey(rowSets.currentRows),
    toValuesByKey(rowSets.completeDaysRows),
    toValuesByKey(rowSets.previousRows),
    toValuesByKey(rowSets.yearBeforeRows),
  ]
  return (key) => ({
    currentPeriod: currentValues.get(key),
    completeDays: completeDaysValues.get(key),
    previousPeriod: previousValues.get(key),
    previousYear: yearBeforeValues.get(key),
  })
}
/** Returns the lines in use that have any of the metrics in the period, in the plant's order. */
function buildLineMetrics(
  lines: readonly { id: string; label: string }[],
  rowSets: MetricRowSets,
  metricNames: readonly ShiftMetricName[],
  targets: MetricTargets,
  { elapsedShareForTarget }: MetricPeriod,
): MetricAnswer['lines'] {
  const getComparedValues = createValuesLookup(rowSets, 'line')
  return metricNames.flatMap((figure) => {
    const rows = lines
      .map(({ id, label }) => ({
        lineId: id,
        label,
        ...buildComparedMetric(
          figure,
          getComparedValues(id),
          calculateScopeTarget(targets, figure, { lineId: id }),
          elapsedShareForTarget,
        ),
      }))
      .filter(({ value, target, before }) => value || target || before)
    return addRanks(rows, figure)
  })
}
function buildTeamMetrics(
  rowSets: MetricRowSets,
  metricNames: readonly ShiftMetricName[],
  targets: MetricTargets,
  getElapsedShare: (team: string) => number | null,
): MetricAnswer['teams'] {
  const getComparedValues = createValuesLookup(rowSets, 'team')
  const teams = [...new Set(rowSets.currentRows.flatMap(({ key }) => key.team ?? []))].sort()
  return metricNames.flatMap((figure) =>
    addRanks(
      teams
        .map((team) => ({
          team,
          ...buildComparedMetric(
            figure,
            getComparedValues(team),
            calculateScopeTarget(targets, figure, { team }),
            getElapsedShare(team),
          ),
        }))
        .filter(({ value }) => value !== null),
      figure,
    ),
  )
}
function addRanks<R extends { value: number | null }>(rows: readonly R[], figure: ShiftMetricName) {
  const ranks = rankRows(rows, figure, ({ value }) => value)
  return rows.map((row) => ({ ...row, rank: ranks.get(row) ?? null }))
}
/** Returns every step of the period that has begun, including steps without output. */
function buildTrend(
  rows: readonly MetricResult[],
  step: 'day' | 'week' | 'month',
  period: MetricPeriod,
  metricNames: readonly ShiftMetricName[],
): MetricAnswer['trend'] {
  const valuesByStep = calculateValuesByKey(rows, createGroupKeyGetter(step))
  const steps = splitPeriodIntoSteps(period.kind, period.dayRange).filter(({ from }) => from <= period.today)
  const stepValues = steps.map((dayRange) => {
    const matchingKey = [...valuesByStep.keys()].find((key) => isKeyInStep(key, dayRange, step))
    return { dayRange, values: matchingKey === undefined ? undefined : valuesByStep.get(matchingKey) }
  })
  return metricNames.flatMap((figure) =>
    stepValues.map(({ dayRange, values }) => ({ ...dayRange, figure, value: getRoundedValue(values, figure) })),
  )
}
/** Returns the trend of one metric for each team with rows in the period. */
function buildTeamTrend(
  rows: readonly MetricResult[],
  step: 'day' | 'week' | 'month',
  period: MetricPeriod,
  metricName: ShiftMetricName,
): MetricAnswer['teamTrend'] {
  const teams = [...new Set(rows.flatMap(({ key }) => key.team ?? []))].sort()
  return teams.flatMap((team) =>
    buildTrend(
      rows.filter(({ key }) => key.team === team),
      step,
      period,
      [metricName],
    ).map(({ from, to, value }) => ({ from, to, team, value })),
  )
}
/**
 * True if the key of a row belongs to a step. The key of a week is its Monday, which may lie before the step: a season
 * may begin in the middle of a week.
 */
const isKeyInStep = (key: string, { from, to }: DayRange, step: string): boolean =>
  step === 'week' ? key <= to && addDays(key, 6) >= from : key >= from && key <= to
const getRoundedValue = (values: MetricValues | undefined, figure: ShiftMetricName): number | null =>
  roundToSixDecimals(values?.[figure] ?? null)
