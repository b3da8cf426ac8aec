/** Rules of the team summary and of waste records. */

export const summaryFigures = [
  'jumboRolls',
  'slitRolls',
  'goodKg',
  'downgradedKg',
  'wasteKg',
  'fedKg',
  'stopMinutes',
] as const
export type SummaryFigures = Readonly<Record<(typeof summaryFigures)[number], number>>
/** Finds the entered metrics that differ from the calculated ones and need a reason. Empty ones are filled in. */
export const correctedFigures = (
  given: { readonly [K in keyof SummaryFigures]?: number | null },
  known: SummaryFigures,
): (keyof SummaryFigures)[] =>
  summaryFigures.filter((name) => given[name] != null && Math.abs(given[name] - known[name]) >= 0.05)

/** Sums the mass of all lines, kg. */
export const totalKg = (lines: readonly { readonly kg: number }[]): number =>
  Math.round(lines.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000

export interface Waste {
  readonly state: string
  readonly userId: string | null
}
/** Reason why a person may not check a waste record, or null. A disputed record may be checked again. */
export function wasteCheckProblem(waste: Waste, personId: string): 'alreadyChecked' | 'ownWaste' | null {
  if (waste.state === 'checked') return 'alreadyChecked'
  return waste.userId === personId ? 'ownWaste' : null
}
