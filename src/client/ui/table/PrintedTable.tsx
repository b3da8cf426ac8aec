import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns'

/** So many rows are printed, some sixty sheets; more are for Excel. */
const MOST = 2000

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

/**
 * The table on paper: all rows that are here with the columns that are shown, the head again on every sheet, and at its foot how
 * many there are, so that nobody takes a part for the whole. Draws nothing but while the page is printed.
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
  if (!usePrinting()) return null
  const shown = rows.slice(0, MOST)
  const alignment = (column: Column<Row>) => (column.number ? 'is-number' : undefined)
  return (
    <table className="ui-printed">
      <thead>
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
      <caption>{t('ui.table.printed', { shown: shown.length, total })}</caption>
    </table>
  )
}
