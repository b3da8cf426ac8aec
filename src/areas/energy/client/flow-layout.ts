/** Room between two names under each other, in px: a line of text and a little air. */
export const NAME_GAP = 17
const LEAST = 280
/** Room for each name at the right edge, where every flow ends: its gap and, on average, as much for the flow itself. */
const EACH = 30

/**
 * Height of a flow picture, and the gap it is drawn with. The picture squeezes flows and gaps together into its height, so
 * the gap asked for is larger than the one that is left.
 */
export function flowLayout(flows: readonly { from: string; to: string }[]): { height: number; gap: number } {
  const from = new Set(flows.map((flow) => flow.from))
  const ends = new Set(flows.map((flow) => flow.to).filter((name) => !from.has(name))).size
  const height = Math.max(LEAST, ends * EACH)
  return { height, gap: Math.ceil((NAME_GAP * height) / (height - NAME_GAP * ends)) }
}
