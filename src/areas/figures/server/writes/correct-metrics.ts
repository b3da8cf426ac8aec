import { addShiftSums, expandCorrection, sumSpecs, type SumName } from '../../rules/shift-sums'
import { addGoodWebChanges, findExceededLimit, type SumDelta } from '../../rules/sum-limits'
import { metricCorrection } from '../../contract/metrics'
import type { Context } from '@/server/context'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import { loadPlantCalendar, requirePerson } from '@/plant/server/plant'
import { getShiftsOfDay } from '@/plant/rules/shift'
import { toMillis, type Day } from '@/plant/rules/plant-time'
import type { Row } from '@/contract/resource'
import { refuseInput, refuse } from '@/contract/errno'
import { translateUnit } from '@/contract/language'
import { loadShiftSum, loadShiftSums, type ShiftSumKey } from '../queries/corrections'
import { recalculateMetricDays, type SumChange } from '../store-sums'
import { assertMetricDays, loadMetrics } from '../queries/metrics'

/** Correction of a sum, entered by a person. */
export interface ShiftSumCorrection extends ShiftSumKey {
  /** Either the difference to add (`delta`) or the new sum of the shift and order (`value`). */
  readonly delta?: number | null
  readonly value?: number | null
  readonly reason: string
  /** Team of the correction; by default the team that has most of the sum, else the team of the shift calendar. */
  readonly team?: string | null
  /**
   * Also corrects the good web that changes with output or downgraded web, for boards, where nobody can correct good web of
   * the winder. Output still cannot fall below the downgraded and wasted web counted in it.
   */
  readonly includesGoodWeb?: boolean
}
/**
 * Stores a correction within a write, with the team of its shift. All sums and metrics include it from then on.
 * @throws 4013 for an unknown shift; 6000 for a shift that has not started, a sum below zero, parts that exceed
 * their whole, no difference, or a closed month
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
  await assertNoSumBelowZero(ctx, correction, delta)
  const team = correction.team ?? (await findCorrectedTeam(ctx, correction)) ?? scheduledShift.team
  const changes = correction.includesGoodWeb
    ? addGoodWebChanges(await loadShiftSums(ctx, correction), { sum, delta })
    : [{ sum, delta }]
  // The entered change is checked first, so that a refusal names it and not the good web that changes with it.
  await assertPartsWithinWhole(ctx, correction, changes, { sum, delta })
  const insertedRows: Row<typeof metricCorrection>[] = []
  for (const change of changes) {
    insertedRows.push(
      await ctx.rows.insert(metricCorrection, {
        businessDate,
        shift,
        team,
        lineId,
        workOrderId,
        ...change,
        before: await loadShiftSum(ctx, { ...correction, sum: change.sum }),
        cause: 'person',
        reason: correction.reason,
        userId: requirePerson(ctx).id,
        at: ctx.now.toISOString(),
      }),
    )
  }
  // Recalculate immediately, because the person looks at the sum next.
  await recalculateMetricDays(ctx, { from: businessDate, to: businessDate })
  return insertedRows.find((row) => row.sum === sum)!
}
/**
 * Asserts that neither the corrected sum nor the stop time of which it is a part falls below zero. Operating time is not
 * checked, because nobody enters it.
 * @throws 6000 naming the sum
 */
async function assertNoSumBelowZero(ctx: Context, correction: ShiftSumCorrection, delta: number): Promise<void> {
  const sums = await loadShiftSums(ctx, correction)
  const correctedSums = addShiftSums([sums, expandCorrection(correction.sum, delta, 'person')])
  const sum = [correction.sum, 'standingMinutes' as const].find((name) => correctedSums[name] < Math.min(0, sums[name]))
  if (!sum) return
  throw refuse('figures:refusals.correction.below', {
    sum: ctx.t(`figures:shiftFigure.fields.${sum}`),
    value: correctedSums[sum],
  })
}
/** Finds the team that has most of the sum in the shift; null if none has any. */
async function findCorrectedTeam(
  ctx: Context,
  { businessDate, shift, lineId, workOrderId, sum }: ShiftSumCorrection,
): Promise<string | null> {
  const rows = await loadMetrics(ctx, {
    from: businessDate,
    to: businessDate,
    shift,
    lineIds: [lineId],
    ...(workOrderId ? { orderIds: [workOrderId] } : {}),
    by: ['team'],
  })
  const [largest] = rows
    .filter(({ key, sums }) => key.team != null && sums[sum] > 0)
    .sort((a, b) => b.sums[sum] - a.sums[sum])
  return largest?.key.team ?? null
}
/**
 * Asserts that no part exceeds its whole after the correction, e.g. good kg the produced kg, neither in the order nor in
 * the whole shift.
 * @param changes all changes of the correction, including `enteredChange`, which a person entered
 * @throws 6000 naming the parts and their whole
 */
async function assertPartsWithinWhole(
  ctx: Context,
  correction: ShiftSumCorrection,
  changes: readonly SumDelta[],
  enteredChange: SumDelta,
): Promise<void> {
  const { businessDate, shift, lineId, workOrderId } = correction
  const getSumName = (name: SumName) => ctx.t(`figures:shiftFigure.fields.${name}`)
  for (const orderId of new Set([workOrderId ?? null, null])) {
    const sums = await loadShiftSums(ctx, { businessDate, shift, lineId, workOrderId: orderId })
    const sumsOfOtherChanges = { ...sums }
    for (const { sum, delta } of changes) if (sum !== enteredChange.sum) sumsOfOtherChanges[sum] += delta
    const exceededLimit = findExceededLimit(sumsOfOtherChanges, enteredChange)
    if (!exceededLimit) continue
    const { parts, whole, partsValue, wholeValue } = exceededLimit
    const names = {
      parts: parts.map(getSumName).join(' + '),
      whole: getSumName(whole),
      partsValue,
      wholeValue,
      inUnit: translateUnit(sumSpecs[whole].unit, ctx.language),
    }
    throw whole === enteredChange.sum
      ? refuse('figures:refusals.correction.exceedsLowered', names)
      : refuse('figures:refusals.correction.exceeds', names)
  }
}
const MAX_RECALCULATED_DAYS = 62
/**
 * Recalculates days from their source rows within a write and returns the changed sums; `dryRun` stores nothing.
 * @throws 4013 for more than 62 days
 */
export async function recalculateMetrics(
  ctx: Context,
  dayRange: { readonly from: Day; readonly to: Day },
  options: { readonly dryRun?: boolean } = {},
): Promise<readonly SumChange[]> {
  assertMetricDays(dayRange, MAX_RECALCULATED_DAYS)
  return recalculateMetricDays(ctx, dayRange, options)
}
