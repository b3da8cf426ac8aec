import { closedMonthsField } from '@/plant/contract/report-columns'
import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { fileOutput, defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text } from '@/contract/field'
import { defineReport, WHOLE_ANSWER } from '@/contract/report'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { MAX_STATISTIC_GROUPS, statisticMetrics, statisticKeys } from '@/areas/slitting/rules/roll-statistics'
import { grades } from '@/areas/rolls/rules/grade'
import { requiredKgField, stockViewPermissions } from './stock-endpoints'

/**
 * `rows` and `columns` are the dimensions of the table axes; the output returns them as `rowsBy` and `columnsBy`.
 * `lineId` selects the rolls slit on a line, as in all calls with metrics of slit rolls; `slitterId` is another name of
 * it.
 */
const statisticsInput = {
  rows: choice(statisticKeys),
  columns: choice(statisticKeys),
  from: day(),
  to: day(),
  productId: reference('product'),
  customerId: reference('customer'),
  workOrderId: reference('workOrder'),
  lineId: reference('line'),
  slitterId: reference('line'),
  windingLineId: reference('line'),
  team: text(teamTextOptions),
  shift: text({ max: 20 }),
  grade: choice(grades),
  widthMm: integer({ unit: 'mm', min: 1, max: 10_000 }),
  defect: choice(defectKinds),
} as const
const metricFields = {
  rolls: integer({ required: true }),
  kg: requiredKgField,
  metres: amount({ unit: 'm', digits: 1, required: true }),
  meanKg: amount({ unit: 'kg', digits: 3 }),
  downgradedKg: requiredKgField,
} as const
const headerFields = { key: text({ max: 60 }), label: text({ required: true, max: 400 }), ...metricFields } as const
/**
 * 数据统计: slit rolls cut in a period (this month by default), with rows by one dimension and columns by another. Each
 * group, row, column and the total have rolls, kg, metres, mean kg and downgraded kg. `cells` refer to their row and
 * column by key; more than 10,000 groups are refused.
 */
export const rollStatistics = defineEndpoint('stock.statistics', {
  area: 'stock',
  routes: 'GET /data_statistics',
  access: stockViewPermissions,
  effect: 'read',
  mayLag: true,
  input: statisticsInput,
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    rowsBy: choice(statisticKeys, { required: true }),
    columnsBy: choice(statisticKeys),
    closedMonths: closedMonthsField,
    // False if the selected line is of a kind that slits no rolls, or winds none as `windingLineId`: the metrics do not
    // apply to it, and their zeros are no measured values.
    applicable: flag({ required: true }),
    ...metricFields,
    rows: list(headerFields, { max: MAX_STATISTIC_GROUPS }),
    columns: list(headerFields, { max: MAX_STATISTIC_GROUPS }),
    cells: list({ row: text({ max: 60 }), column: text({ max: 60 }), ...metricFields }, { max: MAX_STATISTIC_GROUPS }),
  }),
})
/**
 * The statistics as an Excel file: a cross table of one metric (`figure`), all metrics of every group, and the filters.
 */
export const rollStatisticsWorkbook = defineEndpoint('stock.statisticsExcel', {
  area: 'stock',
  routes: 'GET /data_statistics_excel',
  access: 'stockStatisticsExport',
  effect: 'read',
  mayLag: true,
  input: { ...statisticsInput, figure: choice(statisticMetrics) },
  output: fileOutput(XLSX_MIME),
})
/** The metrics of rows and cells. The app and the workbook add the cross table of one metric. */
export const rollStatisticsReport = defineReport(rollStatistics, {
  titleKey: 'stock:views.statistics',
  closedMonthsKey: 'plant:report.closedMonths',
  optionTexts: 'inputOptions',
  resources: ['slitRoll'],
  tables: [
    {
      rows: 'rows',
      columns: [{ field: 'label', labelKey: 'stock:inputOptions.rows.{rowsBy}' }, ...statisticMetrics],
      totals: WHOLE_ANSWER,
    },
    {
      rows: 'cells',
      only: 'workbook',
      titleKey: 'stock:sheet.groups',
      columns: [
        { field: 'row', labelKey: 'stock:inputOptions.rows.{rowsBy}' },
        { field: 'column', labelKey: 'stock:inputOptions.rows.{columnsBy}' },
        ...statisticMetrics,
      ],
    },
  ],
  exportAccess: rollStatisticsWorkbook.access,
})
export const rollStatisticsEndpoints = [rollStatistics, rollStatisticsWorkbook] as const
