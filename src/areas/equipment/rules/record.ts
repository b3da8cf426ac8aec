/** Consistency rules for records about machines, beyond the validation of single fields. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { toLocalTime, type Day, type Moment } from '@/plant/rules/plant-time'

/** The fields of a record that these rules validate; each kind of record has some of them. */
export interface RecordContent {
  readonly occurredAt: Moment
  readonly nextDueOn?: Day | null
  /** Measured values with inclusive limits, each in its own unit. */
  readonly values?:
    | readonly {
        readonly point: string
        readonly value: number
        readonly low?: number | null
        readonly high?: number | null
        readonly result: string
      }[]
    | null
  /** Fitted parts with quantities in the part's own unit: a spare part of the store, or only a name. */
  readonly parts?:
    | readonly { readonly partId?: string | null; readonly partName?: string | null; readonly quantity: number }[]
    | null
}
/** The parts that a record names, and the lubricants of its lubrication points. */
export interface RecordConsumption {
  readonly parts?: readonly { readonly partId?: string | null; readonly quantity: number }[] | null
  readonly points?:
    | readonly { readonly partId?: string | null; readonly amount: number; readonly unit: string }[]
    | null
}
/** Lists the store parts that a record names. `unit` is the entered unit of a lubricant, null for the part's own unit. */
export function listUsedStoreParts({
  parts,
  points,
}: RecordConsumption): { partId: string; quantity: number; unit: string | null }[] {
  return [
    ...(parts ?? []).flatMap(({ partId, quantity }) => (partId ? [{ partId, quantity, unit: null }] : [])),
    ...(points ?? []).flatMap(({ partId, amount, unit }) => (partId ? [{ partId, quantity: amount, unit }] : [])),
  ]
}

export type RecordProblem =
  | { readonly code: 'nextDueBefore' }
  | { readonly code: 'limitsCrossed' | 'okOutsideLimits'; readonly point: string }
  | { readonly code: 'partUnnamed' | 'partQuantity'; readonly row: number }

/** Returns the first contradiction in a record, or null. `row` counts from 1. */
export function findRecordProblem(record: RecordContent, timeZone: string): RecordProblem | null {
  if (record.nextDueOn && record.nextDueOn < toLocalTime(record.occurredAt, timeZone).day)
    return { code: 'nextDueBefore' }
  for (const { point, value, low, high, result } of record.values ?? []) {
    if (typeof low === 'number' && typeof high === 'number' && low > high) return { code: 'limitsCrossed', point }
    if (isOutsideLimits(value, { low, high }) && result === 'ok') return { code: 'okOutsideLimits', point }
  }
  for (const [index, { partId, partName, quantity }] of (record.parts ?? []).entries()) {
    if (!partId && !partName?.trim()) return { code: 'partUnnamed', row: index + 1 }
    if (!(quantity > 0)) return { code: 'partQuantity', row: index + 1 }
  }
  return null
}
