import { countPatternLanes, mergeUses, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'

/**
 * Plans by first-fit decreasing: the widest rolls first, each into the first set with room. A new set begins on the
 * narrowest stock that fits. This is how a person plans by hand, and the benchmark for the optimiser.
 */
export function planFirstFitDecreasing(problem: CuttingStockProblem): PatternUse[] {
  const { demands, stocks, lanes } = problem
  const widestFirst = demands.map((_, i) => i).sort((a, b) => (demands[b]?.width ?? 0) - (demands[a]?.width ?? 0))
  const setsLeft = stocks.map((s) => s.sets)
  const openSets: { stock: number; room: number; counts: number[] }[] = []
  for (const i of widestFirst) {
    const { width, count } = demands[i]!
    for (let n = 0; n < count; n++) {
      let set = openSets.find((s) => s.room >= width && countPatternLanes(s.counts) < lanes)
      if (!set) {
        const stock = findNarrowestFit(problem, setsLeft, width)
        if (stock === null) break
        setsLeft[stock]! -= 1
        set = { stock, room: stocks[stock]!.width, counts: demands.map(() => 0) }
        openSets.push(set)
      }
      set.room -= width
      set.counts[i]! += 1
    }
  }
  return mergeUses(openSets.map(({ stock, counts }) => ({ pattern: { stock, counts }, sets: 1 })))
}
function findNarrowestFit({ stocks }: CuttingStockProblem, setsLeft: readonly number[], width: number): number | null {
  let best: number | null = null
  for (const [i, s] of stocks.entries()) {
    if ((setsLeft[i] ?? 0) <= 0 || s.width < width) continue
    if (best === null || s.width < (stocks[best]?.width ?? 0)) best = i
  }
  return best
}
