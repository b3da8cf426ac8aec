import type { EndpointOutput } from '@/contract/endpoint'
import { listRollsById } from '@/areas/slitting/server/queries/tested-rolls'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { testBatch } from '../../contract/test-batch'
import { checkBatch, type checkProblems } from '../../contract/test-data-endpoints'
import { testResult } from '../../contract/test-result'
import { findOutsideSamples, getComparedDigits } from '../../rules/judge-results'
import { getCountedValues } from '../../rules/reading'
import { findOutliers } from '../../rules/spc/find-outliers'
import { notWithdrawnBatchStates } from '../../rules/test-batch'
import { MAX_BATCH_RESULTS } from '../batches'
import { findApplicableLimits, type LimitsByIndex } from './applicable-limits'
import { loadTestIndexes, listProposedTests } from './test-data-lists'
import { handle } from '@/server/area'

type CheckAnswer = EndpointOutput<typeof checkBatch>
type Finding = CheckAnswer['list'][number]
type FindingKind = (typeof checkProblems)[number]
type Result = Awaited<ReturnType<typeof loadResults>>[number]
interface CheckContext {
  readonly ctx: Context
  readonly getLimits: (result: Result) => LimitsByIndex
  readonly getRollName: (result: Result) => string
  readonly getIndexName: (result: Result) => string
}
const loadResults = (ctx: Context, batchId: string) =>
  ctx.rows.find(testResult, { where: { batchId }, orderBy: 'rolledAt', limit: MAX_BATCH_RESULTS })

/** Lists findings that a person should review before publishing a batch. Changes nothing. */
export const checkTestBatch = handle(checkBatch, async (ctx, { batchId }) => {
  const batch = await ctx.rows.get(testBatch, batchId)
  const results = await loadResults(ctx, batchId)
  const ids = [...new Set(results.flatMap(({ jumboRollId, slitRollId }) => slitRollId ?? jumboRollId ?? []))]
  const rollNumberById = new Map((await listRollsById(ctx, ids)).map(({ id, number }) => [id, number]))
  const indexById = await loadTestIndexes(ctx)
  // An imported batch may have rolls of several orders. Results without a roll are judged by the batch.
  const limitsByResult = await findApplicableLimits(
    ctx,
    results.map(({ productId, workOrderId, rolledAt }) =>
      productId ? { productId, workOrderId, at: rolledAt } : { ...batch, at: batch.testedAt },
    ),
  )
  const limitsByResultId = new Map(results.map(({ id }, i) => [id, limitsByResult[i] ?? null]))
  const context: CheckContext = {
    ctx,
    getLimits: ({ id }) => limitsByResultId.get(id) ?? null,
    getRollName: ({ jumboRollId, slitRollId, retest }) => {
      const roll = rollNumberById.get(slitRollId ?? jumboRollId ?? '') ?? ''
      return retest ? ctx.t('laboratory:pages.qualityData.retestOf', { roll, no: retest }) : roll
    },
    getIndexName: ({ indexId }) => indexById.get(indexId)?.localizedName ?? '',
  }
  const samples = results.flatMap((result) => result.samples)
  const untestedRolls = batch.workOrderId ? await listProposedTests.run(ctx, { workOrderId: batch.workOrderId }) : []
  return {
    batchId,
    untested: untestedRolls.length,
    results: results.length,
    values: results.reduce((sum, { n }) => sum + n, 0),
    below: results.reduce((sum, { below }) => sum + below, 0),
    excluded: samples.filter(({ excluded }) => excluded).length,
    list: [
      ...results.flatMap((result) => [
        ...listOutsideFindings(context, result),
        ...listIncompleteFindings(context, result),
      ]),
      ...(await listMissingTestFindings(context, results)),
      ...listOutlierFindings(context, results),
      ...listDuplicateFindings(context, results),
    ],
  }
})

/**
 * Builds a finding with its message.
 * @param text the value as entered; defaults to the numeric value
 * @param limitText the limit with the decimals of the comparison
 */
function buildFinding(
  context: CheckContext,
  result: Result,
  problem: FindingKind,
  details: Partial<Finding> = {},
  text?: string,
  limitText?: string,
): Finding {
  const roll = context.getRollName(result)
  const index = context.getIndexName(result)
  const parameters = {
    roll,
    index,
    value: text ?? details.value ?? '',
    limit: limitText ?? details.limit ?? '',
    sample: formatSample(context.ctx, details),
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
    ...details,
    message: context.ctx.t(`laboratory:problems.${problem}`, parameters),
  }
}
/** Formats the number of a sample, with its lane if it has one. */
function formatSample(ctx: Context, { lane, no }: Partial<Finding>): string {
  if (typeof no !== 'number') return ''
  return typeof lane === 'number'
    ? ctx.t('laboratory:problems.sampleOfLane', { lane, no })
    : ctx.t('laboratory:problems.sample', { no })
}
/** Lists values outside the limits, compared as the standard requires. */
function listOutsideFindings(context: CheckContext, result: Result): Finding[] {
  const limits = context.getLimits(result)?.get(result.indexId)
  if (!limits) return []
  return findOutsideSamples(result.samples, limits).map(({ sample: { lane, no, text }, judgement, value, limit }) =>
    buildFinding(
      context,
      result,
      judgement,
      { lane: lane ?? null, no: no ?? null, value, limit },
      text,
      limit !== null && limits.comparison === 'rounded' ? limit.toFixed(getComparedDigits(limits)) : undefined,
    ),
  )
}
function listIncompleteFindings(context: CheckContext, result: Result): Finding[] {
  if (result.n + result.below === 0) return [buildFinding(context, result, 'noValue')]
  const rollLimits = context.getLimits(result)
  const limits = rollLimits?.get(result.indexId)
  if (rollLimits && !limits) return [buildFinding(context, result, 'noLimits')]
  const requiredSamples = limits?.samplesPerRoll ?? 0
  return result.n + result.below < requiredSamples
    ? [buildFinding(context, result, 'fewSamples', { value: result.n + result.below, limit: requiredSamples })]
    : []
}
/**
 * Lists the tests that the standard requires for the rolls and for which no batch contains a result row, not even an
 * empty one.
 */
async function listMissingTestFindings(context: CheckContext, results: readonly Result[]): Promise<Finding[]> {
  const { ctx } = context
  const firstResultByRoll = new Map(
    results.filter(({ retest }) => retest === 0).map((result) => [getRollId(result), result]),
  )
  const existingTests = await ctx.query(
    sql`select ${columns(testResult, ['indexId', 'jumboRollId', 'slitRollId'], 'r')} from test_result r
      join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = any(${[...firstResultByRoll.values()].flatMap(({ jumboRollId }) => jumboRollId ?? [])}::uuid[])`,
  )
  const existingTestKeys = new Set(existingTests.map((row) => `${getRollId(row)} ${row.indexId}`))
  return [...firstResultByRoll].flatMap(([roll, result]) =>
    [...(context.getLimits(result)?.keys() ?? [])]
      .filter((indexId) => !existingTestKeys.has(`${roll} ${indexId}`))
      .map((indexId) => ({ ...buildFinding(context, { ...result, indexId }, 'noValue'), resultId: null })),
  )
}
const getRollId = ({ jumboRollId, slitRollId }: Pick<Result, 'jumboRollId' | 'slitRollId'>): string =>
  slitRollId ?? jumboRollId ?? ''
/** Lists outliers among all values of an index in the batch. */
function listOutlierFindings(context: CheckContext, results: readonly Result[]): Finding[] {
  const entriesByIndex = new Map<string, { result: Result; lane: number | null; no: number | null; value: number }[]>()
  for (const result of results)
    for (const { value, excluded, lane, no } of result.samples)
      if (typeof value === 'number' && !excluded)
        entriesByIndex.set(result.indexId, [
          ...(entriesByIndex.get(result.indexId) ?? []),
          { result, lane: lane ?? null, no: no ?? null, value },
        ])
  return [...entriesByIndex.values()].flatMap((entries) => {
    const values = entries.map(({ value }) => value)
    const lastDigitStep = 10 ** -Math.max(...entries.map(({ result }) => result.digits))
    return findOutliers(values, undefined, lastDigitStep).flatMap(({ index, value, critical }) => {
      const entry = entries[index]
      return entry
        ? [
            buildFinding(context, entry.result, 'outlier', {
              lane: entry.lane,
              no: entry.no,
              value,
              limit: Number(critical.toFixed(3)),
            }),
          ]
        : []
    })
  })
}
const MIN_REPEATED_VALUES = 3
/** Lists rolls whose readings of an index are identical, probably pasted twice. */
function listDuplicateFindings(context: CheckContext, results: readonly Result[]): Finding[] {
  const firstResultByValues = new Map<string, Result>()
  return results.flatMap((result) => {
    const values = getCountedValues(result.samples)
    if (values.length < MIN_REPEATED_VALUES || new Set(values).size === 1) return []
    const key = `${result.indexId} ${result.samples.map(({ text }) => text).join(' ')}`
    const firstResult = firstResultByValues.get(key)
    if (!firstResult) firstResultByValues.set(key, result)
    return firstResult && context.getRollName(firstResult) !== context.getRollName(result)
      ? [buildFinding(context, result, 'duplicate')]
      : []
  })
}
