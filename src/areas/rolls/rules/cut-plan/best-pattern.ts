import { calculateGcd } from './candidates'
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
  const widthStepMm = items.reduce((gcd, item) => calculateGcd(gcd, item.width), 0)
  const capacity = Math.floor(width / widthStepMm)
  const scaledItems = items.map((item) => ({ ...item, width: item.width / widthStepMm }))
  // The best pattern without a lane limit rarely has too many lanes. The limit multiplies the time by the number of lanes.
  const demandsByWidth = solveByWidth(scaledItems, capacity)
  const pickedDemands =
    demandsByWidth.length <= maxLanes ? demandsByWidth : solveByLanes(scaledItems, capacity, maxLanes)
  const counts = demands.map(() => 0)
  for (const i of pickedDemands) counts[i]! += 1
  return { counts, value: pickedDemands.reduce((sum, i) => sum + (values[i] ?? 0), 0) }
}
interface KnapsackItem {
  readonly demandIndex: number
  readonly width: number
  readonly value: number
}

/** Solves the knapsack without a lane limit. Returns the demand of each picked item. */
function solveByWidth(items: readonly KnapsackItem[], capacity: number): number[] {
  const bestValues = new Float64Array(capacity + 1)
  const pickedItemByWidth = new Int16Array(capacity + 1).fill(-1)
  for (let w = 1; w <= capacity; w++) {
    bestValues[w] = bestValues[w - 1]!
    for (let k = 0; k < items.length; k++) {
      const item = items[k]!
      if (item.width > w) continue
      const value = bestValues[w - item.width]! + item.value
      if (value > bestValues[w]! + 1e-12) {
        bestValues[w] = value
        pickedItemByWidth[w] = k
      }
    }
  }
  const pickedDemands: number[] = []
  for (let w = capacity; w > 0;) {
    const k = pickedItemByWidth[w]!
    if (k < 0) w -= 1
    else {
      pickedDemands.push(items[k]!.demandIndex)
      w -= items[k]!.width
    }
  }
  return pickedDemands
}
/** Solves the knapsack with one layer per lane: layer n holds the best value of at most n items. */
function solveByLanes(items: readonly KnapsackItem[], capacity: number, maxLanes: number): number[] {
  const layerSize = capacity + 1
  const bestValues = new Float64Array((maxLanes + 1) * layerSize)
  const pickedItems = new Int16Array((maxLanes + 1) * layerSize).fill(-1)
  for (let l = 1; l <= maxLanes; l++) {
    const layerStart = l * layerSize
    const previousLayerStart = layerStart - layerSize
    for (let w = 0; w <= capacity; w++) {
      let bestValue = bestValues[previousLayerStart + w]!
      let pickedItem = -1
      for (let k = 0; k < items.length; k++) {
        const item = items[k]!
        if (item.width > w) continue
        const value = bestValues[previousLayerStart + w - item.width]! + item.value
        if (value > bestValue + 1e-12) {
          bestValue = value
          pickedItem = k
        }
      }
      bestValues[layerStart + w] = bestValue
      pickedItems[layerStart + w] = pickedItem
    }
  }
  const pickedDemands: number[] = []
  for (let l = maxLanes, w = capacity; l > 0; l--) {
    const k = pickedItems[l * layerSize + w]!
    if (k >= 0) {
      pickedDemands.push(items[k]!.demandIndex)
      w -= items[k]!.width
    }
  }
  return pickedDemands
}
