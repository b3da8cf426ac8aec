/** Queries for corrections of shift sums. */
import type { Day } from '@/plant/rules/plant-time'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, limit, sql } from '@/server/sql'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import type { SumCorrection, SumCorrectionQuery } from '@/plant/server/events'
import { expandCorrection, sumSpecs, type ShiftSums, type SumName } from '../../rules/shift-sums'
import { loadMetrics } from './metrics'

/** Identifies a sum of a shift of a line, optionally of one order. */
export interface ShiftSumKey {
  readonly businessDate: Day
  readonly shift: string
  readonly lineId: string
  readonly workOrderId?: string | null
  readonly sum: SumName
}
/** Loads the current sum of a shift including corrections, in one statement. */
export const loadShiftSum = async (ctx: Context, sumKey: ShiftSumKey): Promise<number> =>
  (await loadShiftSums(ctx, sumKey))[sumKey.sum]
/** Loads all current sums of a shift of a line, optionally of one order, including corrections. */
export async function loadShiftSums(
  ctx: Context,
  { businessDate, shift, lineId, workOrderId }: Omit<ShiftSumKey, 'sum'>,
): Promise<ShiftSums> {
  const [row] = await loadMetrics(ctx, {
    from: businessDate,
    to: businessDate,
    shift,
    lineIds: [lineId],
    ...(workOrderId ? { orderIds: [workOrderId] } : {}),
  })
  return row!.sums
}
const MAX_CORRECTIONS = 50_000
const correctionFieldNames = ['team', 'lineId', 'workOrderId', 'sum', 'delta', 'cause', 'reason', 'at'] as const
/**
 * Lists the corrections that make sums of source rows equal to the metrics. These are the corrections booked on the
 * business dates. Late changes of dates in closed months are booked on other dates; they are listed with the opposite
 * sign.
 */
export async function listSumCorrections(
  ctx: Context,
  { from, to, sums, lineId = null, orderIds = null }: SumCorrectionQuery,
): Promise<readonly SumCorrection[]> {
  const scope = sql`site_id = ${ctx.site} and (${lineId}::uuid is null or line_id = ${lineId}) and (${orderIds}::uuid[] is null or work_order_id = any(${orderIds}::uuid[]))`
  const bookedRows = await ctx.query(
    sql`select ${columns(metricCorrection, [...correctionFieldNames, 'businessDate', 'shift'])} from figure_correction
      where ${scope} and business_date >= ${from} and business_date <= ${to} order by at ${limit(MAX_CORRECTIONS)}`,
  )
  const rowsBookedElsewhere = await ctx.query(
    sql`select ${columns(metricCorrection, correctionFieldNames)}, ${columnsNotNull(metricCorrection, [{ businessDate: 'ofDay' }])} from figure_correction
      where ${scope} and cause = 'late' and of_day >= ${from} and of_day <= ${to} order by at ${limit(MAX_CORRECTIONS)}`,
  )
  const rows = [...bookedRows, ...rowsBookedElsewhere.map((row) => ({ ...row, shift: null, delta: -row.delta }))]
  return rows.flatMap(({ sum, delta, cause, ...row }) =>
    Object.entries(expandCorrection(sum, delta, cause)).flatMap(([name, sumDelta]) => {
      const correctedSum = sums.find((candidate) => candidate === name)
      return correctedSum ? [{ ...row, sum: correctedSum, delta: sumDelta }] : []
    }),
  )
}

/** An equal correction by the same person within this time, ms, counts as the same request sent again. */
const REPEAT_WINDOW_MS = 3_600_000
interface CorrectionToCheck {
  readonly from: Day
  readonly to: Day
  readonly shift: string | null
  /** The corrected line or team; null for every one. */
  readonly lineIds: readonly string[] | null
  readonly team: string | null
  readonly sum: SumName
  readonly delta: number
  readonly reason: string
}
/**
 * Returns true if the person made the same correction recently. A form sent twice must not be booked twice. Until the
 * end of the transaction, other corrections of the person wait, so that of two simultaneous ones the second sees the
 * first.
 */
export async function isRepeatedCorrection(ctx: Context, correction: CorrectionToCheck): Promise<boolean> {
  const { from, to, shift, lineIds, team, sum, delta, reason } = correction
  const personId = requirePerson(ctx).id
  await ctx.query(sql`select pg_advisory_xact_lock(hashtext('figure_correction'), hashtext(${personId}))`)
  const scale = 10 ** sumSpecs[sum].digits
  const since = new Date(ctx.now.getTime() - REPEAT_WINDOW_MS).toISOString()
  const [previousCorrection] = await ctx.query(
    sql`select ${columns(metricCorrection, ['id'], 'c')} from figure_correction c
      where c.site_id = ${ctx.site} and c.business_date between ${from} and ${to} and c.sum = ${sum}
        and c.delta = ${Math.round(delta * scale) / scale} and c.reason = ${reason} and c.user_id = ${personId}
        and c.at > ${since} and (${shift}::text is null or c.shift = ${shift})
        and (${lineIds}::uuid[] is null or c.line_id = any(${lineIds}::uuid[]))
        and (${team}::text is null or c.team = ${team}) ${limit(1)}`,
  )
  return previousCorrection !== undefined
}
