/** Bands of a tariff as energy is counted by them: `flat` for what has one price all day, `none` where a slot has no band. */
export const useBands = ['critical', 'peak', 'normal', 'low', 'deep', 'flat', 'none'] as const
export type UseBand = (typeof useBands)[number]
