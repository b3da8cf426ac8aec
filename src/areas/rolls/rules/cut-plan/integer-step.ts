import { divisor, filledUp, patternsWithin } from './candidates'
import type { Relaxed } from './column-generation'
import type { IntegerProgram, Means } from './integer'
import type { Termination } from './termination'
import { laneCount, merged, setCost, uncut, uncutCost, type Pattern, type Problem, type Use } from './stock'

/**
 * Patterns per solver round, and each round's share of the remaining time. Few patterns are quick, all of them give a
 * proof.
 */
const ROUNDS = [
  { most: 600, share: 0.3 },
  { most: 3000, share: 0.5 },
  { most: 20_000, share: 1 },
]
/** Result of the integer solver. `uses` is null if nothing beats the known plan. */
export interface WholeAnswer {
  readonly uses: readonly Use[] | null
  /** Lower bound of the cost of any plan; null if not all patterns were considered. */
  readonly bound: number | null
  readonly termination: Termination
}
type Known = { readonly uses: readonly Use[]; readonly cost: number }

/**
 * Returns the best whole sets found by the integer solver. Uses all patterns that a better plan could contain if there
 * are few enough, else the most promising ones.
 * @param knownPlan the plan to improve, with its cost
 */
export function wholeByInteger(
  problem: Problem,
  relaxed: Relaxed,
  known: Known,
  { solve, secondsLeft }: Means,
): WholeAnswer {
  const step = problem.stocks.reduce((g, s) => divisor(g, setCost(s)), 0)
  const least = Math.ceil(relaxed.bound / step - 1e-6) * step
  let best = known
  let before = 0
  // Stays so if there is no time for a single solve.
  let termination: Termination = 'timeLimit'
  for (const { most, share } of ROUNDS) {
    if (!solve || step === 0 || secondsLeft() <= 0 || best.cost <= least) break
    const { patterns, all } = promising(problem, relaxed, best.cost - step - relaxed.bound, most)
    if (patterns.length === before) continue
    before = patterns.length
    const seconds = secondsLeft() * (all ? 1 : share)
    const given = distinct([...patterns, ...[...relaxed.uses, ...best.uses].map((u) => filledUp(problem, u.pattern))])
    const answer = solve(programOf(problem, given, step), seconds, startOf(problem, given, best.uses))
    if (!answer) continue
    // An optimum over some patterns need not be the optimum over all.
    termination = answer.termination === 'optimal' && !all ? 'nodeLimit' : answer.termination
    if (answer.cost < best.cost) best = { cost: answer.cost, uses: asOrdered(problem, usesOf(given, answer.values)) }
    if (all && relaxed.proven && answer.bound > -Infinity)
      return {
        uses: best === known ? null : best.uses,
        bound: Math.min(best.cost, Math.ceil(answer.bound / step - 1e-6) * step),
        termination,
      }
  }
  if (best.cost <= least && relaxed.proven) termination = 'optimal'
  return { uses: best === known ? null : best.uses, bound: null, termination }
}
const usesOf = (patterns: readonly Pattern[], values: readonly number[]): Use[] =>
  patterns.flatMap((pattern, i) => (values[i]! > 0 ? [{ pattern, sets: values[i]! }] : []))
function promising(
  problem: Problem,
  relaxed: Relaxed,
  slack: number,
  most: number,
): { patterns: Pattern[]; all: boolean } {
  for (const part of [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0]) {
    const patterns = patternsWithin(problem, relaxed.duals, Math.max(0, slack) * part, most)
    if (patterns) return { patterns, all: part === 1 }
  }
  return { patterns: [], all: false }
}
const keyOf = ({ stock, counts }: Pattern): string => `${stock}:${counts.join(',')}`
const distinct = (patterns: readonly Pattern[]): Pattern[] => [...new Map(patterns.map((p) => [keyOf(p), p])).values()]

/** Builds one column per pattern, then one per demand for its uncut rolls. Rows: one per demand, then one per stock. */
function programOf(problem: Problem, patterns: readonly Pattern[], step: number): IntegerProgram {
  const { demands, stocks } = problem
  const dear = uncutCost(problem)
  return {
    step,
    rows: [
      ...demands.map((d) => ({ least: d.count, most: Infinity })),
      ...stocks.map((s) => ({ least: 0, most: Math.max(0, s.sets) })),
    ],
    columns: [
      ...patterns.map(({ stock, counts }) => {
        const cut = counts.flatMap((count, i) => (count > 0 ? [i] : []))
        return {
          cost: setCost(stocks[stock]!),
          at: [...cut, demands.length + stock],
          by: [...cut.map((i) => counts[i]!), 1],
          most: Math.min(
            stocks[stock]!.sets,
            Math.max(0, ...cut.map((i) => Math.ceil(demands[i]!.count / counts[i]!))),
          ),
        }
      }),
      ...demands.map((d, i) => ({ cost: dear, at: [i], by: [1], most: d.count })),
    ],
  }
}
/** Returns the known plan as values of the columns. */
function startOf(problem: Problem, patterns: readonly Pattern[], uses: readonly Use[]): number[] {
  const index = new Map(patterns.map((p, i) => [keyOf(p), i]))
  const values = patterns.map(() => 0)
  for (const { pattern, sets } of uses) values[index.get(keyOf(filledUp(problem, pattern)))!]! += sets
  return [...values, ...uncut(problem, uses).map((n) => Math.max(0, n))]
}
/** Removes the lanes that exceed the ordered rolls. */
export function asOrdered(problem: Problem, uses: readonly Use[]): Use[] {
  const over = uncut(problem, uses).map((n) => Math.max(0, -n))
  const kept: Use[] = []
  for (const use of uses) {
    let rest = [use]
    for (const i of problem.demands.keys()) rest = rest.flatMap((part) => without(part, i, over))
    kept.push(...rest.filter((part) => laneCount(part.pattern.counts) > 0))
  }
  return merged(kept)
}
/** Removes excess lanes of one demand from as many sets as needed. */
function without({ pattern, sets }: Use, i: number, over: number[]): Use[] {
  const lanes = pattern.counts[i]!
  if (lanes === 0 || !over[i]) return [{ pattern, sets }]
  const spare = Math.min(over[i]!, lanes * sets)
  over[i]! -= spare
  const withLanes = (count: number): Pattern => ({ ...pattern, counts: pattern.counts.with(i, count) })
  const none = Math.floor(spare / lanes)
  const fewer = spare % lanes > 0 ? 1 : 0
  return [
    { pattern, sets: sets - none - fewer },
    { pattern: withLanes(0), sets: none },
    { pattern: withLanes(lanes - (spare % lanes)), sets: fewer },
  ].filter((use) => use.sets > 0)
}
