/** Targets: what a line or a team is to reach in a month, a day or a shift. */
import { monthOf } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { ShiftFigure } from './values'

/** Figures that may have a target. Amounts are shared out over time; rates hold for each part of it. */
export const targetFigures = {
  outputKg: 'amount',
  slitOutputKg: 'amount',
  goodKg: 'amount',
  q1Percent: 'rate',
  winderDowngradePercent: 'rate',
  slitterDowngradePercent: 'rate',
  wastePercent: 'rate',
  inputOutputPercent: 'rate',
  oeePercent: 'rate',
  kwhPerKg: 'rate',
  materialPerKg: 'rate',
  costPerKg: 'rate',
  onTimePercent: 'rate',
} as const satisfies Partial<Record<ShiftFigure, 'amount' | 'rate'>>
export type TargetFigure = keyof typeof targetFigures
export const targetPeriods = ['month', 'day', 'shift'] as const
export type TargetPeriod = (typeof targetPeriods)[number]
/** Figures of which less is better. */
export const lowIsGood: ReadonlySet<ShiftFigure> = new Set([
  'winderDowngradePercent',
  'slitterDowngradePercent',
  'winderDowngradedKg',
  'slitterDowngradedKg',
  'wastePercent',
  'wasteKg',
  'kwhPerKg',
  'energyCostPerKg',
  'materialPerKg',
  'costPerKg',
  'mttr',
  'mdtHours',
  'stops',
  'unplanned',
])

export interface TargetSet {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetFigure
  readonly period: TargetPeriod
  readonly day: Day
  readonly shift: string | null
  readonly value: number
}
type Turn = Pick<Shift, 'businessDate' | 'shift' | 'team'>
/**
 * Targets over some shifts: each shift has its own, else its share of the day's, else of the month's; shares are equal over the shifts of a line,
 * and over those that a team works. Amounts are summed, rates averaged over the shifts that have one. @param turns shifts of whole months
 */
export function targetOver(
  set: readonly TargetSet[],
  turns: readonly Turn[],
  asked: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): { lineId: string | null; team: string | null; figure: TargetFigure; value: number }[] {
  const groups = new Map<string, TargetSet[]>()
  for (const one of set) {
    const key = `${one.lineId}/${one.team}/${one.figure}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((of) => {
    const { lineId, team, figure } = of[0]!
    const mine = turns.filter((turn) => team === null || turn.team === team)
    const wanted = mine.filter(
      ({ businessDate, shift }) =>
        businessDate >= asked.from && businessDate <= asked.to && (!asked.shift || shift === asked.shift),
    )
    const values = wanted.flatMap((turn) => valueFor(of, turn, mine, targetFigures[figure]) ?? [])
    if (values.length === 0) return []
    const sum = values.reduce((a, b) => a + b, 0)
    return [{ lineId, team, figure, value: targetFigures[figure] === 'amount' ? sum : sum / values.length }]
  })
}
function valueFor(
  set: readonly TargetSet[],
  turn: Turn,
  turns: readonly Turn[],
  kind: 'amount' | 'rate',
): number | null {
  const shift = set.find((t) => t.period === 'shift' && t.day === turn.businessDate && t.shift === turn.shift)
  if (shift) return shift.value
  const day = set.find((t) => t.period === 'day' && t.day === turn.businessDate)
  const month = day ?? set.find((t) => t.period === 'month' && monthOf(t.day) === monthOf(turn.businessDate))
  if (!month) return null
  if (kind === 'rate') return month.value
  const same = turns.filter(({ businessDate }) =>
    day ? businessDate === turn.businessDate : monthOf(businessDate) === monthOf(turn.businessDate),
  )
  return month.value / same.length
}
