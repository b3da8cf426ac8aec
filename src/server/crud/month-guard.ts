/** Guards source rows of a month, which cannot be written any more once its books are closed. */
import type { AnyRow, Resource } from '@/contract/resource'
import { Refusal } from '@/contract/errno'
import type { AuditContext } from './audit'
import { NeedsTransaction } from './single-insert'

/**
 * Decides which source rows may still be written. `values` come from the date field that the resource's `fact.on`
 * names.
 */
export interface MonthGuard<C> {
  /** True if any of the months could be closed. Answers without a query. */
  concerns(ctx: C, values: readonly string[]): boolean
  /** Keeps the months open until this transaction ends. @throws 6000 naming the closed month */
  mustBeOpen(ctx: C, resource: Resource, values: readonly string[]): Promise<void>
  /** Called after each write of a source row; `before` is null for an insert, `after` for a removal. */
  written(ctx: C, resource: Resource, before: AnyRow | null, after: AnyRow | null): Promise<void>
  /** Called after a refused call has ended, in a separate transaction. */
  refused?(ctx: C, attempt: RefusedMonthWrite): Promise<void>
}
/** A refused write with the call that attempted it. */
export interface RefusedMonthWrite extends BlockedMonthWrite {
  readonly operation: string
  readonly body: AnyRow
  /** Id and moment of a command that a phone sent. */
  readonly key: string | null
  readonly occurredAt: string | null
}
export interface BlockedMonthWrite {
  readonly resource: Resource
  readonly values: readonly string[]
}
const blockedWrites = new WeakMap<object, BlockedMonthWrite>()
/** Returns the write that a refusal blocked because its month is closed; null for any other error. */
export const getBlockedWrite = (error: unknown): BlockedMonthWrite | null =>
  typeof error === 'object' && error !== null ? (blockedWrites.get(error) ?? null) : null
/** A month guard bound to the context of one call. */
export interface BoundMonthGuard {
  concerns(values: readonly string[]): boolean
  mustBeOpen(resource: Resource, values: readonly string[]): Promise<void>
  written(resource: Resource, before: AnyRow | null, after: AnyRow | null): Promise<void>
}
/**
 * Asserts that the months of the rows are open. Every write of a source row passes through here.
 * @throws 6000 naming the closed month; NeedsTransaction in a single-statement call
 */
export async function assertSourceMonthsOpen(ctx: AuditContext, r: Resource, rows: readonly AnyRow[]): Promise<void> {
  if (ctx.alone && ctx.writtenRows?.isFollowed(r.name)) throw new NeedsTransaction()
  const { monthBooking: fact } = r
  if (!fact || !ctx.factGuard) return
  // Notifying others and keeping the month open until the write requires a transaction.
  if (ctx.alone) throw new NeedsTransaction()
  if (fact.lockedAfterClosing === false) return
  const values = [...new Set(rows.map((row) => row[fact.dateField]))].filter((value) => typeof value === 'string')
  if (values.length === 0 || !ctx.factGuard.concerns(values)) return
  try {
    await ctx.factGuard.mustBeOpen(r, values)
  } catch (error) {
    if (error instanceof Refusal) blockedWrites.set(error, { resource: r, values })
    throw error
  }
}
/** True if a change affects the month's books, as opposed to later events of the same row. */
export const isSourceChange = ({ monthBooking: fact }: Resource, change: AnyRow): boolean =>
  fact !== null &&
  (!fact.bookedFields ||
    [fact.dateField, ...fact.bookedFields].some((name) => name in change) ||
    (fact.withdrawnStates ?? []).includes(String(change['state'])))
/** Notifies the month guard of a written source row. */
export const notifySourceWritten = async (
  ctx: AuditContext,
  r: Resource,
  before: AnyRow | null,
  after: AnyRow | null,
): Promise<void> => {
  if (r.monthBooking) await ctx.factGuard?.written(r, before, after)
}
