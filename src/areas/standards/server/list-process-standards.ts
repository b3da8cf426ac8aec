import type { EndpointOutput, Page } from '@/contract/endpoint'
import type { ListQuery, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { buildLabelSql, toListScope } from '@/server/crud/refs'
import { listPage } from '@/server/crud/list'
import { columns, computed, options, sql } from '@/server/sql'
import { processStandard } from '../contract/process-standard'
import {
  codesWithHistory,
  mainLineStandards,
  parameterOptions,
  slittingStandards,
  standardHistory,
  usableSlittingStandards,
} from '../contract/process-standard-endpoints'
import { product } from '../contract/product'
import { APPROVED_STATE } from '../rules/approval'
import { handle } from '@/server/area'

type StandardRow = Row<typeof processStandard>
const resource = processStandard
const approvedSql = options(resource.fields.state, APPROVED_STATE)
const slittingSql = options(resource.fields.variant, 'slitting')
/** Creates the handler of a list of standards with a fixed condition. @param condition SQL */
const createListHandler =
  (condition: string) =>
  async (ctx: Context, input: {}): Promise<Page<StandardRow>> =>
    (await listPage(toListScope(ctx), resource, input as ListQuery, () => condition)) as Page<StandardRow>
/** GET /craft/craft_list */
export const listMainLineStandards = handle(
  mainLineStandards,
  createListHandler(`variant = ${options(resource.fields.variant, 'mainLine')}`),
)
/** GET /craft/craft_list2 */
export const listSlittingStandards = handle(slittingStandards, createListHandler(`variant = ${slittingSql}`))
/** GET /craft/cutting */
export const listUsableSlittingStandards = handle(
  usableSlittingStandards,
  createListHandler(`variant = ${slittingSql} and newest and state = ${approvedSql}`),
)
/** GET /craft/history */
export const listStandardHistory = handle(standardHistory, createListHandler(`state = ${approvedSql}`))

/** GET /craft/h_options: codes with the number of their approved versions, including replaced ones. */
export const listCodesWithHistory = handle(codesWithHistory, (ctx, { variant }) =>
  ctx.query(
    sql`select ${columns(resource, ['code', 'variant', 'productId', 'revision'], 's')},
       ${computed<{ product: string; versions: number }>`${buildLabelSql(product, ctx, 'p')} as product, s.versions`}
     from (
       select code, max(variant) as variant, (array_agg(product_id order by revision desc))[1] as product_id, count(*)::int as versions, max(revision) as revision
       from process_standard where site_id = ${ctx.site} and state = ${approvedSql} and (${variant ?? null}::text is null or variant = ${variant ?? null})
       group by code order by code limit 1000) s
     join product p on p.site_id = ${ctx.site} and p.id = s.product_id order by s.code`,
  ),
)

/** GET /craft/options: the latest wording of each parameter. */
export const listParameterOptions = handle(parameterOptions, (ctx, { variant }) =>
  ctx.query(sql<EndpointOutput<typeof parameterOptions>[number]>`select key, label, "labelEn", unit, variant from (
     select distinct on (variant, p->>'key') p->>'key' as key, p->>'label' as label, p->>'labelEn' as "labelEn", p->>'unit' as unit, variant
     from process_standard s cross join lateral jsonb_array_elements(s.parameters) p
     where s.site_id = ${ctx.site} and (${variant ?? null}::text is null or s.variant = ${variant ?? null}) order by variant, p->>'key', s.updated_at desc) known
   order by variant, key limit 500`),
)
