import { calculateGcd, fillPattern, findPatternsWithinSlack } from './candidates'
import type { RelaxedPlan } from './column-generation'
import type { IntegerProgram, SearchResources } from './integer-program'
import type { Termination } from './termination'
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
 * Patterns per solver round, and each round's share of the remaining time. Few patterns are quick, all of them give a
 * proof.
 */
const SOLVER_ROUNDS = [
  { most: 600, share: 0.3 },
  { most: 3000, share: 0.5 },
  { most: 20_000, share: 1 },
]
/** Result of the integer solver. `uses` is null if nothing beats the known plan. */
export interface WholeSetsResult {
  readonly uses: readonly PatternUse[] | null
  /** Lower bound of the cost of any plan; null if not all patterns were considered. */
  readonly bound: number | null
  readonly termination: Termination
}
type KnownPlan = { readonly uses: readonly PatternUse[]; readonly cost: number }

/**
 * Returns the best whole sets found by the integer solver. Uses all patterns that a better plan could contain if there
 * are few enough, else the most promising ones.
 * @param knownPlan the plan to improve, with its cost
 */
export function solveWholeSets(
  problem: CuttingStockProblem,
  relaxed: RelaxedPlan,
  knownPlan: KnownPlan,
  { solve, secondsLeft }: SearchResources,
): WholeSetsResult {
  const step = problem.stocks.reduce((g, s) => calculateGcd(g, getSetCost(s)), 0)
  const minCost = Math.ceil(relaxed.bound / step - 1e-6) * step
  let best = knownPlan
  let previousCount = 0
  // Stays so if there is no time for a single solve.
  let termination: Termination = 'timeLimit'
  for (const { most: maxPatterns, share } of SOLVER_ROUNDS) {
    if (!solve || step === 0 || secondsLeft() <= 0 || best.cost <= minCost) break
    const { patterns, isExhaustive } = findPromisingPatterns(
      problem,
      relaxed,
      best.cost - step - relaxed.bound,
      maxPatterns,
    )
    if (patterns.length === previousCount) continue
    previousCount = patterns.length
    const seconds = secondsLeft() * (isExhaustive ? 1 : share)
    const candidatePatterns = deduplicatePatterns([
      ...patterns,
      ...[...relaxed.uses, ...best.uses].map((u) => fillPattern(problem, u.pattern)),
    ])
    const answer = solve(
      buildProgram(problem, candidatePatterns, step),
      seconds,
      buildStartValues(problem, candidatePatterns, best.uses),
    )
    if (!answer) continue
    // An optimum over some patterns need not be the optimum over all.
    termination = answer.termination === 'optimal' && !isExhaustive ? 'nodeLimit' : answer.termination
    if (answer.cost < best.cost)
      best = { cost: answer.cost, uses: removeExcessLanes(problem, toPatternUses(candidatePatterns, answer.values)) }
    if (isExhaustive && relaxed.proven && answer.bound > -Infinity)
      return {
        uses: best === knownPlan ? null : best.uses,
        bound: Math.min(best.cost, Math.ceil(answer.bound / step - 1e-6) * step),
        termination,
      }
  }
  if (best.cost <= minCost && relaxed.proven) termination = 'optimal'
  return { uses: best === knownPlan ? null : best.uses, bound: null, termination }
}
const toPatternUses = (patterns: readonly Pattern[], values: readonly number[]): PatternUse[] =>
  patterns.flatMap((pattern, i) => (values[i]! > 0 ? [{ pattern, sets: values[i]! }] : []))
function findPromisingPatterns(
  problem: CuttingStockProblem,
  relaxed: RelaxedPlan,
  slack: number,
  maxPatterns: number,
): { patterns: Pattern[]; isExhaustive: boolean } {
  for (const slackShare of [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0]) {
    const patterns = findPatternsWithinSlack(problem, relaxed.duals, Math.max(0, slack) * slackShare, maxPatterns)
    if (patterns) return { patterns, isExhaustive: slackShare === 1 }
  }
  return { patterns: [], isExhaustive: false }
}
const getPatternKey = ({ stock, counts }: Pattern): string => `${stock}:${counts.join(',')}`
const deduplicatePatterns = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((p) => [getPatternKey(p), p])).values(),
]

/** Builds one column per pattern, then one per demand for its uncut rolls. Rows: one per demand, then one per stock. */
function buildProgram(problem: CuttingStockProblem, patterns: readonly Pattern[], step: number): IntegerProgram {
  const { demands, stocks } = problem
  const uncutRollCost = calculateUncutCost(problem)
  return {
    step,
    rows: [
      ...demands.map((d) => ({ least: d.count, most: Infinity })),
      ...stocks.map((s) => ({ least: 0, most: Math.max(0, s.sets) })),
    ],
    columns: [
      ...patterns.map(({ stock, counts }) => {
        const cutDemands = counts.flatMap((count, i) => (count > 0 ? [i] : []))
        return {
          cost: getSetCost(stocks[stock]!),
          rows: [...cutDemands, demands.length + stock],
          coefficients: [...cutDemands.map((i) => counts[i]!), 1],
          most: Math.min(
            stocks[stock]!.sets,
            Math.max(0, ...cutDemands.map((i) => Math.ceil(demands[i]!.count / counts[i]!))),
          ),
        }
      }),
      ...demands.map((d, i) => ({ cost: uncutRollCost, rows: [i], coefficients: [1], most: d.count })),
    ],
  }
}
/** Returns the known plan as values of the columns. */
function buildStartValues(
  problem: CuttingStockProblem,
  patterns: readonly Pattern[],
  uses: readonly PatternUse[],
): number[] {
  const index = new Map(patterns.map((p, i) => [getPatternKey(p), i]))
  const values = patterns.map(() => 0)
  for (const { pattern, sets } of uses) values[index.get(getPatternKey(fillPattern(problem, pattern)))!]! += sets
  return [...values, ...countUncutRolls(problem, uses).map((n) => Math.max(0, n))]
}
/** Removes the lanes that exceed the ordered rolls. */
export function removeExcessLanes(problem: CuttingStockProblem, uses: readonly PatternUse[]): PatternUse[] {
  const excessRolls = countUncutRolls(problem, uses).map((n) => Math.max(0, -n))
  const orderedUses: PatternUse[] = []
  for (const use of uses) {
    let parts = [use]
    for (const i of problem.demands.keys()) parts = parts.flatMap((part) => removeLanes(part, i, excessRolls))
    orderedUses.push(...parts.filter((part) => countPatternLanes(part.pattern.counts) > 0))
  }
  return mergeUses(orderedUses)
}
/** Removes excess lanes of one demand from as many sets as needed. */
function removeLanes({ pattern, sets }: PatternUse, i: number, excessRolls: number[]): PatternUse[] {
  const lanes = pattern.counts[i]!
  if (lanes === 0 || !excessRolls[i]) return [{ pattern, sets }]
  const excess = Math.min(excessRolls[i]!, lanes * sets)
  excessRolls[i]! -= excess
  const withLanes = (count: number): Pattern => ({ ...pattern, counts: pattern.counts.with(i, count) })
  const setsWithoutLanes = Math.floor(excess / lanes)
  const setsWithFewerLanes = excess % lanes > 0 ? 1 : 0
  return [
    { pattern, sets: sets - setsWithoutLanes - setsWithFewerLanes },
    { pattern: withLanes(0), sets: setsWithoutLanes },
    { pattern: withLanes(lanes - (excess % lanes)), sets: setsWithFewerLanes },
  ].filter((use) => use.sets > 0)
}
