/** Figures joined out of rows of sums: of the plant, of lines, of teams. Ratios are of sums, never means of ratios. */
import { addSums, type Sums } from '@/areas/figures/rules/sums'
import { valuesOf, type ShiftFigure, type Values } from '@/areas/figures/rules/values'
import type { FigureKey, FigureRow, TargetOf } from '@/areas/figures/server/queries'
import { targetFigures } from '@/areas/figures/rules/targets'
import { changeOf, dueNow, verdictOf } from '../rules/verdict'

export type KeyOf = (row: FigureRow) => string | null
export const keyOf =
  (name: FigureKey): KeyOf =>
  (row) =>
    row.key[name] ?? null
/** The values of each key that occurs; rows of none are left out. */
export function valuesBy(rows: readonly FigureRow[], key: KeyOf): Map<string, Values> {
  const sums = new Map<string, Sums[]>()
  for (const row of rows) {
    const of = key(row)
    if (of !== null) sums.set(of, [...(sums.get(of) ?? []), row.sums])
  }
  return new Map([...sums].map(([of, all]) => [of, valuesOf(addSums(all))]))
}
export const sumsOf = (rows: readonly FigureRow[]): Sums => addSums(rows.map(({ sums }) => sums))

/** Target of the plant: lines' targets together, an amount as their sum, a rate as the mean of those that have one. */
export function targetOf(
  targets: readonly TargetOf[],
  figure: ShiftFigure,
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
  const rate = (targetFigures as Partial<Record<ShiftFigure, string>>)[figure] === 'rate'
  return round(rate ? sum / said.length : sum)
}
/** A target of the plant itself counts before those of its lines. */
function wholeOf(own: readonly TargetOf[]): readonly TargetOf[] {
  const plant = own.filter(({ lineId, team }) => lineId === null && team === null)
  return plant.length > 0 ? plant : own.filter(({ lineId, team }) => lineId !== null && team === null)
}
export interface Beside {
  readonly value: Values | undefined
  /** Of the whole days, which changes are of; the value itself where the period is over. */
  readonly whole: Values | undefined
  readonly before: Values | undefined
  readonly yearBefore: Values | undefined
}
/** A figure beside its target and what it was before. @param passed share of the target's time that is over; null while it is not counted whole, and neither judged nor compared */
export function comparedFigure(figure: ShiftFigure, of: Beside, target: number | null, passed: number | null) {
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
export const round = <V extends number | null>(value: V): V =>
  (value === null ? null : Math.round(value * 1e6) / 1e6) as V
