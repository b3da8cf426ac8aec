import { amount, choice, day, flag, moment, reference, text, type AmountField, note } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { sumNames, sumSpecs, type SumName } from '../rules/shift-sums'
import { restrictedCostMetrics, COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { TARGET_DIGITS, targetMetrics, targetPeriods, type TargetMetric } from '../rules/targets'

const area = 'figures'
/** One amount field per sum. */
export const sumFields = Object.fromEntries(
  sumNames.map((name) => [name, amount({ ...sumSpecs[name], readonly: true, default: 0 })]),
  // The cast is needed because the compiler cannot see that the loop creates a field for each sum.
) as unknown as Readonly<Record<SumName, AmountField & { readonly default: 0 }>>

/**
 * Shift summary 班次汇总: sums of a shift by line and order, updated when source rows change. Rows of kind `corrected`
 * hold corrections. Only the recalculation of a day writes rows of either kind. Line and order are null for sums that
 * belong to none.
 */
export const shiftMetric = defineResource('shiftFigure', {
  area,
  fields: {
    kind: choice(['counted', 'corrected'], { required: true, readonly: true }),
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, required: true, readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    lineId: reference('line', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    productId: reference('product', { readonly: true }),
    customerId: reference('customer', { readonly: true }),
    ...sumFields,
  },
  title: ['businessDate', 'shift'],
  filters: ['businessDate', 'workOrderId'],
  sort: '-businessDate',
})
/** Calculated business dates with the time of their last calculation. */
export const metricDay = defineResource('figureDay', {
  area,
  fields: {
    day: day({ required: true, readonly: true }),
    countedAt: moment({ required: true, readonly: true }),
    // The month is closed; later changes are booked as corrections in the current shift.
    frozen: flag({ readonly: true, default: false }),
  },
  title: ['day'],
  unique: [['day']],
  sort: '-day',
})
/** Business dates to recalculate because a source row changed. Insert-only, so that writers never block each other. */
export const metricInvalidation = defineResource('figureMark', {
  area,
  fields: { day: day({ required: true, readonly: true }) },
  title: ['day'],
  filters: ['day'],
})

/** Target 目标 of a line or a team for a month (stored under its first day), a day or a shift. */
export const metricTarget = defineResource('figureTarget', {
  area: 'figures',
  fields: {
    lineId: reference('line'),
    team: text(teamTextOptions),
    figure: choice(Object.keys(targetMetrics) as TargetMetric[], {
      required: true,
      restrictedOptions: restrictedCostMetrics,
    }),
    period: choice(targetPeriods, { required: true }),
    day: day({ required: true }),
    shift: text(shiftTextOptions),
    value: amount({ unit: '', digits: TARGET_DIGITS, required: true, min: 0 }),
    setBy: reference('user', { readonly: true }),
    setAt: moment({ readonly: true }),
  },
  title: ['figure', 'day'],
  filters: ['lineId', 'team', 'figure', 'period', 'day'],
  sort: '-day',
  routes: { list: 'GET /plant/figure_target' },
  permissions: { view: ['dashboardView', 'performanceView', 'teamAssessmentView'] },
})

/** Sums in CNY and the permissions that may see and correct them, including readers of the energy report. */
export const restrictedCostSums = {
  options: sumNames.filter((name) => sumSpecs[name].unit.startsWith('CNY')),
  by: [...COST_METRIC_PERMISSIONS, 'energyReportView'],
}

/**
 * Correction 数据更正 of a sum of a shift, by a person or by a source row that arrived after its month was closed.
 * Corrections are immutable; a second correction reverts the first. The calculated sum is stored separately.
 */
export const metricCorrection = defineResource('figureCorrection', {
  area: 'figures',
  fields: {
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, required: true, readonly: true }),
    // Team of the corrected shift. For a late source row it is the team of the row's own shift, not of the booking.
    team: text({ ...teamTextOptions, readonly: true }),
    lineId: reference('line', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    sum: choice(sumNames, { required: true, readonly: true, restrictedOptions: restrictedCostSums }),
    delta: amount({ unit: '', digits: 6, required: true, readonly: true }),
    // Sum before this correction, including earlier corrections.
    before: amount({ unit: '', digits: 6, required: true, readonly: true }),
    cause: choice(['person', 'late'], { required: true, readonly: true }),
    // For a late source row: the day of the closed month to which it belongs.
    ofDay: day({ readonly: true }),
    reason: note({ readonly: true, max: 1000 }),
    userId: reference('user', { readonly: true }),
    at: moment({ required: true, readonly: true }),
  },
  title: ['businessDate', 'sum'],
  filters: ['businessDate', 'lineId', 'sum', 'cause'],
  sort: '-at',
  monthBooking: { dateField: 'businessDate' },
  routes: { list: 'GET /plant/figure_correction' },
  permissions: {
    view: [
      'monthClosingView',
      'dashboardView',
      'workHoursView',
      'materialReportView',
      'finishedProductsView',
      'energyReportView',
    ],
  },
})
