/**
 * Slitting patterns 门幅搭配: the lanes a slitter cuts next to each other, e.g. `5×160 + 2×80`; and mass, width and
 * grammage of webs. Widths in whole mm.
 */

/** Adjacent lanes of one width. */
export interface LaneGroup {
  readonly width: number
  readonly count: number
}
/** Limits of a jumbo and a slitter. */
export interface SlitLimits {
  readonly jumboWidth: number
  /** Minimum edge trim, both sides together. */
  readonly minTrim: number
  readonly minWidth: number
  readonly knives: number
}
export type SlittingPatternProblem =
  | { readonly code: 'empty' }
  | { readonly code: 'notReadable'; readonly text: string }
  | { readonly code: 'tooNarrow'; readonly width: number; readonly limit: number }
  | { readonly code: 'tooManyLanes'; readonly lanes: number; readonly limit: number }
  | { readonly code: 'tooWide'; readonly width: number; readonly limit: number }

const MAX_LANES = 200
/** Minimum edge trim, both sides together, in mm, if the slitter is not known. */
export const DEFAULT_TRIM_MM = 20

/** Parses a typed pattern: `5x160+2×80`, `5*160，2*80`, `160 160 80`, also full-width signs. Null if unreadable. */
export function parseSlittingPattern(text: string): LaneGroup[] | null {
  const normalized = text
    .normalize('NFKC')
    .replaceAll(/mm|\u6beb\u7c73/gi, ' ')
    .trim()
  if (normalized === '') return []
  const lanes: LaneGroup[] = []
  // Groups are separated by `+`, `/`, commas, semicolons, or spaces that are not next to a multiplication sign.
  for (const laneText of normalized.split(/\s*[+,，、;；/]\s*|\s+(?![x×*])(?<![x×*]\s*)/i)) {
    const match = /^(?:(\d{1,3})\s*[x×*]\s*)?(\d{1,5})$/i.exec(laneText.trim())
    if (!match) return null
    lanes.push({ count: Number(match[1] ?? 1), width: Number(match[2]) })
  }
  return lanes
}
/** True if a slitting pattern can be parsed, or if there is none. */
export const isReadablePattern = (text: unknown): boolean =>
  typeof text !== 'string' || parseSlittingPattern(text) !== null
/** Returns the total lane width and the web width less the trim (`limit`) if the lanes do not fit; null if they fit. */
const findWidthExcess = (
  lanes: readonly LaneGroup[],
  webMm: number,
  trimMm: number,
): { width: number; limit: number } | null => {
  const width = sumLaneWidths(lanes)
  const limit = webMm - trimMm
  return width > limit ? { width, limit } : null
}
/**
 * Returns the total width of a pattern, the default trim, and the web width less the trim (`limit`) if the pattern does
 * not fit; null if it fits or is unreadable.
 */
export function findPatternWidthExcess(
  text: string,
  webMm: number,
): { width: number; trim: number; limit: number } | null {
  const widthExcess = findWidthExcess(parseSlittingPattern(text) ?? [], webMm, DEFAULT_TRIM_MM)
  return widthExcess && { ...widthExcess, trim: DEFAULT_TRIM_MM }
}
/** Formats lanes for display and storage; adjacent lanes of the same width are merged. */
export function formatSlittingPattern(lanes: readonly LaneGroup[]): string {
  const mergedGroups: LaneGroup[] = []
  for (const lane of lanes) {
    const lastGroup = mergedGroups.at(-1)
    if (lastGroup?.width === lane.width)
      mergedGroups[mergedGroups.length - 1] = { width: lane.width, count: lastGroup.count + lane.count }
    else if (lane.count > 0) mergedGroups.push(lane)
  }
  return mergedGroups.map(({ width, count }) => `${count}×${width}`).join(' + ')
}

/** Returns the total width of lanes, mm. */
export const sumLaneWidths = (lanes: readonly LaneGroup[]): number =>
  lanes.reduce((sum, lane) => sum + lane.width * lane.count, 0)
/** Returns the number of lanes. */
export const countLanes = (lanes: readonly LaneGroup[]): number => lanes.reduce((sum, lane) => sum + lane.count, 0)

/** Returns the maximum number of lanes of one width (mm) that fit; empty if none fits. */
export function fitLanes(width: number, limits: SlitLimits): LaneGroup[] {
  const count = Math.min(Math.floor((limits.jumboWidth - limits.minTrim) / width), limits.knives - 1, MAX_LANES)
  const lanes = [{ width, count }]
  return count > 0 && findSlittingPatternProblems(lanes, limits).length === 0 ? lanes : []
}

/** Returns the reasons why a slitting pattern cannot be cut; empty if it can. */
export function findSlittingPatternProblems(lanes: readonly LaneGroup[], limits: SlitLimits): SlittingPatternProblem[] {
  const laneCount = countLanes(lanes)
  if (laneCount === 0) return [{ code: 'empty' }]
  const problems: SlittingPatternProblem[] = []
  const narrowLane = lanes.find((lane) => lane.width < limits.minWidth)
  if (narrowLane) problems.push({ code: 'tooNarrow', width: narrowLane.width, limit: limits.minWidth })
  const maxLanes = Math.min(limits.knives - 1, MAX_LANES)
  if (laneCount > maxLanes) problems.push({ code: 'tooManyLanes', lanes: laneCount, limit: maxLanes })
  const excess = findWidthExcess(lanes, limits.jumboWidth, limits.minTrim)
  if (excess) problems.push({ code: 'tooWide', ...excess })
  return problems
}

export interface LanePosition {
  readonly lane: number
  readonly from: number
  readonly width: number
}
/** Returns the position of each lane in mm from the operator's side, trim equal at both edges. Lanes count from 1. */
export function calculateLanePositions(lanes: readonly LaneGroup[], jumboWidth: number): LanePosition[] {
  let positionMm = Math.max(0, (jumboWidth - sumLaneWidths(lanes)) / 2)
  let lane = 0
  return lanes.flatMap(({ width, count }) =>
    Array.from({ length: count }, () => {
      const position = { lane: ++lane, from: positionMm, width }
      positionMm += width
      return position
    }),
  )
}

/**
 * Returns the mass of a web: kg = g/m² × width (m) × length (m) ÷ 1000. Example: 15 g/m² × 3.2 m × 10,000 m gives 480
 * kg.
 */
export const calculateWebKg = (gsm: number, widthMm: number, lengthM: number): number =>
  (gsm * (widthMm / 1000) * lengthM) / 1000

/** Returns the wound width in mm: the order's web width, else the line's width, else the product's. */
export const getWoundWidthMm = (
  lineWidthM: number | null,
  productWidthMm: number | null,
  webWidthMm: number | null,
): number | null => webWidthMm ?? (lineWidthM === null ? productWidthMm : Math.round(lineWidthM * 1000))
/**
 * Returns the grammage of an order in g/m²: the order's own grammage, else the grammage of its product. Matches
 * `coalesce(o.gsm, p.gsm)` in SQL.
 */
export const getOrderGsm = (
  order: { readonly gsm: number | null } | null,
  product: { readonly gsm: number | null } | null,
): number | null => order?.gsm ?? product?.gsm ?? null

/** True if an order has its own grammage (g/m²) that differs from the grammage of its product. */
export const isGsmOverridden = (orderedGsm: number | null | undefined, productGsm: number): boolean =>
  orderedGsm != null && orderedGsm !== productGsm

/**
 * Returns the greatest web width of a line in mm if a web is wider than that, else null. A line without a width is not
 * checked.
 * @param lineWidthM width of the line in metres
 */
export function findLineWidthExceeded(webWidthMm: number | null | undefined, lineWidthM: number | null): number | null {
  if (!webWidthMm || !lineWidthM) return null
  const lineWidthMm = Math.round(lineWidthM * 1000)
  return webWidthMm > lineWidthMm ? lineWidthMm : null
}
