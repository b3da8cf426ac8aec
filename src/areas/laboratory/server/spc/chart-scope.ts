import { testResult } from '../../contract/test-result'
import { columns, limit, options, sql } from '@/server/sql'
import { testBatch } from '../../contract/test-batch'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { EndpointInput } from '@/contract/endpoint'
import { listRollsById } from '@/areas/slitting/server/queries/tested-rolls'
import { DAY_MS, toMillis } from '@/plant/rules/plant-time'
import { loadPlantCalendar, findRowName } from '@/plant/server/plant'
import { getShiftAt } from '@/plant/rules/shift'
import { formatShift } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { mapInPieces } from '@/server/computation'
import type { storedHistogram } from '../../contract/stored-charts'
import { notWithdrawnBatchStates } from '../../rules/test-batch'
import type { MeasuredRoll } from '../../rules/subgroups'
import { findApplicableLimits, hasSameLimits } from '../data/applicable-limits'
import { loadTestIndexes } from '../data/test-data-lists'

type ScopeInput = EndpointInput<typeof storedHistogram>
/** Product, index, line and period of a chart. Part of the answer. */
export interface ChartScope {
  readonly productId: string
  readonly indexId: string
  readonly lineId: string
  readonly product: string
  readonly index: string
  readonly line: string
  readonly unit: string | null
  readonly digits: number
  readonly from: string
  readonly to: string
}
/** Maximum number of rolls on a chart. A safety limit, not a page size. */
export const MAX_CHART_ROLLS = 5000
const DEFAULT_DAYS = 90

/** Number of rolls that is enough to calculate control limits. */
const SUFFICIENT_ROLLS = 25
/** Join that leaves out the results `r` of withdrawn batches. */
const NOT_WITHDRAWN_BATCH_JOIN_SQL = sql`join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})`
const SCOPE_COLUMNS = columns(testResult, ['productId', 'indexId', 'lineId'], 'r')
type ScopeRow = { productId: string; indexId: string; lineId: string; at: Date }
/**
 * Resolves the scope of a chart. A missing product, index or line defaults to the newest combination with enough tested
 * rolls in 90 days, otherwise to the combination with the most rolls. A missing period defaults to the 90 days up to
 * the newest roll.
 * @throws a refusal without results, an input error if the period ends before it begins
 */
export async function resolveChartScope(ctx: Context, input: ScopeInput): Promise<ChartScope> {
  if (input.from && input.to && input.from >= input.to) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  const { productId = null, indexId = null, lineId = null, workOrderId = null, from = null, to = null } = input
  const fromSql = sql`from test_result r ${NOT_WITHDRAWN_BATCH_JOIN_SQL}
     where r.site_id = ${ctx.site} and r.n > 0 and (${productId}::uuid is null or r.product_id = ${productId}) and (${indexId}::uuid is null or r.index_id = ${indexId}) and (${lineId}::uuid is null or r.line_id = ${lineId}) and (${workOrderId}::uuid is null or r.work_order_id = ${workOrderId})
       and (${from}::timestamptz is null or r.rolled_at >= ${from}) and (${to}::timestamptz is null or r.rolled_at < ${to})`
  const [latestResult] = await ctx.query(
    sql<ScopeRow>`select ${SCOPE_COLUMNS}, r.rolled_at as at ${fromSql} order by r.rolled_at desc, r.id ${limit(1)}`,
  )
  if (!latestResult) throw new Refusal(errno.noData, 'laboratory:refusals.noResults')
  const since = new Date(toMillis(new Date(latestResult.at).toISOString()) - DEFAULT_DAYS * DAY_MS).toISOString()
  const [chosenScope = latestResult] =
    input.productId && input.indexId && input.lineId
      ? [latestResult]
      : await ctx.query(
          sql<ScopeRow>`select ${SCOPE_COLUMNS}, max(r.rolled_at) as at ${fromSql} and r.retest = 0 and r.rolled_at >= ${since}
           group by 1, 2, 3 order by least(count(*), ${SUFFICIENT_ROLLS}::int) desc, 4 desc, 1, 2, 3 ${limit(1)}`,
        )
  const index = (await loadTestIndexes(ctx)).get(chosenScope.indexId)
  const newestMs = toMillis(new Date(chosenScope.at).toISOString())
  const product = await findRowName(ctx, 'product', chosenScope.productId)
  const line = await findRowName(ctx, 'line', chosenScope.lineId)
  return {
    productId: chosenScope.productId,
    indexId: chosenScope.indexId,
    lineId: chosenScope.lineId,
    product,
    index: index?.localizedName ?? '',
    line,
    unit: index?.unit ?? null,
    digits: index?.digits ?? 2,
    from: input.from ?? new Date(newestMs - DEFAULT_DAYS * DAY_MS).toISOString(),
    to: input.to ?? new Date(newestMs + 1).toISOString(),
  }
}

interface ResultRow {
  rollId: string
  jumboRollId: string
  workOrderId: string | null
  rolledAt: Date
  below: number
  samples: { lane: number | null; value: number | null; excluded?: boolean | null }[]
}
export interface MeasuredRolls {
  /** Start of the period. If it has more than `MAX_CHART_ROLLS` rolls, the time of the first roll on the chart. */
  readonly from: string
  readonly rolls: readonly (MeasuredRoll & { readonly jumboRollId: string; readonly workOrderId: string | null })[]
  /** Number of samples below the limit of detection. */
  readonly below: number
  /** Number of excluded samples. */
  readonly excluded: number
}
/** Loads the first results of the rolls in a scope, oldest first. Only the newest 5,000 rolls are read. */
export async function loadMeasuredRolls(
  ctx: Context,
  scope: ChartScope,
  workOrderId: string | null,
): Promise<MeasuredRolls> {
  const rows = await ctx.query(
    sql<ResultRow>`select * from (select r.id, coalesce(r.slit_roll_id, r.jumbo_roll_id) as "rollId", ${columns(testResult, ['jumboRollId', 'workOrderId', 'rolledAt', 'below', 'samples'], 'r')}
     from test_result r ${NOT_WITHDRAWN_BATCH_JOIN_SQL}
     where r.site_id = ${ctx.site} and r.product_id = ${scope.productId} and r.index_id = ${scope.indexId} and r.line_id = ${scope.lineId} and r.rolled_at >= ${scope.from} and r.rolled_at < ${scope.to} and r.retest = 0 and (${workOrderId}::uuid is null or r.work_order_id = ${workOrderId})
     order by r.rolled_at desc, r.id ${limit(MAX_CHART_ROLLS)}) newest order by "rolledAt", id`,
  )
  const rollNumberById = new Map(
    (await listRollsById(ctx, [...new Set(rows.map(({ rollId }) => rollId))])).map(({ id, number }) => [id, number]),
  )
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const [oldestResult] = rows
  return {
    from: oldestResult && rows.length === MAX_CHART_ROLLS ? new Date(oldestResult.rolledAt).toISOString() : scope.from,
    below: rows.reduce((sum, { below }) => sum + below, 0),
    excluded: rows.reduce((sum, { samples }) => sum + samples.filter(({ excluded }) => excluded).length, 0),
    rolls: await mapInPieces(rows, ({ rollId, jumboRollId, workOrderId, rolledAt, samples }) => {
      const doffedAt = new Date(rolledAt).toISOString()
      const shift = getShiftAt(doffedAt, rotation, timeZone)
      return {
        rollId,
        jumboRollId,
        workOrderId,
        roll: rollNumberById.get(rollId) ?? '',
        at: doffedAt,
        shift: `${shift.businessDate} ${shift.shift}`,
        shiftName: formatShiftOfDay(ctx, shift.businessDate, shift.shift),
        samples: samples.flatMap(({ lane, value, excluded }) => (value === null || excluded ? [] : [{ lane, value }])),
      }
    }),
  }
}
/** Formats a date and shift in the reader's language: `2026-11-20 早班`. */
export const formatShiftOfDay = (ctx: Context, day: string, shift: string): string =>
  `${day} ${formatShift(ctx, shift)}`
/** Limits that a chart is judged by: the limits of its newest roll. */
export interface ChartLimits {
  readonly lsl: number | null
  readonly usl: number | null
  readonly target: number | null
  /** Time of the first roll from which these limits apply; null if they apply to the whole chart. */
  readonly limitsSince: string | null
}
/**
 * Finds the limits of the newest roll of a chart; without rolls, the limits in force at the end of the scope.
 * @param rolls oldest first
 */
export async function findChartLimits(
  ctx: Context,
  scope: ChartScope,
  rolls: MeasuredRolls['rolls'],
): Promise<ChartLimits> {
  const { productId, indexId, to } = scope
  const measuredRolls = rolls.filter(({ samples }) => samples.length > 0)
  const judgedRolls = measuredRolls.length > 0 ? measuredRolls : [{ workOrderId: null, at: to }]
  const limitsByRoll = (
    await findApplicableLimits(
      ctx,
      judgedRolls.map(({ workOrderId, at }) => ({ productId, workOrderId, at })),
    )
  ).map((limits) => limits?.get(indexId))
  const newestLimits = limitsByRoll.at(-1)
  const lastDifferentIndex = limitsByRoll.findLastIndex((limits) => !hasSameLimits(limits, newestLimits))
  return {
    lsl: newestLimits?.lsl ?? null,
    usl: newestLimits?.usl ?? null,
    target: newestLimits?.target ?? null,
    limitsSince: lastDifferentIndex === -1 ? null : (judgedRolls[lastDifferentIndex + 1]?.at ?? null),
  }
}
