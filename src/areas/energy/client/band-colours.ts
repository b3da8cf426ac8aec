import type { UseBand } from '../rules/bands'

/** The same colours as on the tariff page. Always show the name of the band as well. */
const tokens: Readonly<Record<UseBand, string>> = {
  critical: '--band-critical',
  peak: '--band-peak',
  normal: '--band-normal',
  low: '--band-low',
  deep: '--band-deep',
  flat: '--ink-2',
  none: '--line',
}
/** Returns the colour of a band in the current theme. */
export const bandColour = (band: UseBand): string =>
  getComputedStyle(document.documentElement).getPropertyValue(tokens[band]).trim()
