import { divisor } from './candidates'
import type { Demand } from './stock'

/**
 * Returns the pattern with the highest value by the dual values: an unbounded knapsack over whole millimetres with at
 * most `lanes` items. The result is exact. Widths share a divisor in practice (5 or 10 mm), which is divided out first.
 * @returns counts by demand and their value; null when nothing has a value
 */
export function bestPattern(
  demands: readonly Demand[],
  values: readonly number[],
  width: number,
  lanes: number,
): { counts: number[]; value: number } | null {
  const items = demands.flatMap((d, i) =>
    (values[i] ?? 0) > 1e-9 && d.count > 0 && d.width <= width ? [{ i, width: d.width, value: values[i]! }] : [],
  )
  if (items.length === 0) return null
  const step = items.reduce((g, item) => divisor(g, item.width), 0)
  const room = Math.floor(width / step)
  const cells = items.map((item) => ({ ...item, width: item.width / step }))
  // The best pattern by width alone rarely needs too many knives. The layered version takes as many times longer as
  // there are lanes.
  const free = byWidth(cells, room)
  const picks = free.length <= lanes ? free : byLanes(cells, room, lanes)
  const counts = demands.map(() => 0)
  for (const i of picks) counts[i]! += 1
  return { counts, value: picks.reduce((sum, i) => sum + (values[i] ?? 0), 0) }
}
interface Cell {
  readonly i: number
  readonly width: number
  readonly value: number
}

function byWidth(cells: readonly Cell[], room: number): number[] {
  const best = new Float64Array(room + 1)
  const from = new Int16Array(room + 1).fill(-1)
  for (let w = 1; w <= room; w++) {
    best[w] = best[w - 1]!
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k]!
      if (cell.width > w) continue
      const value = best[w - cell.width]! + cell.value
      if (value > best[w]! + 1e-12) {
        best[w] = value
        from[w] = k
      }
    }
  }
  const picks: number[] = []
  for (let w = room; w > 0;) {
    const k = from[w]!
    if (k < 0) w -= 1
    else {
      picks.push(cells[k]!.i)
      w -= cells[k]!.width
    }
  }
  return picks
}
/** Solves the knapsack with one layer per lane: layer l holds the best of at most l items. */
function byLanes(cells: readonly Cell[], room: number, lanes: number): number[] {
  const size = room + 1
  const best = new Float64Array((lanes + 1) * size)
  const from = new Int16Array((lanes + 1) * size).fill(-1)
  for (let l = 1; l <= lanes; l++) {
    const here = l * size
    const below = here - size
    for (let w = 0; w <= room; w++) {
      let top = best[below + w]!
      let pick = -1
      for (let k = 0; k < cells.length; k++) {
        const cell = cells[k]!
        if (cell.width > w) continue
        const value = best[below + w - cell.width]! + cell.value
        if (value > top + 1e-12) {
          top = value
          pick = k
        }
      }
      best[here + w] = top
      from[here + w] = pick
    }
  }
  const picks: number[] = []
  for (let l = lanes, w = room; l > 0; l--) {
    const k = from[l * size + w]!
    if (k >= 0) {
      picks.push(cells[k]!.i)
      w -= cells[k]!.width
    }
  }
  return picks
}
