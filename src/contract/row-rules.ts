import { findDateOrderIssues, type DateOrder } from './date-order'
import type { Issue } from './errno'
import type { Field, Fields } from './field'
import { MAX_CLOCK_DRIFT_MS } from './instant'
import type { AnyRow } from './resource'
import { convertInstantToWall } from './zone-clock'

/** Pairs of number fields of a row: the first is never larger than the second. Empty fields are not compared. */
export type ValueOrder<K extends string = string> = readonly (readonly [smaller: K, larger: K])[]

/** Rules of a resource or an endpoint that compare fields with each other or with the present time. */
interface RowRules {
  readonly fields: Fields
  readonly dateOrder?: DateOrder
  readonly valueOrder?: ValueOrder
}
interface RowCheckOptions {
  readonly timeZone: string
  readonly nowMs: number
  /** Milliseconds by which a moment may lie after `nowMs`; by default the clock tolerance. */
  readonly maxAheadMs?: number
  /** Fields that the person may correct; other fields are not checked. */
  readonly enteredFields: readonly string[]
  /** Label of a field, for the message. */
  readonly getLabel: (fieldName: string) => string
}

/**
 * Returns the issues of a row that concern several of its fields or the present time: dates and numbers in the wrong
 * order, and future dates in fields for past events. Form, import and server call this function.
 * @param row the complete row with the entered values
 */
export function findRowIssues(rules: RowRules, row: AnyRow, options: RowCheckOptions): Issue[] {
  const { fields, dateOrder = [], valueOrder = [] } = rules
  return [
    ...findFutureDateIssues(fields, row, options),
    ...findDateOrderIssues({ fields, dateOrder }, row, options),
    ...findValueOrderIssues(valueOrder, row, options),
  ]
}

/** Returns an issue for each entered date with `notFuture` that lies in the future, also in the entries of a list. */
function findFutureDateIssues(fields: Fields, row: AnyRow, options: RowCheckOptions): Issue[] {
  return options.enteredFields.flatMap((name): Issue[] => {
    const field = fields[name]
    const value = row[name]
    if (!field) return []
    if (field.kind !== 'list') return isInFuture(field, value, options) ? [{ path: [name], code: 'inFuture' }] : []
    if (!Array.isArray(value)) return []
    return (value as AnyRow[]).flatMap((entry, index) =>
      findFutureDateIssues(field.of, entry, { ...options, enteredFields: Object.keys(field.of) }).map((issue) => ({
        ...issue,
        path: [name, index, ...issue.path],
      })),
    )
  })
}
function isInFuture(field: Field, value: unknown, options: RowCheckOptions): boolean {
  if ((field.kind !== 'day' && field.kind !== 'moment') || !field.notFuture || typeof value !== 'string') return false
  const latestMs = options.nowMs + (options.maxAheadMs ?? MAX_CLOCK_DRIFT_MS)
  if (field.kind === 'moment') return Date.parse(value) > latestMs
  return value > new Date(convertInstantToWall(options.timeZone, latestMs)).toISOString().slice(0, 10)
}

/**
 * Returns an issue for each pair of numbers that contradicts the order. The issue names the entered field of the pair,
 * or the field of the larger number if both were entered.
 */
function findValueOrderIssues(valueOrder: ValueOrder, row: AnyRow, options: RowCheckOptions): Issue[] {
  return valueOrder.flatMap(([smaller, larger]): Issue[] => {
    const isLargerEntered = options.enteredFields.includes(larger)
    if (!isLargerEntered && !options.enteredFields.includes(smaller)) return []
    const [smallerValue, largerValue] = [row[smaller], row[larger]]
    if (typeof smallerValue !== 'number' || typeof largerValue !== 'number' || smallerValue <= largerValue) return []
    return isLargerEntered
      ? [{ path: [larger], code: 'belowOther', params: { other: options.getLabel(smaller), value: smallerValue } }]
      : [{ path: [smaller], code: 'aboveOther', params: { other: options.getLabel(larger), value: largerValue } }]
  })
}
