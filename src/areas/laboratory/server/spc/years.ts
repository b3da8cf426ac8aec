import { testResult } from '../../contract/test-result'
import { columns } from '@/server/sql'
import type { InOf, OutOf } from '@/contract/endpoint'
import { productLimits, seasonsOf } from '@/areas/standards/server/queries'
import { seasonAt, type Season, type SeasonChange } from '@/areas/standards/rules/season'
import { limitsOfOrder, ordersAcross } from '@/areas/orders/server/queries/pinned'
import { startOf } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import type { yearlyFigures } from '../../contract/stored-charts'
import { deviationFrom } from '../../rules/reading'
import { capabilityOf } from '../../rules/spc/capability'
import { counting } from '../../rules/test-batch'
import { indexesOf, productsOf } from '../data/lists'

interface Summed extends Record<string, unknown> {
  year: number
  /** The whole year, or what of it is judged by one season. */
  whole: boolean
  season: Season | null
  productId: string
  indexId: string
  n: number
  mean: number | null
  m2: number | null
  inside: number | null
  freedom: number
  min: number | null
  max: number | null
  below: number
}
/** No plant has older tests; those before it would count as of the year before. */
const FIRST_YEAR = 2000
/**
 * Sums of rolls put together in the database, in one pass; no value is read. Its numbers are exact decimals, so that the
 * difference of sums of squares loses nothing. A year is found among the begins of years, a season among its own: to take them
 * out of each moment in the plant's zone costs more than the sums do. The season is that of the roll's day, or that of an order
 * that ran `across` a change: these are few, and come along where there are any.
 */
const summedSql = (
  across: boolean,
) => `select year, grouping(season) = 1 as whole, season, ${columns(testResult, ['productId', 'indexId'])}, sum(n)::int as n, (sum(nm) / nullif(sum(n), 0))::float as mean, (sum(m2) + sum(nmm) - sum(nm) * sum(nm) / nullif(sum(n), 0))::float as m2,
    sum(m2)::float as inside, sum(freedom)::int as freedom, min(min)::float as min, max(max)::float as max, sum(below)::int as below
  from (select year, ($6::text[])[part] as season, product_id, index_id, sum(n) as n, sum(nm) as nm, sum(m2) as m2, sum(nm * mean) as nmm, sum(greatest(n - 1, 0)) as freedom, min(min) as min, max(max) as max, sum(below) as below
    from (select r.product_id, r.index_id, r.n, r.mean, r.m2, r.min, r.max, r.below, r.n * r.mean as nm, ${across ? 'coalesce(o.part, width_bucket(r.rolled_at, $5::timestamptz[]))' : 'width_bucket(r.rolled_at, $5::timestamptz[])'} as part,
        ${FIRST_YEAR} - 1 + width_bucket(r.rolled_at, (select array_agg(make_timestamptz(y, 1, 1, 0, 0, 0, $3) order by y) from generate_series(${FIRST_YEAR}, extract(year from $4::timestamptz)::int + 1) y)) as year
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${oneOf(counting)})
        ${across ? 'left join jsonb_to_recordset($7::jsonb) as o(id uuid, product uuid, part int) on o.id = r.work_order_id and o.product = r.product_id' : ''}
      where r.site_id = $1 and r.retest = 0 and ($2::uuid is null or r.product_id = $2)) r
    group by year, part, product_id, index_id) r
  group by grouping sets ((year, product_id, index_id), (year, product_id, index_id, season)) order by 1 desc, product_id, index_id, season`

/**
 * GET /quality/ps_code_years_data. An index whose limits differ by season has a line for each season of a year: one capability
 * against the limits of one of them would say nothing of what was made in the other. The limits are those now in force, whichever
 * version an order pinned: what a year was able to do, by what is asked today. What it was judged by then stands in its charts.
 */
export async function years(
  ctx: Context,
  { productId }: InOf<typeof yearlyFigures>,
): Promise<OutOf<typeof yearlyFigures>> {
  const changes = await seasonsOf(ctx)
  const begins = changes.map(({ startsOn }) => startOf(ctx, startsOn))
  const across = (await ordersAcross(ctx, begins)).flatMap((order) => {
    const { season, day } = limitsOfOrder(ctx, order)
    const holds = season ?? seasonAt(changes, day ?? '')
    // Before the first change stands nought, as where a moment is found among the begins.
    return { id: order.id, product: order.productId, part: 1 + changes.findIndex((one) => one.season === holds) }
  })
  const summed = await ctx.query<Summed>(summedSql(across.length > 0), [
    ctx.site,
    productId ?? null,
    ctx.timeZone,
    ctx.now,
    begins,
    changes.map(({ season }) => season),
    ...(across.length > 0 ? [JSON.stringify(across)] : []),
  ])
  const ids = [...new Set(summed.map((row) => row.productId))]
  const [products, indexes, limits] = [
    await productsOf(ctx, ids),
    await indexesOf(ctx),
    await limitsOf(ctx, ids, changes),
  ]
  return summed.flatMap(({ whole, m2, inside, freedom, ...row }) => {
    const seasonal = limits.seasonal.has(keyOf(row))
    if (whole === seasonal) return []
    const line = limits.lines.get(keyOf(row, row.season))
    const within = freedom > 0 && inside !== null ? Math.sqrt(inside / freedom) : null
    const capability =
      row.mean === null
        ? null
        : capabilityOf({ n: row.n, m2: m2 ?? 0 }, { center: row.mean, sigma: within }, line ?? {})
    return {
      ...row,
      product: products.get(row.productId) ?? '',
      index: indexes.get(row.indexId)?.word ?? '',
      unit: indexes.get(row.indexId)?.unit ?? null,
      deviation: deviationFrom(row.n, m2),
      lsl: line?.lsl ?? null,
      usl: line?.usl ?? null,
      ppk: capability?.ppk ?? null,
      cpk: capability?.cpk ?? null,
    }
  })
}

const keyOf = ({ productId, indexId }: { productId: string; indexId: string }, season: Season | null = null) =>
  `${productId} ${indexId} ${season ?? ''}`
/** The limits in force of products by index and season, and which of them differ by season. */
async function limitsOf(ctx: Context, ids: readonly string[], changes: readonly SeasonChange[]) {
  const asked = ids.flatMap((productId) =>
    [null, ...new Set(changes.map(({ season }) => season))].map((season) => ({ productId, season })),
  )
  const found = (await productLimits(ctx, asked)).flatMap((standard, i) =>
    (standard?.limits ?? []).map((line) => ({ ...line, ...asked[i]!, of: line.season })),
  )
  return {
    lines: new Map(found.map((line) => [keyOf(line, line.season), line])),
    seasonal: new Set(found.filter(({ of }) => of !== 'both').map((line) => keyOf(line))),
  }
}
