import { amount, choice, day, flag, moment, reference, text, type AmountField } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { sumNames, sumSpecs, type SumName } from '../rules/shift-sums'

const area = 'figures'
/** One amount field per sum. */
export const sumFields = Object.fromEntries(
  sumNames.map((name) => [name, amount({ ...sumSpecs[name], readonly: true, default: 0 })]),
  // The cast is needed because the compiler cannot see that the loop creates a field for each sum.
) as unknown as Readonly<Record<SumName, AmountField & { readonly default: 0 }>>

/**
 * Shift summary 班次汇总: sums of a shift by line and order, updated when source rows change. Rows of kind `corrected`
 * hold corrections. Only the recalculation of a day writes these rows. Line and order are null if there is none.
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
