/** Shared parts of the stock workbooks: columns, and the worksheet with filters and the meaning of the metrics. */
import { xlsx } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import { writeWorksheets, type WorksheetColumn, type WorksheetContent } from '@/server/excel/write-worksheet'

/** Translates a key of the stock area. */
export const word = (ctx: Context, key: string): string => ctx.t(`stock:${key}`)
/** Creates a text column. */
export const textColumn = (header: string, width = 24): WorksheetColumn => ({ header, kind: 'text', width })
/** Creates a column of kilograms with three decimals. */
export const kgColumn = (header: string): WorksheetColumn => ({ header, kind: 'amount', unit: 'kg', digits: 3 })
/** Creates a column of whole numbers. */
export const countColumn = (header: string): WorksheetColumn => ({ header, kind: 'integer' })

/** Builds a workbook of the given worksheets and a last one with the filters and the meaning of each metric. */
export function stockFile(
  ctx: Context,
  name: string,
  sheets: readonly Omit<WorksheetContent, 'timeZone'>[],
  notes: readonly (readonly [string, string])[],
): FileAnswer {
  const { timeZone } = ctx
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ctx.now)
  return new FileAnswer(
    `${name}-${day}.xlsx`,
    xlsx,
    writeWorksheets([
      ...sheets.map((sheet) => ({ ...sheet, timeZone })),
      {
        sheetName: word(ctx, 'sheet.notes'),
        columns: [textColumn(word(ctx, 'sheet.what'), 26), textColumn(word(ctx, 'sheet.value'), 90)],
        rows: notes,
        timeZone,
      },
    ]),
  )
}
/** Builds the rows that describe the filters: label of the input and chosen value. */
export async function filterNotes(
  ctx: Context,
  input: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, string>>,
): Promise<[string, string][]> {
  const left = new Set(['format', 'view', 'page', 'size'])
  return Object.entries(input)
    .filter(([name, value]) => value != null && value !== '' && !left.has(name))
    .map(([name, value]): [string, string] => [
      word(ctx, `inputs.${name}`),
      named[name] ?? optionWord(ctx, name, String(value)),
    ])
}
/** Translates an option; the value itself if the input is no choice. */
const optionWord = (ctx: Context, name: string, value: string): string => {
  const key = `stock:inputOptions.${name}.${value}`
  const found = ctx.t(key)
  return found === key || found === key.slice('stock:'.length) ? value : found
}
