/** Chart colors, read from the CSS tokens. */
export type Palette = {
  /** Main text. */
  ink: string
  /** Secondary text. */
  quiet: string
  line: string
  /**
   * Background. The drawings use this color as their React key: Chart.js keeps old colors, so a new theme must mount the
   * drawings again.
   */
  ground: string
  limit: string
  target: string
  series: readonly string[]
  font: string
}

/** Colors that people with any color blindness can tell apart, ≥ 3:1 on the background of their theme. */
export const SERIES_COLORS = {
  light: ['#0a5a9c', '#d9730d', '#2e9bc6', '#7a4a12', '#83898f', '#4a4a4a'],
  dark: ['#6db3f2', '#e8743b', '#8ecb72', '#f08bab', '#d7dde3', '#f5e6a8'],
} as const

/** Reads the palette of the current theme. */
export function readPalette(theme: 'light' | 'dark'): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: token('--ink'),
    quiet: token('--ink-2'),
    line: token('--line'),
    ground: token('--raised'),
    limit: token('--bad'),
    target: token('--ok'),
    series: SERIES_COLORS[theme],
    font: token('--font'),
  }
}
