import { mergeUses, getSetCost, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'

/**
 * Cuts every width alone, as often side by side as fits, from the stock that takes the least web per roll. The last set
 * of a width holds its remainder.
 */
export function cutSingleWidths({ demands, stocks, lanes }: CuttingStockProblem): PatternUse[] {
  const setsLeft = stocks.map((stock) => stock.sets)
  const uses: PatternUse[] = []
  for (const [i, { width, count }] of demands.entries()) {
    for (let rolls = count; rolls > 0;) {
      const lanesByStock = stocks.map((stock, s) =>
        (setsLeft[s] ?? 0) > 0 ? Math.min(lanes, rolls, Math.floor(stock.width / width)) : 0,
      )
      const costs = stocks.map((stock, s) => (lanesByStock[s]! > 0 ? getSetCost(stock) / lanesByStock[s]! : Infinity))
      const stock = costs.indexOf(Math.min(...costs))
      const lanesOfSet = lanesByStock[stock] ?? 0
      if (lanesOfSet === 0) break
      const sets = Math.min(setsLeft[stock]!, Math.floor(rolls / lanesOfSet))
      setsLeft[stock]! -= sets
      rolls -= sets * lanesOfSet
      uses.push({ pattern: { stock, counts: demands.map((_, k) => (k === i ? lanesOfSet : 0)) }, sets })
    }
  }
  return mergeUses(uses)
}
