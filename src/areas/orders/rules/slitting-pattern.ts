/** Width slitting patterns 门幅搭配: which lanes a slitter cuts side by side, e.g. `5×160 + 2×80`. Widths in whole mm. */

export interface Lanes {
  readonly width: number
  readonly count: number
}
/** What a jumbo and a slitter allow. */
export interface SlitLimits {
  readonly jumboWidth: number
  /** Least edge trim, both sides together. */
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

const MOST_LANES = 200
/** Least edge trim, both sides together, in mm, where nobody has said which slitter cuts. */
export const USUAL_TRIM = 20

/** Reads what a person wrote: `5x160+2×80`, `5*160，2*80`, `160 160 80`; full-width signs too. Null when it can't be read. */
export function parseSlittingPattern(text: string): Lanes[] | null {
  const clean = text
    .normalize('NFKC')
    .replaceAll(/mm|\u6beb\u7c73/gi, ' ')
    .trim()
  if (clean === '') return []
  const lanes: Lanes[] = []
  for (const part of clean.split(/\s*[+,，、;；/]\s*|\s+(?![x×*])(?<![x×*]\s*)/i)) {
    const match = /^(?:(\d{1,3})\s*[x×*]\s*)?(\d{1,5})$/i.exec(part.trim())
    if (!match) return null
    lanes.push({ count: Number(match[1] ?? 1), width: Number(match[2]) })
  }
  return lanes
}
/** Whether a slitting pattern of an order can be cut as it stands: none is none. */
export const isReadablePattern = (text: unknown): boolean =>
  typeof text !== 'string' || parseSlittingPattern(text) !== null
/** The width that lanes need and the room a web leaves between its trimmed edges, where they need more; null where they fit. */
const tooWideFor = (lanes: readonly Lanes[], webMm: number, trim: number): { width: number; limit: number } | null => {
  const [width, limit] = [lanesWidth(lanes), webMm - trim]
  return width > limit ? { width, limit } : null
}
/** What a pattern as it is written needs and a web leaves beside the usual trim, where it needs more; null where it fits or nothing can be said. */
export function widerThanWeb(text: string, webMm: number): { width: number; trim: number; limit: number } | null {
  const wide = tooWideFor(parseSlittingPattern(text) ?? [], webMm, USUAL_TRIM)
  return wide && { ...wide, trim: USUAL_TRIM }
}
/** As it is shown and stored: neighbours of one width together. */
export function slittingPatternText(lanes: readonly Lanes[]): string {
  const runs: Lanes[] = []
  for (const lane of lanes) {
    const last = runs.at(-1)
    if (last?.width === lane.width) runs[runs.length - 1] = { width: lane.width, count: last.count + lane.count }
    else if (lane.count > 0) runs.push(lane)
  }
  return runs.map(({ width, count }) => `${count}×${width}`).join(' + ')
}

export const lanesWidth = (lanes: readonly Lanes[]): number => lanes.reduce((sum, l) => sum + l.width * l.count, 0)
export const countLanes = (lanes: readonly Lanes[]): number => lanes.reduce((sum, l) => sum + l.count, 0)

/** As many lanes of one width (mm) as a jumbo and a slitter allow; none where not one fits. */
export function lanesThatFit(width: number, limits: SlitLimits): Lanes[] {
  const count = Math.min(Math.floor((limits.jumboWidth - limits.minTrim) / width), limits.knives - 1, MOST_LANES)
  const lanes = [{ width, count }]
  return count > 0 && slittingPatternProblems(lanes, limits).length === 0 ? lanes : []
}

/** What keeps a slitting pattern from being cut; empty when it can be. */
export function slittingPatternProblems(lanes: readonly Lanes[], limits: SlitLimits): SlittingPatternProblem[] {
  const total = countLanes(lanes)
  if (total === 0) return [{ code: 'empty' }]
  const problems: SlittingPatternProblem[] = []
  const narrow = lanes.find((l) => l.width < limits.minWidth)
  if (narrow) problems.push({ code: 'tooNarrow', width: narrow.width, limit: limits.minWidth })
  const most = Math.min(limits.knives - 1, MOST_LANES)
  if (total > most) problems.push({ code: 'tooManyLanes', lanes: total, limit: most })
  const wide = tooWideFor(lanes, limits.jumboWidth, limits.minTrim)
  if (wide) problems.push({ code: 'tooWide', ...wide })
  return problems
}

export interface LanePlace {
  readonly lane: number
  readonly from: number
  readonly width: number
}
/** Where each lane lies across the jumbo, in mm from the operator's side; the trim is shared by both edges. Lanes count from 1. */
export function lanePlaces(lanes: readonly Lanes[], jumboWidth: number): LanePlace[] {
  let from = Math.max(0, (jumboWidth - lanesWidth(lanes)) / 2)
  let lane = 0
  return lanes.flatMap(({ width, count }) =>
    Array.from({ length: count }, () => {
      const place = { lane: ++lane, from, width }
      from += width
      return place
    }),
  )
}
