/** What areas above ask of products and standards. The selects are joined as tables are: the planner sees through them. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { processStandard, variants } from '../contract/process-standard'
import { columns, sql } from '@/server/sql'
import { season } from '../contract/season'
import { inForce, type ApprovalState } from '../rules/approval'
import { limitsAt, type LimitLine } from '../rules/product-standard'
import { seasonAt, type Season, type SeasonChange } from '../rules/season'

/** Products as others may read them: what they are called, and what their web is. Widths in mm, grammage in g/m². */
export const productsSql = `(select site_id, id, code, name, name_en, gsm, width_mm, colour, treatment from product)`
/** Every version of process standards with its ideal speed, m/min. */
export const standardsSql = `(select site_id, id, ideal_speed from process_standard)`
/** The versions that are in force, of one kind of machine. A standard without a line is for all of them. */
export const standardsInForceSql = (variant: (typeof variants)[number]): string =>
  `(select site_id, id, product_id, line_id, ideal_speed from process_standard where newest and state = '${inForce}' and variant = '${variant}')`
/** A condition: whether any version of a standard asks for a material. @param material SQL of its id, as text */
export const namesMaterialSql = (material: string): string =>
  `exists (select 1 from process_standard where site_id = $1 and ratios @> jsonb_build_array(jsonb_build_object('materialId', ${material})))`

/** What an order is made by: its own version of a standard, else one of its product that is in force for its line. */
export interface RatiosAsked {
  readonly orderId: string
  readonly processStandardId: string | null
  readonly productId: string
}
export interface RatiosFound extends Record<string, unknown> {
  orderId: string
  ratios: Row<typeof processStandard>['ratios']
}
/**
 * The ratios that orders are dosed by on a line. The version that an order runs by stays what it was when a newer one comes
 * into force. One statement.
 */
export const ratiosOfOrders = (ctx: Context, lineId: string, asked: readonly RatiosAsked[]): Promise<RatiosFound[]> =>
  ctx.query<RatiosFound>(
    `select o."orderId", coalesce(own.ratios, other.ratios, '[]') as ratios from jsonb_to_recordset($2::jsonb) as o("orderId" uuid, "processStandardId" uuid, "productId" uuid)
       left join process_standard own on own.site_id = $1 and own.id = o."processStandardId"
       left join lateral (select ratios from process_standard p where own.id is null and p.site_id = $1 and p.product_id = o."productId" and p.variant = 'mainLine' and p.newest and p.state = '${inForce}' and (p.line_id = $3 or p.line_id is null)
         order by p.line_id nulls last, p.code limit 1) other on true`,
    [ctx.site, JSON.stringify(asked), lineId],
  )

/** Whose limits are asked for: those of the version that an order pinned, else those of the product that are in force. */
export interface LimitsAsked {
  readonly productStandardId?: string | null
  readonly productId: string
  /** Its own variant goes before the general standard. */
  readonly customerId?: string | null
  /** The season that was pinned; else the one that holds on `day`. */
  readonly season?: Season | null
  /** Day of the plant, `YYYY-MM-DD`. */
  readonly day?: string | null
}
/** The limits of one test index, with what the index is. */
export interface IndexLimits extends LimitLine {
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  readonly unit: string | null
  readonly method: string | null
  /** Decimals that a result is rounded to. */
  readonly digits: number
}
export interface LimitsFound {
  readonly id: string
  readonly code: string
  readonly revision: number
  readonly state: ApprovalState
  /** The season that they are limits of; null before any was set. */
  readonly season: Season | null
  readonly limits: readonly IndexLimits[]
}
/**
 * The limits that hold, one answer for each that is asked, in their order; null where the product has no standard in force. A
 * pinned version answers whatever became of it since. Two statements, however many are asked.
 */
export async function productLimits(ctx: Context, asked: readonly LimitsAsked[]): Promise<(LimitsFound | null)[]> {
  if (asked.length === 0) return []
  const changes = await seasonsOf(ctx)
  const rows = await ctx.query<{ at: number; indexes: IndexLimits[] } & Omit<LimitsFound, 'season' | 'limits'>>(
    `select a.at::int as at, s.id, s.code, s.revision, s.state, coalesce(limits.lines, '[]') as indexes
     from jsonb_to_recordset($2::jsonb) as a(at int, "productStandardId" uuid, "productId" uuid, "customerId" uuid)
       join lateral (select p.* from product_standard p where p.site_id = $1 and case when a."productStandardId" is not null then p.id = a."productStandardId"
           else p.product_id = a."productId" and p.newest and p.state = '${inForce}' and (p.customer_id is null or p.customer_id = a."customerId") end
         order by p.customer_id nulls last, p.code limit 1) s on true
       left join lateral (select jsonb_agg(line || jsonb_build_object('code', i.code, 'name', i.name, 'nameEn', i.name_en, 'unit', i.unit, 'method', i.method, 'digits', i.digits) order by n) as lines
         from jsonb_array_elements(s.indexes) with ordinality as l(line, n) join test_index i on i.site_id = $1 and i.id = (line ->> 'indexId')::uuid) limits on true`,
    [
      ctx.site,
      JSON.stringify(
        asked.map(({ productStandardId = null, productId, customerId = null }, at) => ({
          at,
          productStandardId,
          productId,
          customerId,
        })),
      ),
    ],
  )
  const found = new Map(rows.map(({ at, ...row }) => [at, row]))
  return asked.map((one, at) => {
    const row = found.get(at)
    if (!row) return null
    const season = one.season ?? (one.day ? seasonAt(changes, one.day) : null)
    const { indexes, ...standard } = row
    return { ...standard, season, limits: limitsAt({ indexes }, season) }
  })
}
/** Which season holds from which day, oldest first. */
export const seasonsOf = (ctx: Context): Promise<SeasonChange[]> =>
  ctx.query(
    sql`select ${columns(season, ['startsOn', 'season'])} from season where site_id = ${ctx.site} order by starts_on`,
  )
