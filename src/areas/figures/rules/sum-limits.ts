/** Sums that are parts of other sums of the same shift. A correction must not make parts exceed their whole. */
import { addShiftSums, expandCorrection, sumSpecs, type ShiftSums, type SumName } from './shift-sums'

export interface SumLimit {
  /** Sums that together must not exceed `whole`. */
  readonly parts: readonly SumName[]
  readonly whole: SumName
  /** The limit applies only if `whole` is not zero: slitters have stops, but no calendar time among the sums. */
  readonly needsWhole?: true
}
export const sumLimits: readonly SumLimit[] = [
  { parts: ['woundGoodKg'], whole: 'woundKg' },
  { parts: ['woundDowngradedKg', 'woundWasteKg'], whole: 'woundKg' },
  { parts: ['woundFirstKg'], whole: 'woundGoodKg' },
  { parts: ['slitGoodKg'], whole: 'slitKg' },
  { parts: ['slitDowngradedKg', 'slitWasteKg'], whole: 'slitKg' },
  { parts: ['slitFirstKg'], whole: 'slitGoodKg' },
  { parts: ['pelletsKg'], whole: 'fedKg' },
  { parts: ['rollsFirstPassed'], whole: 'rollsFirstChecked' },
  { parts: ['standingMinutes'], whole: 'calendarMinutes', needsWhole: true },
  { parts: ['waitingMinutes'], whole: 'repairMinutes' },
  { parts: ['ordersOnTime'], whole: 'ordersDue' },
]
/** Sums of a whole that is divided into good, downgraded and wasted web. */
interface DividedSums {
  readonly whole: SumName
  readonly good: SumName
  readonly firstGrade: SumName
  readonly downgraded: SumName
  readonly wasted: SumName
}
const dividedSums: readonly DividedSums[] = [
  {
    whole: 'woundKg',
    good: 'woundGoodKg',
    firstGrade: 'woundFirstKg',
    downgraded: 'woundDowngradedKg',
    wasted: 'woundWasteKg',
  },
  {
    whole: 'slitKg',
    good: 'slitGoodKg',
    firstGrade: 'slitFirstKg',
    downgraded: 'slitDowngradedKg',
    wasted: 'slitWasteKg',
  },
]
/** A change of a sum, in its unit. */
export interface SumDelta {
  readonly sum: SumName
  readonly delta: number
}
/**
 * Adds the changes that follow from a change of output or of downgraded web. Good web is the output less downgraded and
 * wasted web, so it rises with output and falls with downgraded web; first-grade web keeps its share of good web. Returns
 * all changes, in an order in which none exceeds a limit of `sumLimits`. Any other sum changes alone.
 */
export function addGoodWebChanges(sums: ShiftSums, change: SumDelta): readonly SumDelta[] {
  const sumGroup = dividedSums.find(({ whole, downgraded }) => change.sum === whole || change.sum === downgraded)
  if (!sumGroup) return [change]
  const goodKg = sums[sumGroup.good]
  const goodDelta = Math.max(change.sum === sumGroup.whole ? change.delta : -change.delta, -goodKg)
  const firstShare = goodKg > 0 ? sums[sumGroup.firstGrade] / goodKg : 1
  const round = (kg: number) => Math.round(kg * 1000) / 1000
  const goodChanges = [
    { sum: sumGroup.good, delta: round(goodDelta) },
    { sum: sumGroup.firstGrade, delta: round(goodDelta * firstShare) },
  ]
  // Parts fall before their whole and rise after it.
  const changes = goodDelta < 0 ? [...goodChanges.toReversed(), change] : [change, ...goodChanges]
  return changes.filter(({ delta }) => delta !== 0)
}
/**
 * Returns by how much a sum can fall. An output can fall to its downgraded and wasted web together, any other sum to
 * zero.
 */
export function calculateMaxDecrease(sums: ShiftSums, sum: SumName): number {
  const sumGroup = dividedSums.find(({ whole }) => whole === sum)
  return sumGroup ? sums[sum] - sums[sumGroup.downgraded] - sums[sumGroup.wasted] : sums[sum]
}
/** A limit that is exceeded, with the sum of its parts and its whole. */
export interface ExceededLimit extends SumLimit {
  readonly partsValue: number
  readonly wholeValue: number
}
/**
 * Finds the limit that a correction exceeds; null if there is none. Parts that exceed their whole already, e.g. because
 * of an older correction, may be brought closer to it step by step.
 * @param sums the sums before the correction
 */
export function findExceededLimit(
  sums: ShiftSums,
  { sum, delta }: { sum: SumName; delta: number },
): ExceededLimit | null {
  const correctedSums = addShiftSums([sums, expandCorrection(sum, delta, 'person')])
  for (const limit of sumLimits) {
    const scale = 10 ** sumSpecs[limit.whole].digits
    const round = (value: number) => Math.round(value * scale) / scale
    const addParts = (shiftSums: ShiftSums) => round(limit.parts.reduce((total, part) => total + shiftSums[part], 0))
    const partsValue = addParts(correctedSums)
    const wholeValue = round(correctedSums[limit.whole])
    if (limit.needsWhole && wholeValue === 0) continue
    const excess = round(partsValue - wholeValue)
    if (excess > 0 && excess > round(addParts(sums) - sums[limit.whole])) return { ...limit, partsValue, wholeValue }
  }
  return null
}
