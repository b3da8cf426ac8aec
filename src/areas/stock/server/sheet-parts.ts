/** What the Excel files of stock share: columns, and the sheet that says what was asked for and what figures mean. */
import { xlsx } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import { writeWorksheets, type WorksheetColumn, type WorksheetContent } from '@/server/excel/write-worksheet'

export const word = (ctx: Context, key: string): string => ctx.t(`stock:${key}`)
export const textColumn = (header: string, width = 24): WorksheetColumn => ({ header, kind: 'text', width })
export const kgColumn = (header: string): WorksheetColumn => ({ header, kind: 'amount', unit: 'kg', digits: 3 })
export const countColumn = (header: string): WorksheetColumn => ({ header, kind: 'integer' })

/** The file: its sheets, and a last one with the filters and what each figure means. */
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
/** The filters of a call as they read: what was chosen, by the words of its inputs. */
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
/** The word of an option, where the input is a choice. */
const optionWord = (ctx: Context, name: string, value: string): string => {
  const key = `stock:inputOptions.${name}.${value}`
  const found = ctx.t(key)
  return found === key || found === key.slice('stock:'.length) ? value : found
}
