import { recordTrouble } from '../trouble'

/** What a person made of a table's columns. Ids that are missing are as the list declares them. */
export interface ColumnLayout {
  shown: Readonly<Record<string, boolean>>
  /** Widths given by hand, rem: they follow the person's text size. */
  widths: Readonly<Record<string, number>>
}
export const plainLayout: ColumnLayout = { shown: {}, widths: {} }

/** Narrowest and widest that a column can be drawn, rem. */
const NARROWEST = 4
const WIDEST = 60
export const within = (width: number): number => Math.min(WIDEST, Math.max(NARROWEST, Math.round(width * 100) / 100))

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
/** A layout out of what was stored; what is none of it is left out. */
export function layoutOf(stored: unknown): ColumnLayout {
  const { shown, widths } = Object.fromEntries(entriesOf(stored))
  return {
    shown: Object.fromEntries(entriesOf(shown).filter((one): one is [string, boolean] => typeof one[1] === 'boolean')),
    widths: Object.fromEntries(
      entriesOf(widths).flatMap(([id, width]) => (typeof width === 'number' ? [[id, within(width)]] : [])),
    ),
  }
}
/** The layout that this device keeps under a key; null when it keeps none. */
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
/** Keeps a layout under a key; null forgets it. */
export function keepLayout(key: string | undefined, layout: ColumnLayout | null): void {
  if (!key) return
  try {
    if (layout) localStorage.setItem(`columns/${key}`, JSON.stringify(layout))
    else localStorage.removeItem(`columns/${key}`)
  } catch (error) {
    recordTrouble(`column choice not remembered: ${key}`, error)
  }
}
