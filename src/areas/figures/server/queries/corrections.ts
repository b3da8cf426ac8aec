/** Corrects and recalculates metrics. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMillis, type Day } from '@/plant/rules/plant-time'
import { getShiftsOfDay } from '@/plant/rules/shift'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import { loadPlantCalendar, requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import { sumSpecs, type SumName } from '../../rules/shift-sums'
import { recalculateMetricDays, type SumChange } from '../store-sums'
import { loadMetrics, assertMetricDays } from './metrics'

/** Identifies a sum of a shift of a line, optionally of one order. */
export interface ShiftSumKey {
  readonly businessDate: Day
  readonly shift: string
  readonly lineId: string
  readonly workOrderId?: string | null
  readonly sum: SumName
}
/** Loads the current sum of a shift including corrections, in one statement. */
export async function loadShiftSum(ctx: Context, sumKey: ShiftSumKey): Promise<number> {
  const { businessDate, shift, lineId, workOrderId, sum } = sumKey
  const [row] = await loadMetrics(ctx, {
    from: businessDate,
    to: businessDate,
    shift,
    lineIds: [lineId],
    ...(workOrderId ? { orderIds: [workOrderId] } : {}),
  })
  return row!.sums[sum]
}
/** Correction of a sum by a person. */
export interface ShiftSumCorrection extends ShiftSumKey {
  /** Either the difference to add (`delta`) or the new sum of the shift and order (`value`). */
  readonly delta?: number | null
  readonly value?: number | null
  readonly reason: string
}
/** The same correction by the same person within this time, ms, is the same request sent again. */
const REPEAT_WINDOW_MS = 3_600_000
interface CorrectionToCheck {
  readonly from: Day
  readonly to: Day
  readonly shift: string | null
  readonly lineIds: readonly string[] | null
  readonly sum: SumName
  readonly delta: number
  readonly reason: string
}
/** Returns true if the person made the same correction recently. A form sent twice must not be booked twice. */
export async function isRepeatedCorrection(ctx: Context, correction: CorrectionToCheck): Promise<boolean> {
  const { from, to, shift, lineIds, sum, delta, reason } = correction
  const scale = 10 ** sumSpecs[sum].digits
  const since = new Date(ctx.now.getTime() - REPEAT_WINDOW_MS).toISOString()
  const [previousCorrection] = await ctx.query(
    sql`select ${columns(metricCorrection, ['id'], 'c')} from figure_correction c
      where c.site_id = ${ctx.site} and c.business_date between ${from} and ${to} and c.sum = ${sum}
        and c.delta = ${Math.round(delta * scale) / scale} and c.reason = ${reason} and c.user_id = ${requirePerson(ctx).id}
        and c.at > ${since} and (${shift}::text is null or c.shift = ${shift})
        and (${lineIds}::uuid[] is null or c.line_id = any(${lineIds}::uuid[])) ${limit(1)}`,
  )
  return previousCorrection !== undefined
}

/**
 * Stores a correction within a write. All sums and metrics include it from then on.
 * @throws 4013 for an unknown shift; 6000 for a shift that has not started, a sum below zero, no difference, or a
 * closed month
 */
export async function correctShiftSum(
  ctx: Context,
  correction: ShiftSumCorrection,
): Promise<Row<typeof metricCorrection>> {
  const { businessDate, shift, lineId, workOrderId = null, sum } = correction
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const scheduledShift = getShiftsOfDay(businessDate, rotation, timeZone).find((candidate) => candidate.shift === shift)
  if (!scheduledShift) throw refuseInput([{ path: ['shift'], code: 'notAnOption' }])
  if (toMillis(scheduledShift.startsAt) > ctx.now.getTime()) throw refuse('figures:refusals.correction.ahead')
  await assertRecordShiftPlausible(ctx, { businessDate, shift })
  const currentSum = await loadShiftSum(ctx, correction)
  const scale = 10 ** sumSpecs[sum].digits
  const delta = Math.round((correction.delta ?? (correction.value ?? currentSum) - currentSum) * scale) / scale
  if (delta === 0) throw refuse('figures:refusals.correction.nothing')
  const name = ctx.t(`figures:shiftFigure.fields.${sum}`)
  if (currentSum + delta < 0)
    throw refuse('figures:refusals.correction.below', {
      sum: name,
      value: Math.round((currentSum + delta) * scale) / scale,
    })
  const insertedRow = await ctx.rows.insert(metricCorrection, {
    businessDate,
    shift,
    lineId,
    workOrderId,
    sum,
    delta,
    before: currentSum,
    cause: 'person',
    reason: correction.reason,
    userId: requirePerson(ctx).id,
    at: ctx.now.toISOString(),
  })
  // Recalculate immediately, because the person looks at the sum next.
  await recalculateMetricDays(ctx, { from: businessDate, to: businessDate })
  return insertedRow
}
const MAX_RECALCULATED_DAYS = 62
/**
 * Recalculates days from their source rows within a write and returns the changed sums; `dryRun` stores nothing.
 * @throws 4013 for more than 62 days
 */
export async function recalculateMetrics(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
  options: { readonly dryRun?: boolean } = {},
): Promise<readonly SumChange[]> {
  assertMetricDays(days, MAX_RECALCULATED_DAYS)
  return recalculateMetricDays(ctx, days, options)
}
export type { SumChange }
