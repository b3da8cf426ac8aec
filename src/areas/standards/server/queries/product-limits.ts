/** Queries of product standards for other areas: the applicable limits, and the version that an order is made by. */
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { productStandard } from '../../contract/product-standard'
import { season } from '../../contract/season'
import { holding, inForce, isUsable, type ApprovalState } from '../../rules/approval'
import { isSeasonal, limitsAt, type LimitLine } from '../../rules/product-standard'
import { seasonAt, type Season, type SeasonChange } from '../../rules/season'

/** Query for limits: of the version that an order pinned, else of the standard in force for the product. */
export interface LimitsAsked {
  readonly productStandardId?: string | null
  readonly productId: string
  /** The customer's own variant takes precedence over the general standard. */
  readonly customerId?: string | null
  /** The pinned season; else the season of `day` applies. */
  readonly season?: Season | null
  /** Day of the plant, `YYYY-MM-DD`. */
  readonly day?: string | null
}
/** The limits of one test index, with the data of the index. */
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
  /** Season of the limits; null if none was ever set. */
  readonly season: Season | null
  readonly limits: readonly IndexLimits[]
}
/**
 * Loads the applicable limits, one result for each query, in order; null if the product has no standard in force. A
 * pinned version is used regardless of its state. Two statements for any number of queries.
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
/** Lists the seasons with their first day, oldest first. */
export const seasonsOf = (ctx: Context): Promise<SeasonChange[]> =>
  ctx.query(
    sql`select ${columns(season, ['startsOn', 'season'])} from season where site_id = ${ctx.site} order by starts_on`,
  )

/** The version of a product standard for new production, or why there is none. */
export type ToMakeBy =
  | { readonly found: 'standard'; readonly id: string; readonly season: Season | null }
  /** The product has no standard. */
  | { readonly found: 'none' }
  /** The latest standard, none of which is approved. */
  | { readonly found: 'notApproved'; readonly code: string; readonly revision: number; readonly state: ApprovalState }
  /** The limits depend on the season, but no season was ever set. */
  | { readonly found: 'noSeason'; readonly code: string; readonly revision: number }
/**
 * Finds the product standard for a product and customer on a day. The customer's own variant takes precedence over the
 * general one; variants of other customers are ignored.
 */
export async function standardToMakeBy(
  ctx: Context,
  { productId, customerId, day }: { productId: string; customerId: string | null; day: string },
): Promise<ToMakeBy> {
  const fields = ['id', 'code', 'revision', 'state', 'newest', 'indexes', 'customerId', 'createdAt'] as const
  const written = await ctx.query(
    sql`select ${columns(productStandard, fields)} from product_standard
      where site_id = ${ctx.site} and product_id = ${productId} and (customer_id is null or customer_id = ${customerId})`,
  )
  const row = holding(written, (one) => one.customerId !== null)
  if (!row) return { found: 'none' }
  const { id, code, revision, state } = row
  if (!isUsable(row)) return { found: 'notApproved', code, revision, state }
  const holds = seasonAt(await seasonsOf(ctx), day)
  return holds === null && isSeasonal(row)
    ? { found: 'noSeason', code, revision }
    : { found: 'standard', id, season: holds }
}
