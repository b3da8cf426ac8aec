import { recordTrouble } from '../trouble'

/** A user's settings for the columns of a table. Missing ids use the defaults of the list. */
export interface ColumnLayout {
  shown: Readonly<Record<string, boolean>>
  /** Manual widths in rem: they follow the text size. */
  widths: Readonly<Record<string, number>>
}
export const plainLayout: ColumnLayout = { shown: {}, widths: {} }

/** Limits of a column's width, rem. */
const NARROWEST = 4
const WIDEST = 60
/** Limits a width to the allowed range, rounded to 0.01 rem. */
export const within = (width: number): number => Math.min(WIDEST, Math.max(NARROWEST, Math.round(width * 100) / 100))

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
/** Parses a stored layout; ignores invalid parts. */
export function layoutOf(stored: unknown): ColumnLayout {
  const { shown, widths } = Object.fromEntries(entriesOf(stored))
  return {
    shown: Object.fromEntries(entriesOf(shown).filter((one): one is [string, boolean] => typeof one[1] === 'boolean')),
    widths: Object.fromEntries(
      entriesOf(widths).flatMap(([id, width]) => (typeof width === 'number' ? [[id, within(width)]] : [])),
    ),
  }
}
/** Returns the layout stored on this device under a key, or null. */
export function keptLayout(key: string | undefined): ColumnLayout | null {
  if (!key) return null
  try {
    const text = localStorage.getItem(`columns/${key}`)
    return text ? layoutOf(JSON.parse(text)) : null
  } catch (error) {
    recordTrouble(`column choice not readable: ${key}`, error)
    return null
  }
}
/** Stores a layout under a key; null removes it. */
export function keepLayout(key: string | undefined, layout: ColumnLayout | null): void {
  if (!key) return
  try {
    if (layout) localStorage.setItem(`columns/${key}`, JSON.stringify(layout))
    else localStorage.removeItem(`columns/${key}`)
  } catch (error) {
    recordTrouble(`column choice not remembered: ${key}`, error)
  }
}
