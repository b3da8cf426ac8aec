/** Finds and fills slitting patterns for the cutting stock problem. */
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
 * Returns every full pattern whose reduced cost is at most `slack`. A plan that costs at most `slack` more than the
 * relaxation uses no other patterns (reduced cost fixing). A pattern is full if no further roll fits into it. Partly
 * filled patterns are not needed, because excess rolls can be left out afterwards.
 * @param duals dual values: one per demand, then one per stock
 * @returns null when there are more than `maxPatterns`, or the search takes too long
 */
export function findPatternsWithinSlack(
  problem: CuttingStockProblem,
  duals: readonly number[],
  slack: number,
  maxPatterns: number,
): Pattern[] | null {
  const foundPatterns: Pattern[] = []
  for (const [stockIndex, stock] of problem.stocks.entries()) {
    if (stock.sets <= 0) continue
    // The reduced cost is the cost of a set less the dual of the stock and the value of the pattern's rolls.
    const minValue = getSetCost(stock) - (duals[problem.demands.length + stockIndex] ?? 0) - slack - 1e-6
    const patterns = findFullPatterns(problem, duals, stock.width, minValue, maxPatterns - foundPatterns.length)
    if (!patterns) return null
    for (const counts of patterns) foundPatterns.push({ stock: stockIndex, counts })
  }
  return foundPatterns
}
interface PatternItem {
  readonly demandIndex: number
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
    .flatMap((demand, i): PatternItem[] =>
      demand.count > 0 && demand.width <= width
        ? [{ demandIndex: i, width: demand.width, value: Math.max(0, duals[i] ?? 0), maxCount: demand.count }]
        : [],
    )
    .sort((a, b) => b.width - a.width)
  const widthStepMm = calculateGcd(items.map((item) => item.width))
  if (widthStepMm === 0) return []
  const reachableValues = calculateReachableValues(items, Math.floor(width / widthStepMm), widthStepMm)
  const counts = problem.demands.map(() => 0)
  const foundPatterns: number[][] = []
  let searchSteps = 0
  const isFull = (widthLeft: number, lanes: number) =>
    lanes === 0 || items.every((item) => item.width > widthLeft || counts[item.demandIndex]! >= item.maxCount)
  /** @returns false if the search gave up */
  const fillFrom = (itemIndex: number, widthLeft: number, lanes: number, patternValue: number): boolean => {
    if (++searchSteps > MAX_SEARCH_STEPS) return false
    const item = items[itemIndex]
    if (!item || lanes === 0) {
      if (patternValue < minValue || !isFull(widthLeft, lanes)) return true
      foundPatterns.push([...counts])
      return foundPatterns.length <= maxPatterns
    }
    if (patternValue + reachableValues[itemIndex]![Math.floor(widthLeft / widthStepMm)]! < minValue) return true
    for (let count = Math.min(item.maxCount, lanes, Math.floor(widthLeft / item.width)); count >= 0; count--) {
      counts[item.demandIndex] = count
      if (!fillFrom(itemIndex + 1, widthLeft - count * item.width, lanes - count, patternValue + count * item.value))
        return false
    }
    return true
  }
  const isComplete = fillFrom(0, width, problem.maxLanes, 0)
  return isComplete ? foundPatterns : null
}
/**
 * Returns the highest value that the items from an index on can add, by item index and free width in steps. Ignores the
 * lane limit.
 */
function calculateReachableValues(
  items: readonly PatternItem[],
  widthSteps: number,
  widthStepMm: number,
): Float64Array[] {
  const valuesByItem = [new Float64Array(widthSteps + 1)]
  for (const item of items.toReversed()) {
    const bestValues = Float64Array.from(valuesByItem[0]!)
    const width = item.width / widthStepMm
    for (let widthLeft = width; widthLeft <= widthSteps; widthLeft++)
      bestValues[widthLeft] = Math.max(bestValues[widthLeft]!, bestValues[widthLeft - width]! + item.value)
    valuesByItem.unshift(bestValues)
  }
  return valuesByItem
}
/** Returns the greatest common divisor of whole numbers. Zeros have no effect; 0 if all are zero. */
export const calculateGcd = (numbers: readonly number[]): number =>
  numbers.reduce((gcd, number) => calculateGcdOfTwo(gcd, number), 0)
const calculateGcdOfTwo = (a: number, b: number): number => (b === 0 ? a : calculateGcdOfTwo(b, a % b))

/** Fills the free width of a pattern with further rolls, the widest first, up to the number demanded of each width. */
export function fillPattern(problem: CuttingStockProblem, { stock, counts }: Pattern): Pattern {
  const filledCounts = [...counts]
  let widthLeft = problem.stocks[stock]!.width - calculatePatternWidth(problem.demands, counts)
  let lanesLeft = problem.maxLanes - countPatternLanes(counts)
  const demandsWidestFirst = problem.demands
    .map((_, i) => i)
    .sort((a, b) => problem.demands[b]!.width - problem.demands[a]!.width)
  for (const i of demandsWidestFirst) {
    const { width, count } = problem.demands[i]!
    const addedLanes = Math.max(0, Math.min(count - filledCounts[i]!, lanesLeft, Math.floor(widthLeft / width)))
    filledCounts[i]! += addedLanes
    widthLeft -= addedLanes * width
    lanesLeft -= addedLanes
  }
  return { stock, counts: filledCounts }
}
