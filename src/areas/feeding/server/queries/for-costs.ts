/** What the cost of orders asks of feeding. Masses in kg. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, sql, type RowFor } from '@/server/sql'
import { feed } from '../../contract/feed'
import { materialLot } from '../../contract/material'
import { recycle } from '../../contract/recycle'

const fedFields = columns(feed, [{ orderId: 'workOrderId' }, 'materialId', 'lotId', 'kind'], 'f')
const fedSums = computed<{ month: string; receivedOn: Day | null; firstOn: Day; kg: number; feeds: number }>`
  to_char(f.business_date, 'YYYY-MM') as month, l.received_on::text as "receivedOn", min(f.business_date)::text as "firstOn", sum(f.kg)::float8 as kg, count(*)::int as feeds`
/** What was fed to an order of one lot in one month, less what was taken back; `receivedOn` null without a lot. */
export type FedLot = RowFor<typeof fedFields> & RowFor<typeof fedSums>
/** What was fed to orders, by lot and month of the business date. One statement. */
export const fedByLot = (ctx: Context, orderIds: readonly string[]): Promise<FedLot[]> =>
  ctx.query(
    sql`select ${fedFields}, ${fedSums} from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
      where f.site_id = ${ctx.site} and f.work_order_id = any(${orderIds}::uuid[])
      group by f.work_order_id, f.material_id, f.lot_id, f.kind, to_char(f.business_date, 'YYYY-MM'), l.received_on
      order by f.work_order_id, month, f.kind, f.material_id, f.lot_id`,
  )
/** The same of all orders together, of the months from one to another, both included: what left the store. One statement. */
export const fedInMonths = (
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<FedLot[]> =>
  ctx.query(
    sql`select ${fedFields}, ${fedSums} from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
      where f.site_id = ${ctx.site} and f.business_date >= (${from} || '-01')::date and f.business_date < (${to} || '-01')::date + interval '1 month'
      group by f.work_order_id, f.material_id, f.lot_id, f.kind, to_char(f.business_date, 'YYYY-MM'), l.received_on
      order by f.work_order_id, month, f.kind, f.material_id, f.lot_id`,
  )

const backFields = columns(recycle, [{ orderId: 'workOrderId' }, 'kind', 'destination'])
const backSums = computed<{ month: string; kg: number; firstOn: Day }>`
  to_char(business_date, 'YYYY-MM') as month, sum(kg)::float8 as kg, min(business_date)::text as "firstOn"`
/** What came back from an order: edge trim, off-grade, purge and start-up, and where it went. */
export type CameBack = RowFor<typeof backFields> & RowFor<typeof backSums>
/** What came back from orders, by kind, destination and month. One statement. */
export const cameBack = (ctx: Context, orderIds: readonly string[]): Promise<CameBack[]> =>
  ctx.query(
    sql`select ${backFields}, ${backSums} from recycle where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[]) and business_date is not null
      group by work_order_id, kind, destination, to_char(business_date, 'YYYY-MM') order by work_order_id, month, kind, destination`,
  )

const MOST = 20_000
export interface FedWith {
  readonly materialId?: string | null
  readonly lotId?: string | null
  /** Receipt of the lot, or where there is none the feed itself; `to` not included. */
  readonly from: Day
  readonly to: Day | null
}
/** Orders that a lot was fed to whenever it was, or a material of lots received in a stretch of days. One statement. */
export async function ordersFedWith(ctx: Context, { materialId, lotId, from, to }: FedWith): Promise<string[]> {
  const rows = await ctx.query(
    lotId
      ? sql`select distinct ${columns(feed, [{ id: 'workOrderId' }], 'f')} from feed f where f.site_id = ${ctx.site} and f.lot_id = ${lotId} ${limit(MOST)}`
      : sql`select distinct ${columns(feed, [{ id: 'workOrderId' }], 'f')} from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
          where f.site_id = ${ctx.site} and f.material_id = ${materialId ?? null} and coalesce(l.received_on, f.business_date) >= ${from}
            and (${to}::date is null or coalesce(l.received_on, f.business_date) < ${to}) ${limit(MOST)}`,
  )
  return rows.map(({ id }) => id)
}
/** Orders that a lot was fed to. */
export const ordersOfLot = (ctx: Context, lotId: string): Promise<string[]> =>
  ordersFedWith(ctx, { lotId, from: '', to: null })
/** The material of lots, and their numbers; one statement. */
export const lotNumbers = (
  ctx: Context,
  ids: readonly string[],
): Promise<{ id: string; number: string; materialId: string }[]> =>
  ctx.query(
    sql`select ${columns(materialLot, ['id', 'number', 'materialId'])} from material_lot where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
