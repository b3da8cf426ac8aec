/** Improves a plan of whole sets with an integer solver. */
import { calculateGcd, fillPattern, findPatternsWithinSlack } from './find-patterns'
import type { RelaxedPlan } from './column-generation'
import type { IntegerProgram, SearchResources } from './integer-program'
import type { Termination } from './cut-plan-types'
import {
  countPatternLanes,
  mergeUses,
  getSetCost,
  countUncutRolls,
  calculateUncutCost,
  type Pattern,
  type CuttingStockProblem,
  type PatternUse,
} from './cutting-stock-problem'

/**
 * Maximum number of patterns per solver round, and the round's share of the remaining time. The solver is quick with
 * few patterns, but proves an optimum only with all patterns.
 */
const SOLVER_ROUNDS = [
  { maxPatterns: 600, timeShare: 0.3 },
  { maxPatterns: 3000, timeShare: 0.5 },
  { maxPatterns: 20_000, timeShare: 1 },
]
/** The solver does not watch its time limit while it solves its first relaxation, which takes about this long. */
const SECONDS_PER_PATTERN = 1 / 5000
/** Result of the integer solver. `uses` is null if nothing beats the known plan. */
export interface WholeSetsResult {
  readonly uses: readonly PatternUse[] | null
  /** Lower bound of the cost of any plan; null if not all patterns were considered. */
  readonly bound: number | null
  readonly termination: Termination
}
type KnownPlan = { readonly uses: readonly PatternUse[]; readonly cost: number }

/**
 * Returns the best plan of whole sets that the integer solver finds. The solver gets all patterns that a better plan
 * could contain or, if these are too many, the most promising ones.
 * @param knownPlan the plan to improve, with its cost
 */
export function solveWholeSets(
  problem: CuttingStockProblem,
  relaxedPlan: RelaxedPlan,
  knownPlan: KnownPlan,
  { solve, secondsLeft }: SearchResources,
): WholeSetsResult {
  const costStep = calculateGcd(problem.stocks.map(getSetCost))
  const minCost = Math.ceil(relaxedPlan.bound / costStep - 1e-6) * costStep
  let bestPlan = knownPlan
  let previousPatternCount = 0
  // Stays `timeLimit` if there is no time for a single solver round.
  let termination: Termination = 'timeLimit'
  for (const { maxPatterns, timeShare } of SOLVER_ROUNDS) {
    if (!solve || costStep === 0 || secondsLeft() <= 0 || bestPlan.cost <= minCost) break
    const { patterns, isExhaustive } = findPromisingPatterns(
      problem,
      relaxedPlan,
      bestPlan.cost - costStep - relaxedPlan.bound,
      maxPatterns,
    )
    if (patterns.length === previousPatternCount) continue
    previousPatternCount = patterns.length
    const seconds = secondsLeft() * (isExhaustive ? 1 : timeShare) - patterns.length * SECONDS_PER_PATTERN
    if (seconds <= 0) {
      termination = 'timeLimit'
      continue
    }
    const candidatePatterns = deduplicatePatterns([
      ...patterns,
      ...[...relaxedPlan.uses, ...bestPlan.uses].map((use) => fillPattern(problem, use.pattern)),
    ])
    const solution = solve(
      buildProgram(problem, candidatePatterns, costStep),
      seconds,
      buildStartValues(problem, candidatePatterns, bestPlan.uses),
    )
    if (!solution) continue
    // An optimum over some patterns need not be the optimum over all.
    termination = solution.termination === 'optimal' && !isExhaustive ? 'nodeLimit' : solution.termination
    if (solution.cost < bestPlan.cost)
      bestPlan = {
        cost: solution.cost,
        uses: removeExcessLanes(problem, toPatternUses(candidatePatterns, solution.values)),
      }
    if (isExhaustive && relaxedPlan.isProven && solution.bound > -Infinity)
      return {
        uses: bestPlan === knownPlan ? null : bestPlan.uses,
        bound: Math.min(bestPlan.cost, Math.ceil(solution.bound / costStep - 1e-6) * costStep),
        termination,
      }
  }
  if (bestPlan.cost <= minCost && relaxedPlan.isProven) termination = 'optimal'
  return { uses: bestPlan === knownPlan ? null : bestPlan.uses, bound: null, termination }
}
const toPatternUses = (patterns: readonly Pattern[], values: readonly number[]): PatternUse[] =>
  patterns.flatMap((pattern, i) => (values[i]! > 0 ? [{ pattern, sets: values[i]! }] : []))
/**
 * Returns at most `maxPatterns` patterns within `slack` of the relaxation. If there are more, reduces `slack` step by
 * step. `isExhaustive` is true if the list contains every pattern that a better plan can use.
 */
export function findPromisingPatterns(
  problem: CuttingStockProblem,
  relaxedPlan: RelaxedPlan,
  slack: number,
  maxPatterns: number,
): { patterns: Pattern[]; isExhaustive: boolean } {
  for (const slackShare of [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0]) {
    const patterns = findPatternsWithinSlack(problem, relaxedPlan.duals, Math.max(0, slack) * slackShare, maxPatterns)
    if (patterns) return { patterns, isExhaustive: slackShare === 1 }
  }
  return { patterns: [], isExhaustive: false }
}
const getPatternKey = ({ stock, counts }: Pattern): string => `${stock}:${counts.join(',')}`
const deduplicatePatterns = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [getPatternKey(pattern), pattern])).values(),
]

/** Builds one column per pattern, then one per demand for its uncut rolls. Rows: one per demand, then one per stock. */
function buildProgram(problem: CuttingStockProblem, patterns: readonly Pattern[], costStep: number): IntegerProgram {
  const { demands, stocks } = problem
  const uncutRollCost = calculateUncutCost(problem)
  return {
    costStep,
    rows: [
      ...demands.map((demand) => ({ min: demand.count, max: Infinity })),
      ...stocks.map((stock) => ({ min: 0, max: Math.max(0, stock.sets) })),
    ],
    columns: [
      ...patterns.map(({ stock, counts }) => {
        const cutDemands = counts.flatMap((count, i) => (count > 0 ? [i] : []))
        return {
          cost: getSetCost(stocks[stock]!),
          rows: [...cutDemands, demands.length + stock],
          coefficients: [...cutDemands.map((i) => counts[i]!), 1],
          max: Math.min(
            stocks[stock]!.sets,
            Math.max(0, ...cutDemands.map((i) => Math.ceil(demands[i]!.count / counts[i]!))),
          ),
        }
      }),
      ...demands.map((demand, i) => ({
        cost: uncutRollCost * (demand.uncutWeight ?? 1),
        rows: [i],
        coefficients: [1],
        max: demand.count,
      })),
    ],
  }
}
/** Returns a plan as values of the program's columns, from which the solver starts. */
function buildStartValues(
  problem: CuttingStockProblem,
  patterns: readonly Pattern[],
  uses: readonly PatternUse[],
): number[] {
  const indexByPattern = new Map(patterns.map((pattern, i) => [getPatternKey(pattern), i]))
  const values = patterns.map(() => 0)
  for (const { pattern, sets } of uses)
    values[indexByPattern.get(getPatternKey(fillPattern(problem, pattern)))!]! += sets
  return [...values, ...countUncutRolls(problem, uses).map((rolls) => Math.max(0, rolls))]
}
/** Removes the lanes that exceed the ordered rolls. */
export function removeExcessLanes(problem: CuttingStockProblem, uses: readonly PatternUse[]): PatternUse[] {
  const excessRolls = countUncutRolls(problem, uses).map((rolls) => Math.max(0, -rolls))
  const usesWithoutExcess: PatternUse[] = []
  for (const use of uses) {
    let parts = [use]
    for (const i of problem.demands.keys()) parts = parts.flatMap((part) => removeLanes(part, i, excessRolls))
    usesWithoutExcess.push(...parts.filter((part) => countPatternLanes(part.pattern.counts) > 0))
  }
  return mergeUses(usesWithoutExcess)
}
/** Removes excess lanes of one demand from as many sets as needed. */
function removeLanes({ pattern, sets }: PatternUse, demandIndex: number, excessRolls: number[]): PatternUse[] {
  const lanes = pattern.counts[demandIndex]!
  if (lanes === 0 || !excessRolls[demandIndex]) return [{ pattern, sets }]
  const excess = Math.min(excessRolls[demandIndex]!, lanes * sets)
  excessRolls[demandIndex]! -= excess
  const buildPattern = (count: number): Pattern => ({ ...pattern, counts: pattern.counts.with(demandIndex, count) })
  const setsWithoutLanes = Math.floor(excess / lanes)
  const setsWithFewerLanes = excess % lanes > 0 ? 1 : 0
  return [
    { pattern, sets: sets - setsWithoutLanes - setsWithFewerLanes },
    { pattern: buildPattern(0), sets: setsWithoutLanes },
    { pattern: buildPattern(lanes - (excess % lanes)), sets: setsWithFewerLanes },
  ].filter((use) => use.sets > 0)
}
