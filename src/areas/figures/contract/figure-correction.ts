import { amount, choice, day, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions } from '@/plant/contract/shift-record-fields'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { sumNames, sums } from '../rules/sums'

/** Sums of what things cost: who reads the sheet of energy sees and corrects them too. */
export const costSumsGuarded = {
  options: sumNames.filter((name) => sums[name].unit.startsWith('CNY')),
  by: [...COST_METRIC_PERMISSIONS, 'energyReportView'],
}

/**
 * 数据更正: what a person, or a fact that came after its month was closed, adds to a sum of a shift. Never changed: a second one takes
 * it back. What was counted stays beside it.
 */
export const figureCorrection = defineResource('figureCorrection', {
  area: 'figures',
  fields: {
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, required: true, readonly: true }),
    lineId: reference('line', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    sum: choice(sumNames, { required: true, readonly: true, guarded: costSumsGuarded }),
    delta: amount({ unit: '', digits: 6, required: true, readonly: true }),
    // What was counted then, earlier corrections included.
    before: amount({ unit: '', digits: 6, required: true, readonly: true }),
    cause: choice(['person', 'late'], { required: true, readonly: true }),
    // Of a late fact: the day in a closed month that it belongs to.
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
