import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { MOST_PRINTED, type Column } from './columns'

/** Whether the page is being printed, so that what is drawn by parts on a screen can be drawn whole. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture as soon as the event has been told.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

/** Columns share the sheet as they share the screen; the more of them there are, the smaller they are written. */
const roomOf = ({ width = 8 }: { readonly width?: number }): number => width
const sumOf = (columns: readonly { readonly width?: number }[]): number =>
  columns.reduce((sum, column) => sum + roomOf(column), 0)
/** Largest and smallest type, pt, and what of the screen's rem stands side by side on a sheet in a type of 1 pt. */
const [LARGEST, SMALLEST, SHEET] = [8, 6, 900]
const sizeOf = (columns: readonly { readonly width?: number }[]): number =>
  Math.max(SMALLEST, Math.min(LARGEST, Math.round((SHEET / sumOf(columns)) * 2) / 2))

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
  const alignment = (column: Column<Row>) => (column.number ? 'is-number' : undefined)
  return (
    <table className="ui-printed" style={{ fontSize: `${sizeOf(columns)}pt` }}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} style={{ width: `${(roomOf(column) / sumOf(columns)) * 100}%` }} />
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
          {columns.map((column) => (
            <th key={column.id} scope="col" className={alignment(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ id, original }) => (
          <tr key={id}>
            {columns.map((column) => (
              <td key={column.id} className={alignment(column)}>
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
