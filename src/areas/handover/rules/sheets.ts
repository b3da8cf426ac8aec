/** The sheets of a shift: what is added up, what must be explained, and who may check them. */

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
/** The figures a person gave that differ from what the rolls say: each needs a reason. An empty one is filled in. */
export const correctedFigures = (
  given: { readonly [K in keyof SummaryFigures]?: number | null },
  known: SummaryFigures,
): (keyof SummaryFigures)[] =>
  summaryFigures.filter((name) => given[name] != null && Math.abs(given[name] - known[name]) >= 0.05)

/** Mass of all lines together, kg. */
export const totalKg = (lines: readonly { readonly kg: number }[]): number =>
  Math.round(lines.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000

export interface Waste {
  readonly state: string
  readonly userId: string | null
}
/** Why somebody may not check a waste sheet, or null. A dispute may be settled by a second look. */
export function wasteCheckProblem(waste: Waste, personId: string): 'alreadyChecked' | 'ownWaste' | null {
  if (waste.state === 'checked') return 'alreadyChecked'
  return waste.userId === personId ? 'ownWaste' : null
}
