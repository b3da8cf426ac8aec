/** Sums by keys that the caller chooses: parts of a select, and the keys of its rows. */
import { Sql } from './sql'

export interface Grouped<K extends string> {
  /** Stands before the sums of a select list. */
  readonly listed: Sql
  /** The `group by`; nothing without keys. */
  readonly groups: Sql
  /** What of the keys is time comes first, oldest first; `last` after it. */
  readonly order: Sql
  keyOf(row: Readonly<Record<string, unknown>>): Readonly<Partial<Record<K, string | null>>>
}
/** @param keys SQL of each key that may be asked for, without parameters, as text @param times the keys that are days */
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
