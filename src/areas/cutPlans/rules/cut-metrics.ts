/** Rolls, areas and trim of cuts. */
import { ROUNDING_TOLERANCE } from '@/plant/rules/rounding'

/** Several sets of one slitting pattern from a web. Widths in mm, lengths in m. */
export interface SlitSets {
  readonly sets: number
  readonly lengthM: number
  readonly widthMm: number
  readonly lanes: readonly { readonly width: number; readonly count: number }[]
}
type SlitSetsWithoutWebWidth = Omit<SlitSets, 'widthMm'>
/** Returns the number of rolls that cuts yield. */
export const countCutRolls = (cuts: readonly Pick<SlitSets, 'sets' | 'lanes'>[]): number =>
  sumNumbers(cuts.map(({ sets, lanes }) => sets * sumNumbers(lanes.map(({ count }) => count))))
/** Returns the area of the rolls that cuts yield, mm·m. */
export const calculateRollArea = (cuts: readonly SlitSetsWithoutWebWidth[]): number =>
  sumNumbers(
    cuts.map(({ sets, lengthM, lanes }) => sets * lengthM * sumNumbers(lanes.map(({ width, count }) => width * count))),
  )
/** Returns the share of an area that does not become rolls, in percent; 0 if nothing is cut. */
export const calculateTrimPercentOfArea = (rollsArea: number, webArea: number): number =>
  webArea > 0 ? (1 - rollsArea / webArea) * 100 : 0
/** Returns the trim area of cuts ÷ the area of their webs, in percent. */
export const calculateCutsTrimPercent = (cuts: readonly SlitSets[]): number =>
  calculateTrimPercentOfArea(
    calculateRollArea(cuts),
    sumNumbers(cuts.map(({ sets, lengthM, widthMm }) => sets * lengthM * widthMm)),
  )

/** Returns the metres that cuts take from a jumbo, rounded to decimetres. A cut without `sets` counts as one set. */
export const sumCutMetres = (
  cuts: readonly { readonly sets: number | null; readonly lengthM: number | null }[],
): number => Math.round(sumNumbers(cuts.map(({ sets, lengthM }) => (sets ?? 1) * (lengthM ?? 0))) * 10) / 10

/** Returns the number of sets of a length that fit into metres of a jumbo. */
export const countSetsInLength = (metres: number, setLengthM: number): number =>
  Math.floor(metres / setLengthM + ROUNDING_TOLERANCE)

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Trim of one cut in a plan; widths in mm. */
interface TrimmedCut {
  readonly widthMm: number
  readonly trimMm: number
}
/** Returns the trim of one web in percent of its width. */
export const calculateWebTrimPercent = ({ widthMm, trimMm }: TrimmedCut): number =>
  widthMm > 0 ? (trimMm / widthMm) * 100 : 0

/**
 * Returns the edited cuts that trim more of their web than any cut of the proposal, worst first. The proposal is the
 * measure, because no fixed percentage suits all widths.
 */
export function findCutsWithMoreTrim<C extends TrimmedCut>(cuts: readonly C[], proposedCuts: readonly C[]): C[] {
  const maxProposedTrim = Math.max(0, ...proposedCuts.map(calculateWebTrimPercent))
  return cuts
    .filter((cut) => !proposedCuts.includes(cut) && calculateWebTrimPercent(cut) > maxProposedTrim)
    .sort((a, b) => calculateWebTrimPercent(b) - calculateWebTrimPercent(a))
}
