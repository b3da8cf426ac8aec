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
/** A row of the grid: a roll with its first results or with one retest. */
export interface GridRow {
  readonly key: string
  readonly jumboRollId: string
  readonly slitRollId: string | null
  readonly retest: number
  /** Distinct reasons of the retest. */
  readonly reasons: readonly string[]
}
/** Returns the key of a row: roll and number of the retest. */
export const rowKey = (of: Pick<Known, 'jumboRollId' | 'slitRollId' | 'retest'>): string =>
  [of.jumboRollId, of.slitRollId ?? '', of.retest].join(' ')

/**
 * Builds the rows of the grid in production order, tested or not. A roll keeps its position when its first value is
 * entered, so that a list can be typed from top to bottom. Slit rolls have their own rows; retests follow all first
 * results.
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
    // An unsent value on this phone has no production time of its roll yet.
    if (!row?.at) found.set(key, { key, jumboRollId, slitRollId: null, retest: 0, reasons: [], ...row, at: doffedAt })
  }
  const order = (row: GridRow & { at: string }) => [row.at, row.key].join(' ')
  return [...found.values()]
    .toSorted((a, b) => Math.sign(a.retest) - Math.sign(b.retest) || (order(a) < order(b) ? -1 : 1))
    .map(({ at: _at, ...row }) => row)
}

/** Removes the last roll if more results follow, because only some of its results may be loaded. */
export function wholeRolls<R extends { readonly rolledAt: string | null }>(rows: readonly R[], goesOn: boolean): R[] {
  const last = rows.at(-1)?.rolledAt ?? null
  const whole = goesOn ? rows.filter(({ rolledAt }) => rolledAt !== last) : []
  return whole.length > 0 ? whole : [...rows]
}
