/** Reports built from shift metrics: quality, energy, monthly output, and a report with selectable keys and columns. */
import { defineEndpoint, XLSX_MIME, type ApiRoute } from '@/contract/endpoint'
import { amount, choice, moment, reference, series, text, list } from '@/contract/field'
import type { PermissionKey } from '@/contract/menu'
import { defineReport, getReportEndpoints } from '@/contract/report'
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
  reportSources,
  restrictCostField,
  type ReportMetric,
} from './report-fields'

const reportInput = {
  ...reportFilterInput,
  ...formatInput,
  orderId: reference('workOrder'),
  productId: reference('product'),
} as const
const layoutFields = { by: series('text', { max: 20 }), columns: columnsInput } as const
/** Table whose columns the answer lists in `by` and `columns`. Each option names a field of the answer. */
const metricTable = { rows: 'rows', keyColumns: 'by', metricColumns: 'columns', totals: 'total' } as const
const getReportTexts = (key: string) => ({
  titleKey: `sheets:names.${key}`,
  chartQuestionKey: `sheets:pages.question.${key}`,
})
const defineMetricReport = (
  key: 'batchEnergy' | 'monthlyOutput' | 'energyShift',
  options: {
    name: string
    routes: ApiRoute
    access: readonly PermissionKey[]
    exportAccess: PermissionKey
    chartColumn: ReportMetric
  },
) =>
  defineReport(
    defineEndpoint(options.name, {
      area: sheetsArea,
      routes: options.routes,
      access: options.access,
      effect: 'read',
      mayLag: true,
      input: { ...reportInput, by: series('text', { max: 4 }) },
      output: defineReportOutput(reportRowFields, layoutFields),
      fileMime: XLSX_MIME,
    }),
    {
      ...getReportTexts(key),
      tables: [metricTable],
      chartColumn: options.chartColumn,
      resources: reportSources,
      exportAccess: options.exportAccess,
    },
  )

/** 质量报表: first checks, first pass, Q1, downgrades and waste (default: by month and line), and downgrades by defect. */
export const qualityReport = defineReport(
  defineEndpoint('sheet.quality', {
    area: sheetsArea,
    routes: 'GET /QUALITY_REPORT',
    access: ['finishedProductsView', 'qualitySheetView'],
    effect: 'read',
    mayLag: true,
    input: { ...reportInput, by: series('text', { max: 4 }) },
    output: defineReportOutput(reportRowFields, {
      ...layoutFields,
      // Metres with two defects count for each of them. For closed months the metrics are those of the closed books,
      // whereas `defects` shows the rolls as they are now.
      defects: list({
        defect: choice(defectKinds),
        rolls: reportCountField,
        metres: amount({ unit: 'm', digits: 1 }),
        kg: reportKgField,
      }),
    }),
    fileMime: XLSX_MIME,
  }),
  {
    ...getReportTexts('quality'),
    tables: [metricTable],
    chartColumn: 'q1Percent',
    closedMonthsKey: 'sheets:pages.closedBooks',
    resources: reportSources,
    exportAccess: ['finishedProductsExport', 'qualitySheetExport'],
  },
)
/** 能耗报表: all media over a period (default: by line), and the consumption of each meter. */
export const energyReport = defineReport(
  defineEndpoint('sheet.energy', {
    area: sheetsArea,
    routes: 'GET /ENERGY_REPORT',
    access: 'energyReportView',
    effect: 'read',
    mayLag: true,
    input: { ...reportInput, by: series('text', { max: 4 }) },
    output: defineReportOutput(reportRowFields, {
      ...layoutFields,
      // Consumption in units of the medium: `used` includes the sub-meters of the meter, `own` excludes them.
      meters: list({
        energyMeterId: reference('energyMeter'),
        meter: { ...reportLabelField, nameOf: 'energyMeterId' },
        place: { ...reportLabelField, nameOfRow: 'energyItem' },
        medium: choice(energyMedia),
        unit: text({ max: 10 }),
        used: amount({ unit: '' }),
        own: amount({ unit: '' }),
        cost: restrictCostField(amount({ unit: 'CNY', digits: 2 })),
        estimatedPercent: amount({ unit: '%', digits: 1 }),
      }),
      // Days of meters that are not calculated yet, and hours without readings.
      uncountedDays: { ...reportCountField, required: true },
      missingHours: { ...reportCountField, required: true },
    }),
    fileMime: XLSX_MIME,
  }),
  {
    ...getReportTexts('energy'),
    tables: [
      metricTable,
      {
        rows: 'meters',
        titleKey: 'sheets:pages.meters',
        columns: [
          'place',
          'meter',
          'unit',
          'used',
          'own',
          { field: 'cost', labelKey: 'contract:fields.energyCost' },
          'estimatedPercent',
        ],
      },
    ],
    chartColumn: 'kwh',
    closedMonthsKey: 'sheets:pages.closedEnergy',
    resources: reportSources,
    exportAccess: 'energyReportExport',
  },
)
/** 批次能耗: electricity, gas and water of each order in a period, in total and per kilogram wound. */
export const batchEnergyReport = defineMetricReport('batchEnergy', {
  name: 'sheet.batchEnergy',
  routes: 'GET /BATCH_ENERGY_REPORT',
  access: ['energyReportView'],
  exportAccess: 'energyReportExport',
  chartColumn: 'kwhPerKg',
})
/** 月产量报表: output, grades, waste, input and output, OEE by month and line (default: the last twelve months). */
export const monthlyOutputReport = defineMetricReport('monthlyOutput', {
  name: 'sheet.monthlyOutput',
  routes: 'GET /MONTHLY_OUTPUT_REPORT',
  access: ['finishedProductsView'],
  exportAccess: 'finishedProductsExport',
  chartColumn: 'outputKg',
})
/** 能耗表: energy of each shift (default: by day, shift and line). */
export const shiftEnergyReport = defineMetricReport('energyShift', {
  name: 'sheet.shiftEnergy',
  routes: 'GET /sheet_energy',
  access: ['energyReportView'],
  exportAccess: 'energyReportExport',
  chartColumn: 'kwh',
})
/**
 * 任意表: selected metrics per selected keys, for at most 400 days with a key such as day or order, otherwise five years.
 */
export const customReport = defineReport(
  defineEndpoint('sheet.atWill', {
    area: sheetsArea,
    routes: 'GET /at_will_sheet',
    access: 'anyDateSheetView',
    effect: 'read',
    mayLag: true,
    input: { ...reportInput, by: series('text', { max: 4 }), columns: columnsInput },
    output: defineReportOutput(reportRowFields, layoutFields),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.atWill',
    tables: [metricTable],
    resources: ['shiftFigure', 'figureCorrection'],
    workbook: { name: 'sheet.atWillExport', routes: 'OPTIONS /at_will_sheet', access: 'anyDateSheetExport' },
  },
)
const { endedAt, minutes: wholeMinutes, note, businessDate, shift, team } = lineStop.fields
export const stopRow = {
  businessDate,
  shift,
  team,
  lineId: reference('line'),
  line: { ...reportLabelField, nameOf: 'lineId' },
  startedAt: moment(),
  endedAt,
  // Minutes of the stop within the shift of the row. `wholeMinutes`: minutes of the whole stop, from its start to its
  // end, also in other shifts; empty while the line stands.
  minutes: amount({ unit: 'min', digits: 3 }),
  wholeMinutes,
  reason: { ...reportLabelField, nameOfRow: 'stopReason' },
  class: choice(stopClasses),
  state: choice(stopStates),
  source: choice(lineStop.fields.source.options),
  orderId: reference('workOrder'),
  order: { ...reportLabelField, nameOf: 'orderId' },
  note,
  count: reportCountField,
  hours: reportHoursField,
} as const
/**
 * 停机记录: stops on the business dates with their reasons, total number and total hours. A stop has a row for each shift
 * in which it lasted, with its minutes in that shift. It counts as a stop in the shift in which it began, as in the
 * metrics. Stops that began earlier and reach into the period are included. Without `lineId`, only stops of web lines
 * are listed, as in the stop analysis. Corrections of stop time have separate rows, which do not count as stops.
 */
export const stopReport = defineReport(
  defineEndpoint('sheet.stops', {
    area: sheetsArea,
    routes: 'GET /STOP_RECORD',
    access: ['shutdownAnalysisView', 'anyDateSheetView'],
    effect: 'read',
    mayLag: true,
    input: { ...reportFilterInput, ...formatInput },
    output: defineReportOutput(stopRow),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.stops',
    tables: [
      {
        rows: 'rows',
        columns: [
          'businessDate',
          'shift',
          'team',
          'line',
          'startedAt',
          'endedAt',
          'class',
          'reason',
          'order',
          'minutes',
          'wholeMinutes',
          { field: 'count', only: 'screen' },
          { field: 'note', only: 'workbook' },
        ],
        totals: 'total',
      },
    ],
    resources: ['lineStop', 'figureCorrection'],
    exportAccess: 'anyDateSheetExport',
  },
)
export const metricReportEndpoints = [
  ...getReportEndpoints(qualityReport),
  ...getReportEndpoints(energyReport),
  ...getReportEndpoints(batchEnergyReport),
  ...getReportEndpoints(monthlyOutputReport),
  ...getReportEndpoints(shiftEnergyReport),
  ...getReportEndpoints(customReport),
  ...getReportEndpoints(stopReport),
]
