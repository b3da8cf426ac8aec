/** Reports built from shift metrics: quality, energy, monthly output, and any dates and columns. */
import { fileOutput, defineEndpoint, XLSX_MIME, type ApiRoute } from '@/contract/endpoint'
import { amount, choice, moment, reference, series, text, list } from '@/contract/field'
import type { PermissionKey } from '@/contract/menu'
import { energyMedia } from '@/areas/energy/rules/meter-tree'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { lineStop, stopClasses } from '@/plant/contract/line-stop'
import { stopStates } from '@/plant/rules/line-stop'
import {
  formatInput,
  sheetsArea,
  columnsInput,
  reportCountField,
  reportRowFields,
  reportHoursField,
  reportKgField,
  reportLabelField,
  defineReportOutput,
  reportFilterInput,
} from './report-fields'

const reportInput = {
  ...reportFilterInput,
  ...formatInput,
  orderId: reference('workOrder'),
  productId: reference('product'),
} as const
const layoutFields = { by: series('text', { max: 20 }), columns: columnsInput } as const
const defineMetricReport = (name: string, route: ApiRoute, access: readonly PermissionKey[]) =>
  defineEndpoint(name, {
    area: sheetsArea,
    routes: route,
    access,
    effect: 'read',
    input: { ...reportInput, by: series('text', { max: 4 }) },
    output: defineReportOutput(reportRowFields, layoutFields),
    fileMime: XLSX_MIME,
  })

/** 质量报表: first checks, first pass, Q1, downgrades and waste (default: by month and line), and downgrades by defect. */
export const qualityReport = defineEndpoint('sheet.quality', {
  area: sheetsArea,
  routes: 'GET /QUALITY_REPORT',
  access: ['finishedProductsView', 'qualitySheetView'],
  effect: 'read',
  input: { ...reportInput, by: series('text', { max: 4 }) },
  output: defineReportOutput(reportRowFields, {
    ...layoutFields,
    // Metres with two defects count for each of them.
    defects: list({
      defect: choice(defectKinds),
      rolls: reportCountField,
      metres: amount({ unit: 'm', digits: 1 }),
      kg: reportKgField,
    }),
  }),
  fileMime: XLSX_MIME,
})
export const meterRow = {
  energyMeterId: reference('energyMeter'),
  meter: reportLabelField,
  place: reportLabelField,
  medium: choice(energyMedia),
  unit: text({ max: 10 }),
  used: amount({ unit: '' }),
  own: amount({ unit: '' }),
  cost: amount({ unit: 'CNY', digits: 2 }),
  estimatedPercent: amount({ unit: '%', digits: 1 }),
} as const
/** 能耗报表: all media over a period (default: by line), and the consumption of each meter. */
export const energyReport = defineEndpoint('sheet.energy', {
  area: sheetsArea,
  routes: 'GET /ENERGY_REPORT',
  access: 'energyReportView',
  effect: 'read',
  input: { ...reportInput, by: series('text', { max: 4 }) },
  output: defineReportOutput(reportRowFields, {
    ...layoutFields,
    // `own` excludes sub-meters. In units of the medium.
    meters: list(meterRow),
    // Days of meters that are not calculated yet, and hours without readings.
    uncountedDays: { ...reportCountField, required: true },
    missingHours: { ...reportCountField, required: true },
  }),
  fileMime: XLSX_MIME,
})
/** 批次能耗: electricity, gas and water of each order in a period, in total and per kilogram wound. */
export const batchEnergyReport = defineMetricReport('sheet.batchEnergy', 'GET /BATCH_ENERGY_REPORT', [
  'energyReportView',
])
/** 月产量报表: output, grades, waste, input and output, OEE by month and line (default: the last twelve months). */
export const monthlyOutputReport = defineMetricReport('sheet.monthlyOutput', 'GET /MONTHLY_OUTPUT_REPORT', [
  'finishedProductsView',
])
/** 能耗表: energy by day, shift and line, the report for a shift. */
export const shiftEnergyReport = defineMetricReport('sheet.shiftEnergy', 'GET /sheet_energy', ['energyReportView'])
/** 任意表: selected metrics by selected keys, over any business dates up to 400 days, or five years by month. */
export const customReport = defineEndpoint('sheet.atWill', {
  area: sheetsArea,
  routes: 'GET /at_will_sheet',
  access: 'anyDateSheetView',
  effect: 'read',
  input: { ...reportInput, by: series('text', { max: 4 }), columns: columnsInput },
  output: defineReportOutput(reportRowFields, layoutFields),
  fileMime: XLSX_MIME,
})
const { format: _format, ...exportInput } = reportInput
/** 任意表 as a workbook. */
export const customReportExport = defineEndpoint('sheet.atWillExport', {
  area: sheetsArea,
  routes: 'OPTIONS /at_will_sheet',
  access: 'anyDateSheetExport',
  effect: 'read',
  input: { ...exportInput, by: series('text', { max: 4 }), columns: columnsInput },
  output: fileOutput(XLSX_MIME),
})
const { endedAt, minutes, note, businessDate, shift, team } = lineStop.fields
export const stopRow = {
  businessDate,
  shift,
  team,
  lineId: reference('line'),
  line: reportLabelField,
  startedAt: moment(),
  endedAt,
  minutes,
  reason: reportLabelField,
  class: choice(stopClasses),
  state: choice(stopStates),
  source: choice(lineStop.fields.source.options),
  orderId: reference('workOrder'),
  order: reportLabelField,
  note,
  count: reportCountField,
  hours: reportHoursField,
} as const
/** 停机记录: stops that began on the business dates with their reasons, hours by class, and the number without a reason. */
export const stopReport = defineEndpoint('sheet.stops', {
  area: sheetsArea,
  routes: 'GET /STOP_RECORD',
  access: ['shutdownAnalysisView', 'anyDateSheetView'],
  effect: 'read',
  input: { ...reportFilterInput, ...formatInput },
  output: defineReportOutput(stopRow),
  fileMime: XLSX_MIME,
})
export const metricReportEndpoints = [
  qualityReport,
  energyReport,
  batchEnergyReport,
  monthlyOutputReport,
  shiftEnergyReport,
  customReport,
  customReportExport,
  stopReport,
]
