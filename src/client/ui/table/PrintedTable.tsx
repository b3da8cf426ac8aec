import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { usePrinting } from '../use-printing'
import { MOST_PRINTED, type Column } from './columns'

/** A document number such as WO261122-005. */
const CODE = /^(?=.*\d)[\w./#-]{1,24}$/
/** Returns the length of the longest code of a column that contains only codes; null for other columns. */
export function longestCode(id: string, rows: readonly unknown[]): number | null {
  let longest = 0
  for (const row of rows) {
    const value = (row as Readonly<Record<string, unknown>>)[id]
    if (value === null || value === undefined || value === '') continue
    if (typeof value !== 'string' || !CODE.test(value)) return null
    longest = Math.max(longest, value.length)
  }
  return longest || null
}
/**
 * Columns share the paper as they share the screen, but a code needs room for one line. The wider all columns are
 * together, the smaller the font.
 */
const roomOf = (width = 8, code: number | null): number => Math.max(width, code === null ? 0 : code * 0.7 + 1)
/** Largest and smallest font size, pt, and the rem of column width that fit on a page at a font size of 1 pt. */
const [LARGEST, SMALLEST, SHEET] = [8, 6, 900]
const sizeOf = (sum: number): number => Math.max(SMALLEST, Math.min(LARGEST, Math.round((SHEET / sum) * 2) / 2))

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
  if (!usePrinting()) return null
  const shown = rows.slice(0, MOST_PRINTED)
  const said = (n: number) => formatNumber(n, { language })
  const cut = shown.length < total
  const values = shown.map(({ original }) => original.row)
  const codes = columns.map(({ id }) => longestCode(id, values))
  const rooms = columns.map(({ width }, i) => roomOf(width, codes[i]!))
  const sum = rooms.reduce((all, room) => all + room, 0)
  const alignment = (column: Column<Row>, i: number) =>
    column.number ? 'is-number' : codes[i] === null ? undefined : 'is-code'
  return (
    <table className="ui-printed" style={{ fontSize: `${sizeOf(sum)}pt` }}>
      <colgroup>
        {columns.map((column, i) => (
          <col key={column.id} style={{ width: `${(rooms[i]! / sum) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        {cut && (
          <tr>
            <th className="ui-printed-cut" colSpan={columns.length}>
              {t('ui.table.printedPart', { shown: said(shown.length), total: said(total) })}
            </th>
          </tr>
        )}
        <tr>
          {columns.map((column, i) => (
            <th key={column.id} scope="col" className={column.number ? alignment(column, i) : undefined}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ id, original }) => (
          <tr key={id}>
            {columns.map((column, i) => (
              <td key={column.id} className={alignment(column, i)}>
                {column.cell(original.row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {!cut && <caption>{t('ui.table.printed', { total: said(shown.length) })}</caption>}
    </table>
  )
}
