/** Minimum vertical distance of two labels in px: a line of text and some space. */
export const NAME_GAP_PX = 17
const MIN_HEIGHT_PX = 280
/** Height per label at the right edge in px: its gap and, on average, as much for the flow itself. */
const NAME_HEIGHT_PX = 30

/**
 * Calculates the height of a flow chart and its node gap in px. The chart scales flows and gaps together to its height,
 * so the requested gap is larger than the displayed one.
 */
export function calculateFlowLayout(flows: readonly { from: string; to: string }[]): {
  height: number
  gap: number
} {
  const sourceNames = new Set(flows.map((flow) => flow.from))
  const endCount = new Set(flows.map((flow) => flow.to).filter((name) => !sourceNames.has(name))).size
  const height = Math.max(MIN_HEIGHT_PX, endCount * NAME_HEIGHT_PX)
  return { height, gap: Math.ceil((NAME_GAP_PX * height) / (height - NAME_GAP_PX * endCount)) }
}
