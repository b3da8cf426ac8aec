/** Shared parts of the stock workbooks: columns, and the worksheet with filters and the meaning of the metrics. */
import { XLSX_MIME } from '@/contract/endpoint'
import { FileAnswer, type Context } from '@/server/context'
import { writeWorksheets, type WorksheetColumn, type WorksheetContent } from '@/server/excel/write-worksheet'

/** Translates a key of the stock area. */
export const translateStock = (ctx: Context, key: string): string => ctx.t(`stock:${key}`)
/** Creates a text column. */
export const createTextColumn = (header: string, width = 24): WorksheetColumn => ({
  header,
  kind: 'text',
  widthChars: width,
})
/** Creates a column of kilograms with three decimals. */
export const createKgColumn = (header: string): WorksheetColumn => ({ header, kind: 'amount', unit: 'kg', digits: 3 })
/** Creates a column of whole numbers. */
export const createCountColumn = (header: string): WorksheetColumn => ({ header, kind: 'integer' })

/** Builds a workbook of `worksheets` and a last worksheet of `notes`: the filters and the meaning of each metric. */
export function buildStockWorkbook(
  ctx: Context,
  workbookName: string,
  worksheets: readonly Omit<WorksheetContent, 'timeZone'>[],
  notes: readonly (readonly [string, string])[],
): FileAnswer {
  const { timeZone } = ctx
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ctx.now)
  return new FileAnswer(
    `${workbookName}-${day}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      ...worksheets.map((worksheet) => ({ ...worksheet, timeZone })),
      {
        sheetName: translateStock(ctx, 'sheet.notes'),
        columns: [
          createTextColumn(translateStock(ctx, 'sheet.what'), 26),
          createTextColumn(translateStock(ctx, 'sheet.value'), 90),
        ],
        rows: notes,
        timeZone,
      },
    ]),
  )
}
/**
 * Builds the rows that describe the filters: label of the input and selected value.
 * @param selectedNameByInput name of the selected row, for inputs that refer to a row
 */
export async function buildStockFilterNotes(
  ctx: Context,
  input: Readonly<Record<string, unknown>>,
  selectedNameByInput: Readonly<Record<string, string>>,
): Promise<[string, string][]> {
  const ignoredInputs = new Set(['format', 'view', 'page', 'size'])
  return Object.entries(input)
    .filter(([name, value]) => value != null && value !== '' && !ignoredInputs.has(name))
    .map(([name, value]): [string, string] => [
      translateStock(ctx, `inputs.${name}`),
      selectedNameByInput[name] ?? translateOption(ctx, name, String(value)),
    ])
}
/** Returns the text of an option; the value itself if the input is no choice. */
const translateOption = (ctx: Context, name: string, value: string): string => {
  const key = `stock:inputOptions.${name}.${value}`
  const translation = ctx.t(key)
  return translation === key || translation === key.slice('stock:'.length) ? value : translation
}
