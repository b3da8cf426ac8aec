/** Queries of the fed mass for reports, grouped as requested. Net masses in kg. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { columns, limit, sql, buildGrouping } from '@/server/sql'
import { feed } from '../../contract/feed'
import { material, materialLot } from '../../contract/material'
import type { MaterialKind } from '../../rules/feed'

export const feedGroupKeys = ['kind', 'material', 'lot', 'order', 'line', 'day', 'month', 'shift', 'team'] as const
export type FeedGroupKey = (typeof feedGroupKeys)[number]
export interface FeedSumsQuery {
  /** Business dates, both included. */
  readonly from: Day
  readonly to: Day
  readonly groupKeys: readonly FeedGroupKey[]
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly kind?: MaterialKind | null
  readonly workOrderId?: string | null
  readonly maxRows: number
}
/** Sum of one group. `key` holds ids, days and names; null if the feed has none, e.g. packing without a lot. */
export interface FeedSum {
  readonly key: Readonly<Partial<Record<FeedGroupKey, string | null>>>
  readonly kg: number
  readonly feedCount: number
}
const groupKeySql: Readonly<Record<FeedGroupKey, string>> = {
  kind: 'f.kind',
  material: 'f.material_id::text',
  lot: 'f.lot_id::text',
  order: 'f.work_order_id::text',
  line: 'f.line_id::text',
  day: 'f.business_date::text',
  month: "to_char(f.business_date, 'YYYY-MM') || '-01'",
  shift: 'f.shift',
  team: 'f.team',
}
/**
 * Sums the feeds of business dates, one row per combination of group keys, the largest first within a day.
 */
export async function sumFeeds(ctx: Context, query: FeedSumsQuery): Promise<FeedSum[]> {
  const grouping = buildGrouping(query.groupKeys, groupKeySql, { finalOrder: 'kg desc' })
  const rows = await ctx.query(
    sql<Record<string, string | number | null>>`
      select ${grouping.selectKeys} coalesce(sum(f.kg), 0)::float8 as kg, count(*)::int as feeds from feed f
      where f.site_id = ${ctx.site} and f.business_date >= ${query.from} and f.business_date <= ${query.to}
        and (${query.lineId ?? null}::uuid is null or f.line_id = ${query.lineId ?? null})
        and (${query.workOrderId ?? null}::uuid is null or f.work_order_id = ${query.workOrderId ?? null})
        and (${query.team ?? null}::text is null or f.team = ${query.team ?? null})
        and (${query.shift ?? null}::text is null or f.shift = ${query.shift ?? null})
        and (${query.kind ?? null}::text is null or f.kind = ${query.kind ?? null})
      ${grouping.groupBy} order by ${grouping.orderBy} ${limit(query.maxRows)}`,
  )
  return rows.map((row) => ({
    key: grouping.readKeys(row),
    kg: Number(row.kg),
    feedCount: Number(row.feeds),
  }))
}
/** Loads the materials, lots and orders with feeds on business dates, for the filter lists. */
export async function loadFedChoices(ctx: Context, { from, to }: { from: Day; to: Day }) {
  const materials = await ctx.query(
    sql<{
      id: string
      label: string
    }>`select ${columns(material, ['id'], 'm')}, ${buildLabelSql(material, ctx, 'm')} as label from material m
      where m.site_id = ${ctx.site} and exists (select 1 from feed f where f.site_id = m.site_id and f.material_id = m.id and f.business_date >= ${from} and f.business_date <= ${to})
      order by label ${limit(500)}`,
  )
  const lots = await ctx.query(
    sql<{
      id: string
      label: string
      materialId: string
    }>`select ${columns(materialLot, ['id', { label: 'number' }, 'materialId'], 'l')} from material_lot l
      where l.site_id = ${ctx.site} and exists (select 1 from feed f where f.site_id = l.site_id and f.lot_id = l.id and f.business_date >= ${from} and f.business_date <= ${to})
      order by l.number ${limit(500)}`,
  )
  const orders = await ctx.query(
    sql`select ${columns(feed, [{ id: 'workOrderId' }], 'f')} from feed f where f.site_id = ${ctx.site} and f.business_date >= ${from} and f.business_date <= ${to} group by f.work_order_id ${limit(500)}`,
  )
  return { materials, lots, orderIds: orders.map(({ id }) => id) }
}
