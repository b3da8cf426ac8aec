import {
  countPatternLanes,
  calculatePatternWidth,
  getSetCost,
  type Pattern,
  type CuttingStockProblem,
} from './cutting-stock-problem'

/** Search steps per stock before the search gives up. */
const MAX_SEARCH_STEPS = 3_000_000

/**
 * Returns every pattern that a plan costing at most `slack` more than the relaxation may use, i.e. whose reduced cost
 * is at most `slack` (reduced cost fixing). Only full patterns are listed, as excess rolls can be left out afterwards.
 * @param duals one per demand, then one per stock
 * @returns null when there are more than `maxPatterns`, or the search takes too long
 */
export function findPatternsWithinSlack(
  problem: CuttingStockProblem,
  duals: readonly number[],
  slack: number,
  maxPatterns: number,
): Pattern[] | null {
  const foundPatterns: Pattern[] = []
  for (const [s, stock] of problem.stocks.entries()) {
    if (stock.sets <= 0) continue
    const minValue = getSetCost(stock) - (duals[problem.demands.length + s] ?? 0) - slack - 1e-6
    const patterns = findFullPatterns(problem, duals, stock.width, minValue, maxPatterns - foundPatterns.length)
    if (!patterns) return null
    for (const counts of patterns) foundPatterns.push({ stock: s, counts })
  }
  return foundPatterns
}
interface PatternItem {
  readonly i: number
  readonly width: number
  readonly value: number
  readonly maxCount: number
}

function findFullPatterns(
  problem: CuttingStockProblem,
  duals: readonly number[],
  width: number,
  minValue: number,
  maxPatterns: number,
): number[][] | null {
  const items = problem.demands
    .flatMap((d, i): PatternItem[] =>
      d.count > 0 && d.width <= width
        ? [{ i, width: d.width, value: Math.max(0, duals[i] ?? 0), maxCount: d.count }]
        : [],
    )
    .sort((a, b) => b.width - a.width)
  const step = items.reduce((g, item) => calculateGcd(g, item.width), 0)
  if (step === 0) return []
  const reachableValues = calculateReachableValues(items, Math.floor(width / step), step)
  const counts = problem.demands.map(() => 0)
  const foundPatterns: number[][] = []
  let steps = 0
  const isFull = (widthLeft: number, lanes: number) =>
    lanes === 0 || items.every((item) => item.width > widthLeft || counts[item.i]! >= item.maxCount)
  /** @returns false if the search gave up */
  const fillFrom = (k: number, widthLeft: number, lanes: number, value: number): boolean => {
    if (++steps > MAX_SEARCH_STEPS) return false
    const item = items[k]
    if (!item || lanes === 0) {
      if (value < minValue || !isFull(widthLeft, lanes)) return true
      foundPatterns.push([...counts])
      return foundPatterns.length <= maxPatterns
    }
    if (value + reachableValues[k]![Math.floor(widthLeft / step)]! < minValue) return true
    for (let n = Math.min(item.maxCount, lanes, Math.floor(widthLeft / item.width)); n >= 0; n--) {
      counts[item.i] = n
      if (!fillFrom(k + 1, widthLeft - n * item.width, lanes - n, value + n * item.value)) return false
    }
    return true
  }
  const isComplete = fillFrom(0, width, problem.lanes, 0)
  return isComplete ? foundPatterns : null
}
/** Returns by item index and width the most value that the items from there on can add, ignoring the lane limit. */
function calculateReachableValues(items: readonly PatternItem[], cells: number, step: number): Float64Array[] {
  const valuesByItem = [new Float64Array(cells + 1)]
  for (const item of items.toReversed()) {
    const best = Float64Array.from(valuesByItem[0]!)
    const width = item.width / step
    for (let w = width; w <= cells; w++) best[w] = Math.max(best[w]!, best[w - width]! + item.value)
    valuesByItem.unshift(best)
  }
  return valuesByItem
}
/** Returns the greatest common divisor; `calculateGcd(0, n)` is n. */
export const calculateGcd = (a: number, b: number): number => (b === 0 ? a : calculateGcd(b, a % b))

/** Fills the free width of a pattern with the widest demands still open, until nothing else fits. */
export function fillPattern(problem: CuttingStockProblem, { stock, counts }: Pattern): Pattern {
  const filledCounts = [...counts]
  let widthLeft = problem.stocks[stock]!.width - calculatePatternWidth(problem.demands, counts)
  let lanes = problem.lanes - countPatternLanes(counts)
  const widestFirst = problem.demands
    .map((_, i) => i)
    .sort((a, b) => problem.demands[b]!.width - problem.demands[a]!.width)
  for (const i of widestFirst) {
    const { width, count } = problem.demands[i]!
    const addedLanes = Math.max(0, Math.min(count - filledCounts[i]!, lanes, Math.floor(widthLeft / width)))
    filledCounts[i]! += addedLanes
    widthLeft -= addedLanes * width
    lanes -= addedLanes
  }
  return { stock, counts: filledCounts }
}
