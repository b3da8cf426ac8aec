/** Trim of one cut in a plan; widths in mm. */
interface Trimmed {
  readonly widthMm: number
  readonly trimMm: number
}
/** Returns the trim of one web in percent of its width. */
export const trimOfWeb = ({ widthMm, trimMm }: Trimmed): number => (widthMm > 0 ? (trimMm / widthMm) * 100 : 0)

/**
 * Returns the edited cuts that trim more of their web than any cut of the proposal, worst first. The proposal is the
 * measure, as no fixed percentage suits all widths.
 */
export function moreTrim<C extends Trimmed>(cuts: readonly C[], proposed: readonly C[]): C[] {
  const most = Math.max(0, ...proposed.map(trimOfWeb))
  return cuts
    .filter((cut) => !proposed.includes(cut) && trimOfWeb(cut) > most)
    .sort((a, b) => trimOfWeb(b) - trimOfWeb(a))
}
