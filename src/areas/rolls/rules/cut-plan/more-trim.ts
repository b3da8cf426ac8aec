/** Trim of one cut in a plan; widths in mm. */
interface TrimmedCut {
  readonly widthMm: number
  readonly trimMm: number
}
/** Returns the trim of one web in percent of its width. */
export const calculateWebTrim = ({ widthMm, trimMm }: TrimmedCut): number =>
  widthMm > 0 ? (trimMm / widthMm) * 100 : 0

/**
 * Returns the edited cuts that trim more of their web than any cut of the proposal, worst first. The proposal is the
 * measure, as no fixed percentage suits all widths.
 */
export function findCutsWithMoreTrim<C extends TrimmedCut>(cuts: readonly C[], proposed: readonly C[]): C[] {
  const maxProposedTrim = Math.max(0, ...proposed.map(calculateWebTrim))
  return cuts
    .filter((cut) => !proposed.includes(cut) && calculateWebTrim(cut) > maxProposedTrim)
    .sort((a, b) => calculateWebTrim(b) - calculateWebTrim(a))
}
