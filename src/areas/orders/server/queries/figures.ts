import type { Context } from '@/server/context'

/** What a change of rolls, of start-up waste or of what was fed adds to the figures that an order keeps; kg, and rolls. */
export interface FiguresChange {
  readonly jumboRolls?: number
  readonly jumboKg?: number
  readonly goodRolls?: number
  readonly goodKg?: number
  readonly downgradedKg?: number
  readonly wasteKg?: number
  readonly fedKg?: number
}
const columns = {
  jumboRolls: 'jumbo_rolls',
  jumboKg: 'jumbo_kg',
  goodRolls: 'good_rolls',
  goodKg: 'good_kg',
  downgradedKg: 'downgraded_kg',
  wasteKg: 'waste_kg',
  fedKg: 'fed_kg',
} as const satisfies Record<keyof FiguresChange, string>
const names = Object.keys(columns) as (keyof FiguresChange)[]
const sums = names.map((name, i) => `${columns[name]} = ${columns[name]} + $${i + 4}`).join(', ')

/**
 * Adds to the figures of a work order, which the caller has locked. They raise no version: whoever has the order open in a
 * form is not disturbed by every doff.
 */
export async function addFigures(ctx: Context, workOrderId: string, change: FiguresChange): Promise<void> {
  if (names.every((name) => (change[name] ?? 0) === 0)) return
  await ctx.query(`update work_order set ${sums}, updated_at = $3 where site_id = $1 and id = $2`, [
    ctx.site,
    workOrderId,
    ctx.now,
    ...names.map((name) => change[name] ?? 0),
  ])
  ctx.touch('workOrder')
}
