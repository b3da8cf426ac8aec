/** Excel export of the roll statistics: a cross table of one metric, all metrics of every group, and the filters. */
import type { InOf } from '@/contract/endpoint'
import { statisticFigures, type StatisticFigure } from '@/areas/rolls/rules/roll-statistics'
import type { Context, FileAnswer } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import type { WorksheetColumn } from '@/server/excel/write-worksheet'
import type { dataStatisticsSheet } from '../contract/statistics-calls'
import { filterNotes, stockFile, textColumn, word } from './sheet-parts'
import { statistics } from './statistics'

type Input = InOf<typeof dataStatisticsSheet>
const references = [
  ['productId', 'product'],
  ['customerId', 'customer'],
  ['workOrderId', 'workOrder'],
  ['lineId', 'line'],
  ['slitterId', 'line'],
] as const
const units: Readonly<Record<StatisticFigure, Omit<WorksheetColumn, 'header'>>> = {
  rolls: { kind: 'integer' },
  kg: { kind: 'amount', unit: 'kg', digits: 3 },
  metres: { kind: 'amount', unit: 'm', digits: 1 },
  meanKg: { kind: 'amount', unit: 'kg', digits: 3 },
  downgradedKg: { kind: 'amount', unit: 'kg', digits: 3 },
}
/** Most columns of the cross table; the worksheet of all groups has the rest. */
const MOST_COLUMNS = 400

/** GET /data_statistics_excel: exports the statistics. */
export async function statisticsSheet(ctx: Context, { figure, ...input }: Input): Promise<FileAnswer> {
  const answer = await statistics(ctx, input)
  const chosen = figure ?? 'kg'
  const by = (key: string): string => word(ctx, `inputOptions.rows.${key}`)
  const figureColumn = (name: StatisticFigure, header = word(ctx, `answers.${name}`)): WorksheetColumn => ({
    header,
    ...units[name],
  })
  const labels = {
    row: new Map(answer.rows.map(({ key, label }) => [key, label])),
    column: new Map(answer.columns.map(({ key, label }) => [key, label])),
  }
  const columns = answer.columns.slice(0, MOST_COLUMNS)
  const cell = new Map(answer.cells.map((one) => [`${one.row} ${one.column}`, one]))
  const total = word(ctx, 'sheet.total')
  const cross = {
    sheetName: word(ctx, `answers.${chosen}`),
    columns: [
      textColumn(by(answer.rowsBy), 32),
      ...columns.map(({ label }) => figureColumn(chosen, label)),
      figureColumn(chosen, total),
    ],
    rows: [
      ...answer.rows.map((row) => [
        row.label,
        ...columns.map(({ key }) => cell.get(`${row.key} ${key}`)?.[chosen] ?? null),
        row[chosen],
      ]),
      [total, ...columns.map((column) => column[chosen]), answer[chosen]],
    ],
  }
  const groups = answer.columnsBy ? answer.cells : answer.rows.map((row) => ({ ...row, row: row.key, column: null }))
  const every = {
    sheetName: word(ctx, 'sheet.groups'),
    columns: [
      textColumn(by(answer.rowsBy), 32),
      ...(answer.columnsBy ? [textColumn(by(answer.columnsBy), 32)] : []),
      ...statisticFigures.map((name) => figureColumn(name)),
    ],
    rows: groups.map((one) => [
      labels.row.get(one.row) ?? one.row,
      ...(answer.columnsBy ? [labels.column.get(one.column) ?? one.column] : []),
      ...statisticFigures.map((name) => one[name]),
    ]),
  }
  const named: Record<string, string> = {}
  for (const [name, resource] of references) {
    const id = input[name]
    if (id) named[name] = (await loadNames(ctx, resource, [id]))[id] ?? id
  }
  return stockFile(
    ctx,
    word(ctx, 'views.statistics'),
    [cross, every],
    [
      ...(await filterNotes(ctx, { ...input, from: answer.from, to: answer.to }, named)),
      ...statisticFigures.map((name): [string, string] => [word(ctx, `answers.${name}`), word(ctx, `means.${name}`)]),
    ],
  )
}
