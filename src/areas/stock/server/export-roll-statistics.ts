/** Excel export of the roll statistics: a cross table of one metric, all metrics of each group, and the filters. */
import type { EndpointOutput } from '@/contract/endpoint'
import { text } from '@/contract/field'
import { statisticMetrics, type StatisticMetric } from '@/areas/slitting/rules/roll-statistics'
import { writeReport, type WorkbookTable } from '@/plant/server/report/write-report'
import type { Context } from '@/server/context'
import { buildAnswerColumn } from '@/server/excel/resource-columns'
import { rollStatisticsReport, type rollStatistics, rollStatisticsWorkbook } from '../contract/statistics-endpoints'
import { calculateRollStatistics } from './calculate-roll-statistics'
import { handle } from '@/server/area'

type RollStatistics = EndpointOutput<typeof rollStatistics>
/** Maximum number of columns of the cross table. The worksheet of all groups also contains the remaining columns. */
const MAX_COLUMNS = 400

/** GET /data_statistics_excel: exports the statistics. */
export const exportRollStatistics = handle(rollStatisticsWorkbook, async (ctx, { figure, ...input }) => {
  const answer = await calculateRollStatistics.run(ctx, input)
  const notes = [
    ...(answer.applicable
      ? []
      : [[ctx.t('stock:pages.empty.notApplicable'), ctx.t('stock:pages.empty.notApplicableNext')] as const]),
    ...statisticMetrics.map((name) => [ctx.t(`stock:answers.${name}`), ctx.t(`stock:means.${name}`)] as const),
  ]
  if (!answer.columnsBy) {
    const [rowTable] = rollStatisticsReport.tables
    return writeReport(ctx, { ...rollStatisticsReport, tables: [rowTable!] }, answer, input, notes)
  }
  const crossTable = buildCrossTable(ctx, answer, figure ?? 'kg')
  return writeReport(ctx, rollStatisticsReport, labelCells(answer), input, notes, [crossTable])
})
/** Replaces the keys of rows and columns in the cells by their labels. */
function labelCells(answer: RollStatistics): RollStatistics {
  const getLabels = (headers: RollStatistics['rows']) => new Map(headers.map(({ key, label }) => [key, label]))
  const [rowLabels, columnLabels] = [getLabels(answer.rows), getLabels(answer.columns)]
  const cells = answer.cells.map((cell) => ({
    ...cell,
    row: rowLabels.get(cell.row) ?? cell.row,
    column: columnLabels.get(cell.column) ?? cell.column,
  }))
  return { ...answer, cells }
}
function buildCrossTable(ctx: Context, answer: RollStatistics, metric: StatisticMetric): WorkbookTable {
  const columns = answer.columns.slice(0, MAX_COLUMNS)
  const metricField = rollStatisticsReport.tables[0]!.fields[metric]!
  const valueByCell = new Map(answer.cells.map((cell) => [`${cell.row} ${cell.column}`, cell[metric]]))
  const buildMetricColumn = (name: string, header: string) => buildAnswerColumn(name, metricField, header, '', ctx)
  return {
    sheetName: ctx.t(`stock:answers.${metric}`),
    columns: [
      buildAnswerColumn('label', text({}), ctx.t(`stock:inputOptions.rows.${answer.rowsBy}`), '', ctx),
      ...columns.map(({ key, label }) => buildMetricColumn(`column ${key}`, label)),
      buildMetricColumn('total', ctx.t('stock:sheet.total')),
    ],
    rows: answer.rows.map((row) => ({
      label: row.label,
      ...Object.fromEntries(columns.map(({ key }) => [`column ${key}`, valueByCell.get(`${row.key} ${key}`) ?? null])),
      total: row[metric],
    })),
    totals: {
      ...Object.fromEntries(columns.map((column) => [`column ${column.key}`, column[metric]])),
      total: answer[metric],
    },
  }
}
