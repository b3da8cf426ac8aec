/** Excel exports of current stock, stock history and downgraded goods. */
import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { MAX_SHEET_ROWS } from '@/server/excel/write-worksheet'
import { assertMayExport } from '@/plant/server/report/handle-report'
import { writeReport, type ReportNote } from '@/plant/server/report/write-report'
import {
  defineCurrentStockReport,
  defineStockHistoryReport,
  downgradedReport,
  stockWorkbook,
  stockHistory,
} from '../contract/stock-endpoints'
import { listDowngraded } from './list-downgraded'
import { loadStockHistory, getGroupDimensions, loadCurrentStock } from './load-stock'
import { handle } from '@/server/area'

type StockExportInput = Omit<EndpointInput<typeof stockWorkbook>, 'view'>

/** GET /STOCKS_HISTORY, as JSON or as a workbook. */
export const answerStockHistory = handle(stockHistory, async (ctx, { format, ...input }) => {
  if (format !== 'xlsx') return loadStockHistory(ctx, input)
  assertMayExport(ctx, { exportAccess: stockWorkbook.access })
  return exportHistory(ctx, input)
})

/** GET /overview/stock_excel: exports the view named by `view`. */
export const exportStock = handle(stockWorkbook, async (ctx, { view, ...input }) => {
  if (view === 'down') return exportDowngraded(ctx, input)
  if (view === 'history') return exportHistory(ctx, input)
  const answer = await loadCurrentStock(ctx, input, MAX_SHEET_ROWS)
  return writeReport(ctx, defineCurrentStockReport(getGroupDimensions(input)), answer, omitDimensions(input), [
    [ctx.t('stock:answers.at'), answer.at],
    buildFieldNote(ctx, 'kg'),
    buildFieldNote(ctx, 'age'),
  ])
})
/** Exports stock at the end of a day, and at the end of each day of a period. */
async function exportHistory(ctx: Context, input: StockExportInput): Promise<FileAnswer> {
  const answer = await loadStockHistory(ctx, input, MAX_SHEET_ROWS)
  const report = defineStockHistoryReport(getGroupDimensions(input))
  return writeReport(ctx, report, answer, { ...omitDimensions(input), day: answer.day }, [
    [ctx.t('stock:answers.since'), answer.since ?? '–'],
    buildFieldNote(ctx, 'kg', 'history'),
  ])
}
async function exportDowngraded(ctx: Context, input: StockExportInput): Promise<FileAnswer> {
  const answer = await listDowngraded(ctx, input, MAX_SHEET_ROWS)
  return writeReport(ctx, downgradedReport, answer, input, [
    [ctx.t('stock:answers.total'), String(answer.total)],
    buildFieldNote(ctx, 'downgradedKg'),
  ])
}
/**
 * Omits the dimensions from the filters that the workbook describes, because the columns name them. `writeReport` never
 * describes `by`.
 */
const omitDimensions = ({ second: _second, third: _third, ...input }: StockExportInput) => input
/** Builds the note that explains an answer field by the text `stock:means.<meaningKey>`. */
const buildFieldNote = (ctx: Context, field: string, meaningKey = field): ReportNote => [
  ctx.t(`stock:answers.${field}`),
  ctx.t(`stock:means.${meaningKey}`),
]
