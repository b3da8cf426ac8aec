/** Correction of a sum and recalculation of days. */
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, note, reference, text } from '@/contract/field'
import { resourceOutput } from '@/contract/resource'
import { restrictedCostSums, metricCorrection } from '@/areas/figures/contract/metrics'
import { sumNames } from '@/areas/figures/rules/shift-sums'
import { shiftTextOptions } from '@/plant/contract/shift-record-fields'
import { correctionPermissions } from '../rules/correction-permissions'

/** Identifies a sum of a shift. */
const shiftSumInput = {
  businessDate: day({ required: true }),
  shift: text({ ...shiftTextOptions, required: true }),
  lineId: reference('line', { required: true }),
  orderId: reference('workOrder'),
  sum: choice(sumNames, { required: true, restrictedOptions: restrictedCostSums }),
} as const
/** The current sum of a shift of a line including corrections, displayed before it is corrected. */
export const currentReportSum = defineEndpoint('sheet.figureNow', {
  area: 'monthClosing',
  routes: 'GET /sheet/figure_now',
  access: correctionPermissions,
  effect: 'read',
  input: shiftSumInput,
  output: objectOutput({ value: amount({ unit: '', digits: 6, required: true }) }),
})
/**
 * 数据更正: corrects a sum of a shift of a line by a new value or a difference, with a reason. Requires the edit permission
 * of the report of that sum. The calculated value stays stored next to the correction.
 */
export const correctReportSum = defineEndpoint('sheet.alter', {
  area: 'monthClosing',
  routes: 'PUT /report_alter',
  access: correctionPermissions,
  effect: 'write',
  input: {
    ...shiftSumInput,
    // Exactly one of `value` and `difference` is required.
    value: amount({ unit: '', digits: 6, min: 0 }),
    difference: amount({ unit: '', digits: 6 }),
    reason: note({ required: true, max: 1000 }),
  },
  output: resourceOutput(metricCorrection),
})
export const recalculationRow = {
  businessDate: day({ required: true }),
  shift: text({ ...shiftTextOptions, required: true }),
  lineId: reference('line'),
  line: text({ max: 400, nameOf: 'lineId' }),
  orderId: reference('workOrder'),
  sum: choice(sumNames, { required: true, restrictedOptions: restrictedCostSums }),
  before: amount({ unit: '', digits: 6, required: true }),
  after: amount({ unit: '', digits: 6, required: true }),
} as const
/**
 * 重新生成: recalculates days from their source rows and answers what changed; with `dryRun` nothing is stored. At most 62
 * days. The specification calls this action `rebirth`.
 */
export const recalculateDays = defineEndpoint('sheet.rebirth', {
  area: 'monthClosing',
  routes: 'POST /sheet/rebirth',
  access: correctionPermissions,
  effect: 'write',
  input: { from: day({ required: true }), to: day({ required: true }), dryRun: flag() },
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    dryRun: flag({ required: true }),
    days: integer({ required: true }),
    changed: integer({ required: true }),
    changes: list(recalculationRow, { max: 2000 }),
  }),
})
export const correctionEndpoints = [currentReportSum, correctReportSum, recalculateDays]
