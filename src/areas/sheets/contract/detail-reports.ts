/** Reports built from the rows of other areas: material, finished products, working hours. */
import { fileOutput, defineEndpoint, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, note, reference, series, text } from '@/contract/field'
import { defineReport, getReportEndpoints } from '@/contract/report'
import { defineResource, resourceOutput, type ActionContext } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { grades } from '@/areas/rolls/rules/grade'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import {
  sheetsArea,
  formatInput,
  reportCountField,
  reportHoursField,
  storedSumsFields,
  groupKeyFields,
  reportKgField,
  reportLabelField,
  reportPeriodInput,
  defineReportOutput,
  reportSources,
  reportFilterInput,
} from './report-fields'

const groupByField = series('text', { max: 5 })
const materialInput = {
  ...reportFilterInput,
  by: groupByField,
  kind: choice(materialKinds),
  orderId: reference('workOrder'),
} as const
export const materialRow = {
  ...groupKeyFields,
  kind: choice(materialKinds),
  materialId: reference('material'),
  material: { ...reportLabelField, nameOf: 'materialId' },
  lotId: reference('materialLot'),
  lot: { ...reportLabelField, nameOf: 'lotId' },
  kg: reportKgField,
  // Share of all material fed in the selection, packing excluded.
  percent: amount({ unit: '%', digits: 2 }),
  feeds: reportCountField,
  // Set for manual corrections of the metric `fedKg`, which name no material.
  origin: choice(['correction']),
} as const
/**
 * 物料消耗表: material fed less returns, by kind, material, lot, order, shift, day or month (default: kind and material),
 * with the corrections of the metric.
 */
export const materialReport = defineReport(
  defineEndpoint('sheet.material', {
    area: sheetsArea,
    routes: 'GET /material_consumption_sheet',
    access: 'materialReportView',
    effect: 'read',
    mayLag: true,
    input: { ...materialInput, ...formatInput },
    output: defineReportOutput(materialRow, {
      by: groupByField,
      ...storedSumsFields,
      // Part of the total that comes from manual corrections of the metric `fedKg`.
      correctedKg: reportKgField,
    }),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.material',
    tables: [{ rows: 'rows', keyColumns: 'by', columns: ['kg', 'percent', 'feeds', 'origin'], totals: 'total' }],
    chartColumn: 'kg',
    chartQuestionKey: 'sheets:pages.question.material',
    resources: reportSources,
    exportAccess: 'materialReportExport',
  },
)
const finishedInput = {
  ...reportFilterInput,
  by: groupByField,
  productId: reference('product'),
  orderId: reference('workOrder'),
  grade: choice(grades),
} as const
export const finishedRow = {
  ...groupKeyFields,
  widthMm: integer({ unit: 'mm' }),
  grade: choice(grades),
  packageId: reference('package'),
  package: { ...reportLabelField, nameOf: 'packageId' },
  rolls: reportCountField,
  kg: reportKgField,
  metres: amount({ unit: 'm', digits: 1 }),
  squareMetres: amount({ unit: 'm²', digits: 1 }),
  unweighed: reportCountField,
} as const
/** 成品表: finished rolls by product, width, grade, order or package (default: product, width and grade). */
export const finishedReport = defineReport(
  defineEndpoint('sheet.finished', {
    area: sheetsArea,
    routes: 'GET /finished_product',
    access: 'finishedProductsView',
    effect: 'read',
    mayLag: true,
    input: { ...finishedInput, ...formatInput },
    output: defineReportOutput(finishedRow, {
      by: groupByField,
      ...storedSumsFields,
      // Slitter output of the same selection. It includes rolls that were later reworked, scrapped or recycled.
      slitOutputKg: reportKgField,
    }),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.finished',
    closedMonthsKey: 'plant:report.closedMonths',
    tables: [
      {
        rows: 'rows',
        keyColumns: 'by',
        columnByKey: { width: 'widthMm' },
        columns: ['rolls', 'kg', 'metres', 'squareMetres', 'unweighed'],
        totals: 'total',
      },
    ],
    chartColumn: 'kg',
    chartQuestionKey: 'sheets:pages.question.finished',
    resources: reportSources,
    workbook: {
      name: 'sheet.finishedExport',
      routes: 'GET /finished_product/export',
      access: 'finishedProductsExport',
    },
  },
)
/**
 * 工时更正: adds or subtracts hours of a shift, with a reason, where the signed handovers are wrong. A correction can be
 * removed but not changed.
 */
export const hoursCorrection = defineResource('hoursCorrection', {
  area: sheetsArea,
  fields: {
    businessDate: day({ required: true }),
    lineId: reference('line', { required: true }),
    shift: text({ ...shiftTextOptions, required: true }),
    // Defaults to the team on that shift by the calendar.
    team: text(teamTextOptions),
    userId: reference('user'),
    // Negative values subtract.
    hours: amount({ unit: 'h', digits: 2, required: true, min: -480, max: 480 }),
    reason: note({ required: true, max: 1000 }),
    enteredBy: reference('user', { readonly: true }),
    enteredAt: moment({ readonly: true }),
  },
  title: ['businessDate', 'shift'],
  filters: ['businessDate', 'lineId', 'shift', 'team', 'userId'],
  search: ['reason'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  setOnCreate: (_row, { at, personId }: ActionContext) => ({ enteredBy: personId, enteredAt: at }),
  routes: {
    list: 'GET /sheet/hours_correction',
    create: 'POST /time_sheets',
    remove: 'DELETE /sheet/hours_correction',
  },
  permissions: { view: 'workHoursView', add: 'workHoursAdd', delete: 'workHoursDelete' },
})
export const hoursRow = {
  ...groupKeyFields,
  userId: reference('user'),
  person: { ...reportLabelField, nameOf: 'userId' },
  // `shifts` counts the shifts in which somebody of the group worked, `people` counts each person of the group once.
  shifts: reportCountField,
  people: reportCountField,
  signedHours: reportHoursField,
  correctedHours: reportHoursField,
  hours: reportHoursField,
} as const
/**
 * 工时表: people in signed handovers × length of the shift, absent people excluded, plus corrections (default: by person
 * and team).
 */
export const hoursReport = defineReport(
  defineEndpoint('sheet.hours', {
    area: sheetsArea,
    routes: 'GET /time_sheets',
    access: 'workHoursView',
    effect: 'read',
    mayLag: true,
    input: { ...reportFilterInput, by: groupByField, userId: reference('user'), ...formatInput },
    output: defineReportOutput(hoursRow, { by: groupByField }),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.hours',
    tables: [
      {
        rows: 'rows',
        keyColumns: 'by',
        columns: ['shifts', 'people', 'signedHours', 'correctedHours', 'hours'],
        totals: 'total',
      },
    ],
    chartColumn: 'hours',
    chartQuestionKey: 'sheets:pages.question.hours',
    resources: reportSources,
    workbook: { name: 'sheet.hoursExport', routes: 'GET /time_sheets/export', access: 'workHoursExport' },
  },
)
export const storedReportKinds = ['material', 'finished', 'energy'] as const
/** 存档表: sums of a report that somebody stored. Compared with the current sums they reveal later changes. */
export const storedReport = defineResource('keptSheet', {
  area: sheetsArea,
  fields: {
    kind: choice(storedReportKinds, { required: true, readonly: true }),
    from: day({ required: true }),
    to: day({ required: true }),
    lineId: reference('line'),
    note: note({ max: 1000 }),
    sums: list(
      { name: text({ required: true, max: 40 }), value: amount({ unit: '', digits: 3 }) },
      { readonly: true, max: 30 },
    ),
    keptBy: reference('user', { readonly: true }),
    keptAt: moment({ readonly: true }),
  },
  title: ['kind', 'from', 'to'],
  filters: ['kind', 'from', 'to', 'lineId'],
  sort: '-keptAt',
  routes: { list: 'GET /sheet/kept' },
  permissions: { view: ['materialReportView', 'finishedProductsView', 'energyReportView'] },
})
const defineStoreEndpoint = (
  name: string,
  route: 'POST /material_consumption_sheet' | 'POST /finished_product' | 'POST /sheet_energy',
  access: string,
) =>
  defineEndpoint(name, {
    area: sheetsArea,
    routes: route,
    access,
    effect: 'write',
    input: { ...reportPeriodInput, lineId: reference('line'), note: note({ max: 1000 }) },
    output: resourceOutput(storedReport),
  })
/** 生成: stores the current sums of the material report of a period. */
export const storeMaterialReport = defineStoreEndpoint(
  'keptSheet.keepMaterial',
  'POST /material_consumption_sheet',
  'materialReportEdit',
)
/** 生成: stores the current sums of the report of finished products. */
export const storeFinishedReport = defineStoreEndpoint(
  'keptSheet.keepFinished',
  'POST /finished_product',
  'finishedProductsEdit',
)
/** 生成: stores the current sums of the energy report. */
export const storeEnergyReport = defineStoreEndpoint('keptSheet.keepEnergy', 'POST /sheet_energy', 'energyReportEdit')
export const reportKinds = [
  'material',
  'finished',
  'hours',
  'energy',
  'energyShift',
  'batchEnergy',
  'monthlyOutput',
  'quality',
  'stops',
] as const
/** Any report as a workbook; `sheet` is the kind of report. */
export const reportExport = defineEndpoint('sheet.export', {
  area: sheetsArea,
  routes: 'GET /sheet/export',
  access: [
    'materialReportExport',
    'finishedProductsExport',
    'energyReportExport',
    'workHoursExport',
    'anyDateSheetExport',
    'qualitySheetExport',
  ],
  effect: 'read',
  mayLag: true,
  input: { ...reportFilterInput, sheet: choice(reportKinds), by: groupByField },
  output: fileOutput(XLSX_MIME),
})
export const detailReportEndpoints = [
  ...getReportEndpoints(materialReport),
  ...getReportEndpoints(finishedReport),
  ...getReportEndpoints(hoursReport),
  storeMaterialReport,
  storeFinishedReport,
  storeEnergyReport,
  reportExport,
]
