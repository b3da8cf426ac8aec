/** Helpers for the lines of all reports. */
import type { Fields } from '@/contract/field'

/** Builds a line in which every field is null. */
export const buildEmptyLine = <F extends Fields>(fields: F): { readonly [K in keyof F]: null } =>
  // The cast is needed because `Object.fromEntries` does not keep the names in its type.
  Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as { readonly [K in keyof F]: null }
/** Returns a part of a whole in %, to a hundredth; null if the whole is zero. */
export const calculatePartPercent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null
/** Sums a value over rows. */
export const sumBy = <R>(rows: readonly R[], getValue: (row: R) => number): number =>
  rows.reduce((sum, row) => sum + getValue(row), 0)
