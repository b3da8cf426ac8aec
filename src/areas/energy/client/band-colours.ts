import type { UseBand } from '../rules/bands'

/** The same colours as on the page of the tariff; always named beside the colour. */
const tokens: Readonly<Record<UseBand, string>> = {
  critical: '--band-critical',
  peak: '--band-peak',
  normal: '--band-normal',
  low: '--band-low',
  deep: '--band-deep',
  flat: '--ink-2',
  none: '--line',
}
/** The colour of a band as the theme on screen has it. */
export const bandColour = (band: UseBand): string =>
  getComputedStyle(document.documentElement).getPropertyValue(tokens[band]).trim()
