/** Targets of a line or a team for a month, a day or a shift. */
import { metrics } from '@/plant/rules/metrics'
import { toMonth } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { ShiftMetricName } from './metric-values'
import { roundToMillionth } from '@/plant/rules/quantity'

/** Metrics that can have a target. Amounts are distributed over time; rates apply to each part of the time. */
export const targetMetrics = {
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
} as const satisfies Partial<Record<ShiftMetricName, 'amount' | 'rate'>>
export type TargetMetric = keyof typeof targetMetrics
/** Returns true if the target is an amount accumulated over the period, not a rate. */
export const isAmountMetric = (metric: ShiftMetricName): boolean =>
  (targetMetrics as Partial<Record<ShiftMetricName, 'amount' | 'rate'>>)[metric] === 'amount'
export const targetPeriods = ['month', 'day', 'shift'] as const
export type TargetPeriod = (typeof targetPeriods)[number]
/** Metrics for which a lower value is better. */
export const lowerIsBetterMetrics: ReadonlySet<ShiftMetricName> = new Set([
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

/** More than any current line can produce; a higher target is a typing error. */
const MAX_KG_PER_HOUR = 10_000
const MAX_HOURS_BY_PERIOD: Readonly<Record<TargetPeriod, number>> = { shift: 12, day: 24, month: 31 * 24 }
const MAX_BY_UNIT: Readonly<Record<string, number>> = { '%': 100, 'kWh/kg': 100, 'kg/kg': 10, 'CNY/kg': 1000 }
/**
 * Returns the highest plausible value of a metric in its unit, for targets and corrected values; null if there is no
 * known bound. A higher value is a typing error.
 * @param lines number of producing lines: one, or all lines of the plant for a team
 */
export function calculateMaxPlausibleValue(
  metric: ShiftMetricName,
  { period, lines }: { period: TargetPeriod; lines: number },
): number | null {
  const { unit } = metrics[metric]
  if (unit === 'kg') return MAX_KG_PER_HOUR * MAX_HOURS_BY_PERIOD[period] * Math.max(1, lines)
  return MAX_BY_UNIT[unit] ?? null
}

export interface StoredTarget {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetMetric
  readonly period: TargetPeriod
  readonly day: Day
  readonly shift: string | null
  readonly value: number
}
type TargetShift = Pick<Shift, 'businessDate' | 'shift' | 'team'>
/** Stored decimals of targets. */
export const TARGET_DIGITS = 4
/** Number of units of the last stored decimal that make up a value of 1. */
const UNITS_PER_ONE = 10 ** TARGET_DIGITS
/**
 * Calculates targets over a range of shifts. A shift has its own target, else an equal share of the target of its day,
 * else of its month, over the shifts that the line runs or the team works. Amounts are summed; rates are averaged over
 * the shifts that have a target. Shares are whole units of the last decimal, so they add up exactly to the stored
 * target.
 * @param shifts shifts of whole months
 */
export function calculateTargets(
  storedTargets: readonly StoredTarget[],
  shifts: readonly TargetShift[],
  range: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): { lineId: string | null; team: string | null; figure: TargetMetric; value: number }[] {
  const workedShiftsByTeam = new Map<string | null, WorkedShifts>()
  return [...groupTargets(storedTargets).values()].flatMap((group) => {
    const { lineId, team, figure } = group[0]!
    if (!workedShiftsByTeam.has(team)) workedShiftsByTeam.set(team, selectWorkedShifts(shifts, team, range))
    const { selectedShifts, shiftCounts } = workedShiftsByTeam.get(team)!
    const isAmountTarget = isAmountMetric(figure)
    const targetByPeriod = new Map(
      group.map(({ period, day, shift, value }) => [periodKeyBuilders[period](day, shift), value]),
    )
    const unitsByShift = selectedShifts.flatMap(
      (positionedShift) =>
        calculateShiftUnits(targetByPeriod, positionedShift, isAmountTarget ? shiftCounts : null) ?? [],
    )
    if (unitsByShift.length === 0) return []
    const sum = unitsByShift.reduce((a, b) => a + b, 0)
    return [
      {
        lineId,
        team,
        figure,
        value: isAmountTarget ? sum / UNITS_PER_ONE : roundToMillionth(sum / unitsByShift.length / UNITS_PER_ONE),
      },
    ]
  })
}
/** Groups targets by line, team and metric. */
function groupTargets(storedTargets: readonly StoredTarget[]): Map<string, StoredTarget[]> {
  const groups = new Map<string, StoredTarget[]>()
  for (const target of storedTargets) {
    const key = `${target.lineId}/${target.team}/${target.figure}`
    const group = groups.get(key)
    if (group) group.push(target)
    else groups.set(key, [target])
  }
  return groups
}
/** Builders of the key of a target's period. Keys of a month, a day and a shift never collide. */
const periodKeyBuilders: Readonly<Record<TargetPeriod, (day: Day, shift: string | null) => string>> = {
  month: (day) => toMonth(day),
  day: (day) => day,
  shift: (day, shift) => `${day}/${shift}`,
}
/** Shifts of a team (or of all teams) in the requested range, and the number of its shifts by day and month. */
interface WorkedShifts {
  readonly selectedShifts: readonly PositionedShift[]
  readonly shiftCounts: ReadonlyMap<string, number>
}
/** A shift with its position within its day and its month, from 0. */
interface PositionedShift extends TargetShift {
  readonly positionInDay: number
  readonly positionInMonth: number
}
function selectWorkedShifts(
  shifts: readonly TargetShift[],
  team: string | null,
  { from, to, shift }: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): WorkedShifts {
  const selectedShifts: PositionedShift[] = []
  const shiftCounts = new Map<string, number>()
  const takePosition = (periodKey: string): number => {
    const position = shiftCounts.get(periodKey) ?? 0
    shiftCounts.set(periodKey, position + 1)
    return position
  }
  for (const plantShift of shifts) {
    if (team !== null && plantShift.team !== team) continue
    const { businessDate: day } = plantShift
    const positionedShift = {
      ...plantShift,
      positionInDay: takePosition(day),
      positionInMonth: takePosition(toMonth(day)),
    }
    if (day >= from && day <= to && (!shift || plantShift.shift === shift)) selectedShifts.push(positionedShift)
  }
  return { selectedShifts, shiftCounts }
}
/**
 * Calculates the target of one shift in units of the last decimal. The first i of n shifts together get the rounded i/n
 * of the target, so the shares add up exactly.
 * @param shiftCounts number of shifts by day and month over which a target is distributed; null for rates
 */
function calculateShiftUnits(
  targetByPeriod: ReadonlyMap<string, number>,
  { businessDate: day, shift, positionInDay, positionInMonth }: PositionedShift,
  shiftCounts: ReadonlyMap<string, number> | null,
): number | null {
  const shiftTarget = targetByPeriod.get(periodKeyBuilders.shift(day, shift))
  if (shiftTarget !== undefined) return Math.round(shiftTarget * UNITS_PER_ONE)
  const hasDayTarget = targetByPeriod.has(day)
  const periodKey = hasDayTarget ? day : toMonth(day)
  const position = hasDayTarget ? positionInDay : positionInMonth
  const value = targetByPeriod.get(periodKey)
  if (value === undefined) return null
  const units = Math.round(value * UNITS_PER_ONE)
  if (!shiftCounts) return units
  const calculateCumulativeUnits = (n: number): number => Math.round((units * n) / shiftCounts.get(periodKey)!)
  return calculateCumulativeUnits(position + 1) - calculateCumulativeUnits(position)
}
