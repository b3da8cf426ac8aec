import { xlsx } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import { FileAnswer, type Context } from '../context'
import { answerColumn, type Refs } from './columns'
import { writeSheet } from './write'

export interface AnswerColumn {
  readonly field: string
  /** Key of the text of the column's heading. */
  readonly word: string
  /** Key prefix of the option texts of a choice. */
  readonly options?: string
}
type AnswerRow = Readonly<Record<string, unknown>>
export interface AnswerPage {
  readonly list: readonly AnswerRow[]
  readonly refs?: Refs
}
/** Maximum number of rows of a worksheet whose metrics are calculated page by page. */
const MOST = 20_000
const PAGE = 500

/** Builds a workbook from the answers of a call. `read` is called page by page as long as pages are full. */
export async function answerSheet(
  ctx: Context,
  name: string,
  fields: Fields,
  columns: readonly AnswerColumn[],
  read: (page: { page: number; size: number }) => Promise<AnswerPage>,
): Promise<FileAnswer> {
  const shown = columns.map(({ field, word, options }) => {
    const of = fields[field]
    if (!of) throw new Error(`the call does not answer ${field}`)
    return answerColumn(field, of, ctx.t(word), options ?? '', ctx)
  })
  // Read before answering, so that an error becomes a refusal instead of a truncated file.
  const first = await read({ page: 1, size: PAGE })
  async function* rows() {
    let found = first
    for (let page = 1; ; found = await read({ page: ++page, size: PAGE })) {
      for (const row of found.list) yield shown.map((column) => column.valueOf(row, found.refs ?? {}))
      if (found.list.length < PAGE || page * PAGE >= MOST) return
    }
  }
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone }).format(ctx.now)
  return new FileAnswer(
    `${name}-${day}.xlsx`,
    xlsx,
    writeSheet({ columns: shown, rows: rows(), sheetName: name, timeZone: ctx.timeZone }),
  )
}
