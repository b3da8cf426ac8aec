import { laneCount, merged, type Problem, type Use } from './stock'

/**
 * Plans by first-fit decreasing: the widest rolls first, each into the first set with room. A new set begins on the
 * narrowest stock that fits. This is how a person plans by hand, and the benchmark for the optimiser.
 */
export function firstFitDecreasing(problem: Problem): Use[] {
  const { demands, stocks, lanes } = problem
  const order = demands.map((_, i) => i).sort((a, b) => (demands[b]?.width ?? 0) - (demands[a]?.width ?? 0))
  const left = stocks.map((s) => s.sets)
  const open: { stock: number; room: number; counts: number[] }[] = []
  for (const i of order) {
    const { width, count } = demands[i]!
    for (let n = 0; n < count; n++) {
      let set = open.find((s) => s.room >= width && laneCount(s.counts) < lanes)
      if (!set) {
        const stock = narrowestThatFits(problem, left, width)
        if (stock === null) break
        left[stock]! -= 1
        set = { stock, room: stocks[stock]!.width, counts: demands.map(() => 0) }
        open.push(set)
      }
      set.room -= width
      set.counts[i]! += 1
    }
  }
  return merged(open.map(({ stock, counts }) => ({ pattern: { stock, counts }, sets: 1 })))
}
function narrowestThatFits({ stocks }: Problem, left: readonly number[], width: number): number | null {
  let best: number | null = null
  for (const [i, s] of stocks.entries()) {
    if ((left[i] ?? 0) <= 0 || s.width < width) continue
    if (best === null || s.width < (stocks[best]?.width ?? 0)) best = i
  }
  return best
}
