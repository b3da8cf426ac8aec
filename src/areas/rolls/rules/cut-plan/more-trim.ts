/** A cut of a plan as far as its trim goes; widths in mm. */
interface Trimmed {
  readonly widthMm: number
  readonly trimMm: number
}
/** Trim of one web, in percent of its width. */
export const trimOfWeb = ({ widthMm, trimMm }: Trimmed): number => (widthMm > 0 ? (trimMm / widthMm) * 100 : 0)

/**
 * The cuts that a person changed and that now trim more of their web than any that the plan proposed, the worst first: what
 * the plan was made with is the measure, not a figure for all widths.
 */
export function moreTrim<C extends Trimmed>(cuts: readonly C[], proposed: readonly C[]): C[] {
  const most = Math.max(0, ...proposed.map(trimOfWeb))
  return cuts
    .filter((cut) => !proposed.includes(cut) && trimOfWeb(cut) > most)
    .sort((a, b) => trimOfWeb(b) - trimOfWeb(a))
}
