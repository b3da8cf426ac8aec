/** Minimum vertical distance of two labels in px: a line of text and some space. */
export const NAME_GAP = 17
const LEAST = 280
/** Height per label at the right edge in px: its gap and, on average, as much for the flow itself. */
const EACH = 30

/**
 * Calculates the height of a flow chart and its node gap in px. The chart scales flows and gaps together to its height,
 * so the requested gap is larger than the displayed one.
 */
export function flowLayout(flows: readonly { from: string; to: string }[]): { height: number; gap: number } {
  const from = new Set(flows.map((flow) => flow.from))
  const ends = new Set(flows.map((flow) => flow.to).filter((name) => !from.has(name))).size
  const height = Math.max(LEAST, ends * EACH)
  return { height, gap: Math.ceil((NAME_GAP * height) / (height - NAME_GAP * ends)) }
}
