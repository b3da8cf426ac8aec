import { calculateGcd, fillPattern } from './candidates'
import { solveRelaxation, type RelaxedPlan } from './column-generation'
import { planFirstFitDecreasing } from './first-fit'
import { heuristicsOnly, type SearchResources } from './integer-program'
import { solveWholeSets } from './solve-whole-sets'
import {
  calculatePlanCost,
  mergeUses,
  getSetCost,
  countUncutRolls,
  type Pattern,
  type CuttingStockProblem,
  type PatternUse,
} from './cutting-stock-problem'
import type { Termination } from './termination'

export interface WholeSetPlan {
  readonly uses: readonly PatternUse[]
  /** Width of all sets in millimetres, plus `calculateUncutCost` per uncut roll. */
  readonly cost: number
  /** Lower bound of the cost of any plan; null if not proven. */
  readonly bound: number | null
  readonly termination: Termination
}

/**
 * Plans whole sets close to the relaxation by diving: fix the certain part, relax the remainder, repeat. Each remainder
 * is also finished by first-fit decreasing, and the best plan wins, including the manual and single-width plans. An
 * integer solver improves the result if available. With a single stock width the bound is rounded up to whole sets. By
 * the modified integer round-up conjecture (Scheithauer and Terno 1995) the optimum is then at most one set above it.
 */
export function planWholeSets(problem: CuttingStockProblem, resources: SearchResources = heuristicsOnly): WholeSetPlan {
  const simplePlans = [planFirstFitDecreasing(problem), cutSingleWidths(problem)]
  let best = simplePlans.reduce<CostedPlan | null>((best, uses) => chooseBetter(problem, uses, best), null)!
  const patterns = simplePlans.flatMap((uses) => uses.map(({ pattern }) => fillPattern(problem, pattern)))
  const relaxation = solveRelaxation(problem, patterns, resources.secondsLeft)
  // Rounding down is nearly free, so even a relaxation that was cut off improves on the simple plans.
  best = roundDown(problem, relaxation, best)
  const bound = relaxation.proven ? roundUpBound(problem, relaxation.bound) : null
  const isBest = ({ cost }: CostedPlan) => bound !== null && cost <= bound + 1e-6
  const solverSeconds = resources.solve ? resources.secondsLeft() * 0.8 : 0
  const secondsLeft = () => resources.secondsLeft() - solverSeconds
  for (const threshold of ROUNDING_THRESHOLDS) {
    if (isBest(best) || secondsLeft() <= 0) break
    best = dive(problem, relaxation, threshold, best, bound, secondsLeft)
  }
  if (isBest(best)) return { ...best, bound, termination: 'optimal' }
  if (!resources.solve) return { ...best, bound, termination: secondsLeft() > 0 ? 'feasible' : 'timeLimit' }
  const solverResult = solveWholeSets(problem, relaxation, best, resources)
  if (solverResult.uses) best = chooseBetter(problem, solverResult.uses, best)
  return {
    ...best,
    bound:
      bound === null || solverResult.bound === null ? bound : Math.max(bound, Math.min(solverResult.bound, best.cost)),
    termination: solverResult.termination,
  }
}
function roundDown(problem: CuttingStockProblem, relaxed: RelaxedPlan, best: CostedPlan): CostedPlan {
  const fixed = limitToDemand(
    problem,
    relaxed.uses.map((use) => ({ ...use, sets: Math.floor(use.sets + 1e-9) })).filter(({ sets }) => sets > 0),
  )
  return chooseBetter(problem, [...fixed, ...planFirstFitDecreasing(getRemainingProblem(problem, fixed))], best)
}
/** Fraction of a set from which a pattern counts as whole, one dive per value. */
const ROUNDING_THRESHOLDS = [0.999, 0.6, 0.75]
type CostedPlan = { uses: readonly PatternUse[]; cost: number }

function dive(
  problem: CuttingStockProblem,
  relaxation: RelaxedPlan,
  threshold: number,
  startPlan: CostedPlan,
  bound: number | null,
  secondsLeft: SearchResources['secondsLeft'],
): CostedPlan {
  let best = startPlan
  let fixed: PatternUse[] = []
  let remainder = problem
  let relaxed = relaxation
  for (let depth = 0; depth < 400 && secondsLeft() > 0 && remainder.demands.some((d) => d.count > 0); depth++) {
    const newlyFixed = chooseCertainUses(remainder, relaxed.uses, threshold)
    if (newlyFixed.length === 0) break
    fixed = mergeUses([...fixed, ...newlyFixed])
    remainder = getRemainingProblem(problem, fixed)
    best = chooseBetter(problem, [...fixed, ...planFirstFitDecreasing(remainder)], best)
    if (bound !== null && best.cost <= bound + 1e-6) return best
    relaxed = solveRelaxation(
      remainder,
      relaxed.uses.map((u) => u.pattern),
      secondsLeft,
    )
  }
  return best
}
/**
 * Returns the whole parts of the relaxation; if there are none, the pattern nearest to a whole set from `threshold` on,
 * else the most used one.
 */
function chooseCertainUses(problem: CuttingStockProblem, uses: readonly PatternUse[], threshold: number): PatternUse[] {
  const wholeUses = uses
    .map((u) => ({ ...u, sets: Math.floor(u.sets + 1 - threshold + 1e-9) }))
    .filter((u) => u.sets > 0)
  const [mostUsed] = [...uses].sort((a, b) => b.sets - a.sets)
  return limitToDemand(problem, wholeUses.length > 0 ? wholeUses : mostUsed ? [{ ...mostUsed, sets: 1 }] : [])
}
/** Limits uses so that no set exceeds the demand and no stock exceeds its sets. */
function limitToDemand(problem: CuttingStockProblem, uses: readonly PatternUse[]): PatternUse[] {
  const rollsLeft = problem.demands.map((d) => d.count)
  const setsLeft = problem.stocks.map((s) => s.sets)
  const limitedUses: PatternUse[] = []
  for (const { pattern, sets: wantedSets } of [...uses].sort((a, b) => b.sets - a.sets)) {
    const setsFitting = Math.min(
      wantedSets,
      setsLeft[pattern.stock] ?? 0,
      ...pattern.counts.map((c, i) => (c > 0 ? Math.floor((rollsLeft[i] ?? 0) / c) : Infinity)),
    )
    const use = setsFitting > 0 ? { pattern, sets: setsFitting } : trimPattern(pattern, rollsLeft, setsLeft)
    if (!use) continue
    limitedUses.push(use)
    setsLeft[pattern.stock]! -= use.sets
    for (const [i, c] of use.pattern.counts.entries()) rollsLeft[i]! -= c * use.sets
  }
  return limitedUses
}
/** Returns one set of a pattern without the lanes that exceed the demand. */
function trimPattern(pattern: Pattern, rollsLeft: readonly number[], setsLeft: readonly number[]): PatternUse | null {
  const counts = pattern.counts.map((c, i) => Math.min(c, Math.max(0, rollsLeft[i] ?? 0)))
  return (setsLeft[pattern.stock] ?? 0) > 0 && counts.some((c) => c > 0)
    ? { pattern: { ...pattern, counts }, sets: 1 }
    : null
}
function getRemainingProblem(problem: CuttingStockProblem, fixed: readonly PatternUse[]): CuttingStockProblem {
  const uncutRolls = countUncutRolls(problem, fixed)
  return {
    ...problem,
    demands: problem.demands.map((d, i) => ({ ...d, count: Math.max(0, uncutRolls[i] ?? 0) })),
    stocks: problem.stocks.map((s, i) => ({
      ...s,
      sets: s.sets - fixed.reduce((sum, u) => sum + (u.pattern.stock === i ? u.sets : 0), 0),
    })),
  }
}
function chooseBetter(problem: CuttingStockProblem, uses: readonly PatternUse[], best: CostedPlan | null): CostedPlan {
  const candidate = { uses: mergeUses(uses), cost: calculatePlanCost(problem, uses) }
  return best === null || candidate.cost < best.cost ? candidate : best
}
/** Costs are multiples of the common divisor of the stock widths; with one width that is a whole set. */
function roundUpBound({ stocks }: CuttingStockProblem, bound: number): number {
  const step = stocks.reduce((g, s) => calculateGcd(g, getSetCost(s)), 0)
  return step > 0 ? Math.ceil(bound / step - 1e-6) * step : bound
}

/**
 * Cuts every width alone, as often side by side as fits, from the stock that takes the least web per roll. The last set
 * of a width holds its remainder.
 */
function cutSingleWidths({ demands, stocks, lanes }: CuttingStockProblem): PatternUse[] {
  const setsLeft = stocks.map((stock) => stock.sets)
  const uses: PatternUse[] = []
  for (const [i, { width, count }] of demands.entries()) {
    for (let rolls = count; rolls > 0;) {
      const lanesByStock = stocks.map((stock, s) =>
        (setsLeft[s] ?? 0) > 0 ? Math.min(lanes, rolls, Math.floor(stock.width / width)) : 0,
      )
      const costs = stocks.map((stock, s) => (lanesByStock[s]! > 0 ? getSetCost(stock) / lanesByStock[s]! : Infinity))
      const stock = costs.indexOf(Math.min(...costs))
      const lanesOfSet = lanesByStock[stock] ?? 0
      if (lanesOfSet === 0) break
      const sets = Math.min(setsLeft[stock]!, Math.floor(rolls / lanesOfSet))
      setsLeft[stock]! -= sets
      rolls -= sets * lanesOfSet
      uses.push({ pattern: { stock, counts: demands.map((_, k) => (k === i ? lanesOfSet : 0)) }, sets })
    }
  }
  return mergeUses(uses)
}
