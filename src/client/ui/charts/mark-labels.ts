/** Places the labels of marks without overlaps. All lengths in px. */

/** A vertical line and the width of its label. */
export interface Standing {
  readonly at: number
  readonly width: number
}
export interface Placed {
  /** Left edge of the text. */
  readonly x: number
  /** 0 is the topmost row. */
  readonly row: number
}
/** Gap between a line and its label, and between two labels. */
const GAP = 4

/**
 * Places the labels of vertical lines left or right of their line, as high as possible; a label crosses another line
 * only if there is no other place.
 * @param from left edge of the drawing
 * @param to right edge of the drawing
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
  // Labels that can avoid other lines come first: the outer ones of a group.
  wanted.sort((a, b) => Number(a.clear.length === 0) - Number(b.clear.length === 0) || a.mark.at - b.mark.at)
  for (const { i, mark, sides, clear } of wanted) {
    const free = (xs: readonly number[]) =>
      marks.flatMap((_, row) => xs.map((x) => ({ x, row }))).find(({ x, row }) => isFree(x, mark.width, row))
    placed.set(i, free(clear) ?? free(sides) ?? { x: inside(mark.at, mark), row: i })
  }
  return marks.map((_, i) => placed.get(i)!)
}

/**
 * Spreads the labels of horizontal lines: each as close to its line as the others allow.
 * @param wantedHeights preferred position of each label
 * @param size height of a label
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
