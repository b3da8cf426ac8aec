/**
 * 投入产出表: input and output of production. Lines are derived from feeds and rolls; people add manual lines for the rest.
 */
import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { definePresets } from '@/contract/preset'
import { defineResource, resourceOutput, type ActionContext } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { approvedFacts, financeProblem, inputOutputMonth as life } from '../rules/input-output'
import { area, asFile, count, kg, label, period } from './sheet-fields'

const keys = {
  view: 'inputOutputSheetView',
  add: 'inputOutputSheetAdd',
  edit: 'inputOutputSheetEdit',
  delete: 'inputOutputSheetDelete',
} as const
const lineFields = {
  businessDate: day({ required: true }),
  lineId: reference('line', { required: true }),
  shift: text(shiftTextOptions),
  workOrderId: reference('workOrder'),
} as const
const byPerson = {
  reason: note({ required: true, max: 1000 }),
  enteredBy: reference('user', { readonly: true }),
  enteredAt: moment({ readonly: true }),
} as const
const entered = (_row: unknown, { at, personId }: ActionContext) => ({ enteredBy: personId, enteredAt: at })
// Negative values subtract.
const signedKg = amount({ unit: 'kg', digits: 3, required: true, min: -1_000_000, max: 1_000_000 })

/** 手工投入: manual line for material that no feed contains, or that feeds contain too much of, with the reason. */
export const inputLine = defineResource('inputLine', {
  area,
  fields: {
    ...lineFields,
    materialId: reference('material', { required: true }),
    lotId: reference('materialLot'),
    kg: signedKg,
    ...byPerson,
  },
  title: ['businessDate', 'materialId'],
  filters: ['businessDate', 'lineId', 'workOrderId', 'materialId'],
  search: ['reason'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  setOnCreate: entered,
  routes: { list: 'GET /sheet/input_line', create: 'POST /input', update: 'PUT /input', remove: 'DELETE /input' },
  permissions: keys,
})
/** 手工产出: manual line for web that no roll contains, or that rolls contain too much of, with the reason. */
export const outputLine = defineResource('outputLine', {
  area,
  fields: {
    ...lineFields,
    productId: reference('product', { required: true }),
    grade: choice(grades, { default: 'good' }),
    rolls: integer({ min: -10_000, max: 10_000, default: 0 }),
    kg: signedKg,
    ...byPerson,
  },
  title: ['businessDate', 'productId'],
  filters: ['businessDate', 'lineId', 'workOrderId', 'productId'],
  search: ['reason'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  setOnCreate: entered,
  routes: { list: 'GET /sheet/output_line', create: 'POST /output', update: 'PUT /output', remove: 'DELETE /output' },
  permissions: keys,
})

const asked = { ...period, lineId: reference('line'), orderId: reference('workOrder') } as const
const lineRow = {
  // Set for manual lines only, which can be edited.
  id: text({ max: 36 }),
  version: count,
  manual: flag({ required: true }),
  day: day({ required: true }),
  shift: text(shiftTextOptions),
  team: text(teamTextOptions),
  lineId: reference('line'),
  line: label,
  orderId: reference('workOrder'),
  order: label,
  kg: { ...kg, required: true },
  reason: note({}),
} as const
export const inputRow = {
  ...lineRow,
  kind: choice(materialKinds),
  materialId: reference('material'),
  material: label,
  lotId: reference('materialLot'),
  lot: label,
} as const
export const outputRow = {
  ...lineRow,
  productId: reference('product'),
  product: label,
  grade: choice(grades),
  rolls: count,
} as const
const sheetSums = {
  from: day({ required: true }),
  to: day({ required: true }),
  cut: flag({ required: true }),
  // Sum of feeds or rolls, and sum of manual lines.
  derivedKg: { ...kg, required: true },
  manualKg: { ...kg, required: true },
} as const
/** 投入表: material fed by day, shift, line, order, material and lot, and manual lines. */
export const inputSheet = defineEndpoint('inputLine.sheet', {
  area,
  routes: 'GET /input',
  access: keys.view,
  effect: 'read',
  input: { ...asked, materialId: reference('material'), ...asFile },
  // `packKg`: packing, which is not included in the other sums.
  output: objectOutput({ ...sheetSums, packKg: { ...kg, required: true }, rows: list(inputRow, { max: 20_000 }) }),
  fileMime: XLSX_MIME,
})
/** The same as a file. */
export const inputFile = defineEndpoint('inputLine.file', {
  area,
  routes: 'OPTIONS /input',
  access: 'inputOutputSheetExport',
  effect: 'read',
  input: { ...asked, materialId: reference('material') },
  output: fileOutput(XLSX_MIME),
})
/** 产出表: web off the winders by day, shift, line, order, product and grade, and manual lines. */
export const outputSheet = defineEndpoint('outputLine.sheet', {
  area,
  routes: 'GET /output',
  access: keys.view,
  effect: 'read',
  input: { ...asked, productId: reference('product'), ...asFile },
  output: objectOutput({ ...sheetSums, rows: list(outputRow, { max: 20_000 }) }),
  fileMime: XLSX_MIME,
})
/** The same as a file. */
export const outputFile = defineEndpoint('outputLine.file', {
  area,
  routes: 'OPTIONS /output',
  access: 'inputOutputSheetExport',
  effect: 'read',
  input: { ...asked, productId: reference('product') },
  output: fileOutput(XLSX_MIME),
})
const choiceOf = list({ id: text({ required: true, max: 36 }), label: { ...label, required: true } }, { max: 500 })
/** Filter options of the input report of a period: materials and lots fed, and orders fed or wound. */
export const inputChoices = defineEndpoint('inputLine.choices', {
  area,
  routes: 'GET /input_list',
  access: keys.view,
  effect: 'read',
  input: period,
  output: objectOutput({ orders: choiceOf, materials: choiceOf, lots: choiceOf }),
})

const figure = { ...kg, readonly: true, default: 0 } as const
const month = text({ required: true, max: 7 })
const at = moment({ readonly: true })
const who = reference('user', { readonly: true })
/** 投入产出月表: sums of a month, and who approved them. */
export const inputOutputMonth = defineResource('inputOutputMonth', {
  area,
  fields: {
    month,
    state: choice(life.states, { readonly: true, default: 'entered' }),
    // As of the time of compilation or approval.
    inputKg: figure,
    manualInputKg: figure,
    packKg: figure,
    outputKg: figure,
    manualOutputKg: figure,
    percent: amount({ unit: '%', digits: 3, readonly: true }),
    enteredBy: who,
    enteredAt: at,
    statisticalBy: who,
    statisticalAt: at,
    financialBy: who,
    financialAt: at,
    // Why the approvals were withdrawn: entered by a person, or because a source row changed.
    reason: note({ readonly: true, max: 1000, presets: definePresets('sheets:presets.changedSince', approvedFacts) }),
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
  area,
  routes: 'POST /input_output_month',
  access: ['inputOutputSheetAdd', 'inputOutputSheetStatisticalApprove', 'inputOutputSheetFinancialApprove'],
  effect: 'write',
  input: { month },
  output: resourceOutput(inputOutputMonth),
})
const unapproved = { statisticalBy: null, statisticalAt: null, financialBy: null, financialAt: null } as const
/** 统计审核: approves the lines of the month; the sums are those at this moment. */
export const approveStatistics = defineCommand(inputOutputMonth, life, 'approveStatistics', {
  routes: 'POST /sheet/input_output_statistical',
  individualOnly: true,
  serverFields: ['inputKg', 'manualInputKg', 'packKg', 'outputKg', 'manualOutputKg', 'percent'],
  offline: false,
  apply: (_row, _input, { at: now, personId }) => ({ statisticalBy: personId, statisticalAt: now, reason: null }),
})
/** 财务审核: requires another person than the one who approved the statistics. */
export const approveFinance = defineCommand(inputOutputMonth, life, 'approveFinance', {
  routes: 'POST /sheet/input_output_financial',
  individualOnly: true,
  offline: false,
  forbiddenReason: financeProblem,
  getNotBefore: (row) => row.statisticalAt,
  apply: (_row, _input, { at: now, personId }) => ({ financialBy: personId, financialAt: now }),
})
/** 撤回审核: withdraws the approvals. */
export const takeBackMonth = defineCommand(inputOutputMonth, life, 'takeBack', {
  routes: 'POST /sheet/input_output_take_back',
  offline: false,
  input: { reason: note({ required: true, max: 1000 }) },
  apply: () => unapproved,
})
const sums = {
  inputKg: { ...kg, required: true },
  manualInputKg: { ...kg, required: true },
  packKg: { ...kg, required: true },
  outputKg: { ...kg, required: true },
  manualOutputKg: { ...kg, required: true },
  percent: amount({ unit: '%', digits: 3 }),
} as const
export const monthMaterialRow = {
  materialId: reference('material'),
  material: label,
  kind: choice(materialKinds),
  kg,
  manualKg: kg,
  percent: amount({ unit: '%', digits: 2 }),
} as const
export const monthProductRow = {
  productId: reference('product'),
  product: label,
  rolls: count,
  kg,
  manualKg: kg,
} as const
/** 月度投入产出: current sums of a month by material and product, next to the approved ones (default: last month). */
export const monthSheet = defineEndpoint('inputOutputMonth.sheet', {
  area,
  routes: 'GET /input_output_month',
  access: ['inputOutputSheetView', 'monthClosingView'],
  effect: 'read',
  input: { month: text({ max: 7 }), ...asFile },
  output: objectOutput({
    month,
    state: choice(life.states, { required: true }),
    id: text({ max: 36 }),
    version: count,
    closed: flag({ required: true }),
    ...sums,
    // Sums of the shift metrics. They differ only while days wait for recalculation, or after a correction.
    figuresInputKg: kg,
    figuresOutputKg: kg,
    // Approved sums; empty before the approval.
    approvedInputKg: kg,
    approvedOutputKg: kg,
    enteredBy: label,
    enteredAt: moment(),
    statisticalBy: label,
    statisticalAt: moment(),
    financialBy: label,
    financialAt: moment(),
    reason: note({}),
    materials: list(monthMaterialRow),
    products: list(monthProductRow),
  }),
  fileMime: XLSX_MIME,
})
export const inputOutputCalls = [
  inputSheet,
  inputFile,
  outputSheet,
  outputFile,
  inputChoices,
  rollUpMonth,
  approveStatistics,
  approveFinance,
  takeBackMonth,
  monthSheet,
]
