/** Orders from the ERP: taken again and again, never doubled, and never changed behind the back of a running order. */
import { begun, type WorkOrderState } from './work-order'

/** What both sides know of an order line, under our names. */
export type OrderValues = Readonly<Record<string, string | number | boolean | null>>
export interface KnownOrder {
  /** As it is agreed now. */
  readonly values: OrderValues
  /** What the ERP wants of the running order and nobody has decided yet. */
  readonly pending?: OrderValues
  /** What a person has decided against: the ERP may say it again without asking again. */
  readonly declined?: OrderValues
  readonly workOrder: WorkOrderState | null
}
export type ImportDecision =
  | { readonly what: 'add' }
  | { readonly what: 'same' }
  | { readonly what: 'update'; readonly changed: readonly string[] }
  /** The order is running: both versions are kept and a person decides. */
  | { readonly what: 'conflict'; readonly changed: readonly string[] }
  /** The ERP took back what it wanted of a running order: nothing is left to decide. */
  | { readonly what: 'withdrawn' }
  | { readonly what: 'refuse'; readonly missing: readonly string[] }

export const mustHave = ['externalNumber', 'productCode', 'orderedKg'] as const

/** What to do with one line from the ERP. Fields it does not send stay as they are. */
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
 * Whether a code names another one of ours than the one chosen beside it. An ERP's own code that names none of ours may stand
 * for the one that a person chose; whoever types both by hand has no such code.
 * @param known whether the code is that of any of ours
 */
export const saysOther = (
  code: string | null | undefined,
  chosen: string,
  { known, byHand }: { readonly known: boolean; readonly byHand: boolean },
): boolean => !isEmpty(code) && !same(code, chosen) && (known || byHand)
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
/** An ERP writes 12, 12.0 or "12": numbers compare as numbers, texts without blanks at the ends. */
function same(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true
  if (isEmpty(a) !== isEmpty(b)) return false
  if (typeof a === 'number' || typeof b === 'number') return Math.abs(Number(a) - Number(b)) < 1e-9
  return String(a).trim() === String(b).trim()
}

/** A field of ours and where it stands in the ERP's record: a path of names, e.g. `header.customer.name`. */
export type Mapping = Readonly<Record<string, string>>
/** Reads a record by the mapping; what is not there is left out. Only own properties are followed. */
export function mapRecord(record: unknown, mapping: Mapping): Record<string, string | number | null> {
  const out: Record<string, string | number | null> = {}
  for (const [field, path] of Object.entries(mapping)) {
    const value = atPath(record, path)
    if (typeof value === 'string' || typeof value === 'number' || value === null) out[field] = value
    else if (typeof value === 'boolean') out[field] = String(value)
  }
  return out
}
/** What stands at a path of names; the whole without one. Only own properties are followed. */
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
 * Whether an answer of several pages is complete: an ERP that stops half way must not look as if the rest was cancelled.
 * @param total as the ERP says, null when it says nothing; then the last page must be shorter than `size`
 */
export const isComplete = (pages: readonly number[], size: number, total: number | null): boolean =>
  total !== null ? pages.reduce((sum, n) => sum + n, 0) === total : (pages.at(-1) ?? 0) < size

const MINUTE = 60_000
const LONGEST = 24 * 60 * MINUTE
/** When a source is asked again, in ms: after each failure twice as long, at most a day. Never asked: at once. */
export function nextPull(source: { lastRunAt: string | null; everyMinutes: number; failures: number }): number {
  if (!source.lastRunAt) return Number.NEGATIVE_INFINITY
  const usual = source.everyMinutes * MINUTE
  return Date.parse(source.lastRunAt) + Math.max(usual, Math.min(usual * 2 ** Math.min(source.failures, 16), LONGEST))
}
