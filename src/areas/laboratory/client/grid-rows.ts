interface ResultIdentity {
  readonly jumboRollId: string | null
  readonly slitRollId: string | null
  readonly rolledAt: string | null
  readonly retest: number
  readonly retestReason: string | null
}
interface ProposedRoll {
  readonly jumboRollId: string
  readonly doffedAt: string
}
/** A row of the grid: a roll with its first results or with one retest. */
export interface EntryGridRow {
  readonly key: string
  readonly jumboRollId: string
  readonly slitRollId: string | null
  readonly retest: number
  /** Distinct reasons of the retest. */
  readonly reasons: readonly string[]
}
/** Returns the key of a row: roll and number of the retest. */
export const getRowKey = (row: Pick<ResultIdentity, 'jumboRollId' | 'slitRollId' | 'retest'>): string =>
  [row.jumboRollId, row.slitRollId ?? '', row.retest].join(' ')

/**
 * Builds the rows of the grid from tested and untested rolls in production order. A roll keeps its position when its
 * first value is entered, so that a person can type a list from top to bottom. Slit rolls have their own rows; retests
 * follow all first results.
 */
export function buildGridRows(
  results: readonly ResultIdentity[],
  proposedRolls: readonly ProposedRoll[],
): EntryGridRow[] {
  const rowByKey = new Map<string, EntryGridRow & { producedAt: string }>()
  for (const result of results) {
    const { jumboRollId, slitRollId, retest, retestReason, rolledAt } = result
    if (!jumboRollId) continue
    const key = getRowKey(result)
    const row = rowByKey.get(key) ?? { key, jumboRollId, slitRollId, retest, reasons: [], producedAt: rolledAt ?? '' }
    const reasons = retestReason && !row.reasons.includes(retestReason) ? [...row.reasons, retestReason] : row.reasons
    rowByKey.set(key, { ...row, reasons, producedAt: row.producedAt || (rolledAt ?? '') })
  }
  for (const { jumboRollId, doffedAt } of proposedRolls) {
    const key = getRowKey({ jumboRollId, slitRollId: null, retest: 0 })
    const row = rowByKey.get(key)
    // A row that exists only on this phone lacks the production time, which the server copies from the roll.
    if (!row?.producedAt)
      rowByKey.set(key, { key, jumboRollId, slitRollId: null, retest: 0, reasons: [], ...row, producedAt: doffedAt })
  }
  const getSortKey = (row: EntryGridRow & { producedAt: string }) => [row.producedAt, row.key].join(' ')
  return [...rowByKey.values()]
    .toSorted((a, b) => Math.sign(a.retest) - Math.sign(b.retest) || (getSortKey(a) < getSortKey(b) ? -1 : 1))
    .map(({ producedAt: _producedAt, ...row }) => row)
}

/**
 * Removes the last roll if more results follow, because only some of its results may be loaded. Keeps a roll that is the
 * only one.
 */
export function dropPartlyLoadedRoll<R extends { readonly rolledAt: string | null }>(
  rows: readonly R[],
  hasMore: boolean,
): R[] {
  const lastRolledAt = rows.at(-1)?.rolledAt ?? null
  const completeRows = hasMore ? rows.filter(({ rolledAt }) => rolledAt !== lastRolledAt) : []
  return completeRows.length > 0 ? completeRows : [...rows]
}
