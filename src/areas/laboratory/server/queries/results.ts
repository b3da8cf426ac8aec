/** Queries of test results for other areas: certificates and shipping approvals. */
import { testBatch } from '../../contract/test-batch'
import { testResult } from '../../contract/test-result'
import { columns, columnsOrNull, computed, options, sql, type Sql } from '@/server/sql'
import type { Context } from '@/server/context'
import { calculateDeviationFromSums } from '../../rules/reading'

const PUBLISHED_STATE_SQL = options(testBatch.fields.state, 'published')
/** Selects results of these jumbo rolls and of all jumbo rolls of the order. */
export interface ResultsQuery {
  readonly jumboRollIds?: readonly string[]
  readonly workOrderId?: string | null
  /** Omits results of other slit rolls, because a result of a slit roll does not apply to adjacent rolls. */
  readonly slitRollIds?: readonly string[]
}
/** Combined results of one index, in its unit and digits. */
export interface IndexSummary {
  indexId: string
  /** Number of values that count: neither excluded nor below the limit of detection. */
  n: number
  mean: number | null
  min: number | null
  max: number | null
  deviation: number | null
  /** Number of samples below the limit of detection. */
  below: number
  /** Number of jumbo rolls. */
  rolls: number
}
/**
 * Combines the sums of rows. Readings have at most 6 decimals, so `n * mean`, rounded to 6 decimals, is the exact sum of
 * a row although the stored mean is rounded. The combined `m2` sums the squared deviations from `grand`, the mean of all
 * rows.
 * @see Chan, Golub and LeVeque, Updating Formulae and a Pairwise Algorithm for Computing Sample Variances, 1979
 */
const COMBINED_SUM_COLUMNS = computed<
  Omit<IndexSummary, 'indexId' | 'deviation'> & { m2: number | null }
>`sum(n)::int as n, (sum(round(n * mean, 6)) / nullif(sum(n), 0))::float as mean,
  (sum(m2) + sum(n * (mean - grand) ^ 2))::float as m2, min(min)::float as min, max(max)::float as max, sum(below)::int as below, count(distinct jumbo_roll_id)::int as rolls`
/**
 * Selects the valid result of a roll and index: the last published retest with a value. The first result stays on
 * record.
 */
const buildValidResultsSql = (ctx: Context, query: ResultsQuery): Sql => {
  const { jumboRollIds = [], workOrderId = null } = query
  const slitRollIds = query.slitRollIds ?? null
  return sql`select distinct on (r.index_id, r.jumbo_roll_id, r.slit_roll_id) r.id, r.batch_id, r.index_id, r.jumbo_roll_id, r.slit_roll_id, r.retest, r.n, r.mean, r.m2, r.min, r.max, r.below
  from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state = ${PUBLISHED_STATE_SQL}
  where r.site_id = ${ctx.site} and r.n + r.below > 0 and (r.jumbo_roll_id = any(${jumboRollIds}::uuid[]) or r.work_order_id = ${workOrderId}) and (${slitRollIds}::uuid[] is null or r.slit_roll_id is null or r.slit_roll_id = any(${slitRollIds}::uuid[]))
  order by r.index_id, r.jumbo_roll_id, r.slit_roll_id, r.retest desc, b.published_at desc`
}

/**
 * Summarizes results by index (n, mean, minimum, maximum, deviation) from the sums of rolls, without reading values.
 */
export async function summarizeResults(ctx: Context, resultIds: readonly string[]): Promise<IndexSummary[]> {
  const rows = await ctx.query(
    sql`select ${columns(testResult, ['indexId'])}, ${COMBINED_SUM_COLUMNS} from (select r.*, (sum(round(n * mean, 6)) over w / nullif(sum(n) over w, 0)) as grand
       from test_result r where r.site_id = ${ctx.site} and r.id = any(${resultIds}::uuid[]) window w as (partition by index_id)) v
     group by index_id`,
  )
  return rows.map(({ m2, ...row }) => ({ ...row, deviation: calculateDeviationFromSums(row.n, m2) }))
}

/** A published result of a roll. */
export interface RollResult {
  resultId: string
  batchId: string
  indexId: string
  jumboRollId: string
  slitRollId: string | null
  retest: number
  n: number
  mean: number | null
  min: number | null
  max: number | null
  below: number
}
/** Lists the published results of rolls for a certificate, one per roll and index. */
export const listPublishedResults = (ctx: Context, query: ResultsQuery): Promise<RollResult[]> =>
  ctx.query(
    sql<RollResult>`select ${columns(testResult, [{ resultId: 'id' }, 'batchId', 'indexId', 'jumboRollId', 'slitRollId'])}, retest, n, mean::float as mean, min::float as min, max::float as max, below from (${buildValidResultsSql(ctx, query)}) v`,
  )
/** Lists the jumbo rolls without a published result of an index. */
export const listUntestedRolls = async (
  ctx: Context,
  jumboRollIds: readonly string[],
  indexId: string,
): Promise<string[]> => {
  const rows = await ctx.query(
    sql<{
      id: string
    }>`select t.id from unnest(${jumboRollIds}::uuid[]) t(id) where not exists (select 1 from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state = ${PUBLISHED_STATE_SQL}
       where r.site_id = ${ctx.site} and r.jumbo_roll_id = t.id and r.index_id = ${indexId} and r.n + r.below > 0)`,
  )
  return rows.map(({ id }) => id)
}
/**
 * Lists which of the given batches are withdrawn. Certificates that cite a withdrawn batch must be reviewed.
 * `mendedById` is the batch that corrects the withdrawn batch.
 */
export const listWithdrawnBatches = (
  ctx: Context,
  batchIds: readonly string[],
): Promise<{ id: string; number: string; reason: string | null; mendedById: string | null }[]> =>
  ctx.query(
    sql`select ${columns(testBatch, ['id', 'number', { reason: 'withdrawnReason' }], 'b')}, ${columnsOrNull(testBatch, [{ mendedById: 'id' }], 'm')} from test_batch b left join test_batch m on m.site_id = b.site_id and m.mends_id = b.id
     where b.site_id = ${ctx.site} and b.id = any(${batchIds}::uuid[]) and b.state = ${options(testBatch.fields.state, 'withdrawn')}`,
  )
