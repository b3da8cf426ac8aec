/** Where the names of marks stand, so that none lies over another. All in px. */

/** A standing line and the width of its name. */
export interface Standing {
  readonly at: number
  readonly width: number
}
export interface Placed {
  /** Where the text begins. */
  readonly x: number
  /** 0 is the topmost row. */
  readonly row: number
}
/** From a line to its name, and between two names. */
const GAP = 4

/**
 * Names of standing lines: left of the line or right of it, as high as there is room, and across another line only where
 * nothing else is left. @param from the left end of the drawing, @param to its right end
 */
export function placeNames(marks: readonly Standing[], from: number, to: number): Placed[] {
  const placed = new Map<number, Placed>()
  const isFree = (x: number, width: number, row: number) =>
    [...placed].every(([i, one]) => one.row !== row || x >= one.x + marks[i]!.width + GAP || x + width + GAP <= one.x)
  const crosses = (x: number, { at, width }: Standing) =>
    marks.some((other) => Math.abs(other.at - at) > 1 && other.at > x - GAP / 2 && other.at < x + width + GAP / 2)
  const inside = (x: number, { width }: Standing) => Math.max(from, Math.min(x, to - width))
  const wanted = marks.map((mark, i) => {
    const beside = [mark.at - GAP - mark.width, mark.at + GAP].filter((x) => inside(x, mark) === x)
    const sides = beside.length > 0 ? beside : [inside(mark.at, mark)]
    return { i, mark, sides, clear: sides.filter((x) => !crosses(x, mark)) }
  })
  // Those that can stand clear of other lines first: the outer ones of a bunch.
  wanted.sort((a, b) => Number(a.clear.length === 0) - Number(b.clear.length === 0) || a.mark.at - b.mark.at)
  for (const { i, mark, sides, clear } of wanted) {
    const free = (xs: readonly number[]) =>
      marks.flatMap((_, row) => xs.map((x) => ({ x, row }))).find(({ x, row }) => isFree(x, mark.width, row))
    placed.set(i, free(clear) ?? free(sides) ?? { x: inside(mark.at, mark), row: i })
  }
  return marks.map((_, i) => placed.get(i)!)
}

/**
 * Heights of names of lying lines: each as near to its own as the others leave it.
 * @param wanted where each would stand, @param size the height of one
 */
export function spread(wanted: readonly number[], size: number, from: number, to: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!)
  const heights = order.map((i) => wanted[i]!)
  for (let i = 0; i < heights.length; i += 1)
    heights[i] = Math.max(heights[i]!, i === 0 ? from : heights[i - 1]! + size)
  for (let i = heights.length - 1; i >= 0; i -= 1)
    heights[i] = Math.min(heights[i]!, i === heights.length - 1 ? to : heights[i + 1]! - size)
  const at = new Map(order.map((i, place) => [i, heights[place]!]))
  return wanted.map((_, i) => at.get(i)!)
}
