import { defineCommand } from '@/contract/command'
import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { defineReport, getReportEndpoints, WHOLE_ANSWER } from '@/contract/report'
import { defineResource } from '@/contract/resource'
import { amount, choice, flag, image, moment, note, reference, references, text } from '@/contract/field'
import { MAX_PART_QUANTITY } from '@/areas/equipment/contract/record-fields'
import { isStockLow, applyMovement, toPartMovement } from '@/areas/spareParts/rules/stock'
import { PRICE_VIEW_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'

const area = 'spareParts'
/** Record kinds that list spare parts. */
const partsRecordKinds = [
  'partsRecord',
  'electricalPartsRecord',
  'pmRecord',
  'assistRecord',
  'mainLubrication',
  'slittingLubrication',
] as const
const quantityOptions = { unit: '', digits: 3 } as const
const plannedQuantityOptions = {
  ...quantityOptions,
  min: 0,
  max: MAX_PART_QUANTITY,
  rowUnit: { field: 'unit' },
} as const
/** 备件: spare parts in stock. Quantities are in the part's `unit`; only movements change them. */
export const sparePart = defineResource('sparePart', {
  area,
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(['mechanical', 'electrical', 'lubricant', 'consumable', 'other'], { default: 'mechanical' }),
    model: text(),
    maker: text(),
    makerEn: text(),
    supplier: text(),
    supplierEn: text(),
    unit: text({ required: true, max: 20 }),
    location: text(),
    quantity: amount({ ...quantityOptions, readonly: true, default: 0 }),
    minimum: amount({ ...plannedQuantityOptions, default: 0 }),
    orderUpTo: amount(plannedQuantityOptions),
    onOrder: amount({ ...plannedQuantityOptions, default: 0 }),
    unitPrice: amount({
      unit: 'CNY',
      digits: 4,
      min: 0,
      rowUnit: { pricePer: { field: 'unit' } },
      viewPermissions: [...PRICE_VIEW_PERMISSIONS, 'spareManagementAdd', 'spareManagementEdit'],
    }),
    // True if the part is on the warning list (`isStockLow`).
    low: flag({ readonly: true, default: false }),
    equipmentIds: references('equipment', { max: 200 }),
    image: image({ max: 3 }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn', maker: 'makerEn', supplier: 'supplierEn' },
  unique: [['code']],
  filters: ['kind', 'low', 'location', 'quantity', 'equipmentIds'],
  search: ['code', 'name', 'model', 'maker', 'supplier', 'location'],
  sort: 'code',
  importKey: ['code'],
  valueOrder: [['minimum', 'orderUpTo']],
  inShiftPack: true,
  deriveFields: (part) => ({ low: isStockLow(part) }),
  routes: {
    list: 'GET /spare/part',
    create: 'POST /spare/part',
    update: 'PUT /spare/part',
    remove: 'DELETE /spare/part',
    export: 'GET /spare/part_excel',
    import: 'POST /spare/part_upload',
    template: 'GET /spare/part_template',
  },
  permissions: {
    view: [
      'spareManagementView',
      'sparePartsWarningView',
      'repairWork',
      'partsRecordView',
      'equipmentRecordView',
      'lubricationRecordView',
    ],
    add: 'spareManagementAdd',
    edit: 'spareManagementEdit',
    delete: 'spareManagementDelete',
    export: 'spareManagementExport',
    import: 'spareManagementUpload',
  },
})

/** Fields of a booking. `count` carries the difference found, which may be negative; `in` and `out` are positive. */
const movementFields = {
  partId: reference('sparePart', { required: true }),
  kind: choice(['in', 'out', 'count'], { required: true }),
  quantity: amount({ ...quantityOptions, required: true, min: -MAX_PART_QUANTITY, max: MAX_PART_QUANTITY }),
  repairId: reference('repair'),
  reason: text({ max: 400 }),
  occurredAt: moment({ required: true }),
} as const
/** 备件出入库: one row per movement. A wrong movement is corrected by another movement. */
export const stockMovement = defineResource('stockMovement', {
  area,
  fields: {
    ...movementFields,
    quantityAfter: amount({ ...quantityOptions, readonly: true }),
    // Record that lists the used part; it may be deleted while its movements stay.
    recordKind: choice(partsRecordKinds, { readonly: true }),
    recordId: text({ max: 36, readonly: true, hidden: true }),
    userId: reference('user', { readonly: true }),
  },
  title: ['partId', 'occurredAt'],
  filters: ['partId', 'kind', 'repairId', 'recordKind', 'recordId', 'userId', 'occurredAt'],
  search: ['reason'],
  sort: '-occurredAt',
  routes: { list: 'GET /spare/movement', export: 'GET /spare/movement_excel' },
  permissions: { view: 'spareManagementView', export: 'spareManagementExport' },
})

/** Books a movement; only a count may take the stock below zero (`rules/stock`). */
export const moveStock = defineCommand(stockMovement, null, 'move', {
  routes: 'POST /spare/move',
  access: 'spareManagementMove',
  creates: true,
  input: movementFields,
  apply: (_row, _input, { personId }) => ({ userId: personId }),
  affects: {
    resource: sparePart,
    idInput: 'partId',
    apply(part, input) {
      const decision = applyMovement(part, toPartMovement(input))
      return decision.ok ? { quantity: decision.quantity } : {}
    },
  },
})
/**
 * Parts on the warning list: first the parts to order with the quantity, emptiest first, then parts with enough on
 * order.
 */
export const stockWarnings = defineEndpoint('sparePart.warnings', {
  area,
  routes: 'GET /spare/warnings',
  access: ['sparePartsWarningView', 'spareManagementView'],
  effect: 'read',
  input: { keyword: text({ max: 200 }) },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    code: text({ required: true }),
    name: text({ required: true }),
    unit: text({ required: true }),
    location: text(),
    quantity: amount({ ...quantityOptions, required: true }),
    minimum: amount({ ...quantityOptions, required: true }),
    onOrder: amount({ ...quantityOptions, required: true }),
    toOrder: amount({ ...quantityOptions, required: true }),
    supplier: text(),
    lastOutAt: moment(),
  }),
})
/** The stock warnings for purchasing. */
export const stockWarningReport = defineReport(stockWarnings, {
  titleKey: 'spareParts:actions.sparePart_warnings',
  tables: [
    {
      rows: WHOLE_ANSWER,
      columns: [
        'code',
        'name',
        'location',
        'unit',
        'quantity',
        'minimum',
        'onOrder',
        'toOrder',
        'supplier',
        'lastOutAt',
      ],
    },
  ],
  resources: ['sparePart', 'stockMovement'],
  workbook: {
    name: 'sparePart.warningsExcel',
    routes: 'GET /spare/warnings_excel',
    access: 'sparePartsWarningExport',
  },
})
export const sparePartEndpoints = [moveStock, ...getReportEndpoints(stockWarningReport)] as const
