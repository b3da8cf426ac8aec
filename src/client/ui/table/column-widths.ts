import type { Column } from './columns'

/** Widths that a column needs, px, including the padding of its cells. */
export interface ColumnNeed {
  /** Width of the widest measured cell. */
  content: number
  /** Width of the header in at most two lines. */
  header: number
}
export type ColumnNeeds = Readonly<Record<string, ColumnNeed>>

/** Default column widths, rem. */
export const FIRST_COLUMN_WIDTH_REM = 12
const COLUMN_WIDTH_REM = 8
const MIN_WIDTH_REM = 4
/** Maximum width of a text: a longer one is truncated even where there is space. */
const MAX_TEXT_WIDTH_REM = 26
/** Columns up to this width are never narrowed: dates, states, codes. */
const MAX_RIGID_WIDTH_REM = 11
/** Minimum width of a longer text that is truncated so that all columns fit. */
const MIN_TEXT_WIDTH_REM = 13
/** Width of a longer text in a table that scrolls sideways anyway. */
const SCROLLED_TEXT_WIDTH_REM = 22
/** Maximum share of the table's width for the sticky first column. */
const MAX_FIRST_COLUMN_SHARE = 0.47
/** Maximum growth factor of columns that fill free space. */
const MAX_GROWTH = 1.5

interface WantedWidth {
  /** Width, px, with all of the content. */
  fullPx: number
  /** False if the width must not change: set by the user, or a number. */
  isFlexible: boolean
  isManual: boolean
}

/**
 * Calculates column widths in px. Manual widths (`manualWidths`, rem) stay as they are. Numbers and short values get the
 * width of their content; longer texts share the remaining width by need. Without `needs`, before anything is measured,
 * columns have their declared width. Free space is shared by all columns. The first column is limited on narrow screens.
 */
export function calculateColumnWidths<Row>(
  columns: readonly Column<Row>[],
  remPx: number,
  availablePx: number,
  manualWidths: Readonly<Record<string, number>> = {},
  needs: ColumnNeeds = {},
): number[] {
  const wantedWidths = columns.map((column, index): WantedWidth => {
    const manualWidth = manualWidths[column.id]
    if (manualWidth !== undefined) return { fullPx: manualWidth * remPx, isFlexible: false, isManual: true }
    const need = needs[column.id]
    const declaredPx = (column.width ?? (index === 0 ? FIRST_COLUMN_WIDTH_REM : COLUMN_WIDTH_REM)) * remPx
    const minPx = column.hasMinWidth ? declaredPx : MIN_WIDTH_REM * remPx
    const neededPx = need ? Math.max(minPx, need.content, need.header) : declaredPx
    const fullPx = column.isNumber || !need ? neededPx : Math.min(neededPx, MAX_TEXT_WIDTH_REM * remPx)
    const firstColumnLimitPx = Math.max(COLUMN_WIDTH_REM * remPx, availablePx * MAX_FIRST_COLUMN_SHARE)
    return {
      fullPx: index === 0 && availablePx > 0 ? Math.min(fullPx, firstColumnLimitPx) : fullPx,
      // The first column names the row; numbers of rolls must not be truncated, because people read them from their end.
      isFlexible:
        need !== undefined &&
        index > 0 &&
        !column.isNumber &&
        !column.hasMinWidth &&
        fullPx > MAX_RIGID_WIDTH_REM * remPx,
      isManual: false,
    }
  })
  if (availablePx <= 0) return wantedWidths.map(({ fullPx }) => fullPx)
  const maxTextPx = calculateTextLimit(wantedWidths, availablePx, remPx)
  const widths = wantedWidths.map(({ fullPx, isFlexible }) => (isFlexible ? Math.min(fullPx, maxTextPx) : fullPx))
  const manualPx = sum(widths.filter((_, index) => wantedWidths[index]?.isManual))
  const automaticPx = sum(widths) - manualPx
  const growth = automaticPx > 0 ? Math.min(MAX_GROWTH, Math.max(1, (availablePx - manualPx) / automaticPx)) : 1
  return widths.map((width, index) => Math.floor(wantedWidths[index]?.isManual ? width : width * growth))
}
const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/**
 * Calculates the width to which longer texts are limited so that all columns fit. If they would become too narrow to be
 * read, the table scrolls and texts get a comfortable width.
 */
function calculateTextLimit(wantedWidths: readonly WantedWidth[], availablePx: number, remPx: number): number {
  let remainingPx = availablePx - sum(wantedWidths.flatMap(({ fullPx, isFlexible }) => (isFlexible ? [] : [fullPx])))
  const textWidths = wantedWidths
    .flatMap(({ fullPx, isFlexible }) => (isFlexible ? [fullPx] : []))
    .toSorted((a, b) => a - b)
  // Short texts get all they need, and the longest ones share the rest equally.
  for (const [index, fullPx] of textWidths.entries()) {
    const share = remainingPx / (textWidths.length - index)
    if (fullPx > share) return share >= MIN_TEXT_WIDTH_REM * remPx ? share : SCROLLED_TEXT_WIDTH_REM * remPx
    remainingPx -= fullPx
  }
  return Infinity
}
