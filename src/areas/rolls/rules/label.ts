/** Printed label contents that may change later; an outdated label is reprinted, not copied. */

interface Said {
  readonly grade: string
  readonly lengthM: number | null
  readonly widthMm: number | null
  readonly expectedKg: number | null
}
const ofRoll = (kg: number | null, { grade, lengthM, widthMm, expectedKg }: Said): string =>
  // A calculated mass is marked with ~ on the label.
  [kg === null ? `~${expectedKg ?? ''}` : kg, grade, lengthM, widthMm].join(' ')

/** Builds the label content of a row by kind; the result is stored when the label is printed. */
export const labelSaid = {
  jumboRoll: (row: Said & { readonly netKg: number | null }) => ofRoll(row.netKg, row),
  slitRoll: (row: Said & { readonly kg: number | null }) => ofRoll(row.kg, row),
  /** @param notGood number of rolls in the package that are not good */
  package: (row: { readonly netKg: number | null; readonly rolls: number }, notGood: number) =>
    [row.netKg, row.rolls, ...(notGood > 0 ? [notGood] : [])].join(' '),
} as const
export type LabelledKind = keyof typeof labelSaid
/** True if the last printed label differs from the current content; false if the printed content is unknown. */
export const isLabelOld = (
  { labels, labelSaid: said }: { readonly labels: number; readonly labelSaid: string | null },
  now: string,
): boolean => labels > 0 && said !== null && said !== now
