/** Places the labels of marks without overlaps. All lengths in px. */

/** A vertical line and the width of its label. */
export interface VerticalMark {
  readonly x: number
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
 * Places the labels of vertical lines left or right of their line, as high as possible. A label crosses another line
 * only if there is no other place.
 * @param from left edge of the drawing
 * @param to right edge of the drawing
 */
export function placeLabels(marks: readonly VerticalMark[], from: number, to: number): LabelPosition[] {
  const labelPositions = new Map<number, LabelPosition>()
  const isFree = (x: number, width: number, row: number) =>
    [...labelPositions].every(
      ([index, position]) =>
        position.row !== row || x >= position.x + marks[index]!.width + GAP_PX || x + width + GAP_PX <= position.x,
    )
  const crossesOtherLine = (labelX: number, { x, width }: VerticalMark) =>
    marks.some(
      (otherMark) =>
        Math.abs(otherMark.x - x) > 1 && otherMark.x > labelX - GAP_PX / 2 && otherMark.x < labelX + width + GAP_PX / 2,
    )
  const clampToArea = (x: number, { width }: VerticalMark) => Math.max(from, Math.min(x, to - width))
  const candidates = marks.map((mark, index) => {
    const adjacentXs = [mark.x - GAP_PX - mark.width, mark.x + GAP_PX].filter((x) => clampToArea(x, mark) === x)
    const sides = adjacentXs.length > 0 ? adjacentXs : [clampToArea(mark.x, mark)]
    return { index, mark, sides, clearSides: sides.filter((x) => !crossesOtherLine(x, mark)) }
  })
  // Labels with a place clear of the other lines choose first, e.g. the outer labels of lines close together.
  candidates.sort(
    (a, b) => Number(a.clearSides.length === 0) - Number(b.clearSides.length === 0) || a.mark.x - b.mark.x,
  )
  for (const { index, mark, sides, clearSides } of candidates) {
    const findFreePosition = (xs: readonly number[]) =>
      marks.flatMap((_, row) => xs.map((x) => ({ x, row }))).find(({ x, row }) => isFree(x, mark.width, row))
    labelPositions.set(
      index,
      findFreePosition(clearSides) ?? findFreePosition(sides) ?? { x: clampToArea(mark.x, mark), row: index },
    )
  }
  return marks.map((_, index) => labelPositions.get(index)!)
}

/**
 * Spreads the labels of horizontal lines: each as close to its line as the others allow.
 * @param preferredYs preferred y position of each label
 * @param labelHeight height of a label
 * @param from smallest y of a label
 * @param to largest y of a label
 * @returns the y position of each label
 */
export function spreadLabels(preferredYs: readonly number[], labelHeight: number, from: number, to: number): number[] {
  const indexesByY = preferredYs.map((_, index) => index).sort((a, b) => preferredYs[a]! - preferredYs[b]!)
  const ys = indexesByY.map((index) => preferredYs[index]!)
  // From the top down, push labels below their upper neighbour. From the bottom up, push them back into the drawing.
  for (let index = 0; index < ys.length; index += 1)
    ys[index] = Math.max(ys[index]!, index === 0 ? from : ys[index - 1]! + labelHeight)
  for (let index = ys.length - 1; index >= 0; index -= 1)
    ys[index] = Math.min(ys[index]!, index === ys.length - 1 ? to : ys[index + 1]! - labelHeight)
  const yByIndex = new Map(indexesByY.map((index, rank) => [index, ys[rank]!]))
  return preferredYs.map((_, index) => yByIndex.get(index)!)
}
