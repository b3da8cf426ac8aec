/**
 * Finds problems of worksheet rows: rows that are not records, rows with invalid values, rows that repeat an earlier row,
 * moments without a time, and texts that a spreadsheet may have turned into dates.
 */
import { isSpreadsheetDate } from '@/contract/date-text'
import { defineEndpoint } from '@/contract/endpoint'
import type { Issue } from '@/contract/errno'
import type { Fields } from '@/contract/field'
import { checkInput } from '@/contract/schema'
import { formatCellText, isDayWithoutTimeCell, type CellValue, type WorkbookCalendar } from '@/contract/worksheet-cell'
import { normalizeForComparison } from './cell-values'
import type { BothLanguages, Heading, HeadingMatch } from './headings'
import type { Worksheet } from './read-workbook'
import type { Resource } from '@/contract/resource'

interface RowColumn {
  readonly heading: Heading
  readonly index: number
}
/**
 * Creates a function that returns the issue of a row that is not a record, else null.
 * @param keyFields fields that identify a record
 */
export function createNonRecordFinder(
  columns: readonly RowColumn[],
  findHeading: (text: string) => HeadingMatch | null,
  keyFields: readonly string[],
  t: BothLanguages,
): (cells: readonly CellValue[]) => Issue | null {
  const totalWords = new Set(
    [t.zh, t.en].flatMap((translate) => translate('contract:excel.totalWords').split(';').map(normalizeForComparison)),
  )
  const keyColumns = columns.filter(({ heading }) => keyFields.includes(heading.field) && heading.kind === 'text')
  return (cells) => {
    const filledColumns = columns.filter(({ index }) => formatCellText(cells[index] ?? null) !== '')
    const [firstFilledColumn] = filledColumns
    // A worksheet without any known heading has no columns at all.
    if (!firstFilledColumn) return null
    const repeatsHeadings =
      filledColumns.length >= Math.min(2, columns.length) &&
      filledColumns.every(({ heading, index }) => findHeading(formatCellText(cells[index]!))?.heading === heading)
    if (repeatsHeadings) return { path: [firstFilledColumn.heading.field], code: 'headingRow' }
    const totalColumn = keyColumns.find(({ index }) =>
      totalWords.has(normalizeForComparison(formatCellText(cells[index] ?? null)).replace(/\s*:$/, '')),
    )
    return totalColumn ? { path: [totalColumn.heading.field], code: 'totalRow' } : null
  }
}

/**
 * Creates a function that finds the issues of a row that repeats a unique key within the worksheet. The database would
 * report only the first repetition.
 */
export function createRepeatFinder(resource: Resource): (input: Record<string, unknown>, row: number) => Issue[] {
  // Import keys that are not unique may repeat: the import pairs such rows with stored rows.
  const uniqueKeys = resource.unique
  const firstRows = uniqueKeys.map(() => new Map<string, { row: number; values: unknown[] }>())
  return (input, row) =>
    uniqueKeys.flatMap((key, i): Issue[] => {
      const values = key.map((name) => input[name])
      if (values.some((v) => v === null || v === undefined)) return []
      const keyText = JSON.stringify(values.map((v) => (typeof v === 'string' ? normalizeForComparison(v) : v)))
      const firstOccurrence = firstRows[i]!.get(keyText)
      if (!firstOccurrence) {
        firstRows[i]!.set(keyText, { row, values })
        return []
      }
      const differingIndex = values.findIndex((value, valueIndex) => value !== firstOccurrence.values[valueIndex])
      return differingIndex < 0
        ? [{ path: [key[0]!], code: 'repeatsRow', params: { row: firstOccurrence.row } }]
        : [
            {
              path: [key[differingIndex]!],
              code: 'resemblesRow',
              params: { row: firstOccurrence.row, value: String(firstOccurrence.values[differingIndex]).slice(0, 80) },
            },
          ]
    })
}

/** Creates the check of rows; compiles the schema once per worksheet. */
export function createRowChecker(fields: Fields): (input: Record<string, unknown>) => ReturnType<typeof checkInput> {
  const endpoint = defineEndpoint('import.row', {
    area: 'import',
    routes: [],
    access: 'signedIn',
    effect: 'write',
    input: fields,
  })
  return (input) => checkInput(endpoint, input)
}

/** A column with the numbers of the rows that lack a time. */
export interface ColumnWithoutTime {
  readonly header: string
  readonly rows: readonly number[]
}
/** Finds the cells of a column of moments that name a day without a time. */
export function findRowsWithoutTime(sheet: Worksheet, index: number, calendar: WorkbookCalendar): number[] {
  const midnights = new Set(sheet.midnights)
  return sheet.rowNumbers.filter(
    (row, i) => isDayWithoutTimeCell(sheet.rows[i]![index] ?? null, calendar) && !midnights.has(`${row}:${index + 1}`),
  )
}
/** Finds the columns of moments with cells that name a day without a time. */
export const findColumnsWithoutTime = (
  columns: readonly { readonly heading: Heading; readonly index: number; readonly header: string }[],
  sheet: Worksheet,
  calendar: WorkbookCalendar,
): ColumnWithoutTime[] =>
  columns.flatMap(({ heading, index, header }) => {
    const rows = heading.kind === 'moment' ? findRowsWithoutTime(sheet, index, calendar) : []
    return rows.length > 0 ? [{ header, rows }] : []
  })

/** A text column with the numbers and values of the rows that may hold a date instead of a code. */
export interface ColumnWithDates {
  readonly header: string
  readonly rows: readonly number[]
  readonly values: readonly string[]
}
/**
 * Finds the cells of a column of a CSV file that look like dates. A spreadsheet may have made them of codes such as 3-5.
 * In a workbook, dates are not text cells and are refused.
 */
export const findDateTexts = (
  { rows, rowNumbers, isCsv = false }: Worksheet,
  index: number,
): { row: number; text: string }[] =>
  isCsv
    ? rows.flatMap((cells, i) => {
        const text = formatCellText(cells[index] ?? null).trim()
        return isSpreadsheetDate(text) ? [{ row: rowNumbers[i]!, text }] : []
      })
    : []
/** Finds the text columns of a CSV file with cells that look like dates. */
export const findColumnsWithDates = (
  columns: readonly { readonly heading: Heading; readonly index: number; readonly header: string }[],
  sheet: Worksheet,
): ColumnWithDates[] =>
  columns.flatMap(({ heading, index, header }) => {
    const dates = heading.kind === 'text' && !heading.isConvertedByWriter ? findDateTexts(sheet, index) : []
    return dates.length > 0
      ? [{ header, rows: dates.map(({ row }) => row), values: [...new Set(dates.map(({ text }) => text))] }]
      : []
  })

/** A column of a worksheet that is not imported, with the numbers of the rows that have a value in it. */
export interface SkippedColumn {
  readonly header: string
  readonly rows: readonly number[]
}
/** Lists the columns whose heading is unknown. */
export const findSkippedColumns = (
  { header, rows, rowNumbers }: Worksheet,
  isKnown: (heading: string) => boolean,
): SkippedColumn[] =>
  header.flatMap((heading, index) => {
    if (heading === '' || isKnown(heading)) return []
    const hasValue = (i: number) => formatCellText(rows[i]![index] ?? null).trim() !== ''
    return [{ header: heading, rows: rowNumbers.filter((_, i) => hasValue(i)) }]
  })
