interface Known {
  readonly jumboRollId: string | null
  readonly slitRollId: string | null
  readonly rolledAt: string | null
  readonly retest: number
  readonly retestReason: string | null
}
interface Wanted {
  readonly jumboRollId: string
  readonly doffedAt: string
}
/** A row of the grid: one roll, and its first results or one retest of it. */
export interface GridRow {
  readonly key: string
  readonly jumboRollId: string
  readonly slitRollId: string | null
  readonly retest: number
  /** Why it was tested again, each reason once. */
  readonly reasons: readonly string[]
}
export const rowKey = (of: Pick<Known, 'jumboRollId' | 'slitRollId' | 'retest'>): string =>
  [of.jumboRollId, of.slitRollId ?? '', of.retest].join(' ')

/**
 * Rows of a grid, rolls as they were made, tested or not: a roll keeps its row when its first value is entered, so that what is read
 * from a list comes under each other. A slit roll has a row of its own, a retest one after all first results.
 */
export function gridRows(known: readonly Known[], wanted: readonly Wanted[]): GridRow[] {
  const found = new Map<string, GridRow & { at: string }>()
  for (const one of known) {
    const { jumboRollId, slitRollId, retest, retestReason, rolledAt } = one
    if (!jumboRollId) continue
    const key = rowKey(one)
    const row = found.get(key) ?? { key, jumboRollId, slitRollId, retest, reasons: [], at: rolledAt ?? '' }
    const said = retestReason && !row.reasons.includes(retestReason) ? [...row.reasons, retestReason] : row.reasons
    found.set(key, { ...row, reasons: said, at: row.at || (rolledAt ?? '') })
  }
  for (const { jumboRollId, doffedAt } of wanted) {
    const key = rowKey({ jumboRollId, slitRollId: null, retest: 0 })
    const row = found.get(key)
    // A value that waits on this phone does not know yet when its roll was made.
    if (!row?.at) found.set(key, { key, jumboRollId, slitRollId: null, retest: 0, reasons: [], ...row, at: doffedAt })
  }
  const order = (row: GridRow & { at: string }) => [row.at, row.key].join(' ')
  return [...found.values()]
    .toSorted((a, b) => Math.sign(a.retest) - Math.sign(b.retest) || (order(a) < order(b) ? -1 : 1))
    .map(({ at: _at, ...row }) => row)
}

/** Results of which all of a roll are here: where a list goes on, its last roll may be cut. */
export function wholeRolls<R extends { readonly rolledAt: string | null }>(rows: readonly R[], goesOn: boolean): R[] {
  const last = rows.at(-1)?.rolledAt ?? null
  const whole = goesOn ? rows.filter(({ rolledAt }) => rolledAt !== last) : []
  return whole.length > 0 ? whole : [...rows]
}
