import type { EnergyBand } from '../rules/energy-bands'

/** The same colours as on the tariff page. Always show the name of the band as well. */
const colorTokens: Readonly<Record<EnergyBand, string>> = {
  critical: '--band-critical',
  peak: '--band-peak',
  normal: '--band-normal',
  low: '--band-low',
  deep: '--band-deep',
  flat: '--ink-2',
  none: '--line',
}
/** Returns the colour of a band in the current theme. */
export const getBandColor = (band: EnergyBand): string =>
  getComputedStyle(document.documentElement).getPropertyValue(colorTokens[band]).trim()
