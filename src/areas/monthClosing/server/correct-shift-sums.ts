/** Corrects sums and recalculates days. The figures area, which owns the metrics, does both. */
import { canCall } from '@/contract/endpoint'
import { errno, refuse, refuseInput, Refusal } from '@/contract/errno'
import type { SumName } from '@/areas/figures/rules/shift-sums'
import { loadShiftSum } from '@/areas/figures/server/queries'
import { correctShiftSum, recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { countDaysInRange } from '@/plant/rules/plant-time'
import { assertDayRange, requirePerson } from '@/plant/server/plant'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import type { Context } from '@/server/context'
import { correctReportSum, currentReportSum, recalculateDays } from '../contract/correction-endpoints'
import { getCorrectionPermission } from '../rules/correction-permissions'
import { handle } from '@/server/area'

const assertCanCorrect = (ctx: Context, sum: SumName): void => {
  const permission = getCorrectionPermission(sum)
  if (!canCall(permission, requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: permission } })
}
/**
 * Reads a sum of a shift (GET /sheet/figure_now).
 * @throws 401 without the edit permission of the report of the sum
 */
export const readShiftSum = handle(currentReportSum, async (ctx, { orderId, ...sumQuery }) => {
  assertCanCorrect(ctx, sumQuery.sum)
  return { value: await loadShiftSum(ctx, { ...sumQuery, workOrderId: orderId ?? null }) }
})

/**
 * Corrects a sum of a shift (PUT /report_alter).
 * @throws 401 without the edit permission of the report of the sum, 4042 without value and difference, 4013 with both
 */
export const correctSum = handle(correctReportSum, (ctx, input) => {
  const { value, difference, orderId, businessDate, shift, lineId, sum, reason } = input
  assertCanCorrect(ctx, sum)
  if (value == null && difference == null) throw refuseInput([{ path: ['value'], code: 'missing' }])
  if (value != null && difference != null) throw refuseInput([{ path: ['difference'], code: 'notAllowed' }])
  if (difference === 0) throw refuseInput([{ path: ['difference'], code: 'tooSmall', params: { limit: 0 } }])
  const valueOrDelta = difference == null ? { value: value! } : { delta: difference }
  return correctShiftSum(ctx, {
    businessDate,
    shift,
    lineId,
    workOrderId: orderId ?? null,
    sum,
    reason,
    ...valueOrDelta,
  })
})

const MAX_RECALCULATED_DAYS = 62
const MAX_LISTED_CHANGES = 2000
/**
 * Recalculates days and lists the changed sums (POST /sheet/rebirth).
 * @throws 6000 if a day is in a closed month and it is not a dry run
 */
export const recalculateReportDays = handle(recalculateDays, async (ctx, input) => {
  const { from, to } = input
  const dryRun = input.dryRun ?? false
  assertDayRange({ from, to }, MAX_RECALCULATED_DAYS)
  const [closedMonth] = dryRun ? [] : await listClosedMonthsBetween(ctx, { from, to })
  if (closedMonth) throw refuse('monthClosing:refusals.monthClosed', { month: closedMonth })
  const changedSums = await recalculateMetrics(ctx, { from, to }, { dryRun })
  const listedChanges = changedSums.slice(0, MAX_LISTED_CHANGES)
  return {
    from,
    to,
    dryRun,
    days: countDaysInRange({ from, to }),
    changed: changedSums.length,
    changes: listedChanges.map(({ workOrderId, team: _team, ...change }) => ({
      ...change,
      orderId: workOrderId,
    })),
  }
})
