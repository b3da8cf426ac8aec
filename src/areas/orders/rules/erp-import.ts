/** Import of ERP orders: repeatable, without duplicates and without silent changes to a running order. */
import { begun, type WorkOrderState } from './work-order'

/** Values of an order line under our field names, from either side. */
export type OrderValues = Readonly<Record<string, string | number | boolean | null>>
export interface KnownOrder {
  /** The values agreed at present. */
  readonly values: OrderValues
  /** Changes the ERP requests for the running order, not yet decided. */
  readonly pending?: OrderValues
  /** Values a person declined: the ERP may repeat them without raising a new conflict. */
  readonly declined?: OrderValues
  readonly workOrder: WorkOrderState | null
}
export type ImportDecision =
  | { readonly what: 'add' }
  | { readonly what: 'same' }
  | { readonly what: 'update'; readonly changed: readonly string[] }
  /** The order is running: both versions are stored and a person decides. */
  | { readonly what: 'conflict'; readonly changed: readonly string[] }
  /** The ERP withdrew the changes it requested for a running order: nothing is left to decide. */
  | { readonly what: 'withdrawn' }
  | { readonly what: 'refuse'; readonly missing: readonly string[] }

export const mustHave = ['externalNumber', 'productCode', 'orderedKg'] as const

/** Decides how to handle one line from the ERP. Fields that it does not send remain unchanged. */
export function decideImport(known: KnownOrder | null, sent: OrderValues): ImportDecision {
  const missing = known ? [] : mustHave.filter((field) => isEmpty(sent[field]))
  if (missing.length > 0 || isEmpty(sent['externalNumber']))
    return { what: 'refuse', missing: missing.length > 0 ? missing : ['externalNumber'] }
  if (!known) return { what: 'add' }
  const changed = Object.keys(sent).filter(
    (field) => sent[field] !== undefined && !same(sent[field], known.values[field]),
  )
  if (known.workOrder !== null && begun(known.workOrder)) return whileRunning(known, sent, changed)
  return changed.length === 0 ? { what: 'same' } : { what: 'update', changed }
}
function whileRunning(
  { pending = {}, declined = {} }: KnownOrder,
  sent: OrderValues,
  changed: readonly string[],
): ImportDecision {
  const asked = changed.filter((field) => !(field in declined && same(sent[field], declined[field])))
  const waiting = Object.keys(pending).filter((field) => sent[field] === undefined)
  const wanted = [...waiting, ...asked]
  if (wanted.length === 0) return Object.keys(pending).length > 0 ? { what: 'withdrawn' } : { what: 'same' }
  const asBefore =
    wanted.length === Object.keys(pending).length &&
    asked.every((field) => field in pending && same(sent[field], pending[field]))
  return asBefore ? { what: 'same' } : { what: 'conflict', changed: wanted }
}
/**
 * True if a code contradicts the record chosen with it. An ERP's own code, which names none of our records, may stand
 * for the chosen one; a person who enters both by hand has no such code.
 * @param isKnownCode true if the code belongs to any of our records
 */
export const saysOther = (
  code: string | null | undefined,
  chosen: string,
  { known, byHand }: { readonly known: boolean; readonly byHand: boolean },
): boolean => !isEmpty(code) && !same(code, chosen) && (known || byHand)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
/** An ERP writes 12, 12.0 or "12": compares numbers as numbers and texts trimmed. */
function same(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true
  if (isEmpty(a) !== isEmpty(b)) return false
  if (typeof a === 'number' || typeof b === 'number') return Math.abs(Number(a) - Number(b)) < 1e-9
  return String(a).trim() === String(b).trim()
}

/** Our field → path of names in the ERP's record, e.g. `header.customer.name`. */
export type Mapping = Readonly<Record<string, string>>
/** Reads a record by the mapping and omits missing values. Follows own properties only. */
export function mapRecord(record: unknown, mapping: Mapping): Record<string, string | number | null> {
  const out: Record<string, string | number | null> = {}
  for (const [field, path] of Object.entries(mapping)) {
    const value = atPath(record, path)
    if (typeof value === 'string' || typeof value === 'number' || value === null) out[field] = value
    else if (typeof value === 'boolean') out[field] = String(value)
  }
  return out
}
/** Returns the value at a path of names, or `root` without a path. Follows own properties only. */
export function atPath(whole: unknown, path: string | null): unknown {
  let value = whole
  for (const name of path ? path.split('.') : [])
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  return value
}
/**
 * True if an answer of several pages is complete: after an aborted one the missing orders must not look cancelled.
 * @param total as the ERP reports it; null if it reports none, then the last page must be shorter than `size`
 */
export const isComplete = (pages: readonly number[], size: number, total: number | null): boolean =>
  total !== null ? pages.reduce((sum, n) => sum + n, 0) === total : (pages.at(-1) ?? 0) < size

const MINUTE = 60_000
const LONGEST = 24 * 60 * MINUTE
/** Returns when a source is polled next, ms: at once if never polled; failures double the interval, up to a day. */
export function nextPull(source: { lastRunAt: string | null; everyMinutes: number; failures: number }): number {
  if (!source.lastRunAt) return Number.NEGATIVE_INFINITY
  const usual = source.everyMinutes * MINUTE
  return Date.parse(source.lastRunAt) + Math.max(usual, Math.min(usual * 2 ** Math.min(source.failures, 16), LONGEST))
}
