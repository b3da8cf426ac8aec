import { merged, setCost, type Problem, type Use } from './stock'

/**
 * Cuts every width alone, as often side by side as fits, from the stock that takes the least web per roll. The last set
 * of a width holds its remainder.
 */
export function cutSingleWidths({ demands, stocks, lanes }: Problem): Use[] {
  const left = stocks.map((stock) => stock.sets)
  const uses: Use[] = []
  for (const [i, { width, count }] of demands.entries()) {
    for (let rolls = count; rolls > 0;) {
      const abreast = stocks.map((stock, s) =>
        (left[s] ?? 0) > 0 ? Math.min(lanes, rolls, Math.floor(stock.width / width)) : 0,
      )
      const costs = stocks.map((stock, s) => (abreast[s]! > 0 ? setCost(stock) / abreast[s]! : Infinity))
      const stock = costs.indexOf(Math.min(...costs))
      const lanesOfSet = abreast[stock] ?? 0
      if (lanesOfSet === 0) break
      const sets = Math.min(left[stock]!, Math.floor(rolls / lanesOfSet))
      left[stock]! -= sets
      rolls -= sets * lanesOfSet
      uses.push({ pattern: { stock, counts: demands.map((_, k) => (k === i ? lanesOfSet : 0)) }, sets })
    }
  }
  return merged(uses)
}
