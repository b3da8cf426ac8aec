/** Correction of sums and recalculation of days, both delegated to the area that owns the metrics. */
import { canCall, type EndpointInput, type EndpointOutput } from '@/contract/endpoint'
import { errno, refuse, refuseInput, Refusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { metricCorrection } from '@/areas/figures/contract/metric-correction'
import type { SumName } from '@/areas/figures/rules/shift-sums'
import { correctShiftSum, loadShiftSum, recalculateMetrics } from '@/areas/figures/server/queries'
import { requirePerson } from '@/plant/server/plant'
import { isClosed } from '@/plant/server/queries'
import { loadReferencedNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { alterFigure, figureNow, recountSheet } from '../contract/alter-calls'
import { alterKeyOf } from '../rules/altering'
import { lengthOf } from '../rules/presets'

const mustAlter = (ctx: Context, sum: SumName): void => {
  const key = alterKeyOf(sum)
  if (!canCall(key, requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key } })
}
/**
 * Reads a sum of a shift (GET /sheet/figure_now).
 * @throws 401 without the edit permission of the report of the sum
 */
export async function now(
  ctx: Context,
  { orderId, ...asked }: EndpointInput<typeof figureNow>,
): Promise<EndpointOutput<typeof figureNow>> {
  mustAlter(ctx, asked.sum)
  return { value: await loadShiftSum(ctx, { ...asked, workOrderId: orderId ?? null }) }
}

/**
 * Corrects a sum of a shift (PUT /report_alter).
 * @throws 401 without the edit permission of the report of the sum, 4042 without a value or a difference, 4013 with
 * both
 */
export function alter(ctx: Context, input: EndpointInput<typeof alterFigure>): Promise<Row<typeof metricCorrection>> {
  const { value, difference, orderId, businessDate, shift, lineId, sum, reason } = input
  mustAlter(ctx, sum)
  if (value == null && difference == null) throw refuseInput([{ path: ['value'], code: 'missing' }])
  if (value != null && difference != null) throw refuseInput([{ path: ['difference'], code: 'notAllowed' }])
  if (difference === 0) throw refuseInput([{ path: ['difference'], code: 'tooSmall', params: { limit: 0 } }])
  const by = difference == null ? { value: value! } : { delta: difference }
  return correctShiftSum(ctx, { businessDate, shift, lineId, workOrderId: orderId ?? null, sum, reason, ...by })
}

const MOST_DAYS = 62
const MOST_SHOWN = 2000
/**
 * Recalculates days and lists the changed sums (POST /sheet/rebirth).
 * @throws 6000 if a day is in a closed month and it is not a dry run
 */
export async function recount(
  ctx: Context,
  input: EndpointInput<typeof recountSheet>,
): Promise<EndpointOutput<typeof recountSheet>> {
  const { from, to } = input
  const dryRun = input.dryRun ?? false
  if (to < from) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  const days = lengthOf({ from, to })
  if (days > MOST_DAYS) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
  for (const day of dryRun ? [] : [from, to])
    if (await isClosed(ctx, day)) throw refuse('sheets:refusals.monthClosed', { month: day.slice(0, 7) })
  const changed = await recalculateMetrics(ctx, { from, to }, { dryRun })
  const shown = changed.slice(0, MOST_SHOWN)
  const lines = await loadReferencedNames(ctx, 'line', shown, 'lineId')
  return {
    from,
    to,
    dryRun,
    days,
    changed: changed.length,
    changes: shown.map(({ workOrderId, ...change }) => ({
      ...change,
      line: change.lineId ? (lines[change.lineId] ?? null) : null,
      orderId: workOrderId,
    })),
  }
}
