/**
 * Queries of products and standards for other areas. The planner inlines the subselects, so they can be joined like
 * tables.
 */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { columnsNotNull, computed, limit, options, sql, type Sql } from '@/server/sql'
import { processStandard, type variants } from '../contract/process-standard'
import { product } from '../contract/product'
import { APPROVED_STATE } from '../rules/approval'

const approvedSql = options(processStandard.fields.state, APPROVED_STATE)
/** Subselect of products with names and web properties. Widths in mm, grammage in g/m². */
export const productsSql = sql`(select site_id, id, code, name, name_en, gsm, width_mm, colour, treatment from product)`
/** Lists colours of products with their number of products, the most common first. Spellings are not unified. */
export const listProductColours = (ctx: Context): Promise<{ colour: string; n: number }[]> =>
  ctx.query(
    sql`select ${columnsNotNull(product, ['colour'])}, ${computed<{ n: number }>`count(*)::int as n`} from product
     where site_id = ${ctx.site} and colour <> '' group by 1 order by 2 desc, 1 ${limit(MAX_COLOURS)}`,
  )
/** Maximum number of suggested colours. */
export const MAX_COLOURS = 200

/** Subselect of all versions of process standards with their ideal speed in m/min. */
export const processStandardsSql = sql`(select site_id, id, ideal_speed from process_standard)`
/** Builds a subselect of the versions in force for one variant. A standard without a line applies to all lines. */
export const buildStandardsInForceSql = (variant: (typeof variants)[number]): Sql =>
  sql`(select site_id, id, product_id, line_id, ideal_speed from process_standard where newest and state = ${approvedSql} and variant = ${options(processStandard.fields.variant, variant)})`
/** Builds the condition that any version of a standard contains a material. */
export const buildContainsMaterialSql = (ctx: Context, materialId: string): Sql =>
  sql`exists (select 1 from process_standard where site_id = ${ctx.site} and ratios @> jsonb_build_array(jsonb_build_object('materialId', ${materialId}::text)))`

/**
 * Selects the ratios of an order: those of the version that the order pinned, else those of the version in force for
 * its product and line.
 */
export interface OrderRatiosQuery {
  readonly orderId: string
  readonly processStandardId: string | null
  readonly productId: string
}
export interface OrderRatios {
  orderId: string
  ratios: Row<typeof processStandard>['ratios']
}
/**
 * Loads the ratios that orders are dosed by on a line. An order keeps its version when a newer one comes into force.
 * The result is cached until a standard changes, because every roll of an order makes the same query.
 */
export const loadOrderRatios = cacheReadByKey(
  [processStandard],
  ({ lineId, orders }: { lineId: string; orders: readonly OrderRatiosQuery[] }) => JSON.stringify([lineId, orders]),
  (ctx, { lineId, orders }): Promise<OrderRatios[]> =>
    ctx.query(
      sql<OrderRatios>`select o."orderId", coalesce(pinned.ratios, in_force.ratios, '[]') as ratios from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o("orderId" uuid, "processStandardId" uuid, "productId" uuid)
       left join process_standard pinned on pinned.site_id = ${ctx.site} and pinned.id = o."processStandardId"
       left join lateral (select ratios from process_standard p where pinned.id is null and p.site_id = ${ctx.site} and p.product_id = o."productId" and p.variant = 'mainLine' and p.newest and p.state = ${approvedSql} and (p.line_id = ${lineId} or p.line_id is null)
         order by p.line_id nulls last, p.code limit 1) in_force on true`,
    ),
)
/** Loads a product, cached until any product changes. @throws a not-found error for an unknown id */
export const loadProduct = cacheReadByKey(
  [product],
  (id: string) => id,
  (ctx, id) => ctx.rows.get(product, id),
)

export * from './queries/product-limits'
export * from './queries/material-standards'
export * from './queries/cost-quantities'
