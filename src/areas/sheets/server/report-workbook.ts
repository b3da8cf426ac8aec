/**
 * Reports as workbooks: one worksheet with lines and total, and one with the filters and the meaning of the columns.
 */
import { XLSX_MIME } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import { FileAnswer, type Context } from '@/server/context'
import { buildAnswerColumn } from '@/server/excel/resource-columns'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { metrics, type MetricName } from '@/plant/rules/metrics'

export interface ReportWorkbook {
  /** Key in `sheets:names`, which names the file. */
  readonly name: string
  readonly from: string
  readonly to: string
  readonly countedAt?: string | null
  readonly waiting?: number
  readonly fields: Fields
  /** Field names in column order. Columns that show a name, such as `line`, are texts. */
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly total?: Readonly<Record<string, unknown>> | null
  /** Filters other than the period, as label and value. */
  readonly filters: readonly (readonly [string, string])[]
}
const isMetric = (name: string): name is MetricName => name in metrics

/** Returns the label of a column: the metric's name, or the label of the report. */
export const getColumnLabel = (ctx: Pick<Context, 't'>, name: string): string =>
  ctx.t(isMetric(name) ? `plant:figures.${name}.name` : `sheets:answers.${name}`)

/** Streams an .xlsx with the rows, their total at the end, and a worksheet with the notes. */
export function writeReportWorkbook(ctx: Context, report: ReportWorkbook): FileAnswer {
  const columns = report.columns.map((name) => {
    const field = report.fields[name]
    if (!field) throw new Error(`the sheet ${report.name} has no ${name}`)
    return { name, ...buildWorkbookColumn(ctx, name, field) }
  })
  const totalLabel = ctx.t('sheets:answers.total')
  function* generateRows(): Generator<readonly unknown[]> {
    for (const row of report.rows) yield columns.map((column) => column.value(row))
    if (report.total) {
      const { total } = report
      yield columns.map((column, i) => (i === 0 ? totalLabel : column.value(total)))
    }
  }
  const title = ctx.t(`sheets:names.${report.name}`)
  const { timeZone } = ctx
  return new FileAnswer(
    `${title}-${report.from}-${report.to}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      { sheetName: title, columns: columns.map(({ column }) => column), rows: generateRows(), timeZone },
      {
        sheetName: ctx.t('sheets:file.notes'),
        columns: [
          { header: ctx.t('sheets:file.what'), kind: 'text', widthChars: 36 },
          { header: ctx.t('sheets:file.value'), kind: 'note', widthChars: 90 },
        ],
        rows: buildNotes(ctx, report, title),
        timeZone,
      },
    ]),
  )
}
interface WorkbookColumn {
  readonly column: WorksheetColumn
  value(row: Readonly<Record<string, unknown>>): unknown
}
function buildWorkbookColumn(ctx: Context, name: string, field: Field): WorkbookColumn {
  const column = buildAnswerColumn(name, field, getColumnLabel(ctx, name), `sheets:options.${name}`, ctx)
  if (name === 'shift') {
    const getShiftLabel = (value: unknown) =>
      value ? ctx.t(`contract:shifts.${String(value)}`, { defaultValue: String(value) }) : ''
    return { column, value: (row) => getShiftLabel(row[name]) }
  }
  return { column, value: (row) => column.getCellValue(row) }
}
function buildNotes(ctx: Context, report: ReportWorkbook, title: string): string[][] {
  const formatMoment = (value: string | null | undefined) =>
    value
      ? new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
          new Date(value),
        )
      : '–'
  return [
    [ctx.t('sheets:file.sheet'), title],
    [ctx.t('sheets:file.period'), `${report.from} – ${report.to}`],
    ...report.filters.map(([what, value]) => [what, value]),
    [ctx.t('sheets:file.madeAt'), `${formatMoment(ctx.now.toISOString())} ${ctx.person?.name ?? ''}`],
    ...(report.countedAt === undefined ? [] : [[ctx.t('sheets:file.countedAt'), formatMoment(report.countedAt)]]),
    ...(report.waiting ? [[ctx.t('sheets:file.waiting'), String(report.waiting)]] : []),
    ...report.columns
      .filter(isMetric)
      .map((name) => [
        `${getColumnLabel(ctx, name)}${metrics[name].unit ? ` (${metrics[name].unit})` : ''}`,
        ctx.t(`plant:figures.${name}.formula`),
      ]),
  ]
}
