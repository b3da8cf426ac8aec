import { defineCommand } from '@/contract/command'
import { amount, choice, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { reworkLifecycle as lifecycle, reworkKinds } from '../rules/rework'
import { productionShiftFields, kgField, metresField } from '@/areas/rolls/contract/jumbo-roll'

const readonlyKg = { ...kgField, readonly: true } as const
const sizeFields = { widthMm: integer({ unit: 'mm', min: 1, max: 10_000 }), lengthM: metresField } as const
const costPermissions = [...COST_METRIC_PERMISSIONS, 'productRepairAdd'] as const
/** Rework 返修 of a slit roll: reason, kg in and out, and cost. New rolls reference the reworked roll. */
export const rework = defineResource('rework', {
  area: 'slitting',
  fields: {
    number: text({ readonly: true, required: true, max: 40, format: 'code' }),
    state: choice(lifecycle.states, { readonly: true, default: 'done' }),
    kind: choice(reworkKinds, { required: true }),
    slitRollId: reference('slitRoll', { required: true }),
    jumboRollId: reference('jumboRoll', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    productId: reference('product', { readonly: true }),
    reason: note({ required: true, max: 1000 }),
    defect: choice(defectKinds),
    doneAt: moment({ required: true, readonly: true }),
    ...productionShiftFields,
    kgIn: readonlyKg,
    kgOut: readonlyKg,
    lossKg: readonlyKg,
    pieces: list(
      { ...sizeFields, kg: { ...kgField, required: true }, number: text({ readonly: true, max: 100 }) },
      { max: 40 },
    ),
    minutes: amount({ unit: 'min', digits: 1, min: 0, max: 10_000 }),
    ratePerHour: amount({ unit: 'CNY/h', digits: 2, min: 0, viewPermissions: costPermissions }),
    // As entered, else calculated from minutes and rate.
    cost: amount({ unit: 'CNY', digits: 2, min: 0, viewPermissions: costPermissions }),
  },
  title: ['number'],
  unique: [['number']],
  filters: ['kind', 'slitRollId', 'workOrderId', 'productId', 'businessDate', 'team'],
  search: ['number', 'reason'],
  sort: '-doneAt',
  monthBooking: { dateField: 'doneAt' },
  routes: { list: 'GET /rolls/rework', export: 'GET /rolls/rework_excel' },
  permissions: { view: ['productRepairView', 'qualityTrackingView'], export: 'productRepairView' },
})
/**
 * Reworks a weighed slit roll that is not held: rewinds or reslits it into new rolls, recycles it as pellets, or
 * regrades it.
 */
export const reworkRoll = defineCommand(rework, lifecycle, 'rework', {
  routes: 'POST /rolls/rework',
  creates: true,
  serverFields: [
    'number',
    'jumboRollId',
    'workOrderId',
    'productId',
    'kgIn',
    'kgOut',
    'lossKg',
    'businessDate',
    'shift',
    'team',
  ],
  writes: ['kind', 'slitRollId', 'reason', 'defect', 'pieces', 'minutes', 'ratePerHour', 'cost'],
  apply: (_row, _input, { at, personId }) => ({ doneAt: at, userId: personId }),
  offline: false,
})
