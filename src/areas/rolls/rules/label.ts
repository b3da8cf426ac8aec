/** What a label says that may be another by the time somebody reads it: its paper is then to be printed anew, and no copy. */

interface Said {
  readonly grade: string
  readonly lengthM: number | null
  readonly widthMm: number | null
  readonly expectedKg: number | null
}
const ofRoll = (kg: number | null, { grade, lengthM, widthMm, expectedKg }: Said): string =>
  // A mass that was only worked out is marked on the label.
  [kg === null ? `~${expectedKg ?? ''}` : kg, grade, lengthM, widthMm].join(' ')

/** By kind of label what of a row stands on it; kept when it is printed. */
export const labelSaid = {
  jumboRoll: (row: Said & { readonly netKg: number | null }) => ofRoll(row.netKg, row),
  slitRoll: (row: Said & { readonly kg: number | null }) => ofRoll(row.kg, row),
  /** @param notGood how many of its rolls are not good */
  package: (row: { readonly netKg: number | null; readonly rolls: number }, notGood: number) =>
    [row.netKg, row.rolls, ...(notGood > 0 ? [notGood] : [])].join(' '),
} as const
export type LabelledKind = keyof typeof labelSaid
/** Whether the label that was printed last says something else than `now`; not of one whose words nobody kept. */
export const isLabelOld = (
  { labels, labelSaid: said }: { readonly labels: number; readonly labelSaid: string | null },
  now: string,
): boolean => labels > 0 && said !== null && said !== now
