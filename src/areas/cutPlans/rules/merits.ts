import type { CutPlan, OpenOrder, SlitterSpec } from './cut-plan-types'
import { compareCriteria, groupOrdersByRank, toLatenessByPriority } from './order-rank'
import type { BatchesPlan } from './plan-batches'
import { calculateSetupMinutes, countMounts, countPatternRuns, sumLateness } from './schedule-cuts'

/** Trim within this tolerance counts as equal, in percent. */
const TRIM_TOLERANCE = 1e-9

/** Criteria by which cut plans are compared. */
export interface Merits {
  /** Uncut rolls by priority and due date of their orders, most important first. */
  readonly uncutRolls: readonly number[]
  /** Area of the uncut rolls by priority and due date of their orders, mm·m. */
  readonly uncutArea: readonly number[]
  /** Number of late orders and their days, by priority (see `toLatenessByPriority`). */
  readonly lateness: readonly number[]
  readonly trimPercent: number
  /** Number of jumbos begun. */
  readonly jumbos: number
  /** Area of web, mm·m. */
  readonly area: number
  readonly millisecondsLate: number
  /** Minutes for moving knives and mounting jumbos. */
  readonly setupMinutes: number
  /** How often the knives are set to a pattern. */
  readonly patternRuns: number
  /** How often a jumbo is mounted on the slitter. */
  readonly mounts: number
}
/** Sums uncut rolls by priority and due date of their orders, most important first. `getSize` weighs a roll. */
function sumUncut(
  unplanned: CutPlan['unplanned'],
  orders: readonly OpenOrder[],
  getSize: (order: OpenOrder) => number,
): number[] {
  const rollsByOrder = new Map<string, number>()
  for (const { orderId, rolls } of unplanned) rollsByOrder.set(orderId, (rollsByOrder.get(orderId) ?? 0) + rolls)
  return groupOrdersByRank(orders).map((group) =>
    group.reduce((sum, order) => sum + (rollsByOrder.get(order.id) ?? 0) * getSize(order), 0),
  )
}
/**
 * Sums the area of uncut rolls by priority and due date of their orders, most important first, in mm·m. Rounded, so that
 * equal areas of different rolls compare as equal.
 */
export const sumUncutArea = (unplanned: CutPlan['unplanned'], orders: readonly OpenOrder[]): number[] =>
  sumUncut(unplanned, orders, ({ width, length }) => width * length).map(Math.round)
/** Returns the criteria of a plan. */
export function toMerits(plan: BatchesPlan, orders: readonly OpenOrder[], slitter: SlitterSpec): Merits {
  return {
    uncutRolls: sumUncut(plan.unplanned, orders, () => 1),
    uncutArea: sumUncutArea(plan.unplanned, orders),
    lateness: toLatenessByPriority(plan.late, orders),
    trimPercent: plan.trimPercent,
    jumbos: plan.jumbos,
    area: plan.area,
    millisecondsLate: sumLateness(plan.late),
    setupMinutes: calculateSetupMinutes(plan.cuts, slitter),
    patternRuns: countPatternRuns(plan.cuts),
    mounts: countMounts(plan.cuts),
  }
}

/**
 * True if plan `a` is better than plan `b`. Criteria in order:
 * - uncut area of the most important orders; late orders and their days, most important first
 * - trim, then number of jumbos, beyond the best of the references that are no worse in the criteria above
 * - number of jumbos; area of web; milliseconds late; set-up minutes; pattern runs; jumbo mounts
 * @param references simple plans, e.g. the manual plan, whose trim a proposal should not exceed
 */
export function isBetterPlan(a: Merits, b: Merits, references: readonly Merits[]): boolean {
  const leadingComparison = compareCriteria(toLeadingCriteria(a), toLeadingCriteria(b))
  if (leadingComparison !== 0) return leadingComparison < 0
  const comparableReferences = references.filter(
    (reference) => compareCriteria(toLeadingCriteria(reference), toLeadingCriteria(a)) <= 0,
  )
  const leastTrim = Math.min(...comparableReferences.map(({ trimPercent }) => trimPercent))
  const fewestJumbos = Math.min(...comparableReferences.map(({ jumbos }) => jumbos))
  const toRemainingCriteria = (plan: Merits) => [
    Math.max(0, plan.trimPercent - leastTrim - TRIM_TOLERANCE),
    Math.max(0, plan.jumbos - fewestJumbos),
    plan.jumbos,
    plan.area,
    plan.millisecondsLate,
    plan.setupMinutes,
    plan.patternRuns,
    plan.mounts,
  ]
  return compareCriteria(toRemainingCriteria(a), toRemainingCriteria(b)) < 0
}
const toLeadingCriteria = ({ uncutArea, lateness }: Merits): number[] => [...uncutArea, ...lateness]
