import type { ImportWarning } from '@/contract/resource'
import type { Context } from '../context'
import type { IssueLocator, WorksheetInput } from '../excel/convert-rows'
import type { ColumnWithDates, ColumnWithoutTime, SkippedColumn } from '../excel/unusable-rows'
import type { Worksheet } from '../excel/read-sheet'
import { formatRowRanges } from '../excel/row-list'
import type { AppContext } from './operations'

// Text keys that end in `Done` report a finished import. The same keys without `Done` announce what an import will do.

/** Largest number of values that a warning about a column names. */
const MAX_NAMED_VALUES = 6
const MAX_HEADER_LENGTH = 60
/** Maximum length of a list of columns or worksheets. */
const MAX_LIST_LENGTH = 160
const MAX_VALUE_LENGTH = 30
const joinNames = (ctx: Context, names: readonly string[]): string => names.join(ctx.language === 'zh' ? '、' : ', ')

/** Describes hidden columns, which are imported, and other worksheets, which are not; empty without them. */
export function describeHiddenParts(
  ctx: Context,
  { name = '', hiddenColumns = [], otherSheets = [] }: Worksheet,
  dryRun: boolean,
): string[] {
  const keySuffix = dryRun ? '' : 'Done'
  const formatList = (names: readonly string[]) => joinNames(ctx, names).slice(0, MAX_LIST_LENGTH)
  // Templates explain their columns on a second worksheet.
  const guideNames = (['zh', 'en'] as const).map((language) =>
    (ctx as AppContext).app.translations.t(language)('contract:excel.guide.sheet'),
  )
  const ignoredSheets = otherSheets.filter((sheet) => !guideNames.includes(sheet))
  return [
    ...(hiddenColumns.length > 0
      ? [ctx.t(`contract:excel.hiddenColumns${keySuffix}`, { columns: formatList(hiddenColumns) })]
      : []),
    ...(ignoredSheets.length > 0
      ? [ctx.t(`contract:excel.otherSheets${keySuffix}`, { sheet: name, others: formatList(ignoredSheets) })]
      : []),
  ]
}

/** Returns the numbers of imported rows that are hidden in the worksheet. */
export function findHiddenImportedRows(
  { hiddenRows = [] }: Pick<Worksheet, 'hiddenRows'>,
  inputs: readonly WorksheetInput[],
): number[] {
  const importedRows = new Set(inputs.map(({ row }) => row))
  return hiddenRows.filter((row) => importedRows.has(row))
}
/** Builds the warning about imported rows that are hidden in the worksheet. */
export function describeHiddenRows(ctx: Context, rows: readonly number[], dryRun: boolean): ImportWarning[] {
  const [firstRow] = rows
  if (firstRow === undefined) return []
  const key = dryRun ? 'contract:excel.hidden' : 'contract:excel.hiddenDone'
  return [{ row: firstRow, message: ctx.t(key, { count: rows.length, rows: formatRowRanges(rows) }) }]
}

/** Builds the warnings about unknown columns that are left out on request. */
export const describeSkippedColumns = (
  ctx: Context,
  columns: readonly SkippedColumn[],
  dryRun: boolean,
): ImportWarning[] =>
  columns.map(({ header, rows }) => ({
    row: rows[0] ?? 1,
    message: ctx.t(`contract:excel.skippedColumn${dryRun ? '' : 'Done'}`, {
      column: header.slice(0, MAX_HEADER_LENGTH),
      count: rows.length,
      rows: formatRowRanges(rows),
    }),
  }))

/** Builds the warnings about moments without a time of day. */
export const describeColumnsWithoutTime = (ctx: Context, columns: readonly ColumnWithoutTime[]): ImportWarning[] =>
  columns.map(({ header, rows }) => ({
    row: rows[0] ?? 1,
    message: ctx.t('contract:excel.noTimeOfDay', {
      column: header.slice(0, MAX_HEADER_LENGTH),
      rows: formatRowRanges(rows),
    }),
  }))

/** Builds the warnings about codes that a spreadsheet program may have turned into dates. */
export const describeColumnsWithDates = (
  ctx: Context,
  columns: readonly ColumnWithDates[],
  dryRun: boolean,
): ImportWarning[] =>
  columns.map(({ header, rows, values }) => ({
    row: rows[0] ?? 1,
    message: ctx.t(`contract:excel.dateInColumn${dryRun ? '' : 'Done'}`, {
      column: header.slice(0, MAX_HEADER_LENGTH),
      rows: formatRowRanges(rows),
      values: joinNames(ctx, [
        ...values.slice(0, MAX_NAMED_VALUES).map((value) => value.slice(0, MAX_VALUE_LENGTH)),
        ...(values.length > MAX_NAMED_VALUES ? ['…'] : []),
      ]),
    }),
  }))

type Values = Readonly<Record<string, unknown>>
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
/** True for the values of custom fields, which are stored as one object by key. */
const isValuesByKey = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Collects the stored values that are cleared because the worksheet has an empty cell, for one warning per column. */
export class ClearedValues {
  private readonly rowsByHeader = new Map<string, number[]>()
  constructor(private readonly locateIssue: IssueLocator) {}

  /** Adds the cleared values of one row. @param storedValues the values of the row before the import */
  add(row: number, input: Values, storedValues: Values): void {
    for (const [name, value] of Object.entries(input)) {
      const storedValue = storedValues[name]
      if (isValuesByKey(value)) {
        for (const [key, customValue] of Object.entries(value))
          if (isEmpty(customValue) && isValuesByKey(storedValue) && !isEmpty(storedValue[key]))
            this.addCell(row, [name, key])
      } else if (isEmpty(value) && !isEmpty(storedValue)) this.addCell(row, [name])
    }
  }
  private addCell(row: number, path: string[]): void {
    const { header } = this.locateIssue({ path, code: 'missing' }, row)
    if (header) this.rowsByHeader.set(header, [...(this.rowsByHeader.get(header) ?? []), row])
  }
  describe(ctx: Context, dryRun: boolean): ImportWarning[] {
    return [...this.rowsByHeader].map(([header, rows]) => ({
      row: rows[0]!,
      message: ctx.t(`contract:excel.clearedValues${dryRun ? '' : 'Done'}`, {
        column: header.slice(0, MAX_HEADER_LENGTH),
        count: rows.length,
        rows: formatRowRanges(rows),
      }),
    }))
  }
}
