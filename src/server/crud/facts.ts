/** Facts of a month: rows that can't be written any more once its books are closed. */
import type { AnyRow, Resource } from '@/contract/resource'
import { Refusal } from '@/contract/errno'
import type { AuditContext } from './audit'
import { NeedsTransaction } from './one-insert'

/** Says which facts can't be written any more; values are those of the field that `Fact.on` names. */
export interface FactGuard<C> {
  /** Whether the month of any of them may be closed at all, told without the database. */
  concerns(ctx: C, values: readonly string[]): boolean
  /** @throws 6000 naming the month that is closed; it stays open until this transaction ends otherwise */
  mustBeOpen(ctx: C, resource: Resource, values: readonly string[]): Promise<void>
  /** Hears of every fact that was written; null where there was no row, or is none. */
  written(ctx: C, resource: Resource, before: AnyRow | null, after: AnyRow | null): Promise<void>
  /** Hears of a call that was refused by it, in a transaction of its own, once that of the call is over. */
  refused?(ctx: C, attempt: RefusedFact): Promise<void>
}
/** What was about to be written, and by which call. */
export interface RefusedFact extends BlockedFact {
  readonly operation: string
  readonly body: AnyRow
  /** Of a command of a phone: its id, and when it happened. */
  readonly key: string | null
  readonly occurredAt: string | null
}
export interface BlockedFact {
  readonly resource: Resource
  readonly values: readonly string[]
}
const blocked = new WeakMap<object, BlockedFact>()
/** What a refusal kept from being written because its month is closed; null for any other error. */
export const blockedBy = (error: unknown): BlockedFact | null =>
  typeof error === 'object' && error !== null ? (blocked.get(error) ?? null) : null
/** The same with the context that it is asked in. */
export interface BoundFactGuard {
  concerns(values: readonly string[]): boolean
  mustBeOpen(resource: Resource, values: readonly string[]): Promise<void>
  written(resource: Resource, before: AnyRow | null, after: AnyRow | null): Promise<void>
}
/** The books of a month do not change once it is closed: this is the one place where facts are written. */
export async function mustBeOpen(ctx: AuditContext, r: Resource, rows: readonly AnyRow[]): Promise<void> {
  const { fact } = r
  if (!fact || !ctx.factGuard) return
  // Others hear of it, and it stays open until it is written: only a transaction can hold that together.
  if (ctx.alone) throw new NeedsTransaction()
  if (fact.locked === false) return
  const values = [...new Set(rows.map((row) => row[fact.on]))].filter((value) => typeof value === 'string')
  if (values.length === 0 || !ctx.factGuard.concerns(values)) return
  try {
    await ctx.factGuard.mustBeOpen(r, values)
  } catch (error) {
    if (error instanceof Refusal) blocked.set(error, { resource: r, values })
    throw error
  }
}
/** Whether a change is one of the books, not of what became of the thing later. */
export const isFact = ({ fact }: Resource, change: AnyRow): boolean =>
  fact !== null &&
  (!fact.fields ||
    [fact.on, ...fact.fields].some((name) => name in change) ||
    (fact.withdrawn ?? []).includes(String(change['state'])))
/** Tells of a fact that was written. */
export const tellWritten = async (
  ctx: AuditContext,
  r: Resource,
  before: AnyRow | null,
  after: AnyRow | null,
): Promise<void> => {
  if (r.fact) await ctx.factGuard?.written(r, before, after)
}
