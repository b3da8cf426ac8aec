import { defineResource } from '@/contract/resource'
import { amount, choice, custom, day, file, image, note, reference, text, moment } from '@/contract/field'
import { PRICE_VIEW_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { machineConditions, equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'

export const equipmentCategories = [
  'extrusion',
  'spinning',
  'drawing',
  'forming',
  'bonding',
  'coating',
  'drying',
  'winding',
  'slitting',
  'packing',
  'feeding',
  'air',
  'thermalOil',
  'electrical',
  'measuring',
  'lifting',
  'other',
] as const
/** Equipment ledger 设备台账 with one row per machine. */
export const equipment = defineResource('equipment', {
  area: 'equipment',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    category: choice(equipmentCategories),
    lineId: reference('line'),
    areaId: reference('plantArea'),
    model: text(),
    maker: text(),
    makerEn: text(),
    serialNumber: text(),
    // Only use records change the state, so that the history stays complete.
    state: choice(equipmentUseLifecycle.states, { readonly: true, default: 'inUse' }),
    condition: choice(machineConditions, { readonly: true, default: 'normal' }),
    criticality: choice(['A', 'B', 'C'], { default: 'B' }),
    sparePartNumber: text(),
    installedOn: day(),
    repairedOn: day({ notFuture: true }),
    runningHours: amount({ unit: 'h', digits: 1, min: 0 }),
    ratedPower: amount({ unit: 'kW', digits: 2, min: 0 }),
    // Person in charge.
    principalId: reference('user'),
    images: image({ max: 3 }),
    documents: file({ max: 20 }),
    note: note(),
    custom: custom('equipment'),
    // Custom columns with cost and value; visible only with a price permission.
    worth: custom('equipmentValue', {
      viewPermissions: [...PRICE_VIEW_PERMISSIONS, 'equipmentLedgerAdd', 'equipmentLedgerEdit'],
    }),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn', maker: 'makerEn' },
  unique: [['code']],
  filters: ['lineId', 'areaId', 'category', 'state', 'condition', 'criticality', 'principalId'],
  search: ['code', 'name', 'model', 'maker', 'serialNumber', 'sparePartNumber'],
  dateOrder: [['installedOn', 'repairedOn']],
  existsSince: ['installedOn'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: ['POST /book/get_equipments', 'GET /book/get_all'],
    create: 'POST /book/add_equ',
    update: 'PUT /book/update_equ',
    remove: 'DELETE /book/delete_equ',
    export: 'GET /book/book_excel',
    import: 'POST /book/upload',
    template: 'GET /book/equipment_template',
  },
  permissions: {
    // People who report, repair or inspect also select machines.
    view: ['equipmentLedgerView', 'repairView', 'pollingView', 'equipmentRecordView'],
    add: 'equipmentLedgerAdd',
    edit: 'equipmentLedgerEdit',
    delete: 'equipmentLedgerDelete',
    export: 'equipmentLedgerExport',
    import: 'equipmentLedgerUpload',
  },
})

/** Use record 使用记录: one change of a machine's use state. The newest record defines the state in the ledger. */
export const machineUseRecord = defineResource('useRecord', {
  area: 'equipment',
  fields: {
    equipmentId: reference('equipment', { required: true }),
    fromState: choice(equipmentUseLifecycle.states, { readonly: true }),
    state: choice(equipmentUseLifecycle.states, { required: true }),
    occurredAt: moment({ required: true, notFuture: true }),
    userId: reference('user'),
    place: text(),
    reason: note({ max: 1000 }),
    images: image(),
    note: note(),
  },
  title: ['equipmentId', 'state'],
  filters: ['equipmentId', 'state', 'userId', 'occurredAt'],
  search: ['place', 'reason', 'note'],
  sort: '-occurredAt',
  offlineWrites: ['create'],
  routes: {
    list: 'POST /book/get_equipmentuse',
    create: 'POST /book/add_equse',
    update: 'PUT /book/edit_equse',
    remove: 'DELETE /book/delete_use',
    export: 'GET /book/download_equipmentuse',
  },
  permissions: {
    view: 'equipmentUseView',
    add: 'equipmentUseAdd',
    edit: 'equipmentUseEdit',
    delete: 'equipmentUseDelete',
    export: 'equipmentUseExport',
  },
})
