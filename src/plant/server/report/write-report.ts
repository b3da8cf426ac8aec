/** Reports as workbooks: a worksheet for each table, and one with the filters and the meaning of the columns. */
import { XLSX_MIME } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import type { WithoutFilledNames } from '@/contract/field-values'
import { canSeeField } from '@/contract/field-visibility'
import { translateUnit } from '@/contract/language'
import { findClosedMonths, readReportTables, type Report, type ReportColumn, type ReportRow } from '@/contract/report'
import { metrics } from '@/plant/rules/metrics'
import { getColumnTextKeys } from '@/plant/contract/report-columns'
import { FileAnswer, type Context } from '@/server/context'
import { fillNames } from '@/server/crud/fill-names'
import { buildAnswerColumn } from '@/server/excel/resource-columns'
import { buildHeading, describeInput } from '@/server/excel/worksheet-heading'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'

/** A line of the notes: what it is about, and its value. */
export type ReportNote = readonly [label: string, value: string]

/** Rows in memory, or loaded while the workbook is read. */
type ReportRows = readonly ReportRow[] | AsyncIterable<ReportRow>
export interface WorkbookTable {
  readonly sheetName: string
  readonly columns: readonly ReportWorksheetColumn[]
  readonly rows: ReportRows
  readonly totals?: ReportRow | null
}
/**
 * Streams tables as .xlsx, one worksheet each, with a worksheet of notes.
 * @param period month, days (`from_to`) or day of the report; also part of the file name
 */
export function writeReportTables(
  ctx: Context,
  {
    title,
    period,
    tables,
    notes,
    headingNotes = [],
  }: {
    title: string
    period: string
    tables: readonly WorkbookTable[]
    notes: readonly ReportNote[]
    /** Notes above each table, e.g. filters. */
    headingNotes?: readonly ReportNote[]
  },
): FileAnswer {
  const { timeZone } = ctx
  const displayedPeriod = period.replace('_', ' – ')
  const noteRows = [
    [ctx.t('plant:report.file.report'), title],
    [ctx.t('plant:report.file.period'), displayedPeriod],
    [ctx.t('plant:report.file.createdAt'), `${formatTime(ctx, ctx.now.toISOString())} ${ctx.person?.name ?? ''}`],
    ...notes,
  ]
  return new FileAnswer(
    `${title}-${period.replace('_', '-')}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      ...tables.map(({ sheetName, columns, rows, totals }) => ({
        sheetName,
        columns,
        rows: generateRows(columns, rows, totals ?? null, ctx.t('plant:report.total')),
        heading: buildHeading(ctx, {
          title: sheetName === title ? title : `${title} · ${sheetName}`,
          period: displayedPeriod,
          lines: headingNotes,
        }),
        timeZone,
      })),
      {
        sheetName: ctx.t('plant:report.file.notes'),
        columns: [
          { header: ctx.t('plant:report.file.subject'), kind: 'text', widthChars: 36 },
          { header: ctx.t('plant:report.file.value'), kind: 'note', widthChars: 90 },
        ],
        rows: noteRows,
        timeZone,
      },
    ]),
  )
}
/**
 * Streams a report's answer as .xlsx, with the names that its output declares.
 * @param notes additional notes of this report, or a function that derives them from the answer and its names
 * @param leadingTables tables written before the report's own tables, e.g. a matrix
 * @param streamedRows by answer field, rows that replace the answer's rows, which would not fit into memory
 */
export async function writeReport<In extends object, Out>(
  ctx: Context,
  report: Report<In, Out>,
  loadedAnswer: WithoutFilledNames<NoInfer<Out>>,
  input: In,
  notes: readonly ReportNote[] | ((ctx: Context, answer: NoInfer<Out>) => readonly ReportNote[]) = [],
  leadingTables: readonly WorkbookTable[] = [],
  streamedRows: Readonly<Record<string, AsyncIterable<ReportRow>>> = {},
): Promise<FileAnswer> {
  const answer = (await fillNames(ctx, report.endpoint.output, loadedAnswer)) as Out
  const contents = readReportTables(report, answer, 'workbook').map(({ table, content }) => ({
    ...content,
    table,
    columns: content.columns.filter(({ field }) => canSeeField(table.fields[field]!, ctx.person)),
  }))
  const filterNotes = await describeInput(ctx, report.endpoint, input)
  const freshnessNotes = describeFreshness(ctx, answer, report.closedMonthsKey)
  return writeReportTables(ctx, {
    headingNotes: [...filterNotes, ...freshnessNotes],
    title: ctx.t(report.titleKey),
    period: describePeriod(ctx, answer, input),
    tables: [
      ...leadingTables,
      ...contents.map(({ table, columns, rows, totals }) => ({
        sheetName: ctx.t(table.titleKey ?? report.titleKey),
        columns: columns.map((column) => buildColumn(ctx, report, column, table.fields[column.field]!)),
        rows: streamedRows[table.rows] ?? rows,
        totals,
      })),
    ],
    notes: [
      ...filterNotes,
      ...(typeof notes === 'function' ? notes(ctx, answer) : notes),
      ...freshnessNotes,
      ...describeMetrics(
        ctx,
        report.endpoint.area,
        contents.flatMap(({ columns }) => columns),
      ),
    ],
  })
}
interface ReportWorksheetColumn extends WorksheetColumn {
  getCellValue(row: ReportRow): unknown
}
function buildColumn<In, Out>(
  ctx: Context,
  { endpoint: { area }, optionTexts }: Report<In, Out>,
  column: ReportColumn,
  field: Field,
): ReportWorksheetColumn {
  const label = ctx.t(getColumnTextKeys(area, column).label)
  const worksheetColumn = buildAnswerColumn(column.field, field, label, `${area}:${optionTexts}.${column.field}`, ctx)
  return column.unit === undefined
    ? worksheetColumn
    : { ...worksheetColumn, unit: translateUnit(column.unit, ctx.language) }
}
async function* generateRows(
  columns: readonly ReportWorksheetColumn[],
  rows: ReportRows,
  totals: ReportRow | null,
  totalLabel: string,
): AsyncGenerator<readonly unknown[]> {
  for await (const row of rows) yield columns.map((column) => column.getCellValue(row))
  if (totals) yield columns.map((column, i) => (i === 0 ? totalLabel : column.getCellValue(totals)))
}
const formatTime = (ctx: Context, instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  )
const readText = (source: unknown, name: string): string | null => {
  const value = source !== null && typeof source === 'object' ? (source as ReportRow)[name] : null
  return typeof value === 'string' ? value : null
}
/** Returns `from_to`, the month, the day, or today, depending on what the answer or the input says. */
function describePeriod(ctx: Context, answer: unknown, input: object): string {
  const find = (name: string) => readText(answer, name) ?? readText(input, name)
  const [from, to] = [find('from'), find('to')]
  if (from && to) return `${from}_${to}`
  return find('month') ?? find('day') ?? new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone }).format(ctx.now)
}
/** Names the closed months of a report for its notes. */
export function describeClosedMonths(
  ctx: Context,
  months: readonly string[],
  textKey = 'plant:report.closedBooks',
): ReportNote[] {
  if (months.length === 0) return []
  return [[ctx.t('plant:report.file.closedMonths'), ctx.t(textKey, { months: months.join(', ') })]]
}
function describeFreshness(ctx: Context, answer: unknown, closedMonthsKey: string | undefined): ReportNote[] {
  const { countedAt, waiting } = (answer ?? {}) as { countedAt?: string | null; waiting?: number }
  return [
    ...describeClosedMonths(ctx, findClosedMonths(answer), closedMonthsKey),
    ...(countedAt === undefined
      ? []
      : [[ctx.t('plant:report.file.countedAt'), countedAt ? formatTime(ctx, countedAt) : '–'] as const]),
    ...(waiting ? [[ctx.t('plant:report.file.waiting'), String(waiting)] as const] : []),
  ]
}
/** Explains the metrics among the columns by their formulas. */
function describeMetrics(ctx: Context, area: string, columns: readonly ReportColumn[]): ReportNote[] {
  return columns.flatMap((column): ReportNote[] => {
    const { label, formula } = getColumnTextKeys(area, column)
    if (!formula) return []
    const { unit } = metrics[column.field as keyof typeof metrics]
    return [[`${ctx.t(label)}${unit ? ` (${unit})` : ''}`, ctx.t(formula)]]
  })
}
