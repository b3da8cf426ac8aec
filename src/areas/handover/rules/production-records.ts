/** Rules of the team summary and of waste records. */

export const summaryMetrics = [
  'jumboRolls',
  'slitRolls',
  'goodKg',
  'downgradedKg',
  'wasteKg',
  'fedKg',
  'stopMinutes',
] as const
export type SummaryMetrics = Readonly<Record<(typeof summaryMetrics)[number], number>>
/** Smaller differences of an entered metric come from rounding. */
const MIN_CORRECTION = 0.05
/** Finds the entered metrics that differ from the calculated ones and need a reason. Empty metrics are no corrections. */
export const findCorrectedMetrics = (
  enteredMetrics: { readonly [K in keyof SummaryMetrics]?: number | null },
  calculatedMetrics: SummaryMetrics,
): (keyof SummaryMetrics)[] =>
  summaryMetrics.filter(
    (name) =>
      enteredMetrics[name] != null && Math.abs(enteredMetrics[name] - calculatedMetrics[name]) >= MIN_CORRECTION,
  )

/** Sums the mass of all entries of a waste record, kg. */
export const calculateTotalKg = (wasteEntries: readonly { readonly kg: number }[]): number =>
  Math.round(wasteEntries.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000

/** State of a waste record and the person who entered it. */
export interface CheckedWaste {
  readonly state: string
  readonly userId: string | null
}
/** Reason why a person may not check a waste record, or null. A disputed record may be checked again. */
export function findWasteCheckProblem(waste: CheckedWaste, personId: string): 'alreadyChecked' | 'ownWaste' | null {
  if (waste.state === 'checked') return 'alreadyChecked'
  return waste.userId === personId ? 'ownWaste' : null
}
