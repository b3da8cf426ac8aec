/** Several sets of one slitting pattern from a web. Widths in mm, lengths in m. */
export interface SlitSets {
  readonly sets: number
  readonly lengthM: number
  readonly widthMm: number
  readonly lanes: readonly { readonly width: number; readonly count: number }[]
}
type Lanes = Omit<SlitSets, 'widthMm'>
/** Returns the number of rolls that cuts yield. */
export const countCutRolls = (cuts: readonly Pick<SlitSets, 'sets' | 'lanes'>[]): number =>
  cuts.reduce((sum, { sets, lanes }) => sum + sets * lanes.reduce((n, { count }) => n + count, 0), 0)
/** Returns the area of the rolls that cuts yield, mm·m. */
export const calculateRollArea = (cuts: readonly Lanes[]): number =>
  cuts.reduce(
    (sum, { sets, lengthM, lanes }) => sum + sets * lengthM * lanes.reduce((w, l) => w + l.width * l.count, 0),
    0,
  )
/** Returns the share of an area that does not become rolls, in percent; 0 if nothing is cut. */
export const calculateTrimShare = (rolls: number, area: number): number => (area > 0 ? (1 - rolls / area) * 100 : 0)
/** Returns the trim area of cuts ÷ the area of their webs, in percent. */
export const calculateCutsTrim = (cuts: readonly SlitSets[]): number =>
  calculateTrimShare(
    calculateRollArea(cuts),
    cuts.reduce((sum, { sets, lengthM, widthMm }) => sum + sets * lengthM * widthMm, 0),
  )
