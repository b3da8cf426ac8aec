/** Reads the stock of spare parts, and the quantities booked for repairs and records. */
import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { columns, computed, sql } from '@/server/sql'
import { sparePart, stockMovement } from '../../contract/spare-part'

/** The repair for which movements were booked, or the record if it belongs to no repair. */
export type BookingPurpose = { readonly repairId: string } | { readonly recordId: string }

const BOOKED_COLUMN = computed<{
  booked: number
}>`sum(case kind when 'out' then quantity when 'in' then -quantity else 0 end) as booked`
/** Sums issues less returns by part, in stock units. */
export async function sumBookedQuantities(ctx: Context, purpose: BookingPurpose): Promise<ReadonlyMap<string, number>> {
  const condition =
    'repairId' in purpose
      ? sql`repair_id = ${purpose.repairId}`
      : sql`record_id = ${purpose.recordId} and repair_id is null`
  const rows = await ctx.query(
    sql`select ${columns(stockMovement, ['partId'])}, ${BOOKED_COLUMN} from stock_movement where site_id = ${ctx.site} and ${condition} group by part_id`,
  )
  return new Map(rows.map((row) => [row.partId, row.booked]))
}

/** Counts parts on the warning list. */
export async function countLowParts(ctx: Context): Promise<number> {
  const [row] = await ctx.query(
    sql<{ n: number }>`select count(*)::int as n from spare_part where site_id = ${ctx.site} and low`,
  )
  return row?.n ?? 0
}

/** Loads the label, in the reader's language, and the unit of parts. */
export const loadPartLabels = (
  ctx: Context,
  ids: readonly string[],
): Promise<{ id: string; part: string; unit: string }[]> =>
  ctx.query(
    sql`select ${columns(sparePart, ['id', 'unit'])}, ${computed<{ part: string }>`${buildLabelSql(sparePart, ctx)} as part`}
     from spare_part where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
