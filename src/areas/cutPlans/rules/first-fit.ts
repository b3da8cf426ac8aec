import { countPatternLanes, mergeUses, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'

/**
 * Plans by first-fit decreasing: sorts the demands by uncut weight, then by width, widest first, and puts each roll
 * into the first set with enough free width. A new set begins on the narrowest stock that fits; rolls that fit no stock
 * stay uncut. A person plans like this by hand, so the result is the benchmark for the optimizer.
 */
export function planFirstFitDecreasing(problem: CuttingStockProblem): PatternUse[] {
  const { demands, stocks, maxLanes } = problem
  const demandsWidestFirst = demands
    .map((_, i) => i)
    .sort(
      (a, b) =>
        (demands[b]!.uncutWeight ?? 1) - (demands[a]!.uncutWeight ?? 1) || demands[b]!.width - demands[a]!.width,
    )
  const setsLeft = stocks.map((stock) => stock.sets)
  const openSets: { stock: number; widthLeft: number; counts: number[] }[] = []
  for (const i of demandsWidestFirst) {
    const { width, count } = demands[i]!
    for (let n = 0; n < count; n++) {
      let openSet = openSets.find((set) => set.widthLeft >= width && countPatternLanes(set.counts) < maxLanes)
      if (!openSet) {
        const stock = findNarrowestFittingStock(problem, setsLeft, width)
        if (stock === null) break
        setsLeft[stock]! -= 1
        openSet = { stock, widthLeft: stocks[stock]!.width, counts: demands.map(() => 0) }
        openSets.push(openSet)
      }
      openSet.widthLeft -= width
      openSet.counts[i]! += 1
    }
  }
  return mergeUses(openSets.map(({ stock, counts }) => ({ pattern: { stock, counts }, sets: 1 })))
}
function findNarrowestFittingStock(
  { stocks }: CuttingStockProblem,
  setsLeft: readonly number[],
  width: number,
): number | null {
  let narrowestStock: number | null = null
  for (const [i, stock] of stocks.entries()) {
    if ((setsLeft[i] ?? 0) <= 0 || stock.width < width) continue
    if (narrowestStock === null || stock.width < (stocks[narrowestStock]?.width ?? 0)) narrowestStock = i
  }
  return narrowestStock
}
