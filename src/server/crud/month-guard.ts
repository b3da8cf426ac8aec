/** Guards the source rows of a month, which can no longer be written once the books of the month are closed. */
import type { AnyRow, MonthBooking, Resource } from '@/contract/resource'
import { Refusal } from '@/contract/errno'
import type { RowAccessContext } from './audit'
import { NeedsTransaction } from './single-insert'
import type { Application } from '@/server/application'
import type { Context } from '@/server/context'

/**
 * Decides which source rows may still be written. `values` are the values of the rows' date field (`MonthBooking`).
 */
export interface MonthGuard<C> {
  /** True if any of the months could be closed. Answers without a query. */
  canConcernClosedMonth(ctx: C, values: readonly string[]): boolean
  /** Keeps the months open until this transaction ends. @throws errno.message naming the closed month */
  assertMonthsOpen(ctx: C, resource: Resource, values: readonly string[]): Promise<void>
  /** Called after each write of a source row; `previousRow` is null for an insert, `nextRow` for a removal. */
  onSourceRowWritten(ctx: C, resource: Resource, previousRow: AnyRow | null, nextRow: AnyRow | null): Promise<void>
  /** Called after a refused call has ended, in a separate transaction. */
  onWriteRefused?(ctx: C, attempt: RefusedMonthWrite): Promise<void>
}
/** A refused write with the call that attempted it. */
export interface RefusedMonthWrite extends BlockedMonthWrite {
  readonly operation: string
  readonly body: AnyRow
  /** Id and moment of a command that a phone sent. */
  readonly key: string | null
  readonly occurredAt: string | null
}
/** A write of source rows that was refused because the month of the rows is closed. */
export interface BlockedMonthWrite {
  readonly resource: Resource
  readonly values: readonly string[]
}
/** The blocked write by the refusal that blocked it. */
const blockedWrites = new WeakMap<object, BlockedMonthWrite>()
/** Returns the write that a refusal blocked because its month is closed; null for any other error. */
export const getBlockedWrite = (error: unknown): BlockedMonthWrite | null =>
  typeof error === 'object' && error !== null ? (blockedWrites.get(error) ?? null) : null
/** A month guard bound to the context of one call. */
export interface BoundMonthGuard {
  canConcernClosedMonth(values: readonly string[]): boolean
  assertMonthsOpen(resource: Resource, values: readonly string[]): Promise<void>
  onSourceRowWritten(resource: Resource, previousRow: AnyRow | null, nextRow: AnyRow | null): Promise<void>
}
/**
 * Asserts that the months of the written rows are open. Every write of a source row passes through here.
 * @param changes the row before and after each write; null where it does not exist
 * @throws errno.message naming the closed month; NeedsTransaction in a single-statement call
 */
export async function assertSourceMonthsOpen(
  ctx: RowAccessContext,
  resource: Resource,
  changes: readonly CheckedRowChange[],
): Promise<void> {
  // Triggers of the written rows need a transaction, too.
  if (ctx.singleInsert && ctx.writtenRows?.hasTrigger(resource.name)) throw new NeedsTransaction()
  const { monthBooking } = resource
  if (!monthBooking || !ctx.monthGuard) return
  // The guard must keep the month open until the write, and be notified of the write, in the same transaction.
  if (ctx.singleInsert) throw new NeedsTransaction()
  if (monthBooking.lockedAfterClosing === false) return
  const values = [...new Set(changes.flatMap((change) => getBookedDates(monthBooking, change)))].filter(
    (value) => typeof value === 'string',
  )
  if (values.length === 0 || !ctx.monthGuard.canConcernClosedMonth(values)) return
  try {
    await ctx.monthGuard.assertMonthsOpen(resource, values)
  } catch (error) {
    if (error instanceof Refusal) blockedWrites.set(error, { resource, values })
    throw error
  }
}
export interface CheckedRowChange {
  readonly previousRow: AnyRow | null
  readonly nextRow: AnyRow | null
}
/** Returns the dates whose months must be open. Completing or removing an open row only concerns the month of its end. */
function getBookedDates(
  { dateField, startField }: MonthBooking,
  { previousRow, nextRow }: CheckedRowChange,
): unknown[] {
  const rows = [previousRow, nextRow].filter((row) => row !== null)
  const ends = rows.map((row) => row[dateField])
  if (!startField) return ends
  const wasOpen = previousRow !== null && (previousRow[dateField] ?? null) === null
  const keepsStart = nextRow === null || nextRow[startField] === previousRow?.[startField]
  return wasOpen && keepsStart ? ends : [...ends, ...rows.map((row) => row[startField])]
}
/** True if a change affects the books of the month; false for later events of the same row, e.g. shipping a roll. */
export const isSourceChange = ({ monthBooking }: Resource, change: AnyRow): boolean =>
  monthBooking !== null &&
  (!monthBooking.bookedFields ||
    [monthBooking.dateField, monthBooking.startField, ...monthBooking.bookedFields].some(
      (name) => name !== undefined && name in change,
    ) ||
    (monthBooking.withdrawnStates ?? []).includes(String(change['state'])))
/** True if a change affects metrics, i.e. also if it is allowed after the month was closed. */
export const isCountedChange = (resource: Resource, change: AnyRow, previousRow: AnyRow): boolean => {
  if (isSourceChange(resource, change)) return true
  const { countedFields = [], countedStates = [] } = resource.monthBooking ?? {}
  return (
    countedFields.some((name) => name in change) ||
    ('state' in change &&
      [change['state'], previousRow['state']].some((state) => countedStates.includes(String(state))))
  )
}
/** Notifies the month guard of a written source row. */
export const notifySourceWritten = async (
  ctx: RowAccessContext,
  resource: Resource,
  previousRow: AnyRow | null,
  nextRow: AnyRow | null,
): Promise<void> => {
  if (resource.monthBooking) await ctx.monthGuard?.onSourceRowWritten(resource, previousRow, nextRow)
}

/**
 * Reports a call that was refused because its month is closed.
 * @param runInTransaction runs work in a new transaction, because the transaction of the call has ended
 */
export async function reportBlockedWrite(
  app: Pick<Application, 'monthGuard'>,
  error: unknown,
  attempt: Omit<RefusedMonthWrite, 'resource' | 'values'>,
  runInTransaction: (work: (ctx: Context) => Promise<void>) => Promise<void>,
): Promise<void> {
  const blockedWrite = getBlockedWrite(error)
  const onWriteRefused = app.monthGuard?.onWriteRefused
  if (blockedWrite && onWriteRefused)
    await runInTransaction((ctx) => onWriteRefused(ctx, { ...blockedWrite, ...attempt }))
}
