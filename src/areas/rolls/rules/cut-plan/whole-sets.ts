import { divisor, filledUp } from './candidates'
import { relax, type Relaxed } from './column-generation'
import { firstFitDecreasing } from './first-fit'
import { unaided, type Means } from './integer'
import { wholeByInteger } from './integer-step'
import { cutSingleWidths } from './single-width'
import { costOf, merged, setCost, uncut, type Pattern, type Problem, type Use } from './stock'
import type { Termination } from './termination'

export interface WholePlan {
  readonly uses: readonly Use[]
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
export function planWholeSets(problem: Problem, means: Means = unaided): WholePlan {
  const simple = [firstFitDecreasing(problem), cutSingleWidths(problem)]
  let best = simple.reduce<Best | null>((best, uses) => better(problem, uses, best), null)!
  const patterns = simple.flatMap((uses) => uses.map(({ pattern }) => filledUp(problem, pattern)))
  const first = relax(problem, patterns, means.secondsLeft)
  // Rounding down is nearly free, so even a relaxation that was cut off improves on the simple plans.
  best = roundDown(problem, first, best)
  const bound = first.proven ? roundedUp(problem, first.bound) : null
  const isBest = ({ cost }: Best) => bound !== null && cost <= bound + 1e-6
  const forSolver = means.solve ? means.secondsLeft() * 0.8 : 0
  const secondsLeft = () => means.secondsLeft() - forSolver
  for (const keep of DEPTHS) {
    if (isBest(best) || secondsLeft() <= 0) break
    best = dive(problem, first, keep, best, bound, secondsLeft)
  }
  if (isBest(best)) return { ...best, bound, termination: 'optimal' }
  if (!means.solve) return { ...best, bound, termination: secondsLeft() > 0 ? 'feasible' : 'timeLimit' }
  const whole = wholeByInteger(problem, first, best, means)
  if (whole.uses) best = better(problem, whole.uses, best)
  return {
    ...best,
    bound: bound === null || whole.bound === null ? bound : Math.max(bound, Math.min(whole.bound, best.cost)),
    termination: whole.termination,
  }
}
function roundDown(problem: Problem, relaxed: Relaxed, best: Best): Best {
  const fixed = within(
    problem,
    relaxed.uses.map((use) => ({ ...use, sets: Math.floor(use.sets + 1e-9) })).filter(({ sets }) => sets > 0),
  )
  return better(problem, [...fixed, ...firstFitDecreasing(remaining(problem, fixed))], best)
}
/** Fraction of a set from which a pattern counts as whole, one dive per value. */
const DEPTHS = [0.999, 0.6, 0.75]
type Best = { uses: readonly Use[]; cost: number }

function dive(
  problem: Problem,
  first: Relaxed,
  keep: number,
  before: Best,
  bound: number | null,
  secondsLeft: Means['secondsLeft'],
): Best {
  let best = before
  let fixed: Use[] = []
  let rest = problem
  let relaxed = first
  for (let depth = 0; depth < 400 && secondsLeft() > 0 && rest.demands.some((d) => d.count > 0); depth++) {
    const taken = certain(rest, relaxed.uses, keep)
    if (taken.length === 0) break
    fixed = merged([...fixed, ...taken])
    rest = remaining(problem, fixed)
    best = better(problem, [...fixed, ...firstFitDecreasing(rest)], best)
    if (bound !== null && best.cost <= bound + 1e-6) return best
    relaxed = relax(
      rest,
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
function certain(problem: Problem, uses: readonly Use[], keep: number): Use[] {
  const whole = uses.map((u) => ({ ...u, sets: Math.floor(u.sets + 1 - keep + 1e-9) })).filter((u) => u.sets > 0)
  const [top] = [...uses].sort((a, b) => b.sets - a.sets)
  return within(problem, whole.length > 0 ? whole : top ? [{ ...top, sets: 1 }] : [])
}
/** Limits uses so that no set exceeds the demand and no stock exceeds its sets. */
function within(problem: Problem, uses: readonly Use[]): Use[] {
  const left = problem.demands.map((d) => d.count)
  const sets = problem.stocks.map((s) => s.sets)
  const kept: Use[] = []
  for (const { pattern, sets: wanted } of [...uses].sort((a, b) => b.sets - a.sets)) {
    const fits = Math.min(
      wanted,
      sets[pattern.stock] ?? 0,
      ...pattern.counts.map((c, i) => (c > 0 ? Math.floor((left[i] ?? 0) / c) : Infinity)),
    )
    const use = fits > 0 ? { pattern, sets: fits } : trimmed(pattern, left, sets)
    if (!use) continue
    kept.push(use)
    sets[pattern.stock]! -= use.sets
    for (const [i, c] of use.pattern.counts.entries()) left[i]! -= c * use.sets
  }
  return kept
}
/** Returns one set of a pattern without the lanes that exceed the demand. */
function trimmed(pattern: Pattern, left: readonly number[], sets: readonly number[]): Use | null {
  const counts = pattern.counts.map((c, i) => Math.min(c, Math.max(0, left[i] ?? 0)))
  return (sets[pattern.stock] ?? 0) > 0 && counts.some((c) => c > 0)
    ? { pattern: { ...pattern, counts }, sets: 1 }
    : null
}
function remaining(problem: Problem, fixed: readonly Use[]): Problem {
  const left = uncut(problem, fixed)
  return {
    ...problem,
    demands: problem.demands.map((d, i) => ({ ...d, count: Math.max(0, left[i] ?? 0) })),
    stocks: problem.stocks.map((s, i) => ({
      ...s,
      sets: s.sets - fixed.reduce((sum, u) => sum + (u.pattern.stock === i ? u.sets : 0), 0),
    })),
  }
}
function better(problem: Problem, uses: readonly Use[], best: Best | null): Best {
  const candidate = { uses: merged(uses), cost: costOf(problem, uses) }
  return best === null || candidate.cost < best.cost ? candidate : best
}
/** Costs are multiples of the common divisor of the stock widths; with one width that is a whole set. */
function roundedUp({ stocks }: Problem, bound: number): number {
  const step = stocks.reduce((g, s) => divisor(g, setCost(s)), 0)
  return step > 0 ? Math.ceil(bound / step - 1e-6) * step : bound
}
