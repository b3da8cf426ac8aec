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
import { addDays, countDaysBetween } from '@/plant/rules/plant-time'
import { listLines } from '@/plant/server/queries/list-lines'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { metricEndpoints, type MetricAnswer } from '../contract/metric-endpoints'
import { rankRows } from '../rules/rank'
import { resolveMetricPeriod, isComparable, type MetricPeriod } from './metric-period'
import {
  buildComparedMetric,
  createRowKeyGetter,
  roundToSixDecimals,
  sumMetricRows,
  calculatePlantTarget,
  calculateValuesByKey,
  type ComparedValues,
} from './metric-rows'
import { calculateMetricValues, type MetricValues } from '@/areas/figures/rules/metric-values'

type Input = EndpointInput<(typeof metricEndpoints)['output']['endpoint']>
type MetricTargets = Awaited<ReturnType<typeof loadTargets>>
/** Step of a period's trend, as `splitPeriodIntoSteps` returns it. */
const STEP_BY_PERIOD = { day: 'day', week: 'day', month: 'day', season: 'week', year: 'month' } as const

export const metricHandlers: HandlerEntry[] = Object.values(metricEndpoints).map(({ endpoint, figures }) =>
  handle(endpoint, (ctx: Context, input: Input) => loadMetricAnswer(ctx, figures, input)),
)

interface MetricRowSets {
  readonly now: readonly MetricResult[]
  readonly whole: readonly MetricResult[]
  readonly before: readonly MetricResult[]
  readonly yearBefore: readonly MetricResult[]
}
/** Takes at most eight statements, plus one for the calendar. */
async function loadMetricAnswer(
  ctx: Context,
  metricNames: readonly ShiftMetricName[],
  input: Input,
): Promise<MetricAnswer> {
  const period = await resolveMetricPeriod(ctx, input)
  const lineIds = input.lineId ? [input.lineId] : null
  const loadRows = (days: DayRange, by: readonly MetricGroupKey[]) => loadMetrics(ctx, { ...days, by, lineIds })
  const step = STEP_BY_PERIOD[period.kind]
  const [now, whole, before, yearBefore, targets, calculationState, lines] = await Promise.all([
    loadRows(period.daysUntilToday, ['line', 'team', step]),
    period.running && period.wholeDays ? loadRows(period.wholeDays, ['line', 'team']) : [],
    isComparable(period, period.before) ? loadRows(period.before, ['line', 'team']) : [],
    isComparable(period, period.yearBefore) ? loadRows(period.yearBefore, ['line', 'team']) : [],
    loadTargets(ctx, period.daysUntilToday),
    loadMetricsFreshness(ctx, period.daysUntilToday),
    listLines(ctx, { lineId: input.lineId ?? null }),
  ])
  const rowSets: MetricRowSets = { now, whole: period.running ? whole : now, before, yearBefore }
  const scopedTargets = lineIds ? targets.filter(({ lineId }) => lineId === input.lineId) : targets
  const plantValues = buildPlantValues(rowSets)
  return {
    period: period.kind,
    ...period.days,
    running: period.running,
    comparedDays: countDaysBetween(period.before.from, period.before.to) + 1,
    countedAt: calculationState.countedAt,
    waiting: calculationState.waiting,
    uncounted: calculationState.uncounted,
    figures: metricNames.map((figure) =>
      buildComparedMetric(
        figure,
        plantValues,
        calculatePlantTarget(scopedTargets, figure, { lineId: input.lineId ?? null }),
        period.elapsedShare,
      ),
    ),
    lines: buildLineMetrics(lines, rowSets, metricNames, scopedTargets, period),
    teams: buildTeamMetrics(rowSets, metricNames, scopedTargets, period),
    trend: buildTrend(now, step, period, metricNames),
  }
}
const buildPlantValues = ({ now, whole, before, yearBefore }: MetricRowSets): ComparedValues => {
  const toValues = (rows: readonly MetricResult[]) =>
    rows.length > 0 ? calculateMetricValues(sumMetricRows(rows)) : undefined
  return { value: toValues(now), whole: toValues(whole), before: toValues(before), yearBefore: toValues(yearBefore) }
}
function createValuesLookup(rowSets: MetricRowSets, name: 'line' | 'team'): (key: string) => ComparedValues {
  const toValuesByKey = (rows: readonly MetricResult[]) => calculateValuesByKey(rows, createRowKeyGetter(name))
  const [value, whole, before, yearBefore] = [
    toValuesByKey(rowSets.now),
    toValuesByKey(rowSets.whole),
    toValuesByKey(rowSets.before),
    toValuesByKey(rowSets.yearBefore),
  ]
  return (key) => ({
    value: value.get(key),
    whole: whole.get(key),
    before: before.get(key),
    yearBefore: yearBefore.get(key),
  })
}
/** Returns the lines in use that have any of the metrics in the period, in the plant's order. */
function buildLineMetrics(
  lines: readonly { id: string; label: string }[],
  rowSets: MetricRowSets,
  metricNames: readonly ShiftMetricName[],
  targets: MetricTargets,
  { elapsedShare }: MetricPeriod,
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
          calculatePlantTarget(targets, figure, { lineId: id }),
          elapsedShare,
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
  { elapsedShare }: MetricPeriod,
): MetricAnswer['teams'] {
  const getComparedValues = createValuesLookup(rowSets, 'team')
  const teams = [...new Set(rowSets.now.flatMap(({ key }) => key.team ?? []))].sort()
  return metricNames.flatMap((figure) =>
    addRanks(
      teams
        .map((team) => ({
          team,
          ...buildComparedMetric(
            figure,
            getComparedValues(team),
            calculatePlantTarget(targets, figure, { team }),
            elapsedShare,
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
/** Returns every step of the period that has begun, including those without output. */
function buildTrend(
  rows: readonly MetricResult[],
  step: 'day' | 'week' | 'month',
  period: MetricPeriod,
  metricNames: readonly ShiftMetricName[],
): MetricAnswer['trend'] {
  const valuesByStep = calculateValuesByKey(rows, createRowKeyGetter(step))
  const steps = splitPeriodIntoSteps(period.kind, period.days).filter(({ from }) => from <= period.today)
  const stepValues = steps.map((days) => {
    const matchingKey = [...valuesByStep.keys()].find(
      (key) => key >= addDays(days.from, -6) && key <= days.to && isKeyInStep(key, days, step),
    )
    return { days, values: matchingKey === undefined ? undefined : valuesByStep.get(matchingKey) }
  })
  return metricNames.flatMap((figure) =>
    stepValues.map(({ days, values }) => ({ ...days, figure, value: getRoundedValue(values, figure) })),
  )
}
/** A week is keyed by its Monday, and a season may begin in the middle of a week. */
const isKeyInStep = (key: string, { from, to }: DayRange, step: string): boolean =>
  step === 'week' ? key <= to && addDays(key, 6) >= from : key >= from && key <= to
const getRoundedValue = (values: MetricValues | undefined, figure: ShiftMetricName): number | null =>
  roundToSixDecimals(values?.[figure] ?? null)
