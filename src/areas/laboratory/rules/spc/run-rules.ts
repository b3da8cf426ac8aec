/** Run rules: patterns of points that count as a signal. σ is the standard deviation of the plotted point. */
export const runRules = ['we1', 'we2', 'we3', 'we4', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'] as const
export type RunRule = (typeof runRules)[number]

/**
 * Sets of rules by Western Electric (Statistical Quality Control Handbook 1956) and Nelson (J. Quality Technology 16,
 * 1984). Western Electric counts eight points in a row on one side, Nelson nine.
 */
export const ruleSets = {
  westernElectric: ['we1', 'we2', 'we3', 'we4'],
  nelson: ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'],
  limits: ['n1'],
} as const satisfies Record<string, readonly RunRule[]>
export type RuleSet = keyof typeof ruleSets

/**
 * Rules based on zones of one and two σ. They do not apply to counts and shares, whose zones have other probabilities.
 */
const zoneRules: ReadonlySet<RunRule> = new Set(['we2', 'we3', 'n5', 'n6', 'n7', 'n8'])
/** True if the rule is based on zones of one or two σ. */
export const isZoneRule = (rule: RunRule): boolean => zoneRules.has(rule)

const toRuleBit = (rule: RunRule): number => 1 << runRules.indexOf(rule)
const toRuleBits = (...rules: RunRule[]): number => rules.reduce((sum, rule) => sum | toRuleBit(rule), 0)
const BEYOND_LIMITS = toRuleBits('we1', 'n1')
const TWO_OF_THREE = toRuleBits('we2', 'n5')
const FOUR_OF_FIVE = toRuleBits('we3', 'n6')
const EIGHT_ON_A_SIDE = toRuleBit('we4')
const NINE_ON_A_SIDE = toRuleBit('n2')
const SIX_IN_TREND = toRuleBit('n3')
const FOURTEEN_ALTERNATING = toRuleBit('n4')
const FIFTEEN_INSIDE = toRuleBit('n7')
const EIGHT_OUTSIDE = toRuleBit('n8')
/** Masks that keep the newest three or five points of a history. */
const LAST_THREE = 0b111
const LAST_FIVE = 0b11111
/** Number of set bits for each five-bit number. */
const BIT_COUNTS = Array.from({ length: 32 }, (_, n) => n.toString(2).replaceAll('0', '').length)
/**
 * True if the newest point and at least `minimum` points of the history lie in a zone.
 * @param history one bit per point, at most five, the newest lowest; 1 if the point lies in the zone
 */
const completesZoneRun = (history: number, minimum: number): boolean =>
  (history & 1) === 1 && (BIT_COUNTS[history] ?? 0) >= minimum

/** Returns 1 if `a` is greater, −1 if `b` is greater, and 0 if they are equal or one is NaN. */
const compareNumbers = (a: number, b: number): number => Number(a > b) - Number(a < b)

/**
 * Tracks the points of a chart one by one and finds the rules that each point completes. A zone rule is completed only
 * by a point that lies in the zone itself. The zone histories have one bit per point, the newest lowest.
 */
export class RunRuleTracker {
  private lastSide = 0
  private sameSideCount = 0
  private lastValue = Number.NaN
  private lastDirection = 0
  private trendLength = 1
  private alternationLength = 1
  private insideCount = 0
  private outsideCount = 0
  private above2Sigma = 0
  private below2Sigma = 0
  private above1Sigma = 0
  private below1Sigma = 0

  /**
   * @param z distance of the point from the centre in σ
   * @param value plotted value, for trends
   * @returns the completed rules as a bit mask for `includesRule`
   */
  add(z: number, value: number): number {
    const side = compareNumbers(z, 0)
    this.sameSideCount = side === 0 ? 0 : side === this.lastSide ? this.sameSideCount + 1 : 1
    this.lastSide = side
    this.trackTrend(value)
    const distance = side * z
    this.insideCount = distance < 1 ? this.insideCount + 1 : 0
    this.outsideCount = distance > 1 ? this.outsideCount + 1 : 0
    this.above2Sigma = ((this.above2Sigma << 1) | (z > 2 ? 1 : 0)) & LAST_THREE
    this.below2Sigma = ((this.below2Sigma << 1) | (z < -2 ? 1 : 0)) & LAST_THREE
    this.above1Sigma = ((this.above1Sigma << 1) | (z > 1 ? 1 : 0)) & LAST_FIVE
    this.below1Sigma = ((this.below1Sigma << 1) | (z < -1 ? 1 : 0)) & LAST_FIVE
    const hasTwoOfThree = completesZoneRun(this.above2Sigma, 2) || completesZoneRun(this.below2Sigma, 2)
    const hasFourOfFive = completesZoneRun(this.above1Sigma, 4) || completesZoneRun(this.below1Sigma, 4)
    return (
      (distance > 3 ? BEYOND_LIMITS : 0) |
      (hasTwoOfThree ? TWO_OF_THREE : 0) |
      (hasFourOfFive ? FOUR_OF_FIVE : 0) |
      (this.sameSideCount >= 8 ? EIGHT_ON_A_SIDE : 0) |
      (this.sameSideCount >= 9 ? NINE_ON_A_SIDE : 0) |
      (this.trendLength >= 6 ? SIX_IN_TREND : 0) |
      (this.alternationLength >= 14 ? FOURTEEN_ALTERNATING : 0) |
      (this.insideCount >= 15 ? FIFTEEN_INSIDE : 0) |
      (this.outsideCount >= 8 ? EIGHT_OUTSIDE : 0)
    )
  }

  private trackTrend(value: number): void {
    const direction = compareNumbers(value, this.lastValue)
    this.trendLength = direction === 0 ? 1 : direction === this.lastDirection ? this.trendLength + 1 : 2
    this.alternationLength = direction === 0 ? 1 : direction === -this.lastDirection ? this.alternationLength + 1 : 2
    this.lastDirection = direction
    this.lastValue = value
  }
}
/** Returns the bit mask of rules, as `RunRuleTracker` uses it. */
export const toRuleMask = (rules: readonly RunRule[]): number => toRuleBits(...rules)
/** True if a bit mask of `RunRuleTracker` includes the rule. */
export const includesRule = (completedMask: number, rule: RunRule): boolean => (completedMask & toRuleBit(rule)) !== 0

const NO_RULES: readonly RunRule[] = []
/**
 * Finds the rules that each point completes. If σ of a point is 0, the point is treated as lying on the centre line.
 */
export function findViolations(
  points: {
    readonly values: readonly number[]
    readonly center: (i: number) => number
    readonly sigma: (i: number) => number
  },
  rules: readonly RunRule[],
): (readonly RunRule[])[] {
  const tracker = new RunRuleTracker()
  const ruleMask = toRuleMask(rules)
  const rulesByMask = new Map<number, readonly RunRule[]>()
  const getCompletedRules = (completedMask: number): readonly RunRule[] => {
    let completedRules = rulesByMask.get(completedMask)
    if (!completedRules) {
      completedRules = rules.filter((rule) => includesRule(completedMask, rule))
      rulesByMask.set(completedMask, completedRules)
    }
    return completedRules
  }
  return points.values.map((value, i) => {
    const sigma = points.sigma(i)
    const completedMask = tracker.add(sigma > 0 ? (value - points.center(i)) / sigma : 0, value) & ruleMask
    return completedMask === 0 ? NO_RULES : getCompletedRules(completedMask)
  })
}
