import { momentText } from './plant-time'
import type { Refs, ResourceColumn } from './columns'

/** What a column says of a row, as text beside other facts: moments by the plant's clock, in place of cells of their kind. */
export function textOf(
  column: ResourceColumn,
  row: Readonly<Record<string, unknown>>,
  refs: Refs,
  timeZone: string,
): string {
  const value = column.valueOf(row, refs)
  if (value === null || value === undefined) return ''
  if (column.kind !== 'moment') return String(value)
  return momentText(timeZone, String(value))
}
