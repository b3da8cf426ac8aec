/**
 * Tariff bands of consumption: `flat` for media with one price all day, `none` for slots without a band.
 */
export const energyBands = ['critical', 'peak', 'normal', 'low', 'deep', 'flat', 'none'] as const
export type EnergyBand = (typeof energyBands)[number]
