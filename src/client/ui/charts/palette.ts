/** Chart colors, read from the CSS tokens. */
export type Palette = {
  /** Main text. */
  ink: string
  /** Secondary text. */
  quiet: string
  line: string
  /** Background. The drawings use it as their key: Chart.js keeps old colors, so a new theme must mount them again. */
  ground: string
  limit: string
  target: string
  series: readonly string[]
  font: string
}

/** Colors that differ in lightness as well as hue, ≥ 3:1 on the background of their theme. */
const SERIES_COLORS = {
  light: ['#0a5a9c', '#b5560a', '#3b7d23', '#8a3ea8', '#5d6670', '#a3284f'],
  dark: ['#6db3f2', '#f0a35e', '#8ecb72', '#cd94e6', '#a9b3bd', '#f08bab'],
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
