/** Targets of a line or a team for a month, a day or a shift. */
import { metrics } from '@/plant/rules/metrics'
import { toMonth } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { ShiftFigure } from './values'

/** Metrics that can have a target. Amounts are distributed over time; rates apply to each part of it. */
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
/** Returns true if the target is an amount accumulated over the period, not a rate. */
export const isAmount = (figure: ShiftFigure): boolean =>
  (targetFigures as Partial<Record<ShiftFigure, 'amount' | 'rate'>>)[figure] === 'amount'
export const targetPeriods = ['month', 'day', 'shift'] as const
export type TargetPeriod = (typeof targetPeriods)[number]
/** Metrics for which a lower value is better. */
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

/** Above the output of any current line. */
const MOST_KG_PER_HOUR = 10_000
const MOST_HOURS: Readonly<Record<TargetPeriod, number>> = { shift: 12, day: 24, month: 31 * 24 }
const MOST_PER_UNIT: Readonly<Record<string, number>> = { '%': 100, 'kWh/kg': 100, 'kg/kg': 10, 'CNY/kg': 1000 }
/**
 * Returns the highest plausible target in the metric's unit; null if there is no known bound. A higher value is a
 * typing error.
 * @param lines number of producing lines: one, or all lines of the plant for a team
 */
export function mostReached(
  figure: ShiftFigure,
  { period, lines }: { period: TargetPeriod; lines: number },
): number | null {
  const { unit } = metrics[figure]
  if (unit === 'kg') return MOST_KG_PER_HOUR * MOST_HOURS[period] * Math.max(1, lines)
  return MOST_PER_UNIT[unit] ?? null
}

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
/** Stored decimals of targets. */
export const TARGET_DIGITS = 4
const UNITS = 10 ** TARGET_DIGITS
/**
 * Calculates targets over a range of shifts. A shift has its own target, else an equal share of the target of its day,
 * else of its month, over the shifts that the line runs or the team works. Amounts are summed; rates are averaged over
 * the shifts that have one. Shares are whole units of the last decimal, so they add up exactly to the stored target.
 * @param shifts shifts of whole months
 */
export function targetOver(
  set: readonly TargetSet[],
  turns: readonly Turn[],
  asked: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): { lineId: string | null; team: string | null; figure: TargetFigure; value: number }[] {
  const worked = new Map<string | null, Worked>()
  return [...groupsOf(set).values()].flatMap((of) => {
    const { lineId, team, figure } = of[0]!
    if (!worked.has(team)) worked.set(team, workedOf(turns, team, asked))
    const { wanted, shares } = worked.get(team)!
    const amount = isAmount(figure)
    const own = new Map(of.map(({ period, day, shift, value }) => [heldBy[period](day, shift), value]))
    const units = wanted.flatMap((turn) => unitsFor(own, turn, amount ? shares : null) ?? [])
    if (units.length === 0) return []
    const sum = units.reduce((a, b) => a + b, 0)
    return [{ lineId, team, figure, value: amount ? sum / UNITS : toMillionth(sum / units.length / UNITS) }]
  })
}
const toMillionth = (value: number): number => Math.round(value * 1e6) / 1e6
/** Groups targets by line, team and metric. */
function groupsOf(set: readonly TargetSet[]): Map<string, TargetSet[]> {
  const groups = new Map<string, TargetSet[]>()
  for (const one of set) {
    const key = `${one.lineId}/${one.team}/${one.figure}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
/** Builders of the key of a target's period. Keys of a month, a day and a shift never collide. */
const heldBy: Readonly<Record<TargetPeriod, (day: Day, shift: string | null) => string>> = {
  month: (day) => toMonth(day),
  day: (day) => day,
  shift: (day, shift) => `${day}/${shift}`,
}
/** Shifts of a team (or of all teams) in the requested range, and the number of its shifts by day and month. */
interface Worked {
  readonly wanted: readonly PlacedTurn[]
  readonly shares: ReadonlyMap<string, number>
}
/** A shift with its position within its day and its month, from 0. */
interface PlacedTurn extends Turn {
  readonly placeInDay: number
  readonly placeInMonth: number
}
function workedOf(
  turns: readonly Turn[],
  team: string | null,
  { from, to, shift }: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): Worked {
  const wanted: PlacedTurn[] = []
  const shares = new Map<string, number>()
  const takePlace = (held: string): number => {
    const place = shares.get(held) ?? 0
    shares.set(held, place + 1)
    return place
  }
  for (const turn of turns) {
    if (team !== null && turn.team !== team) continue
    const { businessDate: day } = turn
    const placed = { ...turn, placeInDay: takePlace(day), placeInMonth: takePlace(toMonth(day)) }
    if (day >= from && day <= to && (!shift || turn.shift === shift)) wanted.push(placed)
  }
  return { wanted, shares }
}
/**
 * Returns the target of one shift in units of the last decimal. The i-th of n equal shares ends at the rounded i/n.
 * @param shiftCounts number of shifts by day and month over which a target is distributed; null for rates
 */
function unitsFor(
  own: ReadonlyMap<string, number>,
  { businessDate: day, shift, placeInDay, placeInMonth }: PlacedTurn,
  shares: ReadonlyMap<string, number> | null,
): number | null {
  const ofShift = own.get(heldBy.shift(day, shift))
  if (ofShift !== undefined) return Math.round(ofShift * UNITS)
  const [held, place] = own.has(day) ? [day, placeInDay] : [toMonth(day), placeInMonth]
  const value = own.get(held)
  if (value === undefined) return null
  const units = Math.round(value * UNITS)
  if (!shares) return units
  const endOf = (n: number): number => Math.round((units * n) / shares.get(held)!)
  return endOf(place + 1) - endOf(place)
}
