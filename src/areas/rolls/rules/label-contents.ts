/**
 * Contents of a printed label that may change later. A reprint is marked as a copy only if its content is unchanged.
 * Otherwise the reprint replaces an outdated label.
 */

interface LabelFields {
  readonly grade: string
  readonly lengthM: number | null
  readonly widthMm: number | null
  readonly expectedKg: number | null
}
const buildRollText = (kg: number | null, { grade, lengthM, widthMm, expectedKg }: LabelFields): string =>
  // A calculated mass is marked with ~ on the label.
  [kg === null ? `~${expectedKg ?? ''}` : kg, grade, lengthM, widthMm].join(' ')

/** Builds the label content of a row by kind; the result is stored when the label is printed. */
export const labelContents = {
  jumboRoll: (row: LabelFields & { readonly netKg: number | null }) => buildRollText(row.netKg, row),
  slitRoll: (row: LabelFields & { readonly kg: number | null }) => buildRollText(row.kg, row),
  /** @param notGoodRolls number of rolls in the package that are not good */
  package: (row: { readonly netKg: number | null; readonly rolls: number }, notGoodRolls: number) =>
    [row.netKg, row.rolls, ...(notGoodRolls > 0 ? [notGoodRolls] : [])].join(' '),
} as const
export type PrintableKind = keyof typeof labelContents
/** True if the last printed label differs from the current content; false if the printed content is unknown. */
export const isLabelOutdated = (
  { labels, labelSaid: printedContent }: { readonly labels: number; readonly labelSaid: string | null },
  currentContent: string,
): boolean => labels > 0 && printedContent !== null && printedContent !== currentContent
