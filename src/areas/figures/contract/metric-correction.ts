import { amount, choice, day, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions } from '@/plant/contract/shift-record-fields'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { sumNames, sumSpecs } from '../rules/shift-sums'

/** Sums in CNY and the permissions that may see and correct them, including readers of the energy report. */
export const guardedCostSums = {
  options: sumNames.filter((name) => sumSpecs[name].unit.startsWith('CNY')),
  by: [...COST_METRIC_PERMISSIONS, 'energyReportView'],
}

/**
 * Correction 数据更正 of a sum of a shift, by a person or by a source row that arrived after its month was closed.
 * Corrections are immutable; a second one reverts the first. The calculated sum is stored separately.
 */
export const metricCorrection = defineResource('figureCorrection', {
  area: 'figures',
  fields: {
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, required: true, readonly: true }),
    lineId: reference('line', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    sum: choice(sumNames, { required: true, readonly: true, guarded: guardedCostSums }),
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
