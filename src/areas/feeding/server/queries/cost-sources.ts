/** Queries of fed and recycled material, from which order costs are calculated. Masses in kg. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, limit, options, sql, type SqlRow } from '@/server/sql'
import { feed } from '../../contract/feed'
import { materialLot } from '../../contract/material'
import { recycle } from '../../contract/recycle'

const fedFields = columns(feed, [{ orderId: 'workOrderId' }, 'materialId', 'lotId', 'kind'], 'f')
const fedSums = computed<{ month: string; receivedOn: Day | null; firstOn: Day; kg: number; feeds: number }>`
  to_char(f.business_date, 'YYYY-MM') as month, l.received_on::text as "receivedOn", min(f.business_date)::text as "firstOn", sum(f.kg)::float8 as kg, count(*)::int as feeds`
/** Net mass of one lot fed to an order in one month, first on `firstOn`; `receivedOn` is null without a lot. */
export type FedLotSum = SqlRow<typeof fedFields> & SqlRow<typeof fedSums>
/** Lists the net mass fed to orders, per lot and month of the business date. */
export const listFedByLot = (ctx: Context, orderIds: readonly string[]): Promise<FedLotSum[]> =>
  ctx.query(
    sql`select ${fedFields}, ${fedSums} from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
      where f.site_id = ${ctx.site} and f.work_order_id = any(${orderIds}::uuid[])
      group by f.work_order_id, f.material_id, f.lot_id, f.kind, to_char(f.business_date, 'YYYY-MM'), l.received_on
      order by f.work_order_id, month, f.kind, f.material_id, f.lot_id`,
  )
/**
 * Lists the net mass fed to all orders in a range of months, both included, per lot and month: the mass that left the
 * store.
 */
export const listFedInMonths = (
  ctx: Context,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<FedLotSum[]> =>
  ctx.query(
    sql`select ${fedFields}, ${fedSums} from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
      where f.site_id = ${ctx.site} and f.business_date >= (${from} || '-01')::date and f.business_date < (${to} || '-01')::date + interval '1 month'
      group by f.work_order_id, f.material_id, f.lot_id, f.kind, to_char(f.business_date, 'YYYY-MM'), l.received_on
      order by f.work_order_id, month, f.kind, f.material_id, f.lot_id`,
  )

const recycledFields = columns(recycle, [{ orderId: 'workOrderId' }, 'kind', 'destination'])
const recycledSums = computed<{ month: string; kg: number; firstOn: Day }>`
  to_char(business_date, 'YYYY-MM') as month, sum(kg)::float8 as kg, min(business_date)::text as "firstOn"`
/** Recycled mass of an order: edge trim, off-grade, purge and start-up, with its destination. */
export type RecycledSum = SqlRow<typeof recycledFields> & SqlRow<typeof recycledSums>
/** Lists the recycled mass of orders per kind, destination and month. */
export const listRecycled = (ctx: Context, orderIds: readonly string[]): Promise<RecycledSum[]> =>
  ctx.query(
    sql`select ${recycledFields}, ${recycledSums} from recycle where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[]) and business_date is not null
      group by work_order_id, kind, destination, to_char(business_date, 'YYYY-MM') order by work_order_id, month, kind, destination`,
  )

/** Kilograms of a lot drawn from hoppers in a month. `materialId` is null for mass that no hopper held. */
export interface DrawnLot {
  readonly month: string
  readonly materialId: string | null
  readonly lotId: string | null
  readonly kg: number
  readonly firstOn: Day
}
/**
 * Columns that sum lot masses per month. The query must name its sources `d` and `r`: `d` has the lot masses (columns
 * material_id, lot_id, kg), and `r` the business date.
 */
export const drawnLotColumns = computed<DrawnLot>`
  to_char(r.business_date, 'YYYY-MM') as month, d.material_id as "materialId", d.lot_id as "lotId", sum(d.kg)::float8 as kg, min(r.business_date)::text as "firstOn"`
const drawnOrderColumn = columnsNotNull(recycle, [{ orderId: 'workOrderId' }], 'r')
/**
 * Lists the hopper mass that went into the waste of orders, per lot and month. Waste returned to a hopper is left out.
 */
export const listLotsInWaste = (
  ctx: Context,
  orderIds: readonly string[],
): Promise<(SqlRow<typeof drawnOrderColumn> & DrawnLot)[]> =>
  ctx.query(
    sql`select ${drawnOrderColumn}, ${drawnLotColumns}
      from recycle r cross join lateral (
        select l->>'materialId' as material_id, l->>'lotId' as lot_id, (l->>'kg')::numeric as kg from jsonb_array_elements(r.lots) l
        union all select null, null, r.kg - coalesce((select sum((l->>'kg')::numeric) from jsonb_array_elements(r.lots) l), 0)) d
      where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[]) and r.destination <> ${options(recycle.fields.destination, 'hopper')} and r.business_date is not null and d.kg <> 0
      group by r.work_order_id, 2, 3, 4 order by r.work_order_id, month, "materialId", "lotId"`,
  )
/** Lots of a material. Material whose lot is unknown counts as one of them from `from` until before `to`. */
export interface LotsQuery {
  readonly materialId: string
  readonly lotIds: readonly string[]
  readonly from: Day
  readonly to: Day | null
  /** No lot of `lotIds` was used before this day. */
  readonly firstPossibleUse: Day
}
/**
 * Lists orders with waste that contains one of the lots `lotIds`, or material without a lot in a period, `to` excluded.
 */
export async function listOrdersWastingLots(
  ctx: Context,
  { materialId, lotIds, from, to, firstPossibleUse }: LotsQuery,
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(recycle, [{ id: 'workOrderId' }], 'r')} from recycle r cross join lateral jsonb_array_elements(r.lots) l
      where r.site_id = ${ctx.site} and r.lots @> jsonb_build_array(jsonb_build_object('materialId', ${materialId}::text)) and l->>'materialId' = ${materialId} and r.business_date >= ${firstPossibleUse}::date
        and (l->>'lotId' = any(${lotIds}::text[]) or (l->>'lotId' is null and r.business_date >= ${from}::date and (${to}::date is null or r.business_date < ${to})))`,
  )
  return rows.flatMap(({ id }) => id ?? [])
}
/** Lists lots of a material received in a period, `to` excluded, or on an unknown day. */
export async function listLotsReceived(
  ctx: Context,
  { materialId, from, to }: { readonly materialId: string; readonly from: Day; readonly to: Day | null },
): Promise<{ id: string; receivedOn: Day | null }[]> {
  return ctx.query(
    sql`select ${columns(materialLot, ['id', 'receivedOn'])} from material_lot where site_id = ${ctx.site} and material_id = ${materialId}
      and (received_on is null or (received_on >= ${from}::date and (${to}::date is null or received_on < ${to})))`,
  )
}
/** Loads the days of receipt of lots by id. */
export async function loadLotReceipts(
  ctx: Context,
  lotIds: readonly string[],
): Promise<ReadonlyMap<string, Day | null>> {
  const rows = await ctx.query(
    sql`select ${columns(materialLot, ['id', 'receivedOn'])} from material_lot where site_id = ${ctx.site} and id = any(${[...new Set(lotIds)]}::uuid[])`,
  )
  return new Map(rows.map(({ id, receivedOn }) => [id, receivedOn]))
}

const MAX_ORDERS = 20_000
export interface FedOrdersQuery {
  readonly materialId?: string | null
  /** If set, the other fields are ignored. */
  readonly lotId?: string | null
  /** The period, with `to` excluded, in which the lot was received. A feed without a lot counts by its own date. */
  readonly from: Day
  readonly to: Day | null
}
/**
 * Lists the orders to which a lot was fed at any time. Without `lotId`, lists the orders to which the material was fed
 * from lots received in the period.
 */
export async function listOrdersFedWith(
  ctx: Context,
  { materialId, lotId, from, to }: FedOrdersQuery,
): Promise<string[]> {
  const rows = await ctx.query(
    lotId
      ? sql`select distinct ${columns(feed, [{ id: 'workOrderId' }], 'f')} from feed f where f.site_id = ${ctx.site} and f.lot_id = ${lotId} ${limit(MAX_ORDERS)}`
      : sql`select distinct ${columns(feed, [{ id: 'workOrderId' }], 'f')} from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
          where f.site_id = ${ctx.site} and f.material_id = ${materialId ?? null} and coalesce(l.received_on, f.business_date) >= ${from}
            and (${to}::date is null or coalesce(l.received_on, f.business_date) < ${to}) ${limit(MAX_ORDERS)}`,
  )
  return rows.map(({ id }) => id)
}
/** Lists orders that a lot was fed to. */
export const listOrdersOfLot = (ctx: Context, lotId: string): Promise<string[]> =>
  listOrdersFedWith(ctx, { lotId, from: '', to: null })
/** Lists numbers and materials of lots. */
export const listLotNumbers = (
  ctx: Context,
  ids: readonly string[],
): Promise<{ id: string; number: string; materialId: string }[]> =>
  ctx.query(
    sql`select ${columns(materialLot, ['id', 'number', 'materialId'])} from material_lot where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
