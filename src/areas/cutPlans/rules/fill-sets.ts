/** Fills a given number of sets of each stock width, one set after the other, by exact subset sums. */
import { buildProblem, toJumboPieces, type CutBatch } from './cut-batch'
import { countSetsInLength } from './cut-metrics'
import type { CutPlan, SlitterSpec, UncutJumbo } from './cut-plan-types'
import { calculateGcd } from './find-patterns'
import type { SearchResources } from './integer-program'
import { getSetCost, mergeUses, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'

/** Share of the remaining time that the attempts may take. */
const TIME_SHARE = 0.3
/** Numbers of attempts per mix of sets and round; tight mixes need more attempts than others. */
const ATTEMPTS_OF_ROUNDS = [2, 8, 30, 120]
/** Limits for searches without a time limit. */
const MAX_ATTEMPTS = 600
const MAX_MIXES = 20_000

/** Numbers of sets by stock, with the total width of their webs, mm, and the fewest jumbos that yield them. */
interface SetMix {
  readonly setsByStock: readonly number[]
  readonly web: number
  readonly jumbos: number
}
/** A plan to improve and a limit that no plan may exceed. */
interface FillLimits {
  /** Total web width (mm) and jumbos of the known plan. A better plan begins fewer jumbos, or takes less web with as many. */
  readonly web: number
  readonly jumbos: number
  /** Greatest total web width of a plan with fewer jumbos, mm. */
  readonly maxWeb: number
}

/**
 * Plans the sets of each batch with fewer jumbos or less web than a plan that cuts all rolls. Skips products of several
 * lengths, because their batches share jumbos.
 * @param batches one per product and length
 * @param maxArea greatest area of web of a plan with fewer jumbos, mm·m
 * @returns the plans by the JSON text of their problem, only of batches with a better plan
 */
export function fillSetsOfBatches(
  batches: readonly CutBatch[],
  { jumbos, slitter }: { readonly jumbos: readonly UncutJumbo[]; readonly slitter: SlitterSpec },
  { cuts }: Pick<CutPlan, 'cuts'>,
  maxArea: number,
  { secondsLeft }: Pick<SearchResources, 'secondsLeft'>,
): Map<string, { uses: readonly PatternUse[] }> {
  const plansByProblem = new Map<string, { uses: readonly PatternUse[] }>()
  const secondsForOthers = secondsLeft() * (1 - TIME_SHARE)
  const countSets = (jumbo: UncutJumbo) =>
    cuts.reduce((sum, { jumboId, sets }) => sum + (jumboId === jumbo.id ? sets : 0), 0)
  for (const { orders } of batches) {
    const { product, length } = orders[0]!
    if (batches.filter((batch) => batch.orders[0]!.product === product).length > 1) continue
    const productJumbos = jumbos.filter((jumbo) => jumbo.product === product && jumbo.length >= length)
    const problem = buildProblem(orders, toJumboPieces(productJumbos), slitter)
    const limits = {
      web: productJumbos.reduce((sum, jumbo) => sum + countSets(jumbo) * jumbo.width, 0),
      jumbos: productJumbos.filter((jumbo) => countSets(jumbo) > 0).length,
      maxWeb: batches.length > 1 ? 0 : maxArea / length,
    }
    const jumboSets = problem.stocks.map((stock) =>
      productJumbos.flatMap((jumbo) =>
        jumbo.width === getSetCost(stock) ? [countSetsInLength(jumbo.length, length)] : [],
      ),
    )
    const uses = planByFillingSets(problem, jumboSets, limits, () => secondsLeft() >= secondsForOthers)
    if (uses) plansByProblem.set(JSON.stringify(problem), { uses })
  }
  return plansByProblem
}
/**
 * Returns a plan that cuts all rolls with fewer jumbos or less web than the known plan, or null if none is found. Tries
 * the mixes of sets in the order of their jumbos and web. The attempts differ by a random order of rolls and sets; the
 * same problem gives the same attempts.
 * @param jumboSets number of sets of each jumbo, by stock
 */
function planByFillingSets(
  problem: CuttingStockProblem,
  jumboSets: readonly (readonly number[])[],
  limits: FillLimits,
  hasTime: () => boolean,
): readonly PatternUse[] | null {
  let mixes = listSetMixes(problem, jumboSets, limits)
  const random = createRandom()
  let bestUses: readonly PatternUse[] | null = null
  let attemptsLeft = MAX_ATTEMPTS
  for (const attempts of ATTEMPTS_OF_ROUNDS) {
    for (let index = 0; index < mixes.length; index++) {
      for (let attempt = 0; attempt < attempts; attempt++) {
        if (attemptsLeft-- <= 0 || !hasTime()) return bestUses
        const uses = fillSets(problem, mixes[index]!.setsByStock, random)
        if (!uses) continue
        bestUses = uses
        // Only better mixes remain to be tried.
        mixes = mixes.slice(0, index)
        break
      }
    }
  }
  return bestUses
}
/** Lists the mixes that hold all rolls and are better than the known plan, best first. */
function listSetMixes(
  { demands, stocks, maxLanes }: CuttingStockProblem,
  jumboSets: readonly (readonly number[])[],
  limits: FillLimits,
): SetMix[] {
  const rollsWidth = demands.reduce((sum, { width, count }) => sum + width * count, 0)
  const minSets = Math.ceil(demands.reduce((sum, { count }) => sum + count, 0) / maxLanes)
  const maxWeb = Math.max(limits.web, limits.maxWeb)
  const jumbosBySets = stocks.map((stock, i) => countJumbosBySets(jumboSets[i]!, stock.sets))
  const mixes: SetMix[] = []
  const addMixes = (setsByStock: readonly number[], web: number, width: number, jumbos: number): void => {
    const stockIndex = setsByStock.length
    const stock = stocks[stockIndex]
    if (mixes.length >= MAX_MIXES || web > maxWeb || jumbos > limits.jumbos) return
    if (!stock) {
      const isBetter = jumbos < limits.jumbos ? web <= limits.maxWeb : web < limits.web
      const setCount = setsByStock.reduce((sum, sets) => sum + sets, 0)
      if (isBetter && width >= rollsWidth && setCount >= minSets) mixes.push({ setsByStock, web, jumbos })
      return
    }
    for (const [sets, stockJumbos] of jumbosBySets[stockIndex]!.entries())
      addMixes([...setsByStock, sets], web + sets * getSetCost(stock), width + sets * stock.width, jumbos + stockJumbos)
  }
  addMixes([], 0, 0, 0)
  return mixes.sort((a, b) => a.jumbos - b.jumbos || a.web - b.web)
}
/** Returns the fewest jumbos of a stock for 0, 1, 2 … sets, up to `maxSets`. */
function countJumbosBySets(jumboSets: readonly number[], maxSets: number): number[] {
  const jumbosBySets = [0]
  for (const [index, sets] of jumboSets.toSorted((a, b) => b - a).entries())
    for (let count = 0; count < sets && jumbosBySets.length <= maxSets; count++) jumbosBySets.push(index + 1)
  return jumbosBySets
}

/** Fills the sets in random order. Returns null if a roll remains. */
function fillSets(
  problem: CuttingStockProblem,
  setsByStock: readonly number[],
  random: (limit: number) => number,
): PatternUse[] | null {
  const { demands, stocks } = problem
  const rollsLeft = demands.map(({ count }) => count)
  const setStocks = shuffle(
    setsByStock.flatMap((sets, stock) => Array.from({ length: sets }, () => stock)),
    random,
  )
  let wasteLeft =
    setStocks.reduce((sum, stock) => sum + stocks[stock]!.width, 0) -
    demands.reduce((sum, { width, count }) => sum + width * count, 0)
  const uses: PatternUse[] = []
  for (const stock of setStocks) {
    const counts = fillSet(problem, stocks[stock]!.width, rollsLeft, random)
    wasteLeft -= counts.reduce((width, count, i) => width - count * demands[i]!.width, stocks[stock]!.width)
    if (wasteLeft < 0) return null
    for (const [i, count] of counts.entries()) rollsLeft[i]! -= count
    if (counts.some((count) => count > 0)) uses.push({ pattern: { stock, counts }, sets: 1 })
  }
  return rollsLeft.every((rolls) => rolls === 0) ? mergeUses(uses) : null
}
/**
 * Returns the rolls of one set: the widest remaining roll that fits, since wide rolls are the hardest to place later,
 * and the subset of the other rolls that leaves the least width. The subset is exact unless the lanes limit it.
 */
function fillSet(
  { demands, maxLanes }: CuttingStockProblem,
  width: number,
  rollsLeft: readonly number[],
  random: (limit: number) => number,
): number[] {
  const counts = demands.map(() => 0)
  let widestIndex = -1
  for (const [i, demand] of demands.entries()) {
    const fits = rollsLeft[i]! > 0 && demand.width <= width
    if (fits && (widestIndex < 0 || demand.width > demands[widestIndex]!.width)) widestIndex = i
  }
  if (widestIndex < 0) return counts
  counts[widestIndex]! += 1
  const items = shuffle([...demands.keys()], random).filter((i) => rollsLeft[i]! > counts[i]!)
  const widthStepMm = calculateGcd(items.map((i) => demands[i]!.width))
  if (widthStepMm === 0) return counts
  const capacity = Math.floor((width - demands[widestIndex]!.width) / widthStepMm)
  // Tables by width in steps: the demand of the last roll that reaches the width (-1: unreachable), the lanes used so
  // far, and the rolls of the current demand.
  const lastItem = new Int32Array(capacity + 1).fill(-1)
  const lanes = new Int32Array(capacity + 1).fill(1)
  const rollsOfItem = new Int32Array(capacity + 1)
  for (const i of items) {
    if (lastItem[capacity]! >= 0) break
    const itemSteps = demands[i]!.width / widthStepMm
    const maxRolls = rollsLeft[i]! - counts[i]!
    rollsOfItem.fill(0)
    for (let steps = itemSteps; steps <= capacity; steps++) {
      const previousSteps = steps - itemSteps
      if (lastItem[steps]! >= 0 || (previousSteps > 0 && lastItem[previousSteps]! < 0)) continue
      if (rollsOfItem[previousSteps]! >= maxRolls || lanes[previousSteps]! >= maxLanes) continue
      lastItem[steps] = i
      rollsOfItem[steps] = rollsOfItem[previousSteps]! + 1
      lanes[steps] = lanes[previousSteps]! + 1
    }
  }
  let steps = capacity
  while (steps > 0 && lastItem[steps]! < 0) steps -= 1
  for (; steps > 0; steps -= demands[lastItem[steps]!]!.width / widthStepMm) counts[lastItem[steps]!]! += 1
  return counts
}
/** Returns whole numbers below a limit, always in the same order (a linear congruential generator, Numerical Recipes). */
function createRandom(): (limit: number) => number {
  let state = 1
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % limit
  }
}
/** Shuffles a list in place (Fisher and Yates). */
function shuffle<T>(list: T[], random: (limit: number) => number): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const other = random(i + 1)
    ;[list[i], list[other]] = [list[other]!, list[i]!]
  }
  return list
}
