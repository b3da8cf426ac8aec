/** Targets: what a line or a team is to reach in a month, a day or a shift. */
import { metrics } from '@/plant/rules/metrics'
import { toMonth } from '@/plant/rules/month'
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
/** Whether its target is an amount that is made over the period, not a rate that holds at each moment of it. */
export const isAmount = (figure: ShiftFigure): boolean =>
  (targetFigures as Partial<Record<ShiftFigure, 'amount' | 'rate'>>)[figure] === 'amount'
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

/** More than any line of today winds or cuts. */
const MOST_KG_PER_HOUR = 10_000
const MOST_HOURS: Readonly<Record<TargetPeriod, number>> = { shift: 12, day: 24, month: 31 * 24 }
const MOST_PER_UNIT: Readonly<Record<string, number>> = { '%': 100, 'kWh/kg': 100, 'kg/kg': 10, 'CNY/kg': 1000 }
/**
 * The most that can be reached, in the figure's unit: a number above it was mistyped. Null where nothing is known to bound it.
 * @param lines how many lines make it: one, or for a team all of the plant's
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
/** Decimals in which targets are stored. */
export const TARGET_DIGITS = 4
const UNITS = 10 ** TARGET_DIGITS
/**
 * Targets over some shifts: each shift has its own, else its share of the day's, else of the month's; shares are equal over the shifts of a line,
 * and over those that a team works. Amounts are summed, rates averaged over the shifts that have one. The shares of a day or a month add
 * up to exactly its stored target: they are counted in whole units of its last decimal. @param turns shifts of whole months
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
/** The targets of each figure of a line or team. */
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
/** What a target of each period holds for; a month, a day and a shift of a day never read alike. */
const heldBy: Readonly<Record<TargetPeriod, (day: Day, shift: string | null) => string>> = {
  month: (day) => toMonth(day),
  day: (day) => day,
  shift: (day, shift) => `${day}/${shift}`,
}
/** Shifts that a team works, or all of them: those that are asked for, and how many there are of each day and month. */
interface Worked {
  readonly wanted: readonly PlacedTurn[]
  readonly shares: ReadonlyMap<string, number>
}
/** A shift with its place among those of its day and of its month, from 0. */
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
 * The target of one shift, in units of the last decimal. Of n equal shares the i-th ends at the rounded i/n of the whole.
 * @param shares over how many shifts a day's or a month's is shared out; null for rates, which hold for each
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
