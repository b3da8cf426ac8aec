/** What the lines of all sheets share. */
import type { Fields } from '@/contract/field'

/** A line in which nothing is said yet. */
export const blankOf = <F extends Fields>(of: F): { readonly [K in keyof F]: null } =>
  // Made in a loop over the fields: the compiler can't see that each name gets its null.
  Object.fromEntries(Object.keys(of).map((name) => [name, null])) as { readonly [K in keyof F]: null }
export const toGrams = (kg: number): number => Math.round(kg * 1000) / 1000
export const toTenth = (value: number): number => Math.round(value * 10) / 10
/** A part of a whole in %, to a hundredth; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null
export const sumOf = <R>(rows: readonly R[], of: (row: R) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)
