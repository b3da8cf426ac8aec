import { defineCommand } from '@/contract/command'
import { amount, choice, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { defectKinds } from '../rules/defect-map'
import { rework as machine, reworkKinds } from '../rules/rework'
import { madeFields, mass, metre } from './jumbo-roll'

const kg = { ...mass, readonly: true } as const
const size = { widthMm: integer({ unit: 'mm', min: 1, max: 10_000 }), lengthM: metre } as const
const costReaders = [...COST_METRIC_PERMISSIONS, 'productRepairAdd'] as const
/** Rework 返修: what was done with a slit roll and why, what went in and came out, and what it cost. The rolls that came of it name the one they were made of. */
export const rework = defineResource('rework', {
  area: 'rolls',
  fields: {
    number: text({ readonly: true, required: true, max: 40, format: 'code' }),
    state: choice(machine.states, { readonly: true, default: 'done' }),
    kind: choice(reworkKinds, { required: true }),
    slitRollId: reference('slitRoll', { required: true }),
    jumboRollId: reference('jumboRoll', { readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    productId: reference('product', { readonly: true }),
    reason: note({ required: true, max: 1000 }),
    defect: choice(defectKinds),
    doneAt: moment({ required: true, readonly: true }),
    ...madeFields,
    kgIn: kg,
    kgOut: kg,
    lossKg: kg,
    pieces: list({ ...size, kg: { ...mass, required: true }, number: text({ readonly: true, max: 100 }) }, { max: 40 }),
    minutes: amount({ unit: 'min', digits: 1, min: 0, max: 10_000 }),
    // As entered, else by the time it took.
    ratePerHour: amount({ unit: 'CNY/h', digits: 2, min: 0, viewPermissions: costReaders }),
    cost: amount({ unit: 'CNY', digits: 2, min: 0, viewPermissions: costReaders }),
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
/** Reworks a slit roll that lies weighed at the slitter and is not held: wound anew or slit narrower into new rolls, given back as pellets, or sold lower. */
export const reworkRoll = defineCommand(rework, machine, 'rework', {
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
