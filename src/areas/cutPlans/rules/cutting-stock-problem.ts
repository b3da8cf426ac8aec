/**
 * The one-dimensional cutting stock problem of a slitter: choose lanes 门幅搭配 side by side, and the number of sets per
 * stock width. Every ordered width must be cut as often as ordered, with the least width of web. A "set" is one pass of
 * all lanes over one slit length.
 */

/** An ordered width with its number of rolls still to be cut. Widths in whole millimetres. */
export interface WidthDemand {
  readonly width: number
  readonly count: number
  /** Factor of the cost of an uncut roll; 1 if omitted. */
  readonly uncutWeight?: number
}
/** A stock width net of the edge trim on both sides, with the number of sets it yields. */
export interface StockWidth {
  readonly width: number
  readonly sets: number
  /** Width of the whole web including edge trim, in whole millimetres: the cost of a set. Defaults to `width`. */
  readonly webWidth?: number
}
/** Returns the cost of one set of a stock, in millimetres of web. */
export const getSetCost = (stock: StockWidth): number => stock.webWidth ?? stock.width
export interface CuttingStockProblem {
  readonly demands: readonly WidthDemand[]
  readonly stocks: readonly StockWidth[]
  /** Maximum number of rolls side by side: the slitter's knives less one. */
  readonly maxLanes: number
}
/** Number of rolls of each demand side by side in one set of a stock. */
export interface Pattern {
  /** Index in `CuttingStockProblem.stocks`. */
  readonly stock: number
  /** By index in `CuttingStockProblem.demands`. */
  readonly counts: readonly number[]
}
/** A pattern and the number of its sets. */
export interface PatternUse {
  readonly pattern: Pattern
  readonly sets: number
}

/** Cost of an uncut roll as a multiple of the widest stock: an uncut roll is worse than any trim. */
const UNCUT_COST_FACTOR = 10
/** Returns the cost of an uncut roll of weight 1, in millimetres of width. */
export const calculateUncutCost = (problem: CuttingStockProblem): number =>
  UNCUT_COST_FACTOR * Math.max(1, ...problem.stocks.map(getSetCost))

/** Returns the width taken by one set of a pattern. */
export const calculatePatternWidth = (demands: readonly WidthDemand[], counts: readonly number[]): number =>
  counts.reduce((sum, count, i) => sum + count * (demands[i]?.width ?? 0), 0)
/** Returns the number of lanes of a pattern. */
export const countPatternLanes = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Returns the rolls of each demand that a plan does not cut; negative if it cuts too many. */
export function countUncutRolls(problem: CuttingStockProblem, uses: readonly PatternUse[]): number[] {
  return problem.demands.map(
    (demand, i) => demand.count - uses.reduce((sum, use) => sum + use.sets * (use.pattern.counts[i] ?? 0), 0),
  )
}
/** Returns the cost of a plan: the width of all its sets plus a high penalty per uncut roll. */
export function calculatePlanCost(problem: CuttingStockProblem, uses: readonly PatternUse[]): number {
  const uncutRolls = countUncutRolls(problem, uses).reduce(
    (sum, rolls, i) => sum + Math.max(0, rolls) * (problem.demands[i]!.uncutWeight ?? 1),
    0,
  )
  return (
    uncutRolls * calculateUncutCost(problem) +
    uses.reduce((sum, use) => sum + use.sets * getSetCost(problem.stocks[use.pattern.stock]!), 0)
  )
}
/** Merges uses of the same pattern and adds up their sets. */
export function mergeUses(uses: readonly PatternUse[]): PatternUse[] {
  const usesByPattern = new Map<string, PatternUse>()
  for (const use of uses) {
    if (use.sets <= 0) continue
    const key = `${use.pattern.stock}:${use.pattern.counts.join(',')}`
    usesByPattern.set(key, { pattern: use.pattern, sets: use.sets + (usesByPattern.get(key)?.sets ?? 0) })
  }
  return [...usesByPattern.values()]
}
