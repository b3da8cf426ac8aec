/** Run rules: patterns of points that count as a signal. σ is that of the plotted point. */
export const runRules = ['we1', 'we2', 'we3', 'we4', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'] as const
export type RunRule = (typeof runRules)[number]

/**
 * Western Electric (Statistical Quality Control Handbook 1956): eight in a row on one side; Nelson (J. Quality
 * Technology 16, 1984): nine.
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

const toBit = (rule: RunRule): number => 1 << runRules.indexOf(rule)
const toBits = (...rules: RunRule[]): number => rules.reduce((sum, rule) => sum | toBit(rule), 0)
const BEYOND = toBits('we1', 'n1')
const TWO_OF_THREE = toBits('we2', 'n5')
const FOUR_OF_FIVE = toBits('we3', 'n6')
const EIGHT_ON_A_SIDE = toBit('we4')
const NINE_ON_A_SIDE = toBit('n2')
const SIX_RISING = toBit('n3')
const FOURTEEN_ALTERNATING = toBit('n4')
const FIFTEEN_INSIDE = toBit('n7')
const EIGHT_OUTSIDE = toBit('n8')
/** Number of set bits for each five-bit number. */
const BIT_COUNTS = Array.from({ length: 32 }, (_, n) => n.toString(2).replaceAll('0', '').length)
/**
 * True if the newest point (lowest bit) and enough of the last three or five points in total are in the zone of the
 * history.
 */
const hasNewestAndEnough = (history: number, windowMask: number, minimum: number): boolean =>
  (history & 1) === 1 && (BIT_COUNTS[history & windowMask] ?? 0) >= minimum

/** Tracks points one by one and returns the rules each completes. The point itself must lie in the zone of the rule. */
export class RunWatch {
  private side = 0
  private sameSide = 0
  private lastValue = Number.NaN
  private direction = 0
  private rising = 1
  private alternating = 1
  private inside = 0
  private outside = 0
  private high2 = 0
  private low2 = 0
  private high1 = 0
  private low1 = 0

  /**
   * @param z distance of the point from the centre in σ
   * @param value plotted value, for trends
   * @returns the completed rules as a bit mask for `includesRule`
   */
  add(z: number, value: number): number {
    const side = z > 0 ? 1 : z < 0 ? -1 : 0
    this.sameSide = side === 0 ? 0 : side === this.side ? this.sameSide + 1 : 1
    this.side = side
    this.follow(value)
    const size = side * z
    this.inside = size < 1 ? this.inside + 1 : 0
    this.outside = size > 1 ? this.outside + 1 : 0
    this.high2 = ((this.high2 << 1) | (z > 2 ? 1 : 0)) & 7
    this.low2 = ((this.low2 << 1) | (z < -2 ? 1 : 0)) & 7
    this.high1 = ((this.high1 << 1) | (z > 1 ? 1 : 0)) & 31
    this.low1 = ((this.low1 << 1) | (z < -1 ? 1 : 0)) & 31
    return (
      (size > 3 ? BEYOND : 0) |
      (hasNewestAndEnough(this.high2, 7, 2) || hasNewestAndEnough(this.low2, 7, 2) ? TWO_OF_THREE : 0) |
      (hasNewestAndEnough(this.high1, 31, 4) || hasNewestAndEnough(this.low1, 31, 4) ? FOUR_OF_FIVE : 0) |
      (this.sameSide >= 8 ? EIGHT_ON_A_SIDE : 0) |
      (this.sameSide >= 9 ? NINE_ON_A_SIDE : 0) |
      (this.rising >= 6 ? SIX_RISING : 0) |
      (this.alternating >= 14 ? FOURTEEN_ALTERNATING : 0) |
      (this.inside >= 15 ? FIFTEEN_INSIDE : 0) |
      (this.outside >= 8 ? EIGHT_OUTSIDE : 0)
    )
  }

  private follow(value: number): void {
    const direction = value > this.lastValue ? 1 : value < this.lastValue ? -1 : 0
    this.rising = direction === 0 ? 1 : direction === this.direction ? this.rising + 1 : 2
    this.alternating = direction === 0 ? 1 : direction === -this.direction ? this.alternating + 1 : 2
    this.direction = direction
    this.lastValue = value
  }
}
/** Returns the bit mask of rules, as `RunWatch` uses it. */
export const toRuleMask = (rules: readonly RunRule[]): number => toBits(...rules)
/** True if a bit mask of `RunWatch` includes the rule. */
export const includesRule = (completed: number, rule: RunRule): boolean => (completed & toBit(rule)) !== 0

const noRules: readonly RunRule[] = []
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
  const watch = new RunWatch()
  const ruleMask = toRuleMask(rules)
  const namesByMask = new Map<number, readonly RunRule[]>()
  const getRuleNames = (completed: number): readonly RunRule[] => {
    let names = namesByMask.get(completed)
    if (!names) namesByMask.set(completed, (names = rules.filter((rule) => includesRule(completed, rule))))
    return names
  }
  return points.values.map((value, i) => {
    const sigma = points.sigma(i)
    const completed = watch.add(sigma > 0 ? (value - points.center(i)) / sigma : 0, value) & ruleMask
    return completed === 0 ? noRules : getRuleNames(completed)
  })
}
