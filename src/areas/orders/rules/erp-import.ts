/**
 * Decides how to import ERP orders. Repeating an import creates no duplicates, and an import never changes a running
 * order silently.
 */
import { hasOrderBegun, type WorkOrderState } from './work-order'

/** Values of an order line under our field names, from either side. */
export type OrderValues = Readonly<Record<string, string | number | boolean | null>>
export interface StoredErpLine {
  /** Values that apply at present. */
  readonly values: OrderValues
  /** Changes that the ERP requests for a begun order, until a person decides on them. */
  readonly pending?: OrderValues
  /** Values that a person declined. The ERP may repeat them without raising a new conflict. */
  readonly declined?: OrderValues
  /** State of the work order made from the line; null if there is none. */
  readonly workOrderState: WorkOrderState | null
}
export type ImportDecision =
  | { readonly kind: 'add' }
  | { readonly kind: 'same' }
  | { readonly kind: 'update'; readonly changed: readonly string[] }
  /** The order has begun: both versions are stored, and a person decides. */
  | { readonly kind: 'conflict'; readonly changed: readonly string[] }
  /** The ERP withdrew the changes that it requested for a running order, so nothing is left to decide. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'refuse'; readonly missing: readonly string[] }

export const requiredErpFields = ['externalNumber', 'productCode', 'orderedKg'] as const

/** Decides how to handle one line from the ERP. Fields that the ERP does not send remain unchanged. */
export function decideImport(storedLine: StoredErpLine | null, receivedValues: OrderValues): ImportDecision {
  const missingFields = storedLine ? [] : requiredErpFields.filter((field) => isEmpty(receivedValues[field]))
  if (missingFields.length > 0 || isEmpty(receivedValues['externalNumber']))
    return { kind: 'refuse', missing: missingFields.length > 0 ? missingFields : ['externalNumber'] }
  if (!storedLine) return { kind: 'add' }
  const changedFields = Object.keys(receivedValues).filter(
    (field) => receivedValues[field] !== undefined && !isSameValue(receivedValues[field], storedLine.values[field]),
  )
  if (storedLine.workOrderState !== null && hasOrderBegun(storedLine.workOrderState))
    return decideForBegunOrder(storedLine, receivedValues, changedFields)
  return changedFields.length === 0 ? { kind: 'same' } : { kind: 'update', changed: changedFields }
}
function decideForBegunOrder(
  { pending = {}, declined = {} }: StoredErpLine,
  receivedValues: OrderValues,
  changedFields: readonly string[],
): ImportDecision {
  const undeclinedFields = changedFields.filter(
    (field) => !(field in declined && isSameValue(receivedValues[field], declined[field])),
  )
  const pendingFieldsNotReceived = Object.keys(pending).filter((field) => receivedValues[field] === undefined)
  const requestedFields = [...pendingFieldsNotReceived, ...undeclinedFields]
  if (requestedFields.length === 0) return Object.keys(pending).length > 0 ? { kind: 'withdrawn' } : { kind: 'same' }
  const isAlreadyPending =
    requestedFields.length === Object.keys(pending).length &&
    undeclinedFields.every((field) => field in pending && isSameValue(receivedValues[field], pending[field]))
  return isAlreadyPending ? { kind: 'same' } : { kind: 'conflict', changed: requestedFields }
}
/**
 * True if a code contradicts our record that the line refers to. A code unknown to us may be the ERP's own code for
 * that record, so it is a contradiction only if a person entered it by hand.
 * @param isKnownCode true if the code belongs to any of our records
 */
export const isContradictingCode = (
  code: string | null | undefined,
  chosenCode: string,
  { isKnownCode, enteredByHand }: { readonly isKnownCode: boolean; readonly enteredByHand: boolean },
): boolean => !isEmpty(code) && !isSameValue(code, chosenCode) && (isKnownCode || enteredByHand)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
/** Compares numbers as numbers and texts trimmed, because an ERP writes 12, 12.0 or "12". */
function isSameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true
  if (isEmpty(a) !== isEmpty(b)) return false
  if (typeof a === 'number' || typeof b === 'number') return Math.abs(Number(a) - Number(b)) < 1e-9
  return String(a).trim() === String(b).trim()
}

/** Our field → path of names in the ERP's record, e.g. `header.customer.name`. */
export type FieldMapping = Readonly<Record<string, string>>
/** Reads the mapped values of a record and omits missing ones. Inherited properties are not read. */
export function mapRecord(record: unknown, mapping: FieldMapping): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {}
  for (const [field, path] of Object.entries(mapping)) {
    const value = getAtPath(record, path)
    if (typeof value === 'string' || typeof value === 'number' || value === null) values[field] = value
    else if (typeof value === 'boolean') values[field] = String(value)
  }
  return values
}
/** Returns the value at a path of names, or `root` without a path. Inherited properties are not read. */
export function getAtPath(root: unknown, path: string | null): unknown {
  let value = root
  for (const name of path ? path.split('.') : [])
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  return value
}
/**
 * True if an answer of several pages is complete. After an aborted answer, the missing orders must not look cancelled.
 * @param total number of orders that the ERP reports; if null, the last page must be shorter than `pageSize`
 */
export const isCompleteAnswer = (pageLengths: readonly number[], pageSize: number, total: number | null): boolean =>
  total !== null ? pageLengths.reduce((sum, n) => sum + n, 0) === total : (pageLengths.at(-1) ?? 0) < pageSize

const MINUTE_MS = 60_000
const MAX_PULL_DELAY_MS = 24 * 60 * MINUTE_MS
/** More doublings would make no difference, because the delay is limited. */
const MAX_DOUBLINGS = 16
/**
 * Returns when a source is polled next, ms since 1970; `-Infinity` if it was never polled. Each failure doubles the
 * interval, up to a day. A configured interval of more than a day stays unchanged.
 */
export function calculateNextPull(source: {
  lastRunAt: string | null
  everyMinutes: number
  failures: number
}): number {
  if (!source.lastRunAt) return Number.NEGATIVE_INFINITY
  const intervalMs = source.everyMinutes * MINUTE_MS
  const doubledIntervalMs = intervalMs * 2 ** Math.min(source.failures, MAX_DOUBLINGS)
  return Date.parse(source.lastRunAt) + Math.max(intervalMs, Math.min(doubledIntervalMs, MAX_PULL_DELAY_MS))
}
