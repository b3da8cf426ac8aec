/** Facts of a month: rows that can't be written any more once its books are closed. */
import type { AnyRow, Resource } from '@/contract/resource'
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
}
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
  await ctx.factGuard.mustBeOpen(r, values)
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
