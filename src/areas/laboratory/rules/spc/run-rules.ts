/** Which patterns of points count as a signal. σ is that of the plotted point. */
export const runRules = ['we1', 'we2', 'we3', 'we4', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'] as const
export type RunRule = (typeof runRules)[number]

/** Western Electric (Statistical Quality Control Handbook 1956): eight in a row on one side. Nelson (J. Quality Technology 16, 1984): nine. */
export const ruleSets = {
  westernElectric: ['we1', 'we2', 'we3', 'we4'],
  nelson: ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'],
  limits: ['n1'],
} as const satisfies Record<string, readonly RunRule[]>
export type RuleSet = keyof typeof ruleSets

/** Rules that count zones of one and two σ: of counts and shares the zones hold other shares than of a normal variable. */
const zoned: ReadonlySet<RunRule> = new Set(['we2', 'we3', 'n5', 'n6', 'n7', 'n8'])
export const isZoned = (rule: RunRule): boolean => zoned.has(rule)

const BITS = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5]
/** How many of the last three or five points a history holds, newest in the lowest bit. */
const within = (history: number, last: 3 | 5): number => BITS[history & (last === 3 ? 7 : 31)] ?? 0

/** Follows points one by one and says which rules each of them completes. */
export class RunWatch {
  private side = 0
  private sameSide = 0
  private last: number | null = null
  private direction = 0
  private rising = 1
  private alternating = 1
  private inside = 0
  private outside = 0
  private high2 = 0
  private low2 = 0
  private high1 = 0
  private low1 = 0

  /** @param z distance from the centre in σ of this point @param value what is plotted, for trends */
  add(z: number, value: number): void {
    const side = Math.sign(z)
    this.sameSide = side !== 0 && side === this.side ? this.sameSide + 1 : side === 0 ? 0 : 1
    this.side = side
    this.follow(value)
    this.inside = Math.abs(z) < 1 ? this.inside + 1 : 0
    this.outside = Math.abs(z) > 1 ? this.outside + 1 : 0
    this.high2 = (this.high2 << 1) | (z > 2 ? 1 : 0)
    this.low2 = (this.low2 << 1) | (z < -2 ? 1 : 0)
    this.high1 = (this.high1 << 1) | (z > 1 ? 1 : 0)
    this.low1 = (this.low1 << 1) | (z < -1 ? 1 : 0)
    this.beyond = Math.abs(z) > 3
  }
  private beyond = false

  private follow(value: number): void {
    const direction = this.last === null ? 0 : Math.sign(value - this.last)
    const steps = this.last !== null && direction !== 0
    this.rising = steps && direction === this.direction ? this.rising + 1 : steps ? 2 : 1
    this.alternating = steps && direction === -this.direction ? this.alternating + 1 : steps ? 2 : 1
    this.direction = direction
    this.last = value
  }

  /** Whether the newest point completes a rule; the point itself must lie where the rule looks. */
  completes(rule: RunRule): boolean {
    switch (rule) {
      case 'we1':
      case 'n1':
        return this.beyond
      case 'we2':
      case 'n5':
        return this.someOf(this.high2, 3, 2) || this.someOf(this.low2, 3, 2)
      case 'we3':
      case 'n6':
        return this.someOf(this.high1, 5, 4) || this.someOf(this.low1, 5, 4)
      case 'we4':
        return this.sameSide >= 8
      case 'n2':
        return this.sameSide >= 9
      case 'n3':
        return this.rising >= 6
      case 'n4':
        return this.alternating >= 14
      case 'n7':
        return this.inside >= 15
      case 'n8':
        return this.outside >= 8
    }
  }
  private someOf(history: number, last: 3 | 5, count: number): boolean {
    return (history & 1) === 1 && within(history, last) >= count
  }
}

const none: readonly RunRule[] = []
/** The rules that each point completes; where σ of a point is 0, none. */
export function violationsOf(
  points: {
    readonly values: readonly number[]
    readonly center: (i: number) => number
    readonly sigma: (i: number) => number
  },
  rules: readonly RunRule[],
): (readonly RunRule[])[] {
  const watch = new RunWatch()
  return points.values.map((value, i) => {
    const sigma = points.sigma(i)
    watch.add(sigma > 0 ? (value - points.center(i)) / sigma : 0, value)
    let found: RunRule[] | null = null
    for (const rule of rules) if (watch.completes(rule)) (found ??= []).push(rule)
    return found ?? none
  })
}
