import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context, FileAnswer } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { exportWorkbook } from '@/server/crud/operations'
import { toListScope } from '@/server/crud/refs'
import { resolveBusinessDates } from '@/plant/server/plant'
import { isWebMaterial, type MaterialKind } from '../rules/feed'
import { columns, joinSql, limit, sql, type Sql } from '@/server/sql'
import { feed, type feedInfoEndpoints } from '../contract/feed'
import { findFeedStandard } from './feed-check'

/** GET /production/main_material, …: lists the feeds of one kind. */
export const createFeedListHandler =
  (kind: MaterialKind) =>
  (ctx: Context, input: ListQuery): Promise<unknown> =>
    listPage(toListScope(ctx), feed, { ...input, kind })
/** GET /production/product_m_down_report, …: exports the feeds of one kind as a workbook. */
export const createFeedReportHandler =
  (kind: MaterialKind) =>
  (ctx: Context, input: ListQuery): Promise<FileAnswer> =>
    exportWorkbook(
      ctx,
      feed,
      { ...input, kind },
      { name: `${ctx.t(`feeding:feed.options.kind.${kind}`)} ${ctx.t('feeding:feed.name')}` },
    )

type FeedInfoEndpoint = (typeof feedInfoEndpoints)[number]['endpoint']
type FeedInfo = EndpointOutput<FeedInfoEndpoint>[number]
const MAX_ROWS = 500
/**
 * GET /production/main_info, …: lists the mass fed per material and lot, the latest first, for an order or a period of
 * business dates (default: this month). `percent` is the material's share of all web material fed under the same
 * filter; for packing, its share of all packing. The limits come from the order's standard.
 */
export const createFeedInfoHandler =
  (kind: MaterialKind) =>
  async (ctx: Context, input: EndpointInput<FeedInfoEndpoint>): Promise<FeedInfo[]> => {
    const isWholeOrder = input.workOrderId && !input.from && !input.to
    const dayRange = isWholeOrder ? null : await resolveBusinessDates(ctx, input)
    // Only fields that are set become conditions, because `x is null or …` would not use an index.
    const conditions: Sql[] = [
      sql`site_id = ${ctx.site}`,
      isWebMaterial(kind) ? sql`kind <> 'pack'` : sql`kind = 'pack'`,
      ...(input.workOrderId ? [sql`work_order_id = ${input.workOrderId}`] : []),
      ...(input.lineId ? [sql`line_id = ${input.lineId}`] : []),
      ...(dayRange ? [sql`business_date >= ${dayRange.from}`, sql`business_date <= ${dayRange.to}`] : []),
    ]
    const rows = await ctx.query(
      sql<
        Omit<FeedInfo, 'minPercent' | 'maxPercent'>
      >`with fed as (select * from feed where ${joinSql(conditions, ' and ')}),
       total as (select sum(kg) as kg from fed),
       share as (select material_id, sum(kg) as kg from fed group by material_id)
     select coalesce(f.lot_id, f.material_id) as id, ${columns(feed, ['materialId', 'lotId'], 'f')}, sum(f.kg) as kg, count(*) filter (where f.counter_of is null)::int as lines,
       round(max(s.kg) * 100 / nullif(max(t.kg), 0), 3) as percent, max(l.left_kg) as "leftKg", max(l.state) as state, max(f.fed_at) as "lastAt"
     from fed f cross join total t join share s on s.material_id = f.material_id left join material_lot l on l.site_id = ${ctx.site} and l.id = f.lot_id
     where f.kind = ${kind} group by f.material_id, f.lot_id order by max(f.fed_at) desc ${limit(MAX_ROWS)}`,
    )
    const limitByMaterial = await loadRatioLimits(ctx, input)
    return rows.map((row) => ({
      ...row,
      minPercent: limitByMaterial.get(row.materialId)?.minPercent ?? null,
      maxPercent: limitByMaterial.get(row.materialId)?.maxPercent ?? null,
    }))
  }
async function loadRatioLimits(ctx: Context, { workOrderId, lineId }: EndpointInput<FeedInfoEndpoint>) {
  const order = workOrderId ? await ctx.rows.get(workOrder, workOrderId) : null
  const standard = order && (await findFeedStandard(ctx, order, lineId ?? order.lineId))
  return new Map((standard?.limits ?? []).map((limit) => [limit.materialId, limit]))
}
