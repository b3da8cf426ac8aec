/**
 * Corrections of fed and wound kilograms for reports that are built from feeds and rolls, so that they equal the
 * metrics.
 */
import { listSumCorrections } from '@/areas/figures/server/queries'
import { roundToThousandth } from '@/plant/rules/quantity'
import type { SumCorrection } from '@/plant/server/events'
import type { Context } from '@/server/context'
import type { ReportDays } from './report-period'

interface CorrectionFilter {
  readonly lineId?: string | null | undefined
  readonly orderId?: string | null | undefined
  readonly team?: string | null | undefined
  readonly shift?: string | null | undefined
}
/**
 * Lists the corrections of fed or wound kilograms on business dates. A correction without an order belongs to no order,
 * as in the metrics.
 */
export const listCorrectedKg = async (
  ctx: Context,
  sum: 'fedKg' | 'woundKg',
  { from, to }: ReportDays,
  { lineId, orderId, team, shift }: CorrectionFilter = {},
): Promise<readonly SumCorrection[]> =>
  (await listSumCorrections(ctx, { from, to, sums: [sum], lineId: lineId ?? null })).filter(
    (correction) =>
      (!orderId || correction.workOrderId === orderId) &&
      (!team || correction.team === team) &&
      (!shift || correction.shift === shift),
  )
export const sumCorrectedKg = (corrections: readonly SumCorrection[]): number =>
  roundToThousandth(corrections.reduce((total, { delta }) => total + delta, 0))
/** Builds the line of a correction in the input or output report. */
export const buildCorrectionLine = (correction: SumCorrection) => ({
  id: null,
  version: null,
  manual: false,
  origin: 'correction' as const,
  reason: correction.reason,
  day: correction.businessDate,
  shift: correction.shift,
  team: correction.team,
  lineId: correction.lineId,
  orderId: correction.workOrderId,
  kg: roundToThousandth(correction.delta),
})
