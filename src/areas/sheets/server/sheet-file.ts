/**
 * Reports as workbooks: one worksheet with lines and total, and one with the filters and the meaning of the columns.
 */
import { XLSX_MIME } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import { FileAnswer, type Context } from '@/server/context'
import { buildAnswerColumn } from '@/server/excel/resource-columns'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { metrics, type MetricName } from '@/plant/rules/metrics'

export interface SheetToWrite {
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
const isFigure = (name: string): name is MetricName => name in metrics

/** Returns the label of a column: the metric's name, or the label of the report. */
export const wordOf = (ctx: Pick<Context, 't'>, name: string): string =>
  ctx.t(isFigure(name) ? `plant:figures.${name}.name` : `sheets:answers.${name}`)

/** Writes an .xlsx with the lines, their total at the end, and the notes. Streamed. */
export function sheetFileOf(ctx: Context, sheet: SheetToWrite): FileAnswer {
  const columns = sheet.columns.map((name) => {
    const field = sheet.fields[name]
    if (!field) throw new Error(`the sheet ${sheet.name} has no ${name}`)
    return { name, ...shownAs(ctx, name, field) }
  })
  const totalWord = ctx.t('sheets:answers.total')
  function* rows(): Generator<readonly unknown[]> {
    for (const row of sheet.rows) yield columns.map((column) => column.value(row))
    if (sheet.total) {
      const { total } = sheet
      yield columns.map((column, i) => (i === 0 ? totalWord : column.value(total)))
    }
  }
  const title = ctx.t(`sheets:names.${sheet.name}`)
  const { timeZone } = ctx
  return new FileAnswer(
    `${title}-${sheet.from}-${sheet.to}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      { sheetName: title, columns: columns.map(({ column }) => column), rows: rows(), timeZone },
      {
        sheetName: ctx.t('sheets:file.notes'),
        columns: [
          { header: ctx.t('sheets:file.what'), kind: 'text', width: 36 },
          { header: ctx.t('sheets:file.value'), kind: 'note', width: 90 },
        ],
        rows: notesOf(ctx, sheet, title),
        timeZone,
      },
    ]),
  )
}
interface Shown {
  readonly column: WorksheetColumn
  value(row: Readonly<Record<string, unknown>>): unknown
}
function shownAs(ctx: Context, name: string, field: Field): Shown {
  const column = buildAnswerColumn(name, field, wordOf(ctx, name), `sheets:options.${name}`, ctx)
  if (name === 'shift') {
    const wordOfShift = (value: unknown) =>
      value ? ctx.t(`contract:shifts.${String(value)}`, { defaultValue: String(value) }) : ''
    return { column, value: (row) => wordOfShift(row[name]) }
  }
  return { column, value: (row) => column.valueOf(row) }
}
function notesOf(ctx: Context, sheet: SheetToWrite, title: string): string[][] {
  const moment = (value: string | null | undefined) =>
    value
      ? new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
          new Date(value),
        )
      : '–'
  return [
    [ctx.t('sheets:file.sheet'), title],
    [ctx.t('sheets:file.period'), `${sheet.from} – ${sheet.to}`],
    ...sheet.filters.map(([what, value]) => [what, value]),
    [ctx.t('sheets:file.madeAt'), `${moment(ctx.now.toISOString())} ${ctx.person?.name ?? ''}`],
    ...(sheet.countedAt === undefined ? [] : [[ctx.t('sheets:file.countedAt'), moment(sheet.countedAt)]]),
    ...(sheet.waiting ? [[ctx.t('sheets:file.waiting'), String(sheet.waiting)]] : []),
    ...sheet.columns
      .filter(isFigure)
      .map((name) => [
        `${wordOf(ctx, name)}${metrics[name].unit ? ` (${metrics[name].unit})` : ''}`,
        ctx.t(`plant:figures.${name}.formula`),
      ]),
  ]
}
