/** Queries of product standards for other areas: the applicable limits, and the version that an order is made by. */
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { productStandard } from '../../contract/product-standard'
import { season } from '../../contract/season'
import { pickApplicableVersion, APPROVED_STATE, isUsable, type ApprovalState } from '../../rules/approval'
import { isSeasonal, selectLimits, type SeasonLimits } from '../../rules/product-standard'
import { getSeasonForDay, type Season, type SeasonChange } from '../../rules/season'

/** Selects limits: those of the version that an order pinned, else those of the standard in force for the product. */
export interface LimitsQuery {
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
export interface IndexLimits extends SeasonLimits {
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  readonly unit: string | null
  readonly method: string | null
  /** Decimals that a result is rounded to. */
  readonly digits: number
}
export interface ProductLimits {
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
 * pinned version is used regardless of its state. Two SQL statements for any number of queries.
 */
export async function loadProductLimits(
  ctx: Context,
  queries: readonly LimitsQuery[],
): Promise<(ProductLimits | null)[]> {
  if (queries.length === 0) return []
  const seasonChanges = await listSeasonChanges(ctx)
  const queryRows = queries.map(({ productStandardId = null, productId, customerId = null }, queryIndex) => ({
    queryIndex,
    productStandardId,
    productId,
    customerId,
  }))
  const rows = await ctx.query(
    sql<
      { queryIndex: number; indexes: IndexLimits[] } & Omit<ProductLimits, 'season' | 'limits'>
    >`select a."queryIndex"::int as "queryIndex", s.id, s.code, s.revision, s.state, coalesce(limits.lines, '[]') as indexes
     from jsonb_to_recordset(${JSON.stringify(queryRows)}::jsonb) as a("queryIndex" int, "productStandardId" uuid, "productId" uuid, "customerId" uuid)
       join lateral (select p.* from product_standard p where p.site_id = ${ctx.site} and case when a."productStandardId" is not null then p.id = a."productStandardId"
           else p.product_id = a."productId" and p.newest and p.state = ${options(productStandard.fields.state, APPROVED_STATE)} and (p.customer_id is null or p.customer_id = a."customerId") end
         order by p.customer_id nulls last, p.code limit 1) s on true
       left join lateral (select jsonb_agg(line || jsonb_build_object('code', i.code, 'name', i.name, 'nameEn', i.name_en, 'unit', i.unit, 'method', i.method, 'digits', i.digits) order by n) as lines
         from jsonb_array_elements(s.indexes) with ordinality as l(line, n) join test_index i on i.site_id = ${ctx.site} and i.id = (line ->> 'indexId')::uuid) limits on true`,
  )
  const rowByQueryIndex = new Map(rows.map(({ queryIndex, ...row }) => [queryIndex, row]))
  return queries.map((query, queryIndex) => {
    const row = rowByQueryIndex.get(queryIndex)
    if (!row) return null
    const season = query.season ?? (query.day ? getSeasonForDay(seasonChanges, query.day) : null)
    const { indexes, ...standard } = row
    return { ...standard, season, limits: selectLimits({ indexes }, season) }
  })
}
/** Lists the seasons with their first day, oldest first. */
export const listSeasonChanges = (ctx: Context): Promise<SeasonChange[]> =>
  ctx.query(
    sql`select ${columns(season, ['startsOn', 'season'])} from season where site_id = ${ctx.site} order by starts_on`,
  )

/** The version of a product standard for new production, or the reason why there is none. */
export type ProductionStandardResult =
  | { readonly outcome: 'standard'; readonly id: string; readonly season: Season | null }
  /** The product has no standard. */
  | { readonly outcome: 'none' }
  /** No standard is approved; these are the data of the latest one. */
  | { readonly outcome: 'notApproved'; readonly code: string; readonly revision: number; readonly state: ApprovalState }
  /** The limits depend on the season, but no season was ever set. */
  | { readonly outcome: 'noSeason'; readonly code: string; readonly revision: number }
/**
 * Finds the product standard for a product and customer on a day. The customer's own variant takes precedence over the
 * general one; variants of other customers are ignored.
 */
export async function findProductionStandard(
  ctx: Context,
  { productId, customerId, day }: { productId: string; customerId: string | null; day: string },
): Promise<ProductionStandardResult> {
  const fields = ['id', 'code', 'revision', 'state', 'newest', 'indexes', 'customerId', 'createdAt'] as const
  const versions = await ctx.query(
    sql`select ${columns(productStandard, fields)} from product_standard
      where site_id = ${ctx.site} and product_id = ${productId} and (customer_id is null or customer_id = ${customerId})`,
  )
  const row = pickApplicableVersion(versions, (version) => version.customerId !== null)
  if (!row) return { outcome: 'none' }
  const { id, code, revision, state } = row
  if (!isUsable(row)) return { outcome: 'notApproved', code, revision, state }
  const currentSeason = getSeasonForDay(await listSeasonChanges(ctx), day)
  return currentSeason === null && isSeasonal(row)
    ? { outcome: 'noSeason', code, revision }
    : { outcome: 'standard', id, season: currentSeason }
}
