/** What areas above ask of test results: certificates, approvals of shipping. */
import { testBatch } from '../../contract/test-batch'
import { testResult } from '../../contract/test-result'
import { columns, options } from '@/server/sql'
import type { Context } from '@/server/context'
import { deviationFrom } from '../../rules/reading'

const published = options(testBatch.fields.state, 'published')
/** Whose results: rolls, or all jumbos of an order. */
export interface ResultsAsked {
  readonly jumboRollIds?: readonly string[]
  readonly workOrderId?: string | null
  /** Of results of slit rolls, those of these alone: one says nothing of the rolls beside it. */
  readonly slitRollIds?: readonly string[]
}
/** Results of one index put together. Units and digits are the index's. */
export interface IndexSummary {
  indexId: string
  /** Values that count: neither excluded nor below the limit of detection. */
  n: number
  mean: number | null
  min: number | null
  max: number | null
  deviation: number | null
  below: number
  rolls: number
}
/** The sums of a set of rows put together: squared deviations about the common mean (Chan, Golub, LeVeque). */
const togetherSql = `sum(n)::int as n, (sum(n * mean) / nullif(sum(n), 0))::float as mean,
  (sum(m2) + sum(n * (mean - grand) ^ 2))::float as m2, min(min)::float as min, max(max)::float as max, sum(below)::int as below, count(distinct jumbo_roll_id)::int as rolls`
/** Of a roll and index the last retest that was published with a value counts; the first result stays on record. */
const validSql = `select distinct on (r.index_id, r.jumbo_roll_id, r.slit_roll_id) r.id, r.batch_id, r.index_id, r.jumbo_roll_id, r.slit_roll_id, r.retest, r.n, r.mean, r.m2, r.min, r.max, r.below
  from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state = ${published}
  where r.site_id = $1 and r.n + r.below > 0 and (r.jumbo_roll_id = any($2::uuid[]) or r.work_order_id = $3) and ($4::uuid[] is null or r.slit_roll_id is null or r.slit_roll_id = any($4))
  order by r.index_id, r.jumbo_roll_id, r.slit_roll_id, r.retest desc, b.published_at desc`

/** n, mean, least, largest and deviation of results by index. One statement; no value is read, only the sums of rolls. */
export async function summaryOf(ctx: Context, resultIds: readonly string[]): Promise<IndexSummary[]> {
  const rows = await ctx.query<Omit<IndexSummary, 'deviation'> & { m2: number | null }>(
    `select ${columns(testResult, ['indexId'])}, ${togetherSql} from (select r.*, (sum(n * mean) over w / nullif(sum(n) over w, 0)) as grand
       from test_result r where r.site_id = $1 and r.id = any($2::uuid[]) window w as (partition by index_id)) v
     group by index_id`,
    [ctx.site, resultIds],
  )
  return rows.map(({ m2, ...row }) => ({ ...row, deviation: deviationFrom(row.n, m2) }))
}

/** A published result of a roll. */
export interface RollResult extends Record<string, unknown> {
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
/** The published results of rolls, one a roll and index: what a certificate lists and keeps. */
export const publishedResults = (ctx: Context, asked: ResultsAsked): Promise<RollResult[]> =>
  ctx.query<RollResult>(
    `select ${columns(testResult, [{ resultId: 'id' }, 'batchId', 'indexId', 'jumboRollId', 'slitRollId'])}, retest, n, mean::float as mean, min::float as min, max::float as max, below from (${validSql}) v`,
    [ctx.site, asked.jumboRollIds ?? [], asked.workOrderId ?? null, asked.slitRollIds ?? null],
  )
/** Of these jumbos, those without any published result of an index. */
export const untestedOf = async (ctx: Context, jumboRollIds: readonly string[], indexId: string): Promise<string[]> => {
  const rows = await ctx.query<{ id: string }>(
    `select t.id from unnest($2::uuid[]) t(id) where not exists (select 1 from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state = ${published}
       where r.site_id = $1 and r.jumbo_roll_id = t.id and r.index_id = $3 and r.n + r.below > 0)`,
    [ctx.site, jumboRollIds, indexId],
  )
  return rows.map(({ id }) => id)
}
/** Which of these batches were taken back since: what cited them has to be looked at again. */
export const withdrawnBatches = (
  ctx: Context,
  batchIds: readonly string[],
): Promise<{ id: string; number: string; reason: string | null; mendedById: string | null }[]> =>
  ctx.query(
    `select b.id, b.number, b.withdrawn_reason as reason, ${columns(testBatch, [{ mendedById: 'id' }], 'm')} from test_batch b left join test_batch m on m.site_id = b.site_id and m.mends_id = b.id
     where b.site_id = $1 and b.id = any($2::uuid[]) and b.state = ${options(testBatch.fields.state, 'withdrawn')}`,
    [ctx.site, batchIds],
  )
