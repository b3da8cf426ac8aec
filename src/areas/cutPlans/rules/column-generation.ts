/** Relaxation of the cutting stock problem: fractional sets give a lower bound and good patterns. */
import { findBestPattern } from './best-pattern'
import { LinearProgram, type LpColumn } from './linear-program'
import { getSetCost, calculateUncutCost, type Pattern, type CuttingStockProblem } from './cutting-stock-problem'

export interface RelaxedPlan {
  /** Cost of the relaxed plan (see `calculatePlanCost`): no plan of whole sets costs less. */
  readonly bound: number
  /** Patterns with their fractional number of sets. */
  readonly uses: readonly { readonly pattern: Pattern; readonly sets: number }[]
  /** Marginal cost of one more roll of each demand, then of one more set of each stock. */
  readonly duals: readonly number[]
  /** False if the solver was cut off; `bound` is then not a bound. */
  readonly isProven: boolean
}
const MAX_ROUNDS = 2000

/**
 * Solves the relaxation of the cutting stock problem by column generation (Gilmore and Gomory, Operations Research 9,
 * 1961). Generates patterns from the dual values until no pattern lowers the cost. Rows: one per demand, then one per
 * stock, which limits its sets.
 */
export function solveRelaxation(
  problem: CuttingStockProblem,
  startPatterns: readonly Pattern[] = [],
  secondsLeft = () => Infinity,
): RelaxedPlan {
  const { demands, stocks } = problem
  const demandCount = demands.length
  const uncutRollCost = calculateUncutCost(problem)
  const rightHandSide = [...demands.map((demand) => demand.count), ...stocks.map((stock) => stock.sets)]
  // Starts from the expensive plan that cuts no rolls, which is always feasible.
  const linearProgram = new LinearProgram(
    rightHandSide,
    rightHandSide.map((_, row): LpColumn => ({
      cost: row < demandCount ? uncutRollCost * (demands[row]!.uncutWeight ?? 1) : 0,
      rows: [row],
      coefficients: [1],
    })),
  )
  // Surplus rolls are free.
  for (let row = 0; row < demandCount; row++) linearProgram.addColumn({ cost: 0, rows: [row], coefficients: [-1] })
  const patterns = new Map<number, Pattern>()
  const addPattern = (pattern: Pattern) => {
    const index = linearProgram.addColumn(toColumn(problem, pattern))
    patterns.set(index, pattern)
    return index
  }
  for (const pattern of startPatterns) addPattern(pattern)
  let isProven = linearProgram.solve()
  for (let round = 0; isProven && round <= MAX_ROUNDS; round++) {
    const duals = linearProgram.calculateDuals()
    let hasImproved = false
    for (const [stockIndex, stock] of stocks.entries()) {
      if (stock.sets <= 0) continue
      const bestPattern = findBestPattern(demands, duals, stock.width, problem.maxLanes)
      if (bestPattern && getSetCost(stock) - bestPattern.value - (duals[demandCount + stockIndex] ?? 0) < -1e-6) {
        addPattern({ stock: stockIndex, counts: bestPattern.counts })
        hasImproved = true
      }
    }
    if (!hasImproved) break
    isProven = linearProgram.solve() && round < MAX_ROUNDS && secondsLeft() > 0
  }
  const uses = [...linearProgram.getSolution()].flatMap(([index, sets]) => {
    const pattern = patterns.get(index)
    return pattern ? [{ pattern, sets }] : []
  })
  return { bound: linearProgram.objective, uses, duals: linearProgram.calculateDuals(), isProven }
}
function toColumn({ demands, stocks }: CuttingStockProblem, { stock, counts }: Pattern): LpColumn {
  const cutDemands = counts.flatMap((count, i) => (count > 0 ? [i] : []))
  return {
    cost: getSetCost(stocks[stock]!),
    rows: [...cutDemands, demands.length + stock],
    coefficients: [...cutDemands.map((i) => counts[i]!), 1],
  }
}
