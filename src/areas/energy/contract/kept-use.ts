import { amount, choice, day, integer, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { energyMedia } from '../rules/meter-tree'
import { useKinds } from '../rules/share-out'
import { useBands } from '../rules/bands'

const used = amount({ unit: '', digits: 6, required: true, readonly: true })
const money = amount({ unit: 'CNY', digits: 6, required: true, readonly: true })
const theDay = day({ required: true, readonly: true })
const band = choice(useBands, { required: true, readonly: true })
const sums = {
  used,
  // Of `used`: interpolated readings, and what has no price.
  estimated: used,
  unpriced: used,
  cost: money,
} as const

/** 日用能: what a meter counted in a day of the plant's clock, by tariff band. Written by the count of the day alone. */
export const energyMeterDay = defineResource('energyMeterDay', {
  area: 'energy',
  fields: { day: theDay, energyMeterId: reference('energyMeter', { required: true, readonly: true }), band, ...sums },
  title: ['energyMeterId', 'day'],
  unique: [['energyMeterId', 'day', 'band']],
  filters: ['day'],
  sort: '-day',
})
/** 月用能: the same of a calendar month, all bands together: what a year of hundreds of meters is read from. Written with its days. */
export const energyMeterMonth = defineResource('energyMeterMonth', {
  area: 'energy',
  fields: { month: theDay, energyMeterId: reference('energyMeter', { required: true, readonly: true }), ...sums },
  title: ['energyMeterId', 'month'],
  unique: [['month', 'energyMeterId']],
  sort: '-month',
})
/** 用能归属: whose it was; those of a day sum to what the meters at the top of the tree counted. Written by the same count. */
export const energyUse = defineResource('energyUse', {
  area: 'energy',
  fields: {
    day: theDay,
    kind: choice(useKinds, { required: true, readonly: true }),
    medium: choice(energyMedia, { required: true, readonly: true }),
    band,
    lineId: reference('line', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    productId: reference('product', { readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    // The shift in which it was used: its business date may be the day before.
    businessDate: day({ readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    ...sums,
    // Of `used`: came from shared meters by their key.
    allocated: used,
  },
  title: ['day', 'kind'],
  filters: ['day', 'workOrderId', 'businessDate'],
  sort: '-day',
})
/** Which days are counted, and of what: a day whose readings, orders, prices or meters are other ones is counted again. */
export const energyDay = defineResource('energyDay', {
  area: 'energy',
  fields: {
    day: theDay,
    basis: text({ max: 64, required: true, readonly: true }),
    countedAt: moment({ required: true, readonly: true }),
    // Hours that meters lack in it.
    missing: integer({ required: true, readonly: true, unit: 'h' }),
  },
  title: ['day'],
  unique: [['day']],
  sort: '-day',
})
