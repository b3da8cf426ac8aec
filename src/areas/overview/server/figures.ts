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
import { figureCalls, type FigureAnswer } from '../contract/figure-calls'
import { ranksOf } from '../rules/rank'
import { askedPeriod, isKnown, type AskedPeriod } from './asked-period'
import { comparedFigure, keyOf, round, sumsOf, targetOf, valuesBy, type Beside } from './figure-rows'
import { calculateMetricValues, type MetricValues } from '@/areas/figures/rules/metric-values'

type Input = EndpointInput<(typeof figureCalls)['output']['endpoint']>
type Targets = Awaited<ReturnType<typeof loadTargets>>
/** Step of a period's trend, as `splitPeriodIntoSteps` returns it. */
const stepKey = { day: 'day', week: 'day', month: 'day', season: 'week', year: 'month' } as const

export const figureHandlers: HandlerEntry[] = Object.values(figureCalls).map(({ endpoint, figures }) =>
  handle(endpoint, (ctx: Context, input: Input) => answer(ctx, figures, input)),
)

interface Parts {
  readonly now: readonly MetricResult[]
  readonly whole: readonly MetricResult[]
  readonly before: readonly MetricResult[]
  readonly yearBefore: readonly MetricResult[]
}
/** Takes at most eight statements, plus one for the calendar. */
async function answer(ctx: Context, shown: readonly ShiftMetricName[], input: Input): Promise<FigureAnswer> {
  const period = await askedPeriod(ctx, input)
  const lineIds = input.lineId ? [input.lineId] : null
  const ask = (days: DayRange, by: readonly MetricGroupKey[]) => loadMetrics(ctx, { ...days, by, lineIds })
  const step = stepKey[period.kind]
  const [now, whole, before, yearBefore, targets, counted, lines] = await Promise.all([
    ask(period.until, ['line', 'team', step]),
    period.running && period.whole ? ask(period.whole, ['line', 'team']) : [],
    isKnown(period, period.before) ? ask(period.before, ['line', 'team']) : [],
    isKnown(period, period.yearBefore) ? ask(period.yearBefore, ['line', 'team']) : [],
    loadTargets(ctx, period.until),
    loadMetricsFreshness(ctx, period.until),
    listLines(ctx, { lineId: input.lineId ?? null }),
  ])
  const parts: Parts = { now, whole: period.running ? whole : now, before, yearBefore }
  const own = lineIds ? targets.filter(({ lineId }) => lineId === input.lineId) : targets
  const all = besideAll(parts)
  return {
    period: period.kind,
    ...period.days,
    running: period.running,
    comparedDays: countDaysBetween(period.before.from, period.before.to) + 1,
    countedAt: counted.countedAt,
    waiting: counted.waiting,
    uncounted: counted.uncounted,
    figures: shown.map((figure) =>
      comparedFigure(figure, all, targetOf(own, figure, { lineId: input.lineId ?? null }), period.passed),
    ),
    lines: linesOf(lines, parts, shown, own, period),
    teams: teamsOf(parts, shown, own, period),
    trend: courseOf(now, step, period, shown),
  }
}
const besideAll = ({ now, whole, before, yearBefore }: Parts): Beside => {
  const of = (rows: readonly MetricResult[]) => (rows.length > 0 ? calculateMetricValues(sumsOf(rows)) : undefined)
  return { value: of(now), whole: of(whole), before: of(before), yearBefore: of(yearBefore) }
}
function besideBy(parts: Parts, name: 'line' | 'team'): (key: string) => Beside {
  const of = (rows: readonly MetricResult[]) => valuesBy(rows, keyOf(name))
  const [value, whole, before, yearBefore] = [of(parts.now), of(parts.whole), of(parts.before), of(parts.yearBefore)]
  return (key) => ({
    value: value.get(key),
    whole: whole.get(key),
    before: before.get(key),
    yearBefore: yearBefore.get(key),
  })
}
/** Returns the lines in use that have any of the metrics in the period, in the plant's order. */
function linesOf(
  lines: readonly { id: string; label: string }[],
  parts: Parts,
  shown: readonly ShiftMetricName[],
  targets: Targets,
  { passed }: AskedPeriod,
): FigureAnswer['lines'] {
  const beside = besideBy(parts, 'line')
  return shown.flatMap((figure) => {
    const rows = lines
      .map(({ id, label }) => ({
        lineId: id,
        label,
        ...comparedFigure(figure, beside(id), targetOf(targets, figure, { lineId: id }), passed),
      }))
      .filter(({ value, target, before }) => value || target || before)
    return ranked(rows, figure)
  })
}
function teamsOf(
  parts: Parts,
  shown: readonly ShiftMetricName[],
  targets: Targets,
  { passed }: AskedPeriod,
): FigureAnswer['teams'] {
  const beside = besideBy(parts, 'team')
  const teams = [...new Set(parts.now.flatMap(({ key }) => key.team ?? []))].sort()
  return shown.flatMap((figure) =>
    ranked(
      teams
        .map((team) => ({ team, ...comparedFigure(figure, beside(team), targetOf(targets, figure, { team }), passed) }))
        .filter(({ value }) => value !== null),
      figure,
    ),
  )
}
function ranked<R extends { value: number | null }>(rows: readonly R[], figure: ShiftMetricName) {
  const ranks = ranksOf(rows, figure, ({ value }) => value)
  return rows.map((row) => ({ ...row, rank: ranks.get(row) ?? null }))
}
/** Returns every step of the period that has begun, including those without output. */
function courseOf(
  rows: readonly MetricResult[],
  step: 'day' | 'week' | 'month',
  period: AskedPeriod,
  shown: readonly ShiftMetricName[],
): FigureAnswer['trend'] {
  const by = valuesBy(rows, keyOf(step))
  const steps = splitPeriodIntoSteps(period.kind, period.days).filter(({ from }) => from <= period.today)
  const found = steps.map((days) => {
    const first = [...by.keys()].find(
      (key) => key >= addDays(days.from, -6) && key <= days.to && within(key, days, step),
    )
    return { days, values: first === undefined ? undefined : by.get(first) }
  })
  return shown.flatMap((figure) =>
    found.map(({ days, values }) => ({ ...days, figure, value: valueIn(values, figure) })),
  )
}
/** A week is keyed by its Monday, and a season may begin in the middle of a week. */
const within = (key: string, { from, to }: DayRange, step: string): boolean =>
  step === 'week' ? key <= to && addDays(key, 6) >= from : key >= from && key <= to
const valueIn = (values: MetricValues | undefined, figure: ShiftMetricName): number | null =>
  round(values?.[figure] ?? null)
