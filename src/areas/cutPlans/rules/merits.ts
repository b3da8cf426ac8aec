import type { BatchesPlan } from './plan-batches'
import { sumLateness, countMounts } from './sequence'

const DAY_MS = 24 * 3_600_000
const EPSILON = 1e-9

/** Criteria by which plans are compared. */
export interface Merits {
  readonly uncutRolls: number
  readonly lateOrders: number
  /**
   * Days late, rounded up per order and summed. Due dates have day precision, so minutes must not count more than trim.
   */
  readonly daysLate: number
  readonly trimPercent: number
  /** Number of jumbos begun. */
  readonly jumbos: number
  /** Area of web, mm·m. */
  readonly area: number
  readonly millisecondsLate: number
  /** How often a jumbo is mounted on the slitter. */
  readonly mounts: number
}
/** Returns the criteria of a plan. */
export const toMerits = (plan: BatchesPlan): Merits => ({
  uncutRolls: plan.unplanned.reduce((sum, { rolls }) => sum + rolls, 0),
  lateOrders: plan.late.length,
  daysLate: plan.late.reduce((sum, { endsAt, dueAt }) => sum + Math.ceil((endsAt - dueAt) / DAY_MS), 0),
  trimPercent: plan.trimPercent,
  jumbos: plan.jumbos,
  area: plan.area,
  millisecondsLate: sumLateness(plan.late),
  mounts: countMounts(plan.cuts),
})

/**
 * True if plan `a` is better than plan `b`. The criteria in order: uncut rolls; late orders and days; trim and jumbos
 * in excess of the references that are no worse in the criteria so far; number of jumbos; area of web; milliseconds
 * late; jumbo mounts.
 * @param references simple plans, e.g. the manual plan, whose trim a proposal should not exceed
 */
export function isBetterPlan(a: Merits, b: Merits, references: readonly Merits[]): boolean {
  const leadingComparison = compare(toLeadingCriteria(a), toLeadingCriteria(b))
  if (leadingComparison !== 0) return leadingComparison < 0
  const comparableReferences = references.filter(
    (reference) => compare(toLeadingCriteria(reference), toLeadingCriteria(a)) <= 0,
  )
  const leastTrim = Math.min(...comparableReferences.map(({ trimPercent }) => trimPercent))
  const fewestJumbos = Math.min(...comparableReferences.map(({ jumbos }) => jumbos))
  const toRemainingCriteria = (plan: Merits) => [
    Math.max(0, plan.trimPercent - leastTrim - EPSILON),
    Math.max(0, plan.jumbos - fewestJumbos),
    plan.jumbos,
    plan.area,
    plan.millisecondsLate,
    plan.mounts,
  ]
  return compare(toRemainingCriteria(a), toRemainingCriteria(b)) < 0
}
const toLeadingCriteria = ({ uncutRolls, lateOrders, daysLate }: Merits): number[] => [uncutRolls, lateOrders, daysLate]
/** Negative if the first difference favours `a`. */
function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((value, k) => value !== b[k])
  return i < 0 ? 0 : a[i]! - b[i]!
}
