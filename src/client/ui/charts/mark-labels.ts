/** Places the labels of marks without overlaps. All lengths in px. */

/** A vertical line and the width of its label. */
export interface VerticalMark {
  readonly at: number
  readonly width: number
}
export interface LabelPosition {
  /** Left edge of the text. */
  readonly x: number
  /** 0 is the topmost row. */
  readonly row: number
}
/** Gap between a line and its label, and between two labels. */
const GAP_PX = 4

/**
 * Places the labels of vertical lines left or right of their line, as high as possible; a label crosses another line
 * only if there is no other place.
 * @param from left edge of the drawing
 * @param to right edge of the drawing
 */
export function placeLabels(marks: readonly VerticalMark[], from: number, to: number): LabelPosition[] {
  const labelPositions = new Map<number, LabelPosition>()
  const isFree = (x: number, width: number, row: number) =>
    [...labelPositions].every(
      ([i, one]) => one.row !== row || x >= one.x + marks[i]!.width + GAP_PX || x + width + GAP_PX <= one.x,
    )
  const crossesOtherLine = (x: number, { at, width }: VerticalMark) =>
    marks.some((other) => Math.abs(other.at - at) > 1 && other.at > x - GAP_PX / 2 && other.at < x + width + GAP_PX / 2)
  const clampToArea = (x: number, { width }: VerticalMark) => Math.max(from, Math.min(x, to - width))
  const candidates = marks.map((mark, i) => {
    const adjacentXs = [mark.at - GAP_PX - mark.width, mark.at + GAP_PX].filter((x) => clampToArea(x, mark) === x)
    const sides = adjacentXs.length > 0 ? adjacentXs : [clampToArea(mark.at, mark)]
    return { i, mark, sides, clear: sides.filter((x) => !crossesOtherLine(x, mark)) }
  })
  // Labels that can avoid other lines come first: the outer ones of a group.
  candidates.sort((a, b) => Number(a.clear.length === 0) - Number(b.clear.length === 0) || a.mark.at - b.mark.at)
  for (const { i, mark, sides, clear } of candidates) {
    const free = (xs: readonly number[]) =>
      marks.flatMap((_, row) => xs.map((x) => ({ x, row }))).find(({ x, row }) => isFree(x, mark.width, row))
    labelPositions.set(i, free(clear) ?? free(sides) ?? { x: clampToArea(mark.at, mark), row: i })
  }
  return marks.map((_, i) => labelPositions.get(i)!)
}

/**
 * Spreads the labels of horizontal lines: each as close to its line as the others allow.
 * @param wantedHeights preferred position of each label
 * @param size height of a label
 */
export function spreadLabels(wantedHeights: readonly number[], size: number, from: number, to: number): number[] {
  const order = wantedHeights.map((_, i) => i).sort((a, b) => wantedHeights[a]! - wantedHeights[b]!)
  const heights = order.map((i) => wantedHeights[i]!)
  for (let i = 0; i < heights.length; i += 1)
    heights[i] = Math.max(heights[i]!, i === 0 ? from : heights[i - 1]! + size)
  for (let i = heights.length - 1; i >= 0; i -= 1)
    heights[i] = Math.min(heights[i]!, i === heights.length - 1 ? to : heights[i + 1]! - size)
  const heightByIndex = new Map(order.map((i, place) => [i, heights[place]!]))
  return wantedHeights.map((_, i) => heightByIndex.get(i)!)
}
