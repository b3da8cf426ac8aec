import { formatPlantTime } from './plant-time'
import type { Refs, ResourceColumn } from './resource-columns'

/** Formats a column's value as text for use among other texts; moments show the plant's clock. */
export function formatColumnText(
  column: ResourceColumn,
  row: Readonly<Record<string, unknown>>,
  refs: Refs,
  timeZone: string,
): string {
  const value = column.valueOf(row, refs)
  if (value === null || value === undefined) return ''
  if (column.kind !== 'moment') return String(value)
  return formatPlantTime(timeZone, String(value))
}
