import type { UseBand } from '../rules/bands'

/** From dear to cheap; kept apart by lightness as well as hue, and always named beside the colour. */
export const bandColours: Readonly<Record<UseBand, string>> = {
  critical: '#a3284f',
  peak: '#c2570c',
  normal: '#0a5a9c',
  low: '#3b7d23',
  deep: '#1b4d3e',
  flat: '#5d6670',
  none: '#8b949e',
}
