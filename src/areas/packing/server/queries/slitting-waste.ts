/** Queries of the trim and waste of slitters, all of which goes to the pelletiser. */
import type { Moment } from '@/plant/rules/plant-time'
import { cutting, slitRoll } from '@/areas/slitting/contract/slitting'
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, options, sql, type Sql } from '@/server/sql'

/** `trim` and `waste` of a cutting, or a slit roll that was recycled as a whole. */
export type SlittingWasteKind = 'trim' | 'waste' | 'recycledRoll'
const RECYCLED_STATE = options(slitRoll.fields.state, 'recycled')
const FINISHED_STATE = options(cutting.fields.state, 'finished')
/**
 * Builds SQL of the trim and waste of slitters: columns `kind`, `jumbo_roll_id`, `slit_roll_id` (of a recycled roll),
 * `work_order_id` (which wound the web, or owns the recycled roll), `at` and `kg`.
 */
export const buildSlittingWasteSql = (siteId: number): Sql => sql`
  select w.kind, c.jumbo_roll_id, null::uuid as slit_roll_id, j.work_order_id, c.ended_at as at, w.kg
    from cutting c join jumbo_roll j on j.site_id = c.site_id and j.id = c.jumbo_roll_id
    cross join lateral (values ('trim', c.trim_kg), ('waste', c.waste_kg)) w(kind, kg)
    where c.site_id = ${siteId} and c.state = ${FINISHED_STATE} and c.ended_at is not null and w.kg > 0
  union all
  select 'recycledRoll', r.jumbo_roll_id, r.id, r.work_order_id,
      coalesce((select max(m.at) from roll_movement m where m.site_id = r.site_id and m.roll_id = r.id::text and m.state = ${RECYCLED_STATE}), r.doffed_at), ${buildSlitRollKgSql('r')}
    from slit_roll r where r.site_id = ${siteId} and r.state = ${RECYCLED_STATE}`

/** Trim or waste of an order in kg, with the moment at which it left a slitter. */
export interface SlittingWaste {
  readonly orderId: string
  readonly kind: SlittingWasteKind
  readonly at: Moment
  readonly kg: number
}
const wasteColumns = computed<{ kind: SlittingWasteKind; at: Date; kg: number }>`kind, at, kg::float8 as kg`
/** Lists the trim and waste of slitters by the orders that bore their material. */
export async function listSlittingWaste(ctx: Context, orderIds: readonly string[]): Promise<SlittingWaste[]> {
  const rows = await ctx.query(
    sql`select ${columnsNotNull(jumboRoll, [{ orderId: 'workOrderId' }])}, ${wasteColumns} from (${buildSlittingWasteSql(ctx.site)}) w
      where work_order_id = any(${orderIds}::uuid[]) and kg > 0 order by work_order_id, at, kind`,
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }))
}
/** Finds the order that wound a jumbo; null if it has none. */
export async function findOrderOfJumbo(ctx: Context, jumboRollId: string): Promise<string | null> {
  const [row] = await ctx.query(
    sql`select ${columns(jumboRoll, ['workOrderId'])} from jumbo_roll where site_id = ${ctx.site} and id = ${jumboRollId}`,
  )
  return row?.workOrderId ?? null
}
