import { calculateGcd } from './candidates'
import type { WidthDemand } from './cutting-stock-problem'

/**
 * Returns the pattern with the highest value by the dual values: an unbounded knapsack over whole millimetres with at
 * most `lanes` items. The result is exact. Widths share a divisor in practice (5 or 10 mm), which is divided out first.
 * @returns counts by demand and their value; null when nothing has a value
 */
export function findBestPattern(
  demands: readonly WidthDemand[],
  values: readonly number[],
  width: number,
  lanes: number,
): { counts: number[]; value: number } | null {
  const items = demands.flatMap((d, i) =>
    (values[i] ?? 0) > 1e-9 && d.count > 0 && d.width <= width ? [{ i, width: d.width, value: values[i]! }] : [],
  )
  if (items.length === 0) return null
  const step = items.reduce((g, item) => calculateGcd(g, item.width), 0)
  const capacity = Math.floor(width / step)
  const cells = items.map((item) => ({ ...item, width: item.width / step }))
  // The best pattern by width alone rarely needs too many knives. The layered version takes as many times longer as
  // there are lanes.
  const picksByWidth = solveByWidth(cells, capacity)
  const picks = picksByWidth.length <= lanes ? picksByWidth : solveByLanes(cells, capacity, lanes)
  const counts = demands.map(() => 0)
  for (const i of picks) counts[i]! += 1
  return { counts, value: picks.reduce((sum, i) => sum + (values[i] ?? 0), 0) }
}
interface KnapsackItem {
  readonly i: number
  readonly width: number
  readonly value: number
}

function solveByWidth(cells: readonly KnapsackItem[], capacity: number): number[] {
  const best = new Float64Array(capacity + 1)
  const pickedItem = new Int16Array(capacity + 1).fill(-1)
  for (let w = 1; w <= capacity; w++) {
    best[w] = best[w - 1]!
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k]!
      if (cell.width > w) continue
      const value = best[w - cell.width]! + cell.value
      if (value > best[w]! + 1e-12) {
        best[w] = value
        pickedItem[w] = k
      }
    }
  }
  const picks: number[] = []
  for (let w = capacity; w > 0;) {
    const k = pickedItem[w]!
    if (k < 0) w -= 1
    else {
      picks.push(cells[k]!.i)
      w -= cells[k]!.width
    }
  }
  return picks
}
/** Solves the knapsack with one layer per lane: layer l holds the best of at most l items. */
function solveByLanes(cells: readonly KnapsackItem[], capacity: number, lanes: number): number[] {
  const size = capacity + 1
  const best = new Float64Array((lanes + 1) * size)
  const pickedItem = new Int16Array((lanes + 1) * size).fill(-1)
  for (let l = 1; l <= lanes; l++) {
    const layerStart = l * size
    const previousLayerStart = layerStart - size
    for (let w = 0; w <= capacity; w++) {
      let bestValue = best[previousLayerStart + w]!
      let pick = -1
      for (let k = 0; k < cells.length; k++) {
        const cell = cells[k]!
        if (cell.width > w) continue
        const value = best[previousLayerStart + w - cell.width]! + cell.value
        if (value > bestValue + 1e-12) {
          bestValue = value
          pick = k
        }
      }
      best[layerStart + w] = bestValue
      pickedItem[layerStart + w] = pick
    }
  }
  const picks: number[] = []
  for (let l = lanes, w = capacity; l > 0; l--) {
    const k = pickedItem[l * size + w]!
    if (k >= 0) {
      picks.push(cells[k]!.i)
      w -= cells[k]!.width
    }
  }
  return picks
}
