import { choice, integer, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { grades } from '@/areas/rolls/rules/grade'
import { rollStates, stockKinds } from '../rules/roll-stock'
import { productionShiftFields, kgField } from '@/areas/rolls/contract/jumbo-roll'

const readonlyKg = { ...kgField, readonly: true } as const
const readonlyWidth = integer({ unit: 'mm', readonly: true })
const readonlyOrder = reference('workOrder', { readonly: true })

/**
 * Stock movement of a roll 库存流水: state, grade, place, kg, width and order before and after a change. The server writes
 * a movement together with the roll and never changes it. The sum of all movements up to a day is the stock of that
 * day. The first movement of a roll has no `from…` values.
 */
export const rollMovement = defineResource('rollMovement', {
  area: 'packing',
  fields: {
    kind: choice(stockKinds, { required: true, readonly: true }),
    rollId: text({ required: true, readonly: true, max: 36 }),
    // Counts the movements of one roll, from 1.
    step: integer({ required: true, readonly: true, min: 1 }),
    number: text({ readonly: true, max: 100 }),
    jumboRollId: reference('jumboRoll', { required: true, readonly: true }),
    at: moment({ required: true, readonly: true }),
    ...productionShiftFields,
    fromState: choice(rollStates, { readonly: true }),
    state: choice(rollStates, { required: true, readonly: true }),
    fromGrade: choice(grades, { readonly: true }),
    grade: choice(grades, { required: true, readonly: true }),
    fromPlace: text({ readonly: true, max: 60 }),
    place: text({ readonly: true, max: 60 }),
    fromKg: readonlyKg,
    kg: readonlyKg,
    fromWidthMm: readonlyWidth,
    widthMm: readonlyWidth,
    fromOrderId: readonlyOrder,
    workOrderId: readonlyOrder,
    productId: reference('product', { required: true, readonly: true }),
    packageId: reference('package', { readonly: true }),
    // The age of the roll counts from this moment.
    doffedAt: moment({ readonly: true }),
  },
  title: ['number', 'step'],
  unique: [['rollId', 'step']],
  filters: ['kind', 'jumboRollId', 'workOrderId', 'businessDate'],
  search: ['number'],
  sort: '-at',
  routes: { list: 'GET /rolls/movement' },
  permissions: {
    view: ['stockStatisticsView', 'rollInteractiveView', 'divideInteractiveView', 'qualityTrackingView'],
  },
})
