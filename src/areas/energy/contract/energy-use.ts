import { amount, choice, day, integer, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { energyMedia } from '../rules/meter-tree'
import { energyUseKinds } from '../rules/allocate-energy'
import { energyBands } from '../rules/energy-bands'

const usedField = amount({ unit: '', digits: 6, required: true, readonly: true })
const moneyField = amount({ unit: 'CNY', digits: 6, required: true, readonly: true })
const dayField = day({ required: true, readonly: true })
const bandField = choice(energyBands, { required: true, readonly: true })
const sumFields = {
  used: usedField,
  // Parts of `used`: from interpolated readings, and without a price.
  estimated: usedField,
  unpriced: usedField,
  cost: moneyField,
} as const

/** 日用能: consumption of a meter on a plant day by tariff band. Written only by `recalculateEnergyDay`. */
export const energyMeterDay = defineResource('energyMeterDay', {
  area: 'energy',
  fields: {
    day: dayField,
    energyMeterId: reference('energyMeter', { required: true, readonly: true }),
    band: bandField,
    ...sumFields,
  },
  title: ['energyMeterId', 'day'],
  unique: [['energyMeterId', 'day', 'band']],
  filters: ['day'],
  sort: '-day',
})
/**
 * 月用能: consumption of a meter in a calendar month over all bands, so that a year of hundreds of meters needs few rows.
 * Written together with the days of the month.
 */
export const energyMeterMonth = defineResource('energyMeterMonth', {
  area: 'energy',
  fields: {
    month: dayField,
    energyMeterId: reference('energyMeter', { required: true, readonly: true }),
    ...sumFields,
  },
  title: ['energyMeterId', 'month'],
  unique: [['month', 'energyMeterId']],
  sort: '-month',
})
/**
 * 用能归属: consumption by consumer. The rows of a day add up to the meters at the top of the tree. Only
 * `recalculateEnergyDay` writes them.
 */
export const energyUse = defineResource('energyUse', {
  area: 'energy',
  fields: {
    day: dayField,
    kind: choice(energyUseKinds, { required: true, readonly: true }),
    medium: choice(energyMedia, { required: true, readonly: true }),
    band: bandField,
    lineId: reference('line', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    productId: reference('product', { readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    // The shift in which the energy was used. The business date of a night shift may be the day before `day`.
    businessDate: day({ readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    ...sumFields,
    // Part of `used` that was allocated from shared meters by their key.
    allocated: usedField,
  },
  title: ['day', 'kind'],
  filters: ['day', 'workOrderId', 'businessDate'],
  sort: '-day',
})
/**
 * The days whose energy has been calculated. `basis` is a hash of readings, orders, prices and meters; a day is
 * calculated again if this hash has changed.
 */
export const energyDay = defineResource('energyDay', {
  area: 'energy',
  fields: {
    day: dayField,
    basis: text({ max: 64, required: true, readonly: true }),
    // Time of the last calculation or check; 1970 after a price change, so that the day is due again.
    countedAt: moment({ required: true, readonly: true }),
    // Hours without readings on that day, over all meters.
    missing: integer({ required: true, readonly: true, unit: 'h' }),
  },
  title: ['day'],
  unique: [['day']],
  sort: '-day',
})
