import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, listOutput } from '@/contract/endpoint'
import {
  amount,
  choice,
  file,
  flag,
  image,
  integer,
  list,
  moment,
  getFieldNames,
  note,
  reference,
  text,
} from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { deriveFirstInspectionResult, deriveItemsResult, deriveProcessResult } from '@/areas/quality/rules/inspection'
import {
  buildShiftRecordFoot,
  shiftRecordFilters,
  shiftRecordFoot,
  shiftRecordHead,
} from '@/plant/contract/shift-record-fields'

const area = 'quality'
const inspectionPermissions = {
  view: ['productionInspectionView', 'jobHandoverView'],
  add: 'productionInspectionAdd',
  edit: 'productionInspectionEdit',
  delete: 'productionInspectionDelete',
  export: 'productionInspectionDownload',
} as const
/** Value or limit in the unit of its item or parameter, so the field itself has no unit. */
const valueField = amount({ unit: '', digits: 3 })
const inspectionItemFields = {
  item: text({ required: true, max: 200 }),
  result: choice(['ok', 'notOk', 'notApplicable'], { required: true }),
  value: valueField,
  unit: text({ max: 20 }),
  note: text({ max: 400 }),
} as const
const itemListOptions = { required: true, max: 100, entryKey: 'item' } as const
const itemList = list(inspectionItemFields, itemListOptions)
/** Items of a first inspection with the limits that applied when they were measured; see `rules/first-inspection`. */
const itemListWithLimits = list(
  { ...inspectionItemFields, low: valueField, target: valueField, high: valueField },
  itemListOptions,
)
const inspectionOptions = {
  filters: [...shiftRecordFilters, 'result'],
  search: ['note'],
  sort: '-businessDate',
  inShiftPack: true,
  offlineWrites: ['create', 'update'],
  title: ['businessDate', 'team'],
  permissions: inspectionPermissions,
  setOnCreate: buildShiftRecordFoot,
} as const

/** 日常点检: daily inspection of a line by its crew. */
export const dailyInspection = defineResource('dailyInspection', {
  area,
  ...inspectionOptions,
  fields: {
    ...shiftRecordHead,
    items: itemList,
    result: choice(['ok', 'notOk'], { readonly: true }),
    ...shiftRecordFoot,
  },
  deriveFields: (row) => ({ result: deriveItemsResult(row.items) }),
  routes: {
    list: 'GET /production_form/daily_inspection',
    create: 'POST /production_form/daily_inspection',
    update: 'PUT /production_form/daily_inspection',
    export: 'GET /production_form/daily_inspection_excel',
  },
})
/** 岗位点检: inspection of one station by its operator. */
export const postInspection = defineResource('postInspection', {
  area,
  ...inspectionOptions,
  fields: {
    ...shiftRecordHead,
    post: text({ required: true, max: 60 }),
    items: itemList,
    result: choice(['ok', 'notOk'], { readonly: true }),
    ...shiftRecordFoot,
  },
  deriveFields: (row) => ({ result: deriveItemsResult(row.items) }),
  routes: {
    list: 'GET /production_form/post_inspection',
    create: 'POST /production_form/post_inspection',
    update: 'PUT /production_form/post_inspection',
    export: 'GET /production_form/post_inspection_excel',
  },
})
/** Removes a daily inspection or the inspection of a station. */
export const removeInspection = defineEndpoint('dailyInspection.removeEither', {
  area,
  routes: 'DELETE /production_form/delete_inspection_record_table',
  access: inspectionPermissions.delete,
  effect: 'write',
  input: { id: text({ required: true, max: 36 }), version: integer({ min: 1 }) },
})

const measuredValueList = list(
  {
    key: text({ required: true, max: 40 }),
    label: text({ required: true }),
    unit: text({ max: 20 }),
    actual: valueField,
    // Limits of the standard at the time of measuring.
    low: valueField,
    target: valueField,
    high: valueField,
  },
  { required: true, max: 100, entryKey: 'key' },
)
const processInspectionFields = {
  ...shiftRecordHead,
  workOrderId: reference('workOrder', { required: true }),
  processStandardId: reference('processStandard', { readonly: true }),
  measuredAt: moment({ notFuture: true }),
  values: measuredValueList,
  // Number of values outside their limits.
  outOfLimits: integer({ readonly: true, default: 0 }),
  result: choice(['ok', 'notOk', 'noStandard'], { readonly: true }),
  ...shiftRecordFoot,
} as const
/** 工艺检查 1: parameters of the main line, compared with the standard. */
export const processInspection1 = defineResource('processInspection1', {
  area,
  ...inspectionOptions,
  fields: processInspectionFields,
  deriveFields: deriveProcessResult,
  routes: {
    list: 'GET /production/craft_inspection_1',
    create: 'POST /production/craft_inspection_1',
    export: 'GET /production/craft_inspection_1_excel',
  },
})
/** 工艺检查 2: parameters of slitting, compared with the standard. */
export const processInspection2 = defineResource('processInspection2', {
  area,
  ...inspectionOptions,
  fields: processInspectionFields,
  deriveFields: deriveProcessResult,
  routes: {
    list: 'GET /production/craft_inspection_2',
    create: 'POST /production/craft_inspection_2',
    export: 'GET /production/craft_inspection_2_excel',
  },
})
const parameterListOutput = listOutput({
  key: text({ required: true, max: 40 }),
  label: text({ required: true }),
  unit: text({ max: 20 }),
  low: amount({ unit: '' }),
  target: amount({ unit: '' }),
  high: amount({ unit: '' }),
  last: amount({ unit: '' }),
})
/** Parameters of the main line that the standard of an order asks for, with the last measured value. */
export const processParameters1 = defineEndpoint('processInspection1.parameters', {
  area,
  routes: 'GET /production/craft_1',
  access: inspectionPermissions.view,
  effect: 'read',
  input: { workOrderId: reference('workOrder'), lineId: reference('line') },
  output: parameterListOutput,
})
/** Parameters of slitting that the standard of an order asks for, with the last measured value. */
export const processParameters2 = defineEndpoint('processInspection2.parameters', {
  area,
  routes: 'GET /production/craft_2',
  access: inspectionPermissions.view,
  effect: 'read',
  input: { workOrderId: reference('workOrder'), lineId: reference('line') },
  output: parameterListOutput,
})

/** 检验时间: when an inspection is due, and when it was done. */
export const inspectionTime = defineResource('inspectionTime', {
  area,
  fields: {
    ...shiftRecordHead,
    inspection: choice(['daily', 'post', 'process1', 'process2', 'first'], { required: true }),
    dueAt: moment({ required: true }),
    doneAt: moment({ notFuture: true }),
    userId: reference('user', { readonly: true }),
    note: note({ max: 1000 }),
  },
  title: ['inspection', 'dueAt'],
  unique: [['lineId', 'inspection', 'dueAt']],
  filters: [...shiftRecordFilters, 'inspection', 'dueAt', 'doneAt'],
  search: ['note'],
  sort: '-dueAt',
  inShiftPack: true,
  offlineWrites: ['create', 'update'],
  routes: {
    list: 'GET /production/inspection_time',
    create: 'POST /production/inspection_time',
    update: 'PUT /production/inspection_time',
  },
  permissions: inspectionPermissions,
})
/** 首检: inspection of the first roll of an order, with photos. */
export const firstInspection = defineResource('firstInspection', {
  area,
  fields: {
    ...shiftRecordHead,
    workOrderId: reference('workOrder', { required: true }),
    jumboRollId: reference('jumboRoll'),
    items: itemListWithLimits,
    result: choice(['ok', 'notOk'], { required: true }),
    // True if the result releases the production of the order.
    released: flag({ default: false }),
    ...shiftRecordFoot,
    images: image({ max: 9 }),
  },
  title: ['workOrderId', 'businessDate'],
  filters: [...shiftRecordFilters, 'result', 'workOrderId', 'jumboRollId'],
  search: ['note'],
  sort: '-businessDate',
  inShiftPack: true,
  deriveFields: deriveFirstInspectionResult,
  routes: { list: 'GET /production/first_inspection', export: 'GET /production/first_inspection_excel' },
  permissions: inspectionPermissions,
})
/** Enters a first inspection. A form sends the photos at once; a phone may send them later. */
export const addFirstInspection = defineCommand(firstInspection, null, 'add', {
  routes: 'POST /production/first_inspection',
  access: inspectionPermissions.add,
  creates: true,
  body: 'multipart',
  serverFields: ['businessDate', 'shift', 'team', 'images'],
  // The phone may have outdated limits, so the server judges the items again.
  provisionalFields: ['items', 'result', 'released'],
  writes: [...getFieldNames(shiftRecordHead), 'jumboRollId', 'items', 'result', 'images', 'note'],
  input: { image: file({ max: 9 }) },
  apply: (row, _input, context) => buildShiftRecordFoot(row, context),
})
/** One photo of a first inspection. */
export const firstInspectionImage = defineEndpoint('firstInspection.image', {
  area,
  routes: 'GET /production/fi_image',
  access: inspectionPermissions.view,
  effect: 'read',
  input: { id: reference('firstInspection', { required: true }), index: integer({ min: 0, max: 8 }) },
  output: fileOutput('image/*'),
})
export const productionInspectionResources = [
  dailyInspection,
  postInspection,
  processInspection1,
  processInspection2,
  inspectionTime,
  firstInspection,
] as const
export const productionInspectionEndpoints = [
  removeInspection,
  processParameters1,
  processParameters2,
  addFirstInspection,
  firstInspectionImage,
] as const
