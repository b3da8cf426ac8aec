/** Finds the slitting pattern with the highest value, as an unbounded knapsack. */
import { calculateGcd } from './find-patterns'
import type { WidthDemand } from './cutting-stock-problem'

/**
 * Returns the pattern with the highest sum of values: an unbounded knapsack over whole millimetres with at most
 * `maxLanes` items. The result is exact. Widths share a divisor in practice (5 or 10 mm), which is divided out first.
 * @param values dual value of one roll, by demand
 * @returns number of lanes by demand, and their value; null if no demand has a value
 */
export function findBestPattern(
  demands: readonly WidthDemand[],
  values: readonly number[],
  width: number,
  maxLanes: number,
): { counts: number[]; value: number } | null {
  const items = demands.flatMap((demand, i) =>
    (values[i] ?? 0) > 1e-9 && demand.count > 0 && demand.width <= width
      ? [{ demandIndex: i, width: demand.width, value: values[i]! }]
      : [],
  )
  if (items.length === 0) return null
  const widthStepMm = calculateGcd(items.map((item) => item.width))
  const capacity = Math.floor(width / widthStepMm)
  const scaledItems = items.map((item) => ({ ...item, width: item.width / widthStepMm }))
  // With the lane limit the search takes `maxLanes` times as long, and the best pattern rarely exceeds the limit
  // anyway.
  const pickedWithoutLaneLimit = pickWithoutLaneLimit(scaledItems, capacity)
  const pickedDemandIndexes =
    pickedWithoutLaneLimit.length <= maxLanes
      ? pickedWithoutLaneLimit
      : pickWithLaneLimit(scaledItems, capacity, maxLanes)
  const counts = demands.map(() => 0)
  for (const i of pickedDemandIndexes) counts[i]! += 1
  return { counts, value: pickedDemandIndexes.reduce((sum, i) => sum + (values[i] ?? 0), 0) }
}
interface KnapsackItem {
  readonly demandIndex: number
  readonly width: number
  readonly value: number
}

/** Solves the knapsack without a lane limit. Returns the demand index of each picked item. */
function pickWithoutLaneLimit(items: readonly KnapsackItem[], capacity: number): number[] {
  const bestValues = new Float64Array(capacity + 1)
  const pickedItemByWidth = new Int16Array(capacity + 1).fill(-1)
  for (let widthSteps = 1; widthSteps <= capacity; widthSteps++) {
    bestValues[widthSteps] = bestValues[widthSteps - 1]!
    for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
      const item = items[itemIndex]!
      if (item.width > widthSteps) continue
      const value = bestValues[widthSteps - item.width]! + item.value
      if (value > bestValues[widthSteps]! + 1e-12) {
        bestValues[widthSteps] = value
        pickedItemByWidth[widthSteps] = itemIndex
      }
    }
  }
  const pickedDemands: number[] = []
  for (let widthSteps = capacity; widthSteps > 0;) {
    const itemIndex = pickedItemByWidth[widthSteps]!
    if (itemIndex < 0) widthSteps -= 1
    else {
      pickedDemands.push(items[itemIndex]!.demandIndex)
      widthSteps -= items[itemIndex]!.width
    }
  }
  return pickedDemands
}
/** Solves the knapsack with one layer per lane: layer n holds the best value of at most n items. */
function pickWithLaneLimit(items: readonly KnapsackItem[], capacity: number, maxLanes: number): number[] {
  const layerSize = capacity + 1
  const bestValues = new Float64Array((maxLanes + 1) * layerSize)
  const pickedItems = new Int16Array((maxLanes + 1) * layerSize).fill(-1)
  for (let layer = 1; layer <= maxLanes; layer++) {
    const layerStart = layer * layerSize
    const previousLayerStart = layerStart - layerSize
    for (let widthSteps = 0; widthSteps <= capacity; widthSteps++) {
      let bestValue = bestValues[previousLayerStart + widthSteps]!
      let pickedItem = -1
      for (let itemIndex = 0; itemIndex < items.length; itemIndex++) {
        const item = items[itemIndex]!
        if (item.width > widthSteps) continue
        const value = bestValues[previousLayerStart + widthSteps - item.width]! + item.value
        if (value > bestValue + 1e-12) {
          bestValue = value
          pickedItem = itemIndex
        }
      }
      bestValues[layerStart + widthSteps] = bestValue
      pickedItems[layerStart + widthSteps] = pickedItem
    }
  }
  const pickedDemands: number[] = []
  for (let layer = maxLanes, widthSteps = capacity; layer > 0; layer--) {
    const itemIndex = pickedItems[layer * layerSize + widthSteps]!
    if (itemIndex >= 0) {
      pickedDemands.push(items[itemIndex]!.demandIndex)
      widthSteps -= items[itemIndex]!.width
    }
  }
  return pickedDemands
}
