/**
 * Tariff bands by which energy is counted: `flat` for media with one price all day, `none` for slots without a band.
 */
export const useBands = ['critical', 'peak', 'normal', 'low', 'deep', 'flat', 'none'] as const
export type UseBand = (typeof useBands)[number]
