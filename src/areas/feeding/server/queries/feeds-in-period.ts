import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { feed } from '../../contract/feed'
import { recycle } from '../../contract/recycle'
import { startUpWasteKinds } from '../../rules/recycle'

export interface ShiftFeedSummary {
  /** Packing excluded. */
  fedKg: number
  recycledKg: number
  /** Mass fed into each hopper, the largest first; `leftKg` is the mass left of the lot at `at`. */
  materials: { materialId: string; lotId: string | null; hopperId: string | null; kg: number; leftKg: number | null }[]
}
type Material = ShiftFeedSummary['materials'][number]
type Row = Pick<ShiftFeedSummary, 'fedKg' | 'recycledKg'> & { [K in keyof Material]: Material[K] | null } & Record<
    string,
    unknown
  >

/** Loads the mass fed to a line and the recycled mass in a period. One query. */
export async function loadFedInPeriod(
  ctx: Context,
  { lineId, from, to, at }: { lineId: string; from: Moment; to: Moment; at: Moment },
): Promise<ShiftFeedSummary> {
  const rows = await ctx.query<Row>(
    `select sums.*, fed.* from
       (select (select coalesce(sum(kg), 0)::float from feed where site_id = $1 and line_id = $2 and fed_at >= $3 and fed_at < $4 and kind <> 'pack') as "fedKg",
          (select coalesce(sum(kg), 0)::float from recycle where site_id = $1 and line_id = $2 and occurred_at >= $3 and occurred_at < $4) as "recycledKg") sums
       left join (select ${columns(feed, ['materialId', 'lotId', 'hopperId'], 'f')}, sum(f.kg)::float as kg,
           (min(l.left_kg) + coalesce((select sum(x.kg) from feed x where x.site_id = $1 and x.lot_id = f.lot_id and x.fed_at > $5), 0))::float as "leftKg"
         from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id
         where f.site_id = $1 and f.line_id = $2 and f.fed_at >= $3 and f.fed_at < $4 group by 1, 2, 3 order by 4 desc limit 100) fed on true
     order by fed.kg desc`,
    [ctx.site, lineId, from, to, at],
  )
  const [{ fedKg, recycledKg }] = rows as [Row]
  const materials = rows.flatMap(({ materialId, lotId, hopperId, kg, leftKg }) =>
    materialId === null ? [] : [{ materialId, lotId, hopperId, kg: kg ?? 0, leftKg }],
  )
  return { fedKg, recycledKg, materials }
}

/** Loads start-up web and purgings of a line in a period, kg by order. One statement. */
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
