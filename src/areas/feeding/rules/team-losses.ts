/** Losses of teams as shares of their own output, so that they do not depend on material carried over between shifts. */

export const lossFields = ['woundDowngradedKg', 'woundWasteKg', 'disposedKg', 'pelletizedKg'] as const
export type LossField = (typeof lossFields)[number]
interface TeamOutput extends Readonly<Record<LossField, number>> {
  /** Rolls off the winder, whatever their grade. */
  readonly woundKg: number
}
export interface TeamLosses {
  /** Shares of the output, %; null without output. */
  readonly percents: Readonly<Record<LossField, number | null>>
  readonly totalPercent: number | null
}
/** Calculates the losses of a team, or of the sums of several teams. */
export function calculateTeamLosses(output: TeamOutput): TeamLosses {
  const lossKg = lossFields.reduce((sum, field) => sum + output[field], 0)
  const outputKg = output.woundKg + output.disposedKg + output.pelletizedKg
  const toPercent = (kg: number) => (outputKg > 0 ? (kg / outputKg) * 100 : null)
  return {
    percents: {
      woundDowngradedKg: toPercent(output.woundDowngradedKg),
      woundWasteKg: toPercent(output.woundWasteKg),
      disposedKg: toPercent(output.disposedKg),
      pelletizedKg: toPercent(output.pelletizedKg),
    },
    totalPercent: toPercent(lossKg),
  }
}
/** Sums the output of teams. */
export function sumOutputOfTeams(rows: readonly TeamOutput[]): TeamOutput {
  const sum = (field: keyof TeamOutput) => rows.reduce((total, row) => total + row[field], 0)
  return {
    woundKg: sum('woundKg'),
    woundDowngradedKg: sum('woundDowngradedKg'),
    woundWasteKg: sum('woundWasteKg'),
    disposedKg: sum('disposedKg'),
    pelletizedKg: sum('pelletizedKg'),
  }
}
/** Returns the rows with their losses, the largest loss first; rows without output are left out. */
export const rankTeamLosses = <Row extends TeamOutput>(rows: readonly Row[]): (TeamLosses & { readonly row: Row })[] =>
  rows
    .map((row) => ({ row, ...calculateTeamLosses(row) }))
    .filter(({ totalPercent }) => totalPercent !== null)
    .toSorted((a, b) => b.totalPercent! - a.totalPercent!)
