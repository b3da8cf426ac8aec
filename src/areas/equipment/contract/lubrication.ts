import { defineResource } from '@/contract/resource'
import { amount, choice, list, reference, text } from '@/contract/field'
import { recordFilters, recordHeadFields, recordTailFields } from './record-fields'

const sharedOptions = {
  area: 'equipment',
  title: ['equipmentId', 'occurredAt'],
  filters: recordFilters,
  search: ['note'],
  sort: '-occurredAt',
  offlineWrites: ['create'],
} as const
const lubricationPermissions = {
  view: 'lubricationRecordView',
  add: 'lubricationRecordAdd',
  edit: 'lubricationRecordEdit',
  delete: 'lubricationRecordDelete',
  export: 'lubricationRecordExport',
} as const

const lubricationFields = {
  ...recordHeadFields,
  points: list(
    {
      point: text({ required: true }),
      lubricant: text({ required: true }),
      partId: reference('sparePart'),
      amount: amount({ unit: '', required: true, min: 0 }),
      unit: choice(['g', 'mL', 'L', 'shots'], { required: true }),
      action: choice(['topUp', 'replace', 'regrease'], { default: 'topUp' }),
    },
    { required: true, max: 100 },
  ),
  runningHours: amount({ unit: 'h', digits: 1, min: 0 }),
  ...recordTailFields,
} as const

/** Lubrication record of the main lines 主线润滑记录. */
export const mainLubrication = defineResource('mainLubrication', {
  ...sharedOptions,
  fields: lubricationFields,
  routes: {
    list: 'POST /book/get_lubr',
    create: 'POST /book/add_lubr',
    update: 'PUT /book/edit_lubr',
    remove: 'DELETE /book/delete_lubr',
    export: 'GET /book/lubr_excel',
  },
  permissions: lubricationPermissions,
})

/** Lubrication record of the slitting machines 分切润滑记录. */
export const slittingLubrication = defineResource('slittingLubrication', {
  ...sharedOptions,
  fields: lubricationFields,
  routes: {
    list: 'POST /book/get_lubr2',
    create: 'POST /book/add_lubr2',
    update: 'PUT /book/edit_lubr2',
    remove: 'DELETE /book/delete_lubr2',
    export: 'GET /book/lubr2_excel',
  },
  permissions: lubricationPermissions,
})
