import type { Context } from '@/server/context'
import { joinSql, sql, Sql } from '@/server/sql'

/** Amounts to add to the totals of an order, in kg or numbers of rolls; negative if e.g. a roll is corrected. */
export interface OrderTotalsChange {
  readonly jumboRolls?: number
  readonly jumboKg?: number
  readonly goodRolls?: number
  readonly goodKg?: number
  readonly downgradedKg?: number
  readonly wasteKg?: number
  readonly fedKg?: number
}
const COLUMN_BY_TOTAL = {
  jumboRolls: 'jumbo_rolls',
  jumboKg: 'jumbo_kg',
  goodRolls: 'good_rolls',
  goodKg: 'good_kg',
  downgradedKg: 'downgraded_kg',
  wasteKg: 'waste_kg',
  fedKg: 'fed_kg',
} as const satisfies Record<keyof OrderTotalsChange, string>
const TOTAL_NAMES = Object.keys(COLUMN_BY_TOTAL) as (keyof OrderTotalsChange)[]

/**
 * Adds to the totals of a work order, which the caller has locked. The row keeps its version, so that a doff does not
 * cause a conflict for a person who has the order open in a form.
 */
export async function addOrderTotals(ctx: Context, workOrderId: string, change: OrderTotalsChange): Promise<void> {
  if (TOTAL_NAMES.every((name) => (change[name] ?? 0) === 0)) return
  const assignments = joinSql(
    TOTAL_NAMES.map((name) => {
      const column = new Sql([COLUMN_BY_TOTAL[name]])
      return sql`${column} = ${column} + ${change[name] ?? 0}`
    }),
  )
  await ctx.query(
    sql`update work_order set ${assignments}, updated_at = ${ctx.now} where site_id = ${ctx.site} and id = ${workOrderId}`,
  )
  ctx.touch('workOrder')
}
