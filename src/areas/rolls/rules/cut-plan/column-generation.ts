import { bestPattern } from './best-pattern'
import { Relaxation, type Column } from './relaxation'
import { setCost, uncutCost, type Pattern, type Problem } from './stock'

export interface Relaxed {
  /** Width used by the relaxed plan, in millimetres: no plan of whole sets uses less. */
  readonly bound: number
  /** Patterns with the fraction of sets they are used for. */
  readonly uses: readonly { readonly pattern: Pattern; readonly sets: number }[]
  /** What one more roll of each demand, then one more set of each stock, would cost. */
  readonly duals: readonly number[]
  /** False when the work was cut off: `bound` is then no bound. */
  readonly proven: boolean
}
const ROUNDS = 2000

/**
 * The relaxation of the cutting stock problem by column generation (Gilmore and Gomory, Operations Research 9, 1961):
 * patterns are made as the dual values ask for them, until none would lower the cost.
 * Rows: one a demand, then one a stock (its sets are limited).
 */
export function relax(problem: Problem, known: readonly Pattern[] = [], secondsLeft = () => Infinity): Relaxed {
  const { demands, stocks } = problem
  const n = demands.length
  const cost = uncutCost(problem)
  const right = [...demands.map((d) => d.count), ...stocks.map((s) => s.sets)]
  // Nothing cut and nothing used is a plan, too: dear, but a beginning.
  const lp = new Relaxation(
    right,
    right.map((_, row): Column => ({ cost: row < n ? cost : 0, at: [row], by: [1] })),
  )
  for (let row = 0; row < n; row++) lp.add({ cost: 0, at: [row], by: [-1] }) // more than ordered
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
