import { amount, choice, day, file, flag, moment, note, reference, text, list } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { materialKinds, lotStates } from '@/areas/feeding/rules/feed'

/** Permissions of people who feed hoppers. These people may also enter deliveries and recycled material. */
export const hopperFeedPermissions = ['rawMaterialAdd', 'rollInteractiveEdit'] as const
const materialPermissions = {
  view: [
    'rawMaterialView',
    'materialWorkOrderView',
    'materialTimeView',
    'rawMaterialInspectionView',
    'rollInteractiveView',
    'jobHandoverView',
  ],
  add: 'rawMaterialAdd',
  edit: 'rawMaterialEdit',
  delete: 'rawMaterialDelete',
} as const
/** Materials 物料: resin 主料, masterbatch and additives 辅料, packing 包材, reclaim 中间料, surfactant 表面处理剂. */
export const material = defineResource('material', {
  area: 'feeding',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(materialKinds, { required: true }),
    supplier: text(),
    supplierEn: text(),
    supplierGrade: text(),
    // Content of one bag or big bag.
    packageKg: amount({ unit: 'kg', digits: 3, min: 0 }),
    minimumKg: amount({ unit: 'kg', digits: 3, min: 0 }),
    active: flag({ default: true }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn', supplier: 'supplierEn' },
  unique: [['code']],
  filters: ['kind', 'active'],
  search: ['code', 'name', 'supplier', 'supplierGrade'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /mater/material',
    create: 'POST /mater/material',
    update: 'PUT /mater/material',
    remove: 'DELETE /mater/material',
    export: 'GET /mater/material_export',
    import: 'POST /mater/material_import',
    template: 'GET /mater/material_template',
  },
  permissions: { ...materialPermissions, export: 'rawMaterialDownload', import: materialPermissions.add },
})

/** Lots 批次 of a material. Quality releases or blocks them; a blocked or expired lot cannot be fed. */
export const materialLot = defineResource('materialLot', {
  area: 'feeding',
  fields: {
    number: text({ required: true, max: 80, format: 'code' }),
    materialId: reference('material', { required: true }),
    supplierLot: text({ max: 60 }),
    receivedOn: day({ required: true, notFuture: true }),
    expiresOn: day(),
    receivedKg: amount({ unit: 'kg', digits: 3, required: true, min: 0 }),
    leftKg: amount({ unit: 'kg', digits: 3, readonly: true, default: 0 }),
    state: choice(lotStates, { readonly: true, default: 'quarantine' }),
    decidedBy: reference('user', { readonly: true }),
    decidedAt: moment({ readonly: true }),
    reason: note({ readonly: true, max: 1000 }),
    place: text({ max: 60 }),
    documents: file({ max: 9 }),
    note: note(),
  },
  title: ['number'],
  unique: [['number']],
  filters: ['materialId', 'state', 'receivedOn', 'expiresOn', 'leftKg'],
  search: ['number', 'supplierLot', 'place'],
  dateOrder: [['receivedOn', 'expiresOn']],
  existsSince: ['receivedOn'],
  sort: '-receivedOn',
  importKey: ['number'],
  monthBooking: { dateField: 'receivedOn', bookedFields: ['materialId', 'receivedKg'] },
  inShiftPack: true,
  routes: { list: 'GET /mater/lot', create: 'POST /mater/lot', update: 'PUT /mater/lot', remove: 'DELETE /mater/lot' },
  permissions: { ...materialPermissions, add: hopperFeedPermissions, edit: ['rawMaterialEdit', 'rollInteractiveEdit'] },
})

const lotPortionFields = {
  hopperId: reference('hopper'),
  // Reclaimed pellets may have no lot.
  lotId: reference('materialLot'),
  materialId: reference('material', { required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true, min: 0 }),
} as const
/** Kilograms by lot and hopper in a roll, in waste or in material taken out of a hopper; see `rules/allocate-lots`. */
export const lotPortionsField = list(lotPortionFields, { readonly: true, max: 400 })
/**
 * Kilograms that the lot allocation found in no hopper, because a feed was not recorded. Empty until the lots of the roll
 * or waste are allocated.
 */
export const unknownKgField = amount({ unit: 'kg', digits: 3, min: 0, readonly: true })

/** 用料时间: the period in which a material ran into a line, entered by a person where scans do not show it. */
export const materialTime = defineResource('materialTime', {
  area: 'feeding',
  fields: {
    workOrderId: reference('workOrder', { required: true }),
    lineId: reference('line', { required: true }),
    kind: choice(materialKinds, { required: true }),
    materialId: reference('material', { required: true }),
    lotId: reference('materialLot'),
    hopperId: reference('hopper'),
    startsAt: moment({ required: true, notFuture: true }),
    endsAt: moment({ notFuture: true }),
    userId: reference('user', { readonly: true }),
    note: note({ max: 1000 }),
  },
  title: ['materialId', 'startsAt'],
  filters: ['workOrderId', 'lineId', 'kind', 'materialId', 'lotId', 'startsAt'],
  search: ['note'],
  sort: '-startsAt',
  inShiftPack: true,
  offlineWrites: ['create', 'update'],
  routes: {
    list: 'GET /production/material_time',
    create: 'POST /production/material_time',
    update: 'PUT /production/material_time',
    remove: 'DELETE /production/material_time',
  },
  permissions: {
    view: ['materialTimeView', 'rollInteractiveView'],
    add: 'materialTimeAdd',
    edit: 'materialTimeEdit',
    delete: 'materialTimeDelete',
  },
})
