import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { usePrinting } from '../use-printing'
import { MOST_PRINTED, type Column } from './columns'

/** A number as it stands on a label, such as WO261122-005. */
const CODE = /^(?=.*\d)[\w./#-]{1,24}$/
/** How long the longest number is of a column that holds nothing else; null of any other. */
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
/** Columns share the sheet as they share the screen, but a number has the room that it needs in one line; the more of them there are, the smaller they are written. */
const roomOf = (width = 8, code: number | null): number => Math.max(width, code === null ? 0 : code * 0.7 + 1)
/** Largest and smallest type, pt, and what of the screen's rem stands side by side on a sheet in a type of 1 pt. */
const [LARGEST, SMALLEST, SHEET] = [8, 6, 900]
const sizeOf = (sum: number): number => Math.max(SMALLEST, Math.min(LARGEST, Math.round((SHEET / sum) * 2) / 2))

/**
 * The table on paper: all rows that are here with the columns that are shown, the head again on every sheet, and at its foot how
 * many there are. Where some are missing, the head of every sheet says so: nobody takes a part for the whole. Draws nothing but
 * while the page is printed.
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
