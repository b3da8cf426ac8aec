import { recordTrouble } from '../trouble'

/** A user's settings for the columns of a table. Missing ids use the defaults of the list. */
export interface ColumnLayout {
  shown: Readonly<Record<string, boolean>>
  /** Manual widths in rem: they follow the text size. */
  widths: Readonly<Record<string, number>>
}
export const DEFAULT_LAYOUT: ColumnLayout = { shown: {}, widths: {} }

/** Minimum width of a column. */
const MIN_WIDTH_REM = 4
/** Maximum width of a column. */
const MAX_WIDTH_REM = 60
/** Limits a width to the allowed range, rounded to 0.01 rem. */
export const clampWidth = (width: number): number =>
  Math.min(MAX_WIDTH_REM, Math.max(MIN_WIDTH_REM, Math.round(width * 100) / 100))

const getEntries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
/** Parses a stored layout; ignores invalid parts. */
export function parseColumnLayout(stored: unknown): ColumnLayout {
  const { shown, widths } = Object.fromEntries(getEntries(stored))
  return {
    shown: Object.fromEntries(
      getEntries(shown).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    ),
    widths: Object.fromEntries(
      getEntries(widths).flatMap(([id, width]) => (typeof width === 'number' ? [[id, clampWidth(width)]] : [])),
    ),
  }
}
/** Returns the layout stored on this device under a key, or null. */
export function loadLayout(key: string | undefined): ColumnLayout | null {
  if (!key) return null
  try {
    const text = localStorage.getItem(`columns/${key}`)
    return text ? parseColumnLayout(JSON.parse(text)) : null
  } catch (error) {
    recordTrouble(`column choice not readable: ${key}`, error)
    return null
  }
}
/** Stores a layout under a key; null removes it. */
export function storeLayout(key: string | undefined, layout: ColumnLayout | null): void {
  if (!key) return
  try {
    if (layout) localStorage.setItem(`columns/${key}`, JSON.stringify(layout))
    else localStorage.removeItem(`columns/${key}`)
  } catch (error) {
    recordTrouble(`column choice not remembered: ${key}`, error)
  }
}
