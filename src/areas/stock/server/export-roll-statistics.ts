/** Excel export of the roll statistics: a cross table of one metric, all metrics of every group, and the filters. */
import type { EndpointInput } from '@/contract/endpoint'
import { statisticMetrics, type StatisticMetric } from '@/areas/rolls/rules/roll-statistics'
import type { Context, FileAnswer } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import type { WorksheetColumn } from '@/server/excel/write-worksheet'
import type { dataStatisticsSheet } from '../contract/statistics-endpoints'
import { buildStockFilterNotes, buildStockWorkbook, createTextColumn, translateStock } from './workbook-parts'
import { calculateRollStatistics } from './calculate-roll-statistics'

type Input = EndpointInput<typeof dataStatisticsSheet>
const referenceInputs = [
  ['productId', 'product'],
  ['customerId', 'customer'],
  ['workOrderId', 'workOrder'],
  ['lineId', 'line'],
  ['slitterId', 'line'],
] as const
const columnFormats: Readonly<Record<StatisticMetric, Omit<WorksheetColumn, 'header'>>> = {
  rolls: { kind: 'integer' },
  kg: { kind: 'amount', unit: 'kg', digits: 3 },
  metres: { kind: 'amount', unit: 'm', digits: 1 },
  meanKg: { kind: 'amount', unit: 'kg', digits: 3 },
  downgradedKg: { kind: 'amount', unit: 'kg', digits: 3 },
}
/** Maximum columns of the cross table; the worksheet of all groups has the other columns. */
const MAX_COLUMNS = 400

/** GET /data_statistics_excel: exports the statistics. */
export async function exportRollStatistics(
  ctx: Context,
  { figure: requestedMetric, ...input }: Input,
): Promise<FileAnswer> {
  const answer = await calculateRollStatistics(ctx, input)
  const selectedMetric = requestedMetric ?? 'kg'
  const translateDimension = (key: string): string => translateStock(ctx, `inputOptions.rows.${key}`)
  const createMetricColumn = (
    name: StatisticMetric,
    header = translateStock(ctx, `answers.${name}`),
  ): WorksheetColumn => ({
    header,
    ...columnFormats[name],
  })
  const labelByKey = {
    row: new Map(answer.rows.map(({ key, label }) => [key, label])),
    column: new Map(answer.columns.map(({ key, label }) => [key, label])),
  }
  const columns = answer.columns.slice(0, MAX_COLUMNS)
  const cellByKeys = new Map(answer.cells.map((group) => [`${group.row} ${group.column}`, group]))
  const totalLabel = translateStock(ctx, 'sheet.total')
  const crossWorksheet = {
    sheetName: translateStock(ctx, `answers.${selectedMetric}`),
    columns: [
      createTextColumn(translateDimension(answer.rowsBy), 32),
      ...columns.map(({ label }) => createMetricColumn(selectedMetric, label)),
      createMetricColumn(selectedMetric, totalLabel),
    ],
    rows: [
      ...answer.rows.map((row) => [
        row.label,
        ...columns.map(({ key }) => cellByKeys.get(`${row.key} ${key}`)?.[selectedMetric] ?? null),
        row[selectedMetric],
      ]),
      [totalLabel, ...columns.map((column) => column[selectedMetric]), answer[selectedMetric]],
    ],
  }
  const groups = answer.columnsBy ? answer.cells : answer.rows.map((row) => ({ ...row, row: row.key, column: null }))
  const groupWorksheet = {
    sheetName: translateStock(ctx, 'sheet.groups'),
    columns: [
      createTextColumn(translateDimension(answer.rowsBy), 32),
      ...(answer.columnsBy ? [createTextColumn(translateDimension(answer.columnsBy), 32)] : []),
      ...statisticMetrics.map((name) => createMetricColumn(name)),
    ],
    rows: groups.map((group) => [
      labelByKey.row.get(group.row) ?? group.row,
      ...(answer.columnsBy ? [labelByKey.column.get(group.column) ?? group.column] : []),
      ...statisticMetrics.map((name) => group[name]),
    ]),
  }
  const selectedNameByInput: Record<string, string> = {}
  for (const [name, resource] of referenceInputs) {
    const id = input[name]
    if (id) selectedNameByInput[name] = (await loadNames(ctx, resource, [id]))[id] ?? id
  }
  return buildStockWorkbook(
    ctx,
    translateStock(ctx, 'views.statistics'),
    [crossWorksheet, groupWorksheet],
    [
      ...(await buildStockFilterNotes(ctx, { ...input, from: answer.from, to: answer.to }, selectedNameByInput)),
      ...statisticMetrics.map((name): [string, string] => [
        translateStock(ctx, `answers.${name}`),
        translateStock(ctx, `means.${name}`),
      ]),
    ],
  )
}
