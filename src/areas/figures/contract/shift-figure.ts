import { amount, choice, day, flag, moment, reference, text, type AmountField } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { sumNames, sums, type SumName } from '../rules/sums'

const area = 'figures'
/** A column for each sum. */
export const sumFields = Object.fromEntries(
  sumNames.map((name) => [name, amount({ ...sums[name], readonly: true, default: 0 })]),
  // Made in a loop over the sums: the compiler can't see that each name gets its field.
) as unknown as Readonly<Record<SumName, AmountField & { readonly default: 0 }>>

/**
 * 班次汇总: sums of a shift of a line by order, kept as facts change; `corrected` is what a person added to them. Written by the count
 * of its day alone. Without a line or an order is what belongs to none.
 */
export const shiftFigure = defineResource('shiftFigure', {
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
/** Which business dates are counted, and when last. */
export const figureDay = defineResource('figureDay', {
  area,
  fields: {
    day: day({ required: true, readonly: true }),
    countedAt: moment({ required: true, readonly: true }),
    // Its month was closed: what comes later is booked elsewhere.
    frozen: flag({ readonly: true, default: false }),
  },
  title: ['day'],
  unique: [['day']],
  sort: '-day',
})
/** Business dates of which a fact changed: counted anew soon after. Rows are added only, so that nobody waits for anybody. */
export const figureMark = defineResource('figureMark', {
  area,
  fields: { day: day({ required: true, readonly: true }) },
  title: ['day'],
  filters: ['day'],
})
