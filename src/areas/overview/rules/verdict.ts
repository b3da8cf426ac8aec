/** How a figure stands to its target. */
import { isAmount, lowIsGood, targetFigures, type TargetFigure } from '@/areas/figures/rules/targets'
import type { ShiftFigure } from '@/areas/figures/rules/values'

export const verdicts = ['met', 'near', 'missed'] as const
export type Verdict = (typeof verdicts)[number]
/** Within this share of the target it was nearly met. */
const NEAR = 0.03

/**
 * What a figure should have come to by now: of an amount that is still being made, as much as of the time has passed.
 * @param passed share of the time of the target that is over, 0 to 1; null where that is not known @returns the target itself where that is what counts
 */
export function dueNow<T extends number | null>(figure: ShiftFigure, target: T, passed: number | null): T {
  return (isAmount(figure) && target !== null && passed !== null ? target * passed : target) as T
}
/**
 * Judges a figure by the direction that is good, against what is due by now.
 * @param passed share of the time of the target that is over, 0 to 1; null while days of it are not counted
 * @returns null without a value, without a target above 0, and of what is not counted whole
 */
export function verdictOf(
  figure: ShiftFigure,
  value: number | null,
  target: number | null,
  passed: number | null = 1,
): Verdict | null {
  if (value === null || target === null || passed === null || !(target > 0)) return null
  const due = dueNow(figure, target, passed)
  const off = lowIsGood.has(figure) ? value - due : due - value
  if (off <= 0) return 'met'
  return off <= due * NEAR ? 'near' : 'missed'
}
export const mayHaveTarget = (figure: ShiftFigure): figure is TargetFigure => figure in targetFigures
/** Change against a value before, %; null where there is nothing to compare with. */
export const changeOf = (value: number | null, before: number | null): number | null =>
  value === null || before === null || before === 0 ? null : Math.round((value / before - 1) * 1000) / 10
