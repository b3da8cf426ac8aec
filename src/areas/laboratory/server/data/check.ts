import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listRollsById } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { testBatch } from '../../contract/test-batch'
import type { checkBatch, problems } from '../../contract/test-data-calls'
import { testResult } from '../../contract/test-result'
import { outsideOf } from '../../rules/outside'
import { countedValues } from '../../rules/reading'
import { outliersOf } from '../../rules/spc/outliers'
import { counting } from '../../rules/test-batch'
import { MOST_RESULTS } from '../batches'
import { limitsFor, type Limits } from './limits'
import { indexesOf, propose } from './lists'

type Out = EndpointOutput<typeof checkBatch>
type Found = Out['list'][number]
type Problem = (typeof problems)[number]
type Result = Awaited<ReturnType<typeof resultsOf>>[number]
interface Known {
  readonly ctx: Context
  readonly limits: (result: Result) => Limits
  readonly roll: (result: Result) => string
  readonly index: (result: Result) => string
}
const resultsOf = (ctx: Context, batchId: string) =>
  ctx.rows.find(testResult, { where: { batchId }, orderBy: 'rolledAt', limit: MOST_RESULTS })

/** Lists findings that a person should review before publishing a batch. Changes nothing. */
export async function check(ctx: Context, { batchId }: EndpointInput<typeof checkBatch>): Promise<Out> {
  const batch = await ctx.rows.get(testBatch, batchId)
  const results = await resultsOf(ctx, batchId)
  const ids = [...new Set(results.flatMap(({ jumboRollId, slitRollId }) => slitRollId ?? jumboRollId ?? []))]
  const rolls = new Map((await listRollsById(ctx, ids)).map(({ id, number }) => [id, number]))
  const indexes = await indexesOf(ctx)
  // An imported batch may have rolls of several orders. Results without a roll are judged by the batch.
  const found = await limitsFor(
    ctx,
    results.map(({ productId, workOrderId, rolledAt }) =>
      productId ? { productId, workOrderId, at: rolledAt } : { ...batch, at: batch.testedAt },
    ),
  )
  const limits = new Map(results.map(({ id }, i) => [id, found[i] ?? null]))
  const known: Known = {
    ctx,
    limits: ({ id }) => limits.get(id) ?? null,
    roll: ({ jumboRollId, slitRollId, retest }) => {
      const roll = rolls.get(slitRollId ?? jumboRollId ?? '') ?? ''
      return retest ? ctx.t('laboratory:pages.qualityData.retestOf', { roll, no: retest }) : roll
    },
    index: ({ indexId }) => indexes.get(indexId)?.word ?? '',
  }
  const samples = results.flatMap((result) => result.samples)
  const untested = batch.workOrderId ? await propose(ctx, { workOrderId: batch.workOrderId }) : []
  return {
    batchId,
    untested: untested.length,
    results: results.length,
    values: results.reduce((sum, { n }) => sum + n, 0),
    below: results.reduce((sum, { below }) => sum + below, 0),
    excluded: samples.filter(({ excluded }) => excluded).length,
    list: [
      ...results.flatMap((result) => [...limitsOf(known, result), ...missingOf(known, result)]),
      ...(await unopened(known, results)),
      ...outliers(known, results),
      ...repeats(known, results),
    ],
  }
}

/** Builds a finding with its message. @param text the value as entered, if that says more than its number */
function say(known: Known, result: Result, problem: Problem, more: Partial<Found> = {}, text?: string): Found {
  const roll = known.roll(result)
  const index = known.index(result)
  const said = {
    roll,
    index,
    value: text ?? more.value ?? '',
    limit: more.limit ?? '',
    sample: sampleWord(known.ctx, more),
  }
  return {
    resultId: result.id,
    problem,
    roll,
    index,
    lane: null,
    no: null,
    value: null,
    limit: null,
    ...more,
    message: known.ctx.t(`laboratory:problems.${problem}`, said),
  }
}
/** Formats the number of a sample, with its lane if it has one. */
function sampleWord(ctx: Context, { lane, no }: Partial<Found>): string {
  if (typeof no !== 'number') return ''
  return typeof lane === 'number'
    ? ctx.t('laboratory:problems.sampleOfLane', { lane, no })
    : ctx.t('laboratory:problems.sample', { no })
}
/** Lists values outside the limits, compared as the standard requires. */
function limitsOf(known: Known, result: Result): Found[] {
  const limits = known.limits(result)?.get(result.indexId)
  if (!limits) return []
  return outsideOf(result.samples, limits).map(({ sample: { lane, no, text }, judged, value, limit }) =>
    say(known, result, judged, { lane: lane ?? null, no: no ?? null, value, limit }, text),
  )
}
function missingOf(known: Known, result: Result): Found[] {
  if (result.n + result.below === 0) return [say(known, result, 'noValue')]
  const all = known.limits(result)
  const limits = all?.get(result.indexId)
  if (all && !limits) return [say(known, result, 'noLimits')]
  const wanted = limits?.samplesPerRoll ?? 0
  return result.n + result.below < wanted
    ? [say(known, result, 'fewSamples', { value: result.n + result.below, limit: wanted })]
    : []
}
/** Lists required tests of the rolls that no batch has opened; the grid shows them as empty cells. */
async function unopened(known: Known, results: readonly Result[]): Promise<Found[]> {
  const { ctx } = known
  const firsts = new Map(results.filter(({ retest }) => retest === 0).map((result) => [rollOf(result), result]))
  const begun = await ctx.query(
    sql`select ${columns(testResult, ['indexId', 'jumboRollId', 'slitRollId'], 'r')} from test_result r
      join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...counting)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = any(${[...firsts.values()].flatMap(({ jumboRollId }) => jumboRollId ?? [])}::uuid[])`,
  )
  const there = new Set(begun.map((one) => `${rollOf(one)} ${one.indexId}`))
  return [...firsts].flatMap(([roll, result]) =>
    [...(known.limits(result)?.keys() ?? [])]
      .filter((indexId) => !there.has(`${roll} ${indexId}`))
      .map((indexId) => ({ ...say(known, { ...result, indexId }, 'noValue'), resultId: null })),
  )
}
const rollOf = ({ jumboRollId, slitRollId }: Pick<Result, 'jumboRollId' | 'slitRollId'>): string =>
  slitRollId ?? jumboRollId ?? ''
/** Lists outliers among all values of an index in the batch. */
function outliers(known: Known, results: readonly Result[]): Found[] {
  const byIndex = new Map<string, { result: Result; lane: number | null; no: number | null; value: number }[]>()
  for (const result of results)
    for (const { value, excluded, lane, no } of result.samples)
      if (typeof value === 'number' && !excluded)
        byIndex.set(result.indexId, [
          ...(byIndex.get(result.indexId) ?? []),
          { result, lane: lane ?? null, no: no ?? null, value },
        ])
  return [...byIndex.values()].flatMap((entries) =>
    outliersOf(
      entries.map(({ value }) => value),
      undefined,
      10 ** -Math.max(...entries.map(({ result }) => result.digits)),
    ).flatMap(({ index, value, critical }) => {
      const one = entries[index]
      return one
        ? [say(known, one.result, 'outlier', { lane: one.lane, no: one.no, value, limit: Number(critical.toFixed(3)) })]
        : []
    }),
  )
}
const LEAST_REPEATED = 3
/** Lists rolls whose readings of an index are identical, probably pasted twice. */
function repeats(known: Known, results: readonly Result[]): Found[] {
  const seen = new Map<string, Result>()
  return results.flatMap((result) => {
    const values = countedValues(result.samples)
    if (values.length < LEAST_REPEATED || new Set(values).size === 1) return []
    const key = `${result.indexId} ${result.samples.map(({ text }) => text).join(' ')}`
    const first = seen.get(key)
    if (!first) seen.set(key, result)
    return first && known.roll(first) !== known.roll(result) ? [say(known, result, 'duplicate')] : []
  })
}
