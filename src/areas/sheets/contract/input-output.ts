/**
 * 投入产出表: input and output of production. Lines are derived from feeds and rolls; people add manual lines for amounts
 * that neither contains.
 */
import { defineReport, getReportEndpoints } from '@/contract/report'
import { defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, type ActionContext } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { grades } from '@/areas/rolls/rules/grade'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
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

/**
 * 手工投入: manual line of the input report, with a reason. It adds material that was not recorded as fed, or subtracts
 * material that was recorded but not fed.
 */
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
/**
 * 手工产出: manual line of the output report, with a reason. It adds web that was not recorded as rolls, or subtracts web
 * that was recorded but not wound.
 */
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
  // `id` and `version` are set for manual lines only; a client needs them to edit the line.
  id: text({ max: 36 }),
  version: reportCountField,
  manual: flag({ required: true }),
  // Set for a correction of the metrics, which names no material, product or lot.
  origin: choice(['correction']),
  day: day({ required: true }),
  shift: text(shiftTextOptions),
  team: text(teamTextOptions),
  lineId: reference('line'),
  line: { ...reportLabelField, nameOf: 'lineId' },
  orderId: reference('workOrder'),
  order: { ...reportLabelField, nameOf: 'orderId' },
  kg: { ...reportKgField, required: true },
  reason: note({}),
} as const
export const inputRow = {
  ...commonRowFields,
  kind: choice(materialKinds),
  materialId: reference('material'),
  material: { ...reportLabelField, nameOf: 'materialId' },
  lotId: reference('materialLot'),
  lot: { ...reportLabelField, nameOf: 'lotId' },
} as const
export const outputRow = {
  ...commonRowFields,
  productId: reference('product'),
  product: { ...reportLabelField, nameOf: 'productId' },
  grade: choice(grades),
  rolls: reportCountField,
} as const
/** First columns of both reports. */
const firstColumns = ['day', 'shift', { field: 'team', only: 'workbook' }, 'line', 'order'] as const
const rowSources = ['inputLine', 'outputLine', 'feed', 'jumboRoll', 'figureCorrection'] as const
const commonAnswerFields = {
  from: day({ required: true }),
  to: day({ required: true }),
  closedMonths: closedMonthsField,
  // True if rows beyond the maximum were left out.
  cut: flag({ required: true }),
  // `derivedKg` sums the feeds or rolls, `correctedKg` the corrections of the metrics, `manualKg` the manual lines. The
  // first two add up to the metric.
  derivedKg: { ...reportKgField, required: true },
  correctedKg: { ...reportKgField, required: true },
  manualKg: { ...reportKgField, required: true },
} as const
/** The total of the column `kg` adds these sums. Packing is not included. */
const columnTotals = { kg: ['derivedKg', 'correctedKg', 'manualKg'] } as const
/** 投入表: material fed per day, shift, line, order, material and lot, corrections of the metric, and manual lines. */
export const inputReport = defineReport(
  defineEndpoint('inputLine.sheet', {
    area: sheetsArea,
    routes: 'GET /input',
    access: PERMISSIONS.view,
    effect: 'read',
    mayLag: true,
    input: { ...reportInput, materialId: reference('material'), ...formatInput },
    output: objectOutput({
      ...commonAnswerFields,
      // Packing, which the other sums do not include.
      packKg: { ...reportKgField, required: true },
      rows: list(inputRow, { max: 20_000 }),
    }),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.input',
    tables: [
      {
        rows: 'rows',
        columns: [...firstColumns, 'kind', 'material', 'lot', 'kg', 'manual', 'origin', 'reason'],
        totals: columnTotals,
      },
    ],
    resources: rowSources,
    workbook: { name: 'inputLine.file', routes: 'OPTIONS /input', access: 'inputOutputSheetExport' },
  },
)
/**
 * 产出表: web that was wound by day, shift, line, order, product and grade, corrections of the metric, and manual lines.
 */
export const outputReport = defineReport(
  defineEndpoint('outputLine.sheet', {
    area: sheetsArea,
    routes: 'GET /output',
    access: PERMISSIONS.view,
    effect: 'read',
    mayLag: true,
    input: { ...reportInput, productId: reference('product'), ...formatInput },
    output: objectOutput({ ...commonAnswerFields, rows: list(outputRow, { max: 20_000 }) }),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.output',
    closedMonthsKey: 'plant:report.closedMonths',
    tables: [
      {
        rows: 'rows',
        columns: [...firstColumns, 'product', 'grade', 'rolls', 'kg', 'manual', 'origin', 'reason'],
        totals: columnTotals,
      },
    ],
    resources: rowSources,
    workbook: { name: 'outputLine.file', routes: 'OPTIONS /output', access: 'inputOutputSheetExport' },
  },
)
const optionList = list(
  { id: text({ required: true, max: 36 }), label: { ...reportLabelField, required: true } },
  { max: 500 },
)
/** Filter options of the input report of a period: materials and lots fed, and orders with feeds or rolls. */
export const inputReportOptions = defineEndpoint('inputLine.choices', {
  area: sheetsArea,
  routes: 'GET /input_list',
  access: PERMISSIONS.view,
  effect: 'read',
  input: reportPeriodInput,
  output: objectOutput({ orders: optionList, materials: optionList, lots: optionList }),
})
export const inputOutputEndpoints = [
  ...getReportEndpoints(inputReport),
  ...getReportEndpoints(outputReport),
  inputReportOptions,
]
