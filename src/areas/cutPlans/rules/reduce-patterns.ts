/** Reduces the number of patterns of a plan, so that the knives are set less often. */
import { calculateGcd } from './find-patterns'
import {
  calculatePatternWidth,
  countPatternLanes,
  mergeUses,
  type CuttingStockProblem,
  type PatternUse,
} from './cutting-stock-problem'

/** Sizes of the combinations of patterns that the search tries to replace by one pattern less. */
const COMBINATION_SIZES = [2, 3, 4]
/** Search steps per combination and in total; they limit the time to about a tenth of a second. */
const MAX_COMBINATION_STEPS = 20_000
const MAX_STEPS = 200_000

/**
 * Replaces patterns by fewer ones that cut the same rolls from no more sets of each stock. Repeats this as long as a
 * combination of two to four patterns can be replaced by one pattern less. The number of patterns is not proven to be
 * the least.
 * @see Foerster and Wäscher, KOMBI, International Journal of Production Research 38, 2000
 */
export function reducePatterns(problem: CuttingStockProblem, uses: readonly PatternUse[]): PatternUse[] {
  const steps = { left: MAX_STEPS }
  let reducedUses = mergeUses(uses)
  for (let nextUses: PatternUse[] | null = reducedUses; nextUses;) {
    reducedUses = nextUses
    nextUses = replaceCombination(problem, reducedUses, steps)
  }
  return reducedUses
}
/** Search steps that are left. Every search step reduces the number. */
interface StepBudget {
  left: number
}
/**
 * Replaces the first combination of patterns whose rolls can be cut with one pattern less.
 * @returns all uses of the new plan; null if no combination can be replaced
 */
function replaceCombination(
  problem: CuttingStockProblem,
  uses: readonly PatternUse[],
  steps: StepBudget,
): PatternUse[] | null {
  for (const size of COMBINATION_SIZES) {
    for (const combination of listCombinations(uses, size)) {
      if (steps.left <= 0) return null
      const combinationSteps = { left: Math.min(steps.left, MAX_COMBINATION_STEPS) }
      steps.left -= combinationSteps.left
      const fewerUses = replaceByFewerUses(problem, combination, combinationSteps)
      // Returns the unused steps to the budget. Setting up a combination counts as one step per demand.
      steps.left += Math.max(0, combinationSteps.left) - problem.demands.length
      if (fewerUses) return mergeUses([...uses.filter((use) => !combination.includes(use)), ...fewerUses])
    }
  }
  return null
}
function replaceByFewerUses(
  problem: CuttingStockProblem,
  combination: readonly PatternUse[],
  steps: StepBudget,
): PatternUse[] | null {
  const cutDemands = [...problem.demands.keys()].filter((i) =>
    combination.some(({ pattern }) => pattern.counts[i]! > 0),
  )
  const fewerUses = findUses(
    { ...problem, demands: cutDemands.map((i) => problem.demands[i]!) },
    cutDemands.map((i) => combination.reduce((sum, { pattern, sets }) => sum + sets * pattern.counts[i]!, 0)),
    problem.stocks.map((_, stock) =>
      combination.reduce((sum, { pattern, sets }) => sum + (pattern.stock === stock ? sets : 0), 0),
    ),
    combination.length - 1,
    steps,
  )
  return (
    fewerUses?.map(({ pattern, sets }) => {
      const counts = problem.demands.map(() => 0)
      for (const [cutIndex, count] of pattern.counts.entries()) counts[cutDemands[cutIndex]!] = count
      return { pattern: { ...pattern, counts }, sets }
    }) ?? null
  )
}
function* listCombinations<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) yield []
  else
    for (let i = from; i <= items.length - size; i++)
      for (const others of listCombinations(items, size - 1, i + 1)) yield [items[i]!, ...others]
}
/** Returns uses of at most `maxPatterns` patterns that cut exactly these rolls; null if none is found. */
function findUses(
  problem: CuttingStockProblem,
  rolls: readonly number[],
  setsLeft: readonly number[],
  maxPatterns: number,
  steps: StepBudget,
): PatternUse[] | null {
  const firstDemand = rolls.findIndex((count) => count > 0)
  if (firstDemand < 0) return []
  const spareWidth =
    setsLeft.reduce((sum, sets, stock) => sum + sets * problem.stocks[stock]!.width, 0) -
    calculatePatternWidth(problem.demands, rolls)
  const spareLanes =
    setsLeft.reduce((sum, sets) => sum + sets, 0) * problem.maxLanes - rolls.reduce((sum, count) => sum + count, 0)
  if (maxPatterns === 0 || spareWidth < 0 || spareLanes < 0) return null
  for (const [stockIndex, stock] of problem.stocks.entries()) {
    for (let sets = setsLeft[stockIndex]!; sets > 0; sets--) {
      const tryCounts = (counts: readonly number[]): PatternUse[] | null => {
        const otherUses = findUses(
          problem,
          rolls.map((count, i) => count - counts[i]! * sets),
          setsLeft.with(stockIndex, setsLeft[stockIndex]! - sets),
          maxPatterns - 1,
          steps,
        )
        return otherUses && [{ pattern: { stock: stockIndex, counts }, sets }, ...otherUses]
      }
      if (maxPatterns === 1) {
        steps.left -= 1
        if (calculateGcd(rolls) % sets !== 0) continue
        const counts = rolls.map((count) => count / sets)
        const fits =
          calculatePatternWidth(problem.demands, counts) <= stock.width && countPatternLanes(counts) <= problem.maxLanes
        if (fits) return [{ pattern: { stock: stockIndex, counts }, sets }]
        continue
      }
      const counts = problem.demands.map(() => 0)
      /** Fills the pattern with every number of lanes of each demand, the most first. */
      const fillFrom = (demandIndex: number, widthLeft: number, lanesLeft: number): PatternUse[] | null => {
        if (--steps.left < 0) return null
        if (demandIndex === rolls.length) return widthLeft * sets > spareWidth ? null : tryCounts(counts.slice())
        const { width } = problem.demands[demandIndex]!
        const maxLanes = Math.min(Math.floor(rolls[demandIndex]! / sets), lanesLeft, Math.floor(widthLeft / width))
        // One of the patterns must cut the first demand, so the search builds that pattern first.
        for (let lanes = maxLanes; lanes >= (demandIndex === firstDemand ? 1 : 0); lanes--) {
          counts[demandIndex] = lanes
          const foundUses = fillFrom(demandIndex + 1, widthLeft - lanes * width, lanesLeft - lanes)
          if (foundUses) return foundUses
        }
        counts[demandIndex] = 0
        return null
      }
      const foundUses = fillFrom(0, stock.width, problem.maxLanes)
      if (foundUses || steps.left < 0) return foundUses
    }
  }
  return null
}
