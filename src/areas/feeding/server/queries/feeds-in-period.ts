import type { Moment, Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, sql, type Sql } from '@/server/sql'
import { feed } from '../../contract/feed'
import { recycle } from '../../contract/recycle'
import { startUpWasteKinds } from '@/areas/feeding/rules/mass-balance'

export interface ShiftFeedSummary {
  /** Packing excluded. */
  fedKg: number
  recycledKg: number
  /** Mass fed into each hopper, packing included, the largest first; `leftKg` is the mass left of the lot at `moment`. */
  materials: { materialId: string; lotId: string | null; hopperId: string | null; kg: number; leftKg: number | null }[]
}
type FedMaterial = ShiftFeedSummary['materials'][number]
type FedInPeriodRow = Pick<ShiftFeedSummary, 'fedKg' | 'recycledKg'> & {
  [K in keyof FedMaterial]: FedMaterial[K] | null
} & Record<string, unknown>

/** Loads the mass fed to a line and the recycled mass in a period, and the stock of the fed lots at a moment. */
export async function loadFedInPeriod(
  ctx: Context,
  { lineId, from, to, moment }: { lineId: string; from: Moment; to: Moment; moment: Moment },
): Promise<ShiftFeedSummary> {
  const rows = await ctx.query(sql<FedInPeriodRow>`select sums.*, fed.* from
       (select (select coalesce(sum(kg), 0)::float from feed where site_id = ${ctx.site} and line_id = ${lineId} and fed_at >= ${from} and fed_at < ${to} and kind <> 'pack') as "fedKg",
          (select coalesce(sum(kg), 0)::float from recycle where site_id = ${ctx.site} and line_id = ${lineId} and occurred_at >= ${from} and occurred_at < ${to}) as "recycledKg") sums
       left join (select ${columns(feed, ['materialId', 'lotId', 'hopperId'], 'f')}, sum(f.kg)::float as kg,
           (min(l.left_kg) + coalesce((select sum(x.kg) from feed x where x.site_id = ${ctx.site} and x.lot_id = f.lot_id and x.fed_at > ${moment}), 0))::float as "leftKg"
         from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
         where f.site_id = ${ctx.site} and f.line_id = ${lineId} and f.fed_at >= ${from} and f.fed_at < ${to} group by 1, 2, 3 order by 4 desc limit 100) fed on true
     order by fed.kg desc`)
  const [{ fedKg, recycledKg }] = rows as [FedInPeriodRow]
  const materials = rows.flatMap(({ materialId, lotId, hopperId, kg, leftKg }) =>
    materialId === null ? [] : [{ materialId, lotId, hopperId, kg: kg ?? 0, leftKg }],
  )
  return { fedKg, recycledKg, materials }
}

/** Loads start-up web and purgings of a line in a period, kg by order. */
export async function loadStartUpWaste(
  ctx: Context,
  { lineId, from, to }: { readonly lineId: string; readonly from: Moment; readonly to: Moment },
): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query(
    sql<{
      workOrderId: string
      kg: number
    }>`select ${columns(recycle, ['workOrderId'])}, sum(kg)::float8 as kg from recycle
      where site_id = ${ctx.site} and line_id = ${lineId} and occurred_at >= ${from} and occurred_at < ${to}
        and kind in (${options(recycle.fields.kind, ...startUpWasteKinds)}) group by work_order_id`,
  )
  return new Map(rows.map(({ workOrderId, kg }) => [workOrderId, kg]))
}

/**
 * Builds a subselect of the mass fed to an order by hour of the plant's clock, packing excluded: `at` (first feed of
 * the hour), `kg`, `count`.
 */
export const buildFedByHourSql = (ctx: Context, orderId: string): Sql =>
  sql`(select min(fed_at) as at, sum(kg) as kg, count(*)::int as count from feed
    where site_id = ${ctx.site} and work_order_id = ${orderId} and kind <> 'pack' group by date_trunc('hour', fed_at, ${ctx.timeZone}))`

/**
 * Mass fed to a line for an order in a shift, packing excluded, and mass that left the line without becoming a roll;
 * kg.
 */
interface ShiftFeed {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly workOrderId: string
  readonly fedKg: number
  readonly pelletsKg: number
  readonly recycledKg: number
  /** Start-up web and purgings, part of `recycledKg`. */
  readonly startUpWasteKg: number
}
/** Lists sums per shift, line, team and order over business dates, both included. */
export const listFedInShifts = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ShiftFeed[]> =>
  ctx.query<ShiftFeed>(
    sql<ShiftFeed>`select ${columns(feed, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId'])},
       sum(fed)::float8 as "fedKg", sum(pellets)::float8 as "pelletsKg", sum(recycled)::float8 as "recycledKg", sum(waste)::float8 as "startUpWasteKg"
     from (select line_id, business_date, shift, team, work_order_id, kg as fed, case when kind = 'mid' then kg else 0 end as pellets, 0 as recycled, 0 as waste
         from feed where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and kind <> 'pack'
       union all select line_id, business_date, shift, team, work_order_id, 0, 0, kg,
           case when kind in (${options(recycle.fields.kind, ...startUpWasteKinds)}) then kg else 0 end
         from recycle where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}) f
     where shift is not null group by 1, 2, 3, 4, 5 ${limit(50_000)}`,
  )
