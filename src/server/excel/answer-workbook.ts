import { XLSX_MIME } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import { FileAnswer, type Context } from '../context'
import { fillNames } from '../crud/fill-names'
import { buildAnswerColumn, type Refs } from './resource-columns'
import { buildHeading, type HeadingLine } from './worksheet-heading'
import { writeWorksheet } from './write-worksheet'

/** A column of the workbook, filled from a field of the answer. */
export interface AnswerColumn {
  readonly field: string
  /** Key of the text of the column's heading. */
  readonly textKey: string
  /** Key prefix of the option texts of a choice. */
  readonly optionTextPrefix?: string
}
type AnswerRow = Readonly<Record<string, unknown>>
export interface AnswerPage {
  readonly list: readonly AnswerRow[]
  readonly refs?: Refs
}
const PAGE_SIZE = 500

/**
 * Builds a workbook as a stream from the pages that `readPage` returns; the first page that is not full is the last one.
 * Fills in the display names that `fields` declare with `nameOf`.
 */
export async function buildAnswerWorkbook(
  ctx: Context,
  title: string,
  fields: Fields,
  columns: readonly AnswerColumn[],
  readPage: (page: { page: number; size: number }) => Promise<AnswerPage>,
  heading: { period?: string | null; lines?: readonly HeadingLine[] } = {},
): Promise<FileAnswer> {
  const sheetColumns = columns.map(({ field, textKey, optionTextPrefix }) => {
    const fieldDefinition = fields[field]
    if (!fieldDefinition) throw new Error(`the call does not answer ${field}`)
    return buildAnswerColumn(field, fieldDefinition, ctx.t(textKey), optionTextPrefix ?? '', ctx)
  })
  // Read before answering, so that an error becomes a refusal instead of a truncated file.
  const readFilledPage = async (page: number): Promise<AnswerPage> =>
    (await fillNames(ctx, { shape: 'page', fields }, await readPage({ page, size: PAGE_SIZE }))) as AnswerPage
  const firstPage = await readFilledPage(1)
  async function* rows() {
    let answerPage = firstPage
    for (let page = 1; ; answerPage = await readFilledPage(++page)) {
      for (const row of answerPage.list)
        yield sheetColumns.map((column) => column.getCellValue(row, answerPage.refs ?? {}))
      if (answerPage.list.length < PAGE_SIZE) return
    }
  }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone }).format(ctx.now)
  return new FileAnswer(
    `${title}-${day}.xlsx`,
    XLSX_MIME,
    writeWorksheet({
      columns: sheetColumns,
      rows: rows(),
      sheetName: title,
      heading: buildHeading(ctx, { title, period: null, ...heading }),
      timeZone: ctx.timeZone,
    }),
  )
}
