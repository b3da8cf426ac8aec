/** First-pass yield, and the Pareto of defects. */
export interface FirstPassCounts {
  /** Id of the line, team or product. */
  readonly key: string
  readonly rolls: number
  readonly passed: number
}
/**
 * Returns first-pass yield in %, one decimal: rolls passed at their first check ÷ rolls checked; null without checked
 * rolls. ISO 22400-2: FPY = good parts (GP) ÷ inspected parts (IP).
 */
export const calculateFirstPassPercent = ({
  rolls,
  passed,
}: Pick<FirstPassCounts, 'rolls' | 'passed'>): number | null =>
  rolls > 0 ? Math.round((passed / rolls) * 1000) / 10 : null

export interface DefectParetoEntry {
  readonly kind: string
  readonly count: number
  readonly percent: number
  readonly cumulative: number
}
/** Returns defect kinds by frequency (ties by name) with their share and cumulative share in %, one decimal. */
export function buildDefectPareto(
  counts: readonly { readonly kind: string; readonly count: number }[],
): DefectParetoEntry[] {
  const totalCount = counts.reduce((sum, { count }) => sum + count, 0)
  if (totalCount === 0) return []
  const toPercent = (count: number): number => Math.round((count / totalCount) * 1000) / 10
  let cumulativeCount = 0
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
    .map(({ kind, count }) => ({
      kind,
      count,
      percent: toPercent(count),
      cumulative: toPercent((cumulativeCount += count)),
    }))
}
