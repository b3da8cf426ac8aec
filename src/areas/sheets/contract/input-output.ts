/**
 * 投入产出表: input and output of production. Lines are derived from feeds and rolls; people add manual lines for what neither
 * contains.
 */
import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { definePresets } from '@/contract/preset'
import { defineResource, resourceOutput, type ActionContext } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { approvalSources, validateFinanceApproval, inputOutputMonthLifecycle } from '../rules/input-output'
import {
  sheetsArea,
  formatInput,
  reportCountField,
  reportKgField,
  reportLabelField,
  reportPeriodInput,
} from './report-fields'

const PERMISSIONS = {
  view: 'inputOutputSheetView',
  add: 'inputOutputSheetAdd',
  edit: 'inputOutputSheetEdit',
  delete: 'inputOutputSheetDelete',
} as const
const manualLineFields = {
  businessDate: day({ required: true }),
  lineId: reference('line', { required: true }),
  shift: text(shiftTextOptions),
  workOrderId: reference('workOrder'),
} as const
const authorFields = {
  reason: note({ required: true, max: 1000 }),
  enteredBy: reference('user', { readonly: true }),
  enteredAt: moment({ readonly: true }),
} as const
const setAuthor = (_row: unknown, { at, personId }: ActionContext) => ({ enteredBy: personId, enteredAt: at })
// Negative values subtract.
const signedKg = amount({ unit: 'kg', digits: 3, required: true, min: -1_000_000, max: 1_000_000 })

/** 手工投入: manual line for material that no feed contains, or that feeds contain too much of, with the reason. */
export const inputLine = defineResource('inputLine', {
  area: sheetsArea,
  fields: {
    ...manualLineFields,
    materialId: reference('material', { required: true }),
    lotId: reference('materialLot'),
    kg: signedKg,
    ...authorFields,
  },
  title: ['businessDate', 'materialId'],
  filters: ['businessDate', 'lineId', 'workOrderId', 'materialId'],
  search: ['reason'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  setOnCreate: setAuthor,
  routes: { list: 'GET /sheet/input_line', create: 'POST /input', update: 'PUT /input', remove: 'DELETE /input' },
  permissions: PERMISSIONS,
})
/** 手工产出: manual line for web that no roll contains, or that rolls contain too much of, with the reason. */
export const outputLine = defineResource('outputLine', {
  area: sheetsArea,
  fields: {
    ...manualLineFields,
    productId: reference('product', { required: true }),
    grade: choice(grades, { default: 'good' }),
    rolls: integer({ min: -10_000, max: 10_000, default: 0 }),
    kg: signedKg,
    ...authorFields,
  },
  title: ['businessDate', 'productId'],
  filters: ['businessDate', 'lineId', 'workOrderId', 'productId'],
  search: ['reason'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  setOnCreate: setAuthor,
  routes: { list: 'GET /sheet/output_line', create: 'POST /output', update: 'PUT /output', remove: 'DELETE /output' },
  permissions: PERMISSIONS,
})

const reportInput = { ...reportPeriodInput, lineId: reference('line'), orderId: reference('workOrder') } as const
const commonRowFields = {
  // Set for manual lines only, which can be edited.
  id: text({ max: 36 }),
  version: reportCountField,
  manual: flag({ required: true }),
  day: day({ required: true }),
  shift: text(shiftTextOptions),
  team: text(teamTextOptions),
  lineId: reference('line'),
  line: reportLabelField,
  orderId: reference('workOrder'),
  order: reportLabelField,
  kg: { ...reportKgField, required: true },
  reason: note({}),
} as const
export const inputRow = {
  ...commonRowFields,
  kind: choice(materialKinds),
  materialId: reference('material'),
  material: reportLabelField,
  lotId: reference('materialLot'),
  lot: reportLabelField,
} as const
export const outputRow = {
  ...commonRowFields,
  productId: reference('product'),
  product: reportLabelField,
  grade: choice(grades),
  rolls: reportCountField,
} as const
const reportSums = {
  from: day({ required: true }),
  to: day({ required: true }),
  cut: flag({ required: true }),
  // Sum of feeds or rolls, and sum of manual lines.
  derivedKg: { ...reportKgField, required: true },
  manualKg: { ...reportKgField, required: true },
} as const
/** 投入表: material fed by day, shift, line, order, material and lot, and manual lines. */
export const inputReport = defineEndpoint('inputLine.sheet', {
  area: sheetsArea,
  routes: 'GET /input',
  access: PERMISSIONS.view,
  effect: 'read',
  input: { ...reportInput, materialId: reference('material'), ...formatInput },
  // `packKg`: packing, which is not included in the other sums.
  output: objectOutput({
    ...reportSums,
    packKg: { ...reportKgField, required: true },
    rows: list(inputRow, { max: 20_000 }),
  }),
  fileMime: XLSX_MIME,
})
/** The input report as a workbook. */
export const inputReportExport = defineEndpoint('inputLine.file', {
  area: sheetsArea,
  routes: 'OPTIONS /input',
  access: 'inputOutputSheetExport',
  effect: 'read',
  input: { ...reportInput, materialId: reference('material') },
  output: fileOutput(XLSX_MIME),
})
/** 产出表: web off the winders by day, shift, line, order, product and grade, and manual lines. */
export const outputReport = defineEndpoint('outputLine.sheet', {
  area: sheetsArea,
  routes: 'GET /output',
  access: PERMISSIONS.view,
  effect: 'read',
  input: { ...reportInput, productId: reference('product'), ...formatInput },
  output: objectOutput({ ...reportSums, rows: list(outputRow, { max: 20_000 }) }),
  fileMime: XLSX_MIME,
})
/** The output report as a workbook. */
export const outputReportExport = defineEndpoint('outputLine.file', {
  area: sheetsArea,
  routes: 'OPTIONS /output',
  access: 'inputOutputSheetExport',
  effect: 'read',
  input: { ...reportInput, productId: reference('product') },
  output: fileOutput(XLSX_MIME),
})
const optionList = list(
  { id: text({ required: true, max: 36 }), label: { ...reportLabelField, required: true } },
  { max: 500 },
)
/** Filter options of the input report of a period: materials and lots fed, and orders fed or wound. */
export const inputReportOptions = defineEndpoint('inputLine.choices', {
  area: sheetsArea,
  routes: 'GET /input_list',
  access: PERMISSIONS.view,
  effect: 'read',
  input: reportPeriodInput,
  output: objectOutput({ orders: optionList, materials: optionList, lots: optionList }),
})

const readonlyKg = { ...reportKgField, readonly: true, default: 0 } as const
const monthField = text({ required: true, max: 7 })
const momentField = moment({ readonly: true })
const userField = reference('user', { readonly: true })
/** 投入产出月表: sums of a month, and who approved them. */
export const inputOutputMonth = defineResource('inputOutputMonth', {
  area: sheetsArea,
  fields: {
    month: monthField,
    state: choice(inputOutputMonthLifecycle.states, { readonly: true, default: 'entered' }),
    // As of the time of compilation or approval.
    inputKg: readonlyKg,
    manualInputKg: readonlyKg,
    packKg: readonlyKg,
    outputKg: readonlyKg,
    manualOutputKg: readonlyKg,
    percent: amount({ unit: '%', digits: 3, readonly: true }),
    enteredBy: userField,
    enteredAt: momentField,
    statisticalBy: userField,
    statisticalAt: momentField,
    financialBy: userField,
    financialAt: momentField,
    // Why the approvals were withdrawn: entered by a person, or because a source row changed.
    reason: note({ readonly: true, max: 1000, presets: definePresets('sheets:presets.changedSince', approvalSources) }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month', 'state'],
  sort: '-month',
  routes: { list: 'GET /sheet/input_output_months' },
  permissions: { view: ['inputOutputSheetView', 'monthClosingView'] },
})
/** 汇总: compiles the current sums of a month. */
export const rollUpMonth = defineEndpoint('inputOutputMonth.rollUp', {
  area: sheetsArea,
  routes: 'POST /input_output_month',
  access: ['inputOutputSheetAdd', 'inputOutputSheetStatisticalApprove', 'inputOutputSheetFinancialApprove'],
  effect: 'write',
  input: { month: monthField },
  output: resourceOutput(inputOutputMonth),
})
const clearedApprovals = { statisticalBy: null, statisticalAt: null, financialBy: null, financialAt: null } as const
/** 统计审核: approves the lines of the month; the sums are those at this moment. */
export const approveStatistics = defineCommand(inputOutputMonth, inputOutputMonthLifecycle, 'approveStatistics', {
  routes: 'POST /sheet/input_output_statistical',
  individualOnly: true,
  serverFields: ['inputKg', 'manualInputKg', 'packKg', 'outputKg', 'manualOutputKg', 'percent'],
  offline: false,
  apply: (_row, _input, { at: now, personId }) => ({ statisticalBy: personId, statisticalAt: now, reason: null }),
})
/** 财务审核: requires another person than the one who approved the statistics. */
export const approveFinance = defineCommand(inputOutputMonth, inputOutputMonthLifecycle, 'approveFinance', {
  routes: 'POST /sheet/input_output_financial',
  individualOnly: true,
  offline: false,
  forbiddenReason: validateFinanceApproval,
  getNotBefore: (row) => row.statisticalAt,
  apply: (_row, _input, { at: now, personId }) => ({ financialBy: personId, financialAt: now }),
})
/** 撤回审核: withdraws the approvals. */
export const takeBackMonth = defineCommand(inputOutputMonth, inputOutputMonthLifecycle, 'takeBack', {
  routes: 'POST /sheet/input_output_take_back',
  offline: false,
  input: { reason: note({ required: true, max: 1000 }) },
  apply: () => clearedApprovals,
})
const monthSums = {
  inputKg: { ...reportKgField, required: true },
  manualInputKg: { ...reportKgField, required: true },
  packKg: { ...reportKgField, required: true },
  outputKg: { ...reportKgField, required: true },
  manualOutputKg: { ...reportKgField, required: true },
  percent: amount({ unit: '%', digits: 3 }),
} as const
export const monthMaterialRow = {
  materialId: reference('material'),
  material: reportLabelField,
  kind: choice(materialKinds),
  kg: reportKgField,
  manualKg: reportKgField,
  percent: amount({ unit: '%', digits: 2 }),
} as const
export const monthProductRow = {
  productId: reference('product'),
  product: reportLabelField,
  rolls: reportCountField,
  kg: reportKgField,
  manualKg: reportKgField,
} as const
/** 月度投入产出: current sums of a month by material and product, next to the approved ones (default: last month). */
export const inputOutputMonthReport = defineEndpoint('inputOutputMonth.sheet', {
  area: sheetsArea,
  routes: 'GET /input_output_month',
  access: ['inputOutputSheetView', 'monthClosingView'],
  effect: 'read',
  input: { month: text({ max: 7 }), ...formatInput },
  output: objectOutput({
    month: monthField,
    state: choice(inputOutputMonthLifecycle.states, { required: true }),
    id: text({ max: 36 }),
    version: reportCountField,
    closed: flag({ required: true }),
    ...monthSums,
    // Sums of the shift metrics. They differ only while days wait for recalculation, or after a correction.
    figuresInputKg: reportKgField,
    figuresOutputKg: reportKgField,
    // Approved sums; empty before the approval.
    approvedInputKg: reportKgField,
    approvedOutputKg: reportKgField,
    enteredBy: reportLabelField,
    enteredAt: moment(),
    statisticalBy: reportLabelField,
    statisticalAt: moment(),
    financialBy: reportLabelField,
    financialAt: moment(),
    reason: note({}),
    materials: list(monthMaterialRow),
    products: list(monthProductRow),
  }),
  fileMime: XLSX_MIME,
})
export const inputOutputEndpoints = [
  inputReport,
  inputReportExport,
  outputReport,
  outputReportExport,
  inputReportOptions,
  rollUpMonth,
  approveStatistics,
  approveFinance,
  takeBackMonth,
  inputOutputMonthReport,
]
