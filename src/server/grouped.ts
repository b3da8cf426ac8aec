/** Grouping of sums by keys that the caller chooses: parts of a select, and the keys of its rows. */
import { Sql } from './sql'

export interface Grouped<K extends string> {
  /** Precedes the sums in a select list. */
  readonly listed: Sql
  /** The `group by` clause; empty without keys. */
  readonly groups: Sql
  /** Date keys first, oldest first, then the given last term. */
  readonly order: Sql
  keyOf(row: Readonly<Record<string, unknown>>): Readonly<Partial<Record<K, string | null>>>
}
/**
 * Builds the grouping.
 * @param keys SQL text of each possible key, without parameters
 * @param times the keys that are dates
 */
export function groupedBy<K extends string>(
  by: readonly K[],
  keys: Readonly<Record<K, string>>,
  { times = ['day', 'month'], last }: { times?: readonly string[]; last: string },
): Grouped<K> {
  const days = by.flatMap((key, i) => (times.includes(key) ? [`k${i}`] : []))
  return {
    listed: new Sql([by.map((key, i) => `${keys[key]} as k${i}, `).join('')]),
    groups: new Sql([by.length ? ` group by ${by.map((_, i) => `k${i}`).join(', ')}` : '']),
    order: new Sql([[...days, last].join(', ')]),
    keyOf: (row) => {
      const found: Partial<Record<K, string | null>> = {}
      by.forEach((key, i) => (found[key] = row[`k${i}`] == null ? null : String(row[`k${i}`])))
      return found
    },
  }
}
