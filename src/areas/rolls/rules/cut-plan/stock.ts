/**
 * The one-dimensional cutting stock problem of a slitter: which lanes 门幅搭配 to cut side by side from which width,
 * and how often, so that every width comes out as often as it was ordered and the least width is used.
 * One "set" is one pass of all lanes over one slit length.
 */

/** A width that is ordered, and how many rolls of it are still to be cut. Widths in whole millimetres. */
export interface Demand {
  readonly width: number
  readonly count: number
}
/** A width there is to cut from: what remains after the edge trim on both sides, and how many sets it yields. */
export interface Stock {
  readonly width: number
  readonly sets: number
  /** Width of the whole web, edge trim included, in whole millimetres: what a set costs. As `width` where it is left out. */
  readonly webWidth?: number
}
/** What a set of a stock costs, in millimetres of web. */
export const setCost = (stock: Stock): number => stock.webWidth ?? stock.width
export interface Problem {
  readonly demands: readonly Demand[]
  readonly stocks: readonly Stock[]
  /** Most rolls that can be cut side by side: the slitter's knives less one. */
  readonly lanes: number
}
/** How many rolls of each demand lie side by side in one set of a stock. */
export interface Pattern {
  readonly stock: number
  readonly counts: readonly number[]
}
/** A pattern and in how many sets it is cut. */
export interface Use {
  readonly pattern: Pattern
  readonly sets: number
}

/** Thrown away rolls are worse than any trim: a roll that stays uncut costs as much as this many of the widest stock. */
const UNCUT_COST = 10
/** What a roll costs that no set cuts, in millimetres of width. */
export const uncutCost = (problem: Problem): number => UNCUT_COST * Math.max(1, ...problem.stocks.map(setCost))

/** Width taken by one set of a pattern. */
export const patternWidth = (demands: readonly Demand[], counts: readonly number[]): number =>
  counts.reduce((sum, n, i) => sum + n * (demands[i]?.width ?? 0), 0)
export const laneCount = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0)

/** Rolls of each demand that a plan does not cut. */
export function uncut(problem: Problem, uses: readonly Use[]): number[] {
  return problem.demands.map((d, i) => d.count - uses.reduce((sum, u) => sum + u.sets * (u.pattern.counts[i] ?? 0), 0))
}
/** What a plan costs: the width of all its sets, and far more for every roll that stays uncut. */
export function costOf(problem: Problem, uses: readonly Use[]): number {
  const missing = uncut(problem, uses).reduce((sum, n) => sum + Math.max(0, n), 0)
  return (
    missing * uncutCost(problem) + uses.reduce((sum, u) => sum + u.sets * setCost(problem.stocks[u.pattern.stock]!), 0)
  )
}
/** The same pattern said once, with the sets of all its uses. */
export function merged(uses: readonly Use[]): Use[] {
  const found = new Map<string, Use>()
  for (const use of uses) {
    if (use.sets <= 0) continue
    const key = `${use.pattern.stock}:${use.pattern.counts.join(',')}`
    found.set(key, { pattern: use.pattern, sets: use.sets + (found.get(key)?.sets ?? 0) })
  }
  return [...found.values()]
}
