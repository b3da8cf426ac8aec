/** Grouping of sums by keys that the caller chooses: parts of a select, and the keys of its rows. */
import { Sql } from './sql'

export interface GroupingSql<K extends string> {
  /** Precedes the sums in a select list. */
  readonly selectKeys: Sql
  /** The `group by` clause; empty without keys. */
  readonly groupBy: Sql
  /** Date keys first, oldest first, then the given last term. */
  readonly orderBy: Sql
  readKeys(row: Readonly<Record<string, unknown>>): Readonly<Partial<Record<K, string | null>>>
}
/**
 * Builds the grouping.
 * @param keys SQL text of each possible key, without parameters
 * @param times the keys that are dates
 */
export function buildGrouping<K extends string>(
  keyNames: readonly K[],
  keys: Readonly<Record<K, string>>,
  { dayKeys = ['day', 'month'], lastOrder }: { dayKeys?: readonly string[]; lastOrder: string },
): GroupingSql<K> {
  const dayColumns = keyNames.flatMap((key, i) => (dayKeys.includes(key) ? [`k${i}`] : []))
  return {
    selectKeys: new Sql([keyNames.map((key, i) => `${keys[key]} as k${i}, `).join('')]),
    groupBy: new Sql([keyNames.length ? ` group by ${keyNames.map((_, i) => `k${i}`).join(', ')}` : '']),
    orderBy: new Sql([[...dayColumns, lastOrder].join(', ')]),
    readKeys: (row) => {
      const rowKeys: Partial<Record<K, string | null>> = {}
      keyNames.forEach((key, i) => (rowKeys[key] = row[`k${i}`] == null ? null : String(row[`k${i}`])))
      return rowKeys
    },
  }
}
