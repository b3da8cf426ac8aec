/** Metrics from rows of sums: of the plant, of lines, of teams. Ratios are calculated from sums, never averaged. */
import { addShiftSums, type ShiftSums } from '@/areas/figures/rules/shift-sums'
import { calculateMetricValues, type ShiftMetricName, type MetricValues } from '@/areas/figures/rules/metric-values'
import type { MetricGroupKey, MetricResult, TargetValue } from '@/areas/figures/server/queries'
import { targetMetrics } from '@/areas/figures/rules/targets'
import { changeOf, dueNow, verdictOf } from '../rules/verdict'

export type KeyOf = (row: MetricResult) => string | null
/** Creates a getter for one key of a row. */
export const keyOf =
  (name: MetricGroupKey): KeyOf =>
  (row) =>
    row.key[name] ?? null
/** Returns the metric values of each key; rows without the key are left out. */
export function valuesBy(rows: readonly MetricResult[], key: KeyOf): Map<string, MetricValues> {
  const sums = new Map<string, ShiftSums[]>()
  for (const row of rows) {
    const of = key(row)
    if (of !== null) sums.set(of, [...(sums.get(of) ?? []), row.sums])
  }
  return new Map([...sums].map(([of, all]) => [of, calculateMetricValues(addShiftSums(all))]))
}
/** Adds up the sums of rows. */
export const sumsOf = (rows: readonly MetricResult[]): ShiftSums => addShiftSums(rows.map(({ sums }) => sums))

/**
 * Returns the target of a metric: of a team, a line or the plant. The targets of lines combine to the sum for an amount
 * and to the mean for a rate.
 */
export function targetOf(
  targets: readonly TargetValue[],
  figure: ShiftMetricName,
  of: { lineId?: string | null; team?: string | null } = {},
): number | null {
  const own = targets.filter((target) => target.figure === figure)
  const said = of.team
    ? own.filter(({ team }) => team === of.team)
    : of.lineId
      ? own.filter(({ lineId, team }) => lineId === of.lineId && team === null)
      : wholeOf(own)
  if (said.length === 0) return null
  const sum = said.reduce((all, { value }) => all + value, 0)
  const rate = (targetMetrics as Partial<Record<ShiftMetricName, string>>)[figure] === 'rate'
  return round(rate ? sum / said.length : sum)
}
/** Returns the plant's own targets, else those of its lines. */
function wholeOf(own: readonly TargetValue[]): readonly TargetValue[] {
  const plant = own.filter(({ lineId, team }) => lineId === null && team === null)
  return plant.length > 0 ? plant : own.filter(({ lineId, team }) => lineId !== null && team === null)
}
export interface Beside {
  readonly value: MetricValues | undefined
  /** Values of the complete days, which changes refer to; equal to `value` if the period is over. */
  readonly whole: MetricValues | undefined
  readonly before: MetricValues | undefined
  readonly yearBefore: MetricValues | undefined
}
/**
 * Returns a metric with its target and previous values.
 * @param elapsedShare share of the target's time that is over; null while days are not calculated, then it is neither
 * judged nor compared
 */
export function comparedFigure(figure: ShiftMetricName, of: Beside, target: number | null, passed: number | null) {
  const [value, whole, before, yearBefore] = [of.value, of.whole, of.before, of.yearBefore].map((values) =>
    round(values?.[figure] ?? null),
  ) as [number | null, number | null, number | null, number | null]
  const compared = passed === null ? null : whole
  return {
    figure,
    value,
    target,
    due: round(dueNow(figure, target, passed)),
    verdict: verdictOf(figure, value, target, passed),
    before,
    changePercent: changeOf(compared, before),
    yearBefore,
    yearChangePercent: changeOf(compared, yearBefore),
  }
}
/** Rounds to six decimals. */
export const round = <V extends number | null>(value: V): V =>
  (value === null ? null : Math.round(value * 1e6) / 1e6) as V
