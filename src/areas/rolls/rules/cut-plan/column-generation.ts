import { bestPattern } from './best-pattern'
import { Relaxation, type Column } from './relaxation'
import { setCost, uncutCost, type Pattern, type Problem } from './stock'

export interface Relaxed {
  /** Width used by the relaxed plan, in millimetres: no plan of whole sets uses less. */
  readonly bound: number
  /** Patterns with the fractional number of sets they are used for. */
  readonly uses: readonly { readonly pattern: Pattern; readonly sets: number }[]
  /** Marginal cost of one more roll of each demand, then of one more set of each stock. */
  readonly duals: readonly number[]
  /** False if the solver was cut off; `bound` is then not a bound. */
  readonly proven: boolean
}
const ROUNDS = 2000

/**
 * Solves the relaxation of the cutting stock problem by column generation (Gilmore and Gomory, Operations Research 9,
 * 1961). Patterns are generated from the dual values until none lowers the cost. Rows: one per demand, then one per
 * stock (its sets are limited).
 */
export function relax(problem: Problem, known: readonly Pattern[] = [], secondsLeft = () => Infinity): Relaxed {
  const { demands, stocks } = problem
  const n = demands.length
  const cost = uncutCost(problem)
  const right = [...demands.map((d) => d.count), ...stocks.map((s) => s.sets)]
  // Cutting nothing is a feasible, though expensive, start.
  const lp = new Relaxation(
    right,
    right.map((_, row): Column => ({ cost: row < n ? cost : 0, at: [row], by: [1] })),
  )
  for (let row = 0; row < n; row++) lp.add({ cost: 0, at: [row], by: [-1] }) // surplus rolls
  const patterns = new Map<number, Pattern>()
  const add = (pattern: Pattern) => {
    const index = lp.add(columnOf(problem, pattern))
    patterns.set(index, pattern)
    return index
  }
  for (const pattern of known) add(pattern)
  let proven = lp.solve()
  for (let round = 0; proven && round <= ROUNDS; round++) {
    const y = lp.duals()
    let found = false
    for (const [s, stock] of stocks.entries()) {
      if (stock.sets <= 0) continue
      const best = bestPattern(demands, y, stock.width, problem.lanes)
      if (best && setCost(stock) - best.value - (y[n + s] ?? 0) < -1e-6) {
        add({ stock: s, counts: best.counts })
        found = true
      }
    }
    if (!found) break
    proven = lp.solve() && round < ROUNDS && secondsLeft() > 0
  }
  const uses = [...lp.solution()].flatMap(([index, sets]) => {
    const pattern = patterns.get(index)
    return pattern ? [{ pattern, sets }] : []
  })
  return { bound: lp.objective, uses, duals: lp.duals(), proven }
}
function columnOf({ demands, stocks }: Problem, { stock, counts }: Pattern): Column {
  const cut = counts.flatMap((count, i) => (count > 0 ? [i] : []))
  return {
    cost: setCost(stocks[stock]!),
    at: [...cut, demands.length + stock],
    by: [...cut.map((i) => counts[i]!), 1],
  }
}
