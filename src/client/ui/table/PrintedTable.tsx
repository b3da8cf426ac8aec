import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { useIsPrinting } from '../display-settings'
import { MAX_PRINTED_ROWS, type Column } from './columns'

/** Matches a document number such as WO261122-005. */
const CODE_PATTERN = /^(?=.*\d)[\w./#-]{1,24}$/
/** Returns the length of the longest code of a column that contains only codes; null for other columns. */
export function getLongestCodeLength(id: string, rows: readonly unknown[]): number | null {
  let longest = 0
  for (const row of rows) {
    const value = (row as Readonly<Record<string, unknown>>)[id]
    if (value === null || value === undefined || value === '') continue
    if (typeof value !== 'string' || !CODE_PATTERN.test(value)) return null
    longest = Math.max(longest, value.length)
  }
  return longest || null
}
const DEFAULT_WIDTH_REM = 8
const CODE_CHARACTER_REM = 0.7
const CELL_PADDING_REM = 1
/**
 * Calculates the printed width of a column, rem: its width on the screen, but a code must fit in one line.
 */
const calculatePrintWidth = (widthRem = DEFAULT_WIDTH_REM, codeLength: number | null): number =>
  Math.max(widthRem, codeLength === null ? 0 : codeLength * CODE_CHARACTER_REM + CELL_PADDING_REM)
const MAX_FONT_PT = 8
const MIN_FONT_PT = 6
/** Sum of column widths, rem, that fits on a page at a font size of 1 pt. */
const PAGE_REM_AT_1PT = 900
/** Calculates the font size, rounded to half points: the wider all columns are together, the smaller the font. */
const calculateFontSize = (totalRem: number): number =>
  Math.max(MIN_FONT_PT, Math.min(MAX_FONT_PT, Math.round((PAGE_REM_AT_1PT / totalRem) * 2) / 2))

/**
 * Printed version of a table: all loaded rows with the displayed columns, the header on every page and the row count at
 * the end. If rows are missing, the header of every page says so. Renders nothing unless the page is being printed.
 */
export function PrintedTable<Row>({
  columns,
  rows,
  total,
}: {
  columns: readonly Column<Row>[]
  rows: readonly { id: string; original: { row: Row } }[]
  total: number
}): ReactNode {
  const { t } = useTranslation('client')
  const language = useLanguage()
  if (!useIsPrinting()) return null
  const printedRows = rows.slice(0, MAX_PRINTED_ROWS)
  const formatCount = (count: number) => formatNumber(count, { language })
  const isPartial = printedRows.length < total
  const dataRows = printedRows.map(({ original }) => original.row)
  const codeLengths = columns.map(({ id }) => getLongestCodeLength(id, dataRows))
  const columnWidthsRem = columns.map(({ width }, index) => calculatePrintWidth(width, codeLengths[index]!))
  const totalRem = columnWidthsRem.reduce((sum, width) => sum + width, 0)
  const getAlignment = (column: Column<Row>, index: number) => {
    if (column.isNumber) return 'is-number'
    return codeLengths[index] === null ? undefined : 'is-code'
  }
  return (
    <table className="ui-printed" style={{ fontSize: `${calculateFontSize(totalRem)}pt` }}>
      <colgroup>
        {columns.map((column, index) => (
          <col key={column.id} style={{ width: `${(columnWidthsRem[index]! / totalRem) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        {isPartial && (
          <tr>
            <th className="ui-printed-cut" colSpan={columns.length}>
              {t('ui.table.printedPart', { shown: formatCount(printedRows.length), total: formatCount(total) })}
            </th>
          </tr>
        )}
        <tr>
          {columns.map((column, index) => (
            <th key={column.id} scope="col" className={column.isNumber ? getAlignment(column, index) : undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {printedRows.map(({ id, original }) => (
          <tr key={id}>
            {columns.map((column, index) => (
              <td key={column.id} className={getAlignment(column, index)}>
                {column.renderCell(original.row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {!isPartial && <caption>{t('ui.table.printed', { total: formatCount(printedRows.length) })}</caption>}
    </table>
  )
}
