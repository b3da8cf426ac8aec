import { laneCount, patternWidth, setCost, type Pattern, type Problem } from './stock'

/** Search steps per stock before the search gives up. */
const MOST_STEPS = 3_000_000

/**
 * Returns every pattern that a plan costing at most `slack` more than the relaxation may use, i.e. whose reduced cost
 * is at most `slack` (reduced cost fixing). Only full patterns are listed, as excess rolls can be left out afterwards.
 * @param duals one per demand, then one per stock
 * @returns null when there are more than `maxPatterns`, or the search takes too long
 */
export function patternsWithin(
  problem: Problem,
  duals: readonly number[],
  slack: number,
  most: number,
): Pattern[] | null {
  const found: Pattern[] = []
  for (const [s, stock] of problem.stocks.entries()) {
    if (stock.sets <= 0) continue
    const worth = setCost(stock) - (duals[problem.demands.length + s] ?? 0) - slack - 1e-6
    const patterns = fullPatterns(problem, duals, stock.width, worth, most - found.length)
    if (!patterns) return null
    for (const counts of patterns) found.push({ stock: s, counts })
  }
  return found
}
interface Item {
  readonly i: number
  readonly width: number
  readonly value: number
  readonly most: number
}

function fullPatterns(
  problem: Problem,
  duals: readonly number[],
  room: number,
  worth: number,
  most: number,
): number[][] | null {
  const items = problem.demands
    .flatMap((d, i): Item[] =>
      d.count > 0 && d.width <= room ? [{ i, width: d.width, value: Math.max(0, duals[i] ?? 0), most: d.count }] : [],
    )
    .sort((a, b) => b.width - a.width)
  const step = items.reduce((g, item) => divisor(g, item.width), 0)
  if (step === 0) return []
  const reach = reachable(items, Math.floor(room / step), step)
  const counts = problem.demands.map(() => 0)
  const found: number[][] = []
  let steps = 0
  const isFull = (left: number, lanes: number) =>
    lanes === 0 || items.every((item) => item.width > left || counts[item.i]! >= item.most)
  /** @returns false if the search gave up */
  const fill = (k: number, left: number, lanes: number, value: number): boolean => {
    if (++steps > MOST_STEPS) return false
    const item = items[k]
    if (!item || lanes === 0) {
      if (value < worth || !isFull(left, lanes)) return true
      found.push([...counts])
      return found.length <= most
    }
    if (value + reach[k]![Math.floor(left / step)]! < worth) return true
    for (let n = Math.min(item.most, lanes, Math.floor(left / item.width)); n >= 0; n--) {
      counts[item.i] = n
      if (!fill(k + 1, left - n * item.width, lanes - n, value + n * item.value)) return false
    }
    return true
  }
  const done = fill(0, room, problem.lanes, 0)
  return done ? found : null
}
/** Returns by item index and width the most value that the items from there on can add, ignoring the lane limit. */
function reachable(items: readonly Item[], cells: number, step: number): Float64Array[] {
  const reach = [new Float64Array(cells + 1)]
  for (const item of items.toReversed()) {
    const best = Float64Array.from(reach[0]!)
    const width = item.width / step
    for (let w = width; w <= cells; w++) best[w] = Math.max(best[w]!, best[w - width]! + item.value)
    reach.unshift(best)
  }
  return reach
}
/** Returns the greatest common divisor; `calculateGcd(0, n)` is n. */
export const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Fills the free width of a pattern with the widest demands still open, until nothing else fits. */
export function filledUp(problem: Problem, { stock, counts }: Pattern): Pattern {
  const full = [...counts]
  let left = problem.stocks[stock]!.width - patternWidth(problem.demands, counts)
  let lanes = problem.lanes - laneCount(counts)
  const order = problem.demands.map((_, i) => i).sort((a, b) => problem.demands[b]!.width - problem.demands[a]!.width)
  for (const i of order) {
    const { width, count } = problem.demands[i]!
    const more = Math.max(0, Math.min(count - full[i]!, lanes, Math.floor(left / width)))
    full[i]! += more
    left -= more * width
    lanes -= more
  }
  return { stock, counts: full }
}
