/** Solves the cutting stock problem in whole sets, by heuristics and, if available, an integer solver. */
import { calculateGcd, fillPattern } from './find-patterns'
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
import type { Termination } from './cut-plan-types'

/** Share of the remaining time that is reserved for the integer solver. */
const SOLVER_TIME_SHARE = 0.8
const MAX_DIVE_DEPTH = 400

export interface WholeSetPlan {
  readonly uses: readonly PatternUse[]
  /** Width of all sets in millimetres, plus `calculateUncutCost` per uncut roll. */
  readonly cost: number
  /** Lower bound of the cost of any plan; null if not proven. */
  readonly bound: number | null
  readonly termination: Termination
}

/**
 * Plans whole sets close to the relaxation by diving: rounds uses to whole sets, relaxes the remaining problem, and
 * repeats. First-fit decreasing completes each step to a plan. The result is the cheapest of these plans, the manual
 * plan and the plan of single widths. If an integer solver is available, it improves the result. With a single stock
 * width, the bound is rounded up to whole sets. The optimum is then at most one set above the bound (modified integer
 * round-up conjecture, Scheithauer and Terno 1995).
 */
export function planWholeSets(problem: CuttingStockProblem, resources: SearchResources = heuristicsOnly): WholeSetPlan {
  const simplePlans = [planFirstFitDecreasing(problem), planSingleWidths(problem)]
  let bestPlan = simplePlans.reduce<CostedPlan | null>(
    (cheapestPlan, uses) => chooseCheaperPlan(problem, uses, cheapestPlan),
    null,
  )!
  const patterns = simplePlans.flatMap((uses) => uses.map(({ pattern }) => fillPattern(problem, pattern)))
  const relaxation = solveRelaxation(problem, patterns, resources.secondsLeft)
  // Rounding down takes hardly any time, so even an unfinished relaxation improves on the simple plans.
  bestPlan = planByRoundingDown(problem, relaxation, bestPlan)
  const bound = relaxation.isProven ? roundUpBound(problem, relaxation.bound) : null
  const isBest = ({ cost }: CostedPlan) => bound !== null && cost <= bound + 1e-6
  const solverSeconds = resources.solve ? resources.secondsLeft() * SOLVER_TIME_SHARE : 0
  const secondsLeft = () => resources.secondsLeft() - solverSeconds
  for (const threshold of ROUNDING_THRESHOLDS) {
    if (isBest(bestPlan) || secondsLeft() <= 0) break
    bestPlan = planByDiving(problem, relaxation, threshold, bestPlan, bound, secondsLeft)
  }
  if (isBest(bestPlan)) return { ...bestPlan, bound, termination: 'optimal' }
  if (!resources.solve) return { ...bestPlan, bound, termination: secondsLeft() > 0 ? 'feasible' : 'timeLimit' }
  const solverResult = solveWholeSets(problem, relaxation, bestPlan, resources)
  if (solverResult.uses) bestPlan = chooseCheaperPlan(problem, solverResult.uses, bestPlan)
  return {
    ...bestPlan,
    bound:
      bound === null || solverResult.bound === null
        ? bound
        : Math.max(bound, Math.min(solverResult.bound, bestPlan.cost)),
    termination: solverResult.termination,
  }
}
function planByRoundingDown(problem: CuttingStockProblem, relaxed: RelaxedPlan, bestPlan: CostedPlan): CostedPlan {
  const fixedUses = limitToDemand(
    problem,
    relaxed.uses.map((use) => ({ ...use, sets: Math.floor(use.sets + 1e-9) })).filter(({ sets }) => sets > 0),
  )
  return chooseCheaperPlan(
    problem,
    [...fixedUses, ...planFirstFitDecreasing(buildRemainingProblem(problem, fixedUses))],
    bestPlan,
  )
}
/** Fractions of a set from which a use is rounded up to a whole set, one dive per value. */
const ROUNDING_THRESHOLDS = [0.999, 0.6, 0.75]
type CostedPlan = { uses: readonly PatternUse[]; cost: number }

function planByDiving(
  problem: CuttingStockProblem,
  relaxation: RelaxedPlan,
  threshold: number,
  startPlan: CostedPlan,
  bound: number | null,
  secondsLeft: SearchResources['secondsLeft'],
): CostedPlan {
  let bestPlan = startPlan
  let fixedUses: PatternUse[] = []
  let remainingProblem = problem
  let currentRelaxation = relaxation
  for (
    let depth = 0;
    depth < MAX_DIVE_DEPTH && secondsLeft() > 0 && remainingProblem.demands.some((demand) => demand.count > 0);
    depth++
  ) {
    const roundedUses = roundUsesToWholeSets(remainingProblem, currentRelaxation.uses, threshold)
    if (roundedUses.length === 0) break
    fixedUses = mergeUses([...fixedUses, ...roundedUses])
    remainingProblem = buildRemainingProblem(problem, fixedUses)
    bestPlan = chooseCheaperPlan(problem, [...fixedUses, ...planFirstFitDecreasing(remainingProblem)], bestPlan)
    if (bound !== null && bestPlan.cost <= bound + 1e-6) return bestPlan
    currentRelaxation = solveRelaxation(
      remainingProblem,
      currentRelaxation.uses.map((use) => use.pattern),
      secondsLeft,
    )
  }
  return bestPlan
}
/**
 * Returns the uses of the relaxation in whole sets; fractions from `threshold` on are rounded up. If this gives no
 * whole set, returns one set of the most used pattern.
 */
function roundUsesToWholeSets(
  problem: CuttingStockProblem,
  uses: readonly PatternUse[],
  threshold: number,
): PatternUse[] {
  const wholeUses = uses
    .map((use) => ({ ...use, sets: Math.floor(use.sets + 1 - threshold + 1e-9) }))
    .filter((use) => use.sets > 0)
  if (wholeUses.length > 0) return limitToDemand(problem, wholeUses)
  const [mostUsed] = [...uses].sort((a, b) => b.sets - a.sets)
  return mostUsed ? limitToDemand(problem, [{ ...mostUsed, sets: 1 }]) : []
}
/** Limits uses so that they cut no more rolls than demanded and take no more sets than each stock yields. */
function limitToDemand(problem: CuttingStockProblem, uses: readonly PatternUse[]): PatternUse[] {
  const rollsLeft = problem.demands.map((demand) => demand.count)
  const setsLeft = problem.stocks.map((stock) => stock.sets)
  const limitedUses: PatternUse[] = []
  for (const { pattern, sets: wantedSets } of [...uses].sort((a, b) => b.sets - a.sets)) {
    const setsFitting = Math.min(
      wantedSets,
      setsLeft[pattern.stock] ?? 0,
      ...pattern.counts.map((count, i) => (count > 0 ? Math.floor((rollsLeft[i] ?? 0) / count) : Infinity)),
    )
    const use = setsFitting > 0 ? { pattern, sets: setsFitting } : trimPattern(pattern, rollsLeft, setsLeft)
    if (!use) continue
    limitedUses.push(use)
    setsLeft[pattern.stock]! -= use.sets
    for (const [i, count] of use.pattern.counts.entries()) rollsLeft[i]! -= count * use.sets
  }
  return limitedUses
}
/** Returns one set of a pattern without the lanes that exceed the demand. */
function trimPattern(pattern: Pattern, rollsLeft: readonly number[], setsLeft: readonly number[]): PatternUse | null {
  const counts = pattern.counts.map((count, i) => Math.min(count, Math.max(0, rollsLeft[i] ?? 0)))
  return (setsLeft[pattern.stock] ?? 0) > 0 && counts.some((count) => count > 0)
    ? { pattern: { ...pattern, counts }, sets: 1 }
    : null
}
function buildRemainingProblem(problem: CuttingStockProblem, fixedUses: readonly PatternUse[]): CuttingStockProblem {
  const uncutRolls = countUncutRolls(problem, fixedUses)
  return {
    ...problem,
    demands: problem.demands.map((demand, i) => ({ ...demand, count: Math.max(0, uncutRolls[i] ?? 0) })),
    stocks: problem.stocks.map((stock, i) => ({
      ...stock,
      sets: stock.sets - fixedUses.reduce((sum, use) => sum + (use.pattern.stock === i ? use.sets : 0), 0),
    })),
  }
}
function chooseCheaperPlan(
  problem: CuttingStockProblem,
  uses: readonly PatternUse[],
  bestPlan: CostedPlan | null,
): CostedPlan {
  const candidate = { uses: mergeUses(uses), cost: calculatePlanCost(problem, uses) }
  return bestPlan === null || candidate.cost < bestPlan.cost ? candidate : bestPlan
}
/** Rounds a bound up to the next possible cost. Costs are multiples of the common divisor of the stock widths. */
function roundUpBound({ stocks }: CuttingStockProblem, bound: number): number {
  const costStep = calculateGcd(stocks.map(getSetCost))
  return costStep > 0 ? Math.ceil(bound / costStep - 1e-6) * costStep : bound
}

/**
 * Plans every width separately: as many rolls side by side as fit, from the stock that takes the least web per roll.
 * The last set of a width holds the remaining rolls.
 */
function planSingleWidths({ demands, stocks, maxLanes }: CuttingStockProblem): PatternUse[] {
  const setsLeft = stocks.map((stock) => stock.sets)
  const uses: PatternUse[] = []
  for (const [i, { width, count }] of demands.entries()) {
    for (let rolls = count; rolls > 0;) {
      const lanesByStock = stocks.map((stock, stockIndex) =>
        (setsLeft[stockIndex] ?? 0) > 0 ? Math.min(maxLanes, rolls, Math.floor(stock.width / width)) : 0,
      )
      const costsPerRoll = stocks.map((stock, stockIndex) =>
        lanesByStock[stockIndex]! > 0 ? getSetCost(stock) / lanesByStock[stockIndex]! : Infinity,
      )
      const stock = costsPerRoll.indexOf(Math.min(...costsPerRoll))
      const setLanes = lanesByStock[stock] ?? 0
      if (setLanes === 0) break
      const sets = Math.min(setsLeft[stock]!, Math.floor(rolls / setLanes))
      setsLeft[stock]! -= sets
      rolls -= sets * setLanes
      uses.push({ pattern: { stock, counts: demands.map((_, k) => (k === i ? setLanes : 0)) }, sets })
    }
  }
  return mergeUses(uses)
}
