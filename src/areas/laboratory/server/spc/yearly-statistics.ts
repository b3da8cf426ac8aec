import { testBatch } from '../../contract/test-batch'
import { testResult } from '../../contract/test-result'
import { columns, options, sql, type Sql } from '@/server/sql'
import { loadProductLimits, listSeasonChanges, type IndexLimits } from '@/areas/standards/server/queries'
import { getSeasonForDay, type Season, type SeasonChange } from '@/areas/standards/rules/season'
import { buildLimitsQuery, listOrdersRunningAt } from '@/areas/orders/server/queries/pinned-limits'
import { getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { yearlyStatistics } from '../../contract/stored-charts'
import { calculateDeviationFromSums } from '../../rules/reading'
import { calculateCapability } from '../../rules/spc/capability'
import { calculateC4, getD2 } from '../../rules/spc/chart-factors'
import {
  combineBetweenWithin,
  calculateDeviationFreedom,
  calculateMovingRangeFreedom,
  type ProcessEstimate,
  type SigmaSource,
} from '../../rules/spc/process-estimate'
import { notWithdrawnBatchStates } from '../../rules/test-batch'
import { findApplicableLimits, hasSameLimits } from '../data/applicable-limits'
import { loadTestIndexes } from '../data/test-data-lists'
import { handle } from '@/server/area'

interface YearSums {
  year: number
  /** True for the whole year, false for the part of the year that is judged by `season`. */
  isWholeYear: boolean
  season: Season | null
  productId: string
  indexId: string
  n: number
  mean: number | null
  m2: number | null
  min: number | null
  max: number | null
  below: number
  /** Number of rolls with a single value. */
  singleValueRolls: number
  /** Number and sum of moving ranges of rolls with a single value. */
  singleValueSteps: number
  singleValueStepSum: number | null
  /** Number of rolls with several values. The following fields refer to these rolls. */
  multiValueRolls: number
  /** Number and mean of the values. */
  multiValueN: number
  multiValueMean: number | null
  /** Σ s/c4. */
  spreadSum: number | null
  /** Σ 1/n. */
  inverseSizeSum: number | null
  /** Number and sum of moving ranges of the means. */
  multiValueSteps: number
  multiValueStepSum: number | null
}
/**
 * First year of the statistics. The query assigns all older results to the year before, but no plant has such results.
 */
const FIRST_YEAR = 2000
/**
 * Builds the query that combines the sums of rolls in the database without reading values. The sums are exact decimals,
 * so that the difference of sums of squares loses no digits. Years and seasons are looked up among their start times,
 * because converting each time to the zone of the plant would cost more than the sums.
 *
 * The season of a roll is the season of its day, or of its order if the order ran across a change of season
 * (`crossingOrders`). A moving range is taken between consecutive rolls of a production line that both have one sample
 * or both have several. A moving range across a change of season counts only for the whole year.
 *
 * Columns of the query: `class` is 1 for rolls with one sample and 2 for rolls with several, `nm` is n · mean, `nmm` is
 * n · mean², `part` is the number of the season, and `step` is a moving range.
 */
function buildSumsSql(siteId: number, query: SumsQuery): Sql<YearSums> {
  const { seasons } = query
  const { yearSql, partSql, fromSql } = buildYearSource(siteId, query)
  return sql<YearSums>`select year, grouping(season) = 1 as "isWholeYear", season, ${columns(testResult, ['productId', 'indexId'])}, sum(n)::int as n, (sum(nm) / nullif(sum(n), 0))::float as mean, (sum(m2) + sum(nmm) - sum(nm) * sum(nm) / nullif(sum(n), 0))::float as m2,
    min(min)::float as min, max(max)::float as max, sum(below)::int as below,
    coalesce(sum(rolls) filter (where class = 2), 0)::int as "multiValueRolls", coalesce(sum(rolls) filter (where class = 1), 0)::int as "singleValueRolls", coalesce(sum(n) filter (where class = 2), 0)::int as "multiValueN", (sum(nm) filter (where class = 2) / nullif(sum(n) filter (where class = 2), 0))::float as "multiValueMean", sum(spread) filter (where class = 2) as "spreadSum", sum(inverse) filter (where class = 2) as "inverseSizeSum",
    ${buildStepsSql(sql`2`, sql`"multiValueSteps"`, sql`"multiValueStepSum"`)}, ${buildStepsSql(sql`1`, sql`"singleValueSteps"`, sql`"singleValueStepSum"`)}
  from (select year, (${seasons}::text[])[part] as season, class, product_id, index_id, count(*) as rolls, sum(n) as n, sum(nm) as nm, sum(m2) as m2, sum(nm * mean) as nmm, min(min) as min, max(max) as max, sum(below) as below,
      sum(case when class = 2 then sqrt(m2::float8 / (n - 1)) / coalesce((${c4BySize}::float8[])[n], 1 - 0.25 / n) end) as spread, sum(case when class = 2 then 1.0::float8 / n end) as inverse,
      count(step) filter (where part = part_before) as steps, sum(step) filter (where part = part_before) as step_sum, count(step) filter (where part <> part_before) as steps_across, sum(step) filter (where part <> part_before) as step_sum_across
    from (select *, abs(mean::float8 - lag(mean::float8) over rolls) as step, lag(part) over rolls as part_before
      from (select r.product_id, r.index_id, r.line_id, r.rolled_at, r.id, r.n, least(r.n, 2) as class, r.mean, r.m2, r.min, r.max, r.below, r.n * r.mean as nm, ${partSql} as part, ${yearSql} as year
      ${fromSql}) r
      window rolls as (partition by index_id, product_id, line_id, year, class order by rolled_at, id)) r
    group by year, part, class, product_id, index_id) r
  group by grouping sets ((year, product_id, index_id), (year, product_id, index_id, season)) order by 1 desc, product_id, index_id, season`
}
/**
 * Builds the source `r` of first results of batches that are not withdrawn, and the year and season number of each row.
 */
function buildYearSource(
  siteId: number,
  { productId, timeZone, lastYear, changeStarts, crossingOrders }: SumsQuery,
): { yearSql: Sql; partSql: Sql; fromSql: Sql } {
  const seasonPart = sql`width_bucket(r.rolled_at, ${changeStarts}::timestamptz[])`
  const crossingOrdersJoin = sql`left join jsonb_to_recordset(${JSON.stringify(crossingOrders)}::jsonb) as o(id uuid, product uuid, part int) on o.id = r.work_order_id and o.product = r.product_id`
  return {
    yearSql: sql`${FIRST_YEAR}::int - 1 + width_bucket(r.rolled_at, (select array_agg(make_timestamptz(y, 1, 1, 0, 0, 0, ${timeZone}) order by y) from generate_series(${FIRST_YEAR}::int, ${lastYear}::int + 1) y))`,
    partSql: crossingOrders.length > 0 ? sql`coalesce(o.part, ${seasonPart})` : seasonPart,
    fromSql: sql`from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})
        ${crossingOrders.length > 0 ? crossingOrdersJoin : sql``}
      where r.site_id = ${siteId} and r.retest = 0 and (${productId}::uuid is null or r.product_id = ${productId})`,
  }
}
/** Results of one index, order, year and season, which are judged by the same limits. */
interface JudgedResults {
  year: number
  season: Season | null
  productId: string
  indexId: string
  workOrderId: string | null
  /** When the newest roll was doffed. */
  newestAt: Date
}
const buildJudgedResultsSql = (siteId: number, query: SumsQuery): Sql<JudgedResults> => {
  const { yearSql, partSql, fromSql } = buildYearSource(siteId, query)
  return sql<JudgedResults>`select year, (${query.seasons}::text[])[part] as season, ${columns(testResult, ['productId', 'indexId', 'workOrderId'])}, max(rolled_at) as "newestAt"
    from (select r.product_id, r.index_id, r.work_order_id, r.rolled_at, ${partSql} as part, ${yearSql} as year ${fromSql} and r.n > 0) r
    group by year, part, product_id, index_id, work_order_id`
}
/** Builds the columns for number and sum of moving ranges of one `class` of rolls. */
const buildStepsSql = (rollClass: Sql, countName: Sql, sumName: Sql): Sql => {
  const sumForClass = (column: Sql) => sql`coalesce(sum(${column}) filter (where class = ${rollClass}), 0)`
  return sql`(${sumForClass(sql`steps`)} + case when grouping(season) = 1 then ${sumForClass(sql`steps_across`)} else 0 end)::int as ${countName}, ${sumForClass(sql`step_sum`)} + case when grouping(season) = 1 then ${sumForClass(sql`step_sum_across`)} else 0 end as ${sumName}`
}
interface SumsQuery {
  readonly productId: string | null
  readonly timeZone: string
  readonly lastYear: number
  /** Moments at which the season changes. `seasons` lists the season that begins at each of these moments. */
  readonly changeStarts: readonly string[]
  readonly seasons: readonly Season[]
  /** Orders that ran across a change. `part` is the number of their season in `seasons`, from 1. */
  readonly crossingOrders: readonly { readonly id: string; readonly product: string; readonly part: number }[]
}
/** Loads the sums of all years. Summing takes about a second, so the sums are cached until a result changes. */
const loadYearSums = cacheReadByKey(
  [testResult, testBatch],
  (query: SumsQuery) => JSON.stringify(query),
  (ctx, query) => ctx.query(buildSumsSql(ctx.site, query)),
)
const loadJudgedResults = cacheReadByKey(
  [testResult, testBatch],
  (query: SumsQuery) => JSON.stringify(query),
  (ctx, query) => ctx.query(buildJudgedResultsSql(ctx.site, query)),
)
/** Limits of the newest roll of a row of the statistics. */
interface YearLimits {
  newestMs: number
  limits: IndexLimits | undefined
  /** True if other rolls of the row are judged by other limits. */
  isMixed: boolean
}
/** Finds the limits that judge the results, by year, product, index and season. The season is null for whole years. */
async function findYearLimits(ctx: Context, query: SumsQuery): Promise<ReadonlyMap<string, YearLimits>> {
  const results = await loadJudgedResults(ctx, query)
  const limitsOfResults = await findApplicableLimits(
    ctx,
    results.map(({ newestAt, ...result }) => ({ ...result, at: new Date(newestAt).toISOString() })),
  )
  const limitsByKey = new Map<string, YearLimits>()
  for (const [i, { season, newestAt, ...result }] of results.entries()) {
    const limits = limitsOfResults[i]?.get(result.indexId)
    const newestMs = new Date(newestAt).getTime()
    for (const key of new Set([toYearKey(result, null), toYearKey(result, season)])) {
      const previousLimits = limitsByKey.get(key)
      limitsByKey.set(key, {
        ...(previousLimits && previousLimits.newestMs > newestMs ? previousLimits : { newestMs, limits }),
        isMixed: previousLimits ? previousLimits.isMixed || !hasSameLimits(previousLimits.limits, limits) : false,
      })
    }
  }
  return limitsByKey
}
const toYearKey = (row: { year: number; productId: string; indexId: string }, season: Season | null): string =>
  `${row.year} ${toLimitsKey(row, season)}`
/**
 * Largest number of samples per roll for which the query gets an exact c4. For more samples it uses an approximation.
 */
const MAX_C4_SIZE = 400
const c4BySize = Array.from({ length: MAX_C4_SIZE }, (_, i) => (i === 0 ? null : calculateC4(i + 1)))

/**
 * Estimates mean and σ within like the control chart of rolls: between and within rolls with several values, or by
 * moving ranges if all rolls have a single value.
 */
function estimateProcess({ n, mean, multiValueRolls, ...sums }: YearSums): ProcessEstimate | null {
  const estimateByMovingRanges = (steps: number, sum: number | null) => ({
    sigma: steps > 0 ? (sum ?? 0) / steps / getD2(2) : 0,
    freedom: steps > 0 ? calculateMovingRangeFreedom(steps) : 0,
  })
  const toEstimate = (sigmaSource: SigmaSource, { sigma, freedom }: { sigma: number; freedom: number }) => {
    const values = multiValueRolls > 0 ? { n: sums.multiValueN, mean: sums.multiValueMean } : { n, mean }
    return values.mean !== null && sigma > 0 ? { n: values.n, mean: values.mean, sigma, sigmaSource, freedom } : null
  }
  if (multiValueRolls === 0)
    return toEstimate('movingRange', estimateByMovingRanges(sums.singleValueSteps, sums.singleValueStepSum))
  if (multiValueRolls < 2) return null
  const meanInverse = (sums.inverseSizeSum ?? 0) / multiValueRolls
  const size = Math.max(2, Math.round(1 / meanInverse))
  const withinRolls = {
    sigma: (sums.spreadSum ?? 0) / multiValueRolls,
    freedom: calculateDeviationFreedom(Array.from({ length: multiValueRolls }, () => size)),
  }
  return toEstimate(
    'betweenWithin',
    combineBetweenWithin(
      estimateByMovingRanges(sums.multiValueSteps, sums.multiValueStepSum),
      withinRolls,
      meanInverse,
    ),
  )
}

/**
 * Lists yearly statistics. An index whose limits differ by season has a row per season, because a capability against
 * the limits of one season is meaningless for the other. As on the control chart, a row shows the limits of its newest
 * roll. If other rolls of the row have other limits, the row has no capability.
 */
export const listYearlyStatistics = handle(yearlyStatistics, async (ctx, { productId }) => {
  const seasonChanges = await listSeasonChanges(ctx)
  const changeStarts = seasonChanges.map(({ startsOn }) => getDayStart(ctx, startsOn))
  const crossingOrders = (await listOrdersRunningAt(ctx, changeStarts)).flatMap((order) => {
    const { season, day } = buildLimitsQuery(ctx, order)
    const orderSeason = season ?? getSeasonForDay(seasonChanges, day ?? '')
    // 0 means before the first change, as in `width_bucket`.
    return {
      id: order.id,
      product: order.productId,
      part: 1 + seasonChanges.findIndex((change) => change.season === orderSeason),
    }
  })
  const query = {
    productId: productId ?? null,
    timeZone: ctx.timeZone,
    lastYear: ctx.now.getUTCFullYear(),
    changeStarts,
    seasons: seasonChanges.map(({ season }) => season),
    crossingOrders,
  }
  const yearSums = await loadYearSums(ctx, query)
  const yearLimits = await findYearLimits(ctx, query)
  const ids = [...new Set(yearSums.map((row) => row.productId))]
  const indexById = await loadTestIndexes(ctx)
  const limitsInForce = await loadLimitsInForce(ctx, ids, seasonChanges)
  return yearSums.flatMap((sums) => {
    const { year, season, indexId, n, mean, m2, min, max, below } = sums
    const row = { year, season, productId: sums.productId, indexId, n, mean, min, max, below }
    const isSeasonal = limitsInForce.seasonalKeys.has(toLimitsKey(row))
    // Seasonal indexes have one row per season, all others one row for the whole year.
    if (sums.isWholeYear === isSeasonal) return []
    const rowLimits = yearLimits.get(toYearKey(row, sums.isWholeYear ? null : season))
    // A row without values was judged by no limits, so it shows the limits in force.
    const indexLimits = rowLimits ? rowLimits.limits : limitsInForce.limitsByKey.get(toLimitsKey(row, season))
    const process = estimateProcess(sums)
    const capability =
      mean === null || rowLimits?.isMixed
        ? null
        : calculateCapability({ n, mean, m2: m2 ?? 0 }, process, indexLimits ?? {})
    return {
      ...row,
      index: indexById.get(row.indexId)?.localizedName ?? '',
      unit: indexById.get(row.indexId)?.unit ?? null,
      deviation: calculateDeviationFromSums(n, m2),
      sigmaWithin: process?.sigma ?? null,
      sigmaSource: process?.sigmaSource ?? null,
      singleValueRolls: sums.multiValueRolls > 0 ? sums.singleValueRolls : 0,
      lsl: indexLimits?.lsl ?? null,
      usl: indexLimits?.usl ?? null,
      limitsNote: rowLimits?.isMixed ? ctx.t('laboratory:pages.qualityData.limitsDiffer') : null,
      ppk: capability?.ppk ?? null,
      cpk: capability?.cpk ?? null,
      cpm: capability?.cpm ?? null,
    }
  })
})

const toLimitsKey = ({ productId, indexId }: { productId: string; indexId: string }, season: Season | null = null) =>
  `${productId} ${indexId} ${season ?? ''}`
/** Loads the limits in force of products by index and season, and the keys of limits that differ by season. */
async function loadLimitsInForce(ctx: Context, ids: readonly string[], changes: readonly SeasonChange[]) {
  const queries = ids.flatMap((productId) =>
    [null, ...new Set(changes.map(({ season }) => season))].map((season) => ({ productId, season })),
  )
  // `season` is the requested season. `limitSeason` is the season of the limits, `both` if they apply all year.
  const limitRows = (await loadProductLimits(ctx, queries)).flatMap((standard, i) =>
    (standard?.limits ?? []).map((limits) => ({ ...limits, ...queries[i]!, limitSeason: limits.season })),
  )
  return {
    limitsByKey: new Map(limitRows.map((row) => [toLimitsKey(row, row.season), row])),
    seasonalKeys: new Set(limitRows.filter(({ limitSeason }) => limitSeason !== 'both').map((row) => toLimitsKey(row))),
  }
}
