export type ParetoItem = { name: string; value: number; share: number; cumulative: number }

/**
 * Returns items from largest to smallest with their share and cumulative share (ratios 0 to 1) of the total. Values
 * that are not above zero have no share in a Pareto and are left out.
 */
export function calculatePareto(items: readonly { name: string; value: number }[]): ParetoItem[] {
  const positiveItems = items.filter((item) => item.value > 0).sort((a, b) => b.value - a.value)
  const total = positiveItems.reduce((sum, item) => sum + item.value, 0)
  let sum = 0
  return positiveItems.map((item) => {
    sum += item.value
    return { name: item.name, value: item.value, share: item.value / total, cumulative: sum / total }
  })
}
