import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { calculateTotalKg } from '@/areas/handover/rules/production-records'
import {
  shiftTextOptions,
  teamTextOptions,
  buildShiftRecordFoot,
  shiftRecordFilters,
  shiftRecordFoot,
  shiftRecordHead,
} from '@/plant/contract/shift-record-fields'

const area = 'handover'
const recordPermissions = {
  view: ['productionSheetView', 'informationTransferView', 'jobHandoverView'],
  add: 'productionSheetAdd',
  edit: 'productionSheetEdit',
  delete: 'productionSheetDelete',
  export: 'productionSheetDownload',
} as const
const transferPermissions = {
  view: ['informationTransferView', 'productionSheetView'],
  add: 'informationTransferAdd',
  edit: 'informationTransferEdit',
  delete: 'informationTransferDelete',
} as const
const kgField = amount({ unit: 'kg', digits: 3, min: 0 })
/** More than any line makes in a shift. */
const MAX_ROLLS_PER_SHIFT = 10_000
const recordOptions = {
  filters: shiftRecordFilters,
  search: ['note'],
  sort: '-businessDate',
  inShiftPack: true,
  offlineWrites: ['create', 'update'],
  title: ['businessDate', 'team'],
  setOnCreate: buildShiftRecordFoot,
} as const

/** 生产过程记录: events of a shift, hour by hour. */
export const processRecord = defineResource('processRecord', {
  area,
  ...recordOptions,
  permissions: recordPermissions,
  fields: {
    ...shiftRecordHead,
    occurredAt: moment({ required: true, notFuture: true }),
    kind: choice(['start', 'parameter', 'change', 'quality', 'event', 'end'], { required: true }),
    description: note({ required: true, max: 2000 }),
    // Action taken, 措施.
    measure: note({ max: 2000 }),
    ...shiftRecordFoot,
  },
  search: ['description', 'measure', 'note'],
  sort: '-occurredAt',
  filters: [...shiftRecordFilters, 'kind', 'occurredAt'],
  routes: {
    // The specification spells two of the paths `pecord`.
    list: 'GET /production_form/production_process_pecord',
    create: 'POST /production_form/production_process_pecord',
    update: 'PUT /production_form/production_process_record',
    export: 'GET /production_form/process_record_excel',
  },
})
/** 产品转换: change from one order or product to the next, with time and material used. */
export const productConversion = defineResource('productConversion', {
  area,
  ...recordOptions,
  permissions: transferPermissions,
  fields: {
    ...shiftRecordHead,
    // Empty if the line had no order before.
    fromOrderId: reference('workOrder'),
    toOrderId: reference('workOrder', { required: true }),
    startsAt: moment({ required: true, notFuture: true }),
    endsAt: moment({ notFuture: true }),
    wasteKg: kgField,
    changes: note({ max: 2000 }),
    ...shiftRecordFoot,
  },
  search: ['changes', 'note'],
  filters: [...shiftRecordFilters, 'fromOrderId', 'toOrderId', 'startsAt'],
  dateOrder: [['startsAt', 'endsAt']],
  sort: '-startsAt',
  routes: {
    list: 'GET /production_form/product_conversion',
    create: 'POST /production_form/product_conversion',
    update: 'PUT /production_form/product_conversion',
  },
})
/** 产品信息: what the operators must know about an upcoming product. */
export const productInfo = defineResource('productInfo', {
  area,
  ...recordOptions,
  permissions: transferPermissions,
  fields: {
    ...shiftRecordHead,
    productId: reference('product', { required: true }),
    requirements: note({ required: true, max: 4000 }),
    packing: note({ max: 2000 }),
    validFrom: day(),
    validTo: day(),
    ...shiftRecordFoot,
  },
  search: ['requirements', 'packing', 'note'],
  filters: [...shiftRecordFilters, 'productId', 'validFrom', 'validTo'],
  dateOrder: [['validFrom', 'validTo']],
  routes: {
    list: 'GET /production_form/product_info',
    create: 'POST /production_form/product_info',
    update: 'PUT /production_form/product_info',
  },
})
/** 班组产量汇总: output of a team in a shift. Metrics come from the rolls; corrections need a reason. */
export const teamSummary = defineResource('teamSummary', {
  area,
  ...recordOptions,
  permissions: recordPermissions,
  fields: {
    ...shiftRecordHead,
    jumboRolls: integer({ min: 0, max: MAX_ROLLS_PER_SHIFT }),
    slitRolls: integer({ min: 0, max: MAX_ROLLS_PER_SHIFT }),
    goodKg: kgField,
    downgradedKg: kgField,
    wasteKg: kgField,
    fedKg: kgField,
    stopMinutes: amount({ unit: 'min', digits: 1, min: 0 }),
    correction: note({ max: 1000 }),
    ...shiftRecordFoot,
  },
  unique: [['lineId', 'workOrderId', 'businessDate', 'shift']],
  search: ['correction', 'note'],
  routes: {
    list: 'GET /production_form/team_product_summary',
    create: 'POST /production_form/team_product_summary',
    update: 'PUT /production_form/team_product_summary',
    remove: 'DELETE /production_form/team_product_summary',
    export: 'GET /production_form/team_product_summary_excel',
  },
})
/** Calculated summary of a shift before it is stored. */
export const teamSummaryPreview = defineEndpoint('teamSummary.preview', {
  area,
  routes: 'GET /production_form/team_product_summary_preview',
  access: recordPermissions.view,
  effect: 'read',
  input: { lineId: reference('line'), businessDate: day(), shift: text(shiftTextOptions) },
  output: listOutput({
    workOrderId: reference('workOrder'),
    number: text({ max: 60, nameOf: 'workOrderId' }),
    team: text(teamTextOptions),
    jumboRolls: integer({ required: true }),
    slitRolls: integer({ required: true }),
    goodKg: amount({ unit: 'kg', required: true }),
    downgradedKg: amount({ unit: 'kg', required: true }),
    wasteKg: amount({ unit: 'kg', required: true }),
    fedKg: amount({ unit: 'kg', required: true }),
    stopMinutes: amount({ unit: 'min', required: true }),
  }),
})
/** 废料处理: waste of a team by kind, weighed and then checked by another person. */
export const wasteDisposal = defineResource('wasteDisposal', {
  area,
  ...recordOptions,
  permissions: recordPermissions,
  fields: {
    ...shiftRecordHead,
    lines: list(
      {
        kind: choice(['edgeTrim', 'offGrade', 'purge', 'startUp', 'packing', 'other'], { required: true }),
        kg: { ...kgField, required: true },
        destination: choice(['pellets', 'sold', 'disposed', 'hopper'], { required: true }),
      },
      { required: true, max: 40 },
    ),
    totalKg: { ...kgField, readonly: true },
    state: choice(['entered', 'checked', 'disputed'], { readonly: true, default: 'entered' }),
    checkedBy: reference('user', { readonly: true }),
    checkedAt: moment({ readonly: true }),
    checkNote: note({ readonly: true, max: 1000 }),
    ...shiftRecordFoot,
  },
  filters: [...shiftRecordFilters, 'state'],
  deriveFields: ({ lines }) => ({ totalKg: calculateTotalKg(lines) }),
  // A change, e.g. after a dispute, requires a new check.
  setOnUpdate: () => ({ state: 'entered', checkedBy: null, checkedAt: null }),
  routes: {
    list: 'GET /production_form/team_waste_disposal',
    create: 'POST /production_form/team_waste_disposal',
    update: 'PUT /production_form/team_waste_disposal',
    remove: 'DELETE /production_form/team_waste_disposal',
    export: 'GET /production_form/team_waste_disposal_excel',
  },
})
/** Confirms another person's waste record or disputes it with a note. Nobody may check their own record. */
export const checkWaste = defineEndpoint('wasteDisposal.check', {
  area,
  routes: 'POST /production_form/team_waste_disposal_check',
  access: ['productionSheetEdit', 'jobHandoverEdit'],
  effect: 'write',
  input: {
    id: reference('wasteDisposal', { required: true }),
    version: integer({ min: 1 }),
    state: choice(['checked', 'disputed'], { required: true }),
    note: note({ max: 1000 }),
  },
  output: resourceOutput(wasteDisposal),
})
/** 岗位时间: who worked at which station from when to when. */
export const postTime = defineResource('postTime', {
  area,
  ...recordOptions,
  permissions: recordPermissions,
  fields: {
    ...shiftRecordHead,
    post: text({ required: true, max: 60 }),
    personId: reference('user', { required: true }),
    startsAt: moment({ required: true }),
    endsAt: moment(),
    ...shiftRecordFoot,
  },
  filters: [...shiftRecordFilters, 'post', 'personId', 'startsAt'],
  search: ['post', 'note'],
  dateOrder: [['startsAt', 'endsAt']],
  sort: '-startsAt',
  routes: {
    list: 'GET /production_form/post_time',
    create: 'POST /production_form/post_time',
    update: 'PUT /production_form/post_time',
  },
})
export const productionRecords = [
  processRecord,
  productConversion,
  productInfo,
  teamSummary,
  wasteDisposal,
  postTime,
] as const
export const productionRecordEndpoints = [teamSummaryPreview, checkWaste] as const
