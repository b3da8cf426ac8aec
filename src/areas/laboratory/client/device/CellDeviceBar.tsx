import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { createPieceDetector, parseReading, type DeviceReading } from '@/client/serial/device-reading'
import { useSerialDevice } from '@/client/serial/use-serial-device'
import { Button } from '@/client/ui/Button'
import { convertReading } from '@/areas/laboratory/rules/reading'

export interface DeviceIndex {
  readonly name: string
  readonly unit: string | null
  /** Number of samples per roll; 1 unless the standard requires more. */
  readonly samples: number
}
const countSamples = (input: HTMLInputElement | null): number => input?.value.split(/\s+/).filter(Boolean).length ?? 0

/**
 * Connects a balance or tester to the grid if the browser supports it. Each reading is written to the focused cell, and
 * the focus moves to the next cell that needs a reading. A reading in an incompatible unit is refused with a message.
 */
export function CellDeviceBar({
  table,
  rows,
  indexes,
}: {
  table: RefObject<HTMLTableElement | null>
  rows: number
  indexes: readonly DeviceIndex[]
}) {
  const { t } = useTranslation('laboratory')
  const [message, setMessage] = useState<{ text: string; isError: boolean } | null>(null)
  const onReading = useRef((_reading: DeviceReading) => undefined as void)
  useEffect(() => {
    onReading.current = (reading) => {
      const readingText = [reading.text, reading.unit].filter(Boolean).join(' ')
      const getInput = ({ row, column }: EntryCell) =>
        table.current?.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`) ?? null
      const convertForColumn = (column: number) =>
        convertReading(reading.text, reading.unit, indexes[column]?.unit ?? null)
      const [row, column] = (document.activeElement as HTMLElement | null)?.dataset['at']?.split(' ').map(Number) ?? []
      const isFocusInside = table.current?.contains(document.activeElement) ?? false
      const cursor = isFocusInside && row !== undefined && column !== undefined ? { row, column } : null
      const grid = {
        rows,
        columns: indexes.length,
        // A retest row has no input for an index that is not retested. Such a cell accepts no reading.
        getSampleCount: (cell: EntryCell) => (getInput(cell) ? countSamples(getInput(cell)) : Infinity),
        getRequiredSamples: (cell: EntryCell) => indexes[cell.column]?.samples ?? 1,
      }
      const fitsColumn = (columnNumber: number) => convertForColumn(columnNumber) !== null
      const cell = findNextCell(grid, cursor, fitsColumn)
      const targetIndex = indexes[cell?.column ?? cursor?.column ?? 0]
      if (!cell) {
        const fitsAnyColumn = indexes.some((_, n) => fitsColumn(n))
        setMessage({
          text: t(fitsAnyColumn ? 'pages.qualityData.device.full' : 'pages.qualityData.device.noIndex', {
            shown: readingText,
          }),
          isError: true,
        })
        return
      }
      const value = convertForColumn(cell.column)
      const input = getInput(cell)
      if (value === null || !input) {
        setMessage({
          text: t('pages.qualityData.device.otherUnit', {
            shown: readingText,
            index: targetIndex?.name,
            unit: targetIndex?.unit ?? '–',
          }),
          isError: true,
        })
        return
      }
      input.value = [input.value.trim(), value].filter(Boolean).join(' ')
      input.focus()
      setMessage({
        text: t('pages.qualityData.device.taken', { shown: readingText, index: targetIndex?.name }),
        isError: false,
      })
      if (grid.getSampleCount(cell) < grid.getRequiredSamples(cell)) return
      // A cell is saved when it loses focus, so the focus must also leave the last cell of a column.
      const nextCell = findNextCell(grid, cell, fitsColumn)
      const field = nextCell && getInput(nextCell)
      if (field) field.focus()
      else input.blur()
    }
  }, [table, rows, indexes, t])
  const device = useSerialDevice(
    useCallback(() => {
      const onPiece = createPieceDetector((reading) => onReading.current(reading), performance.now())
      return (line: string) => {
        const reading = parseReading(line)
        if (reading) onPiece(reading, performance.now())
      }
    }, []),
  )
  if (!device.isSupported) return null
  return (
    <div className="lab-device">
      {device.state === 'on' ? (
        <Button onClick={device.disconnect}>{t('pages.qualityData.device.disconnect')}</Button>
      ) : (
        <Button onClick={device.connect}>
          {t(device.state === 'lost' ? 'pages.qualityData.device.lost' : 'pages.qualityData.device.connect')}
        </Button>
      )}
      <span role="status" className={message?.isError ? 'is-bad' : 'quiet'}>
        {device.state === 'on' ? (message?.text ?? t('pages.qualityData.device.waits')) : ''}
      </span>
    </div>
  )
}

/** Position of a cell in a grid. */
interface EntryCell {
  readonly row: number
  readonly column: number
}
interface CellGrid {
  readonly rows: number
  readonly columns: number
  /** Returns the number of samples that a cell has. */
  getSampleCount(cell: EntryCell): number
  /** Returns the number of samples that a cell needs. */
  getRequiredSamples(cell: EntryCell): number
}

/**
 * Finds the cell for the next reading: the focused cell while it needs samples, else the next cell below that needs
 * some. Without focus, the first cell that needs samples in a column whose unit fits the reading. Null if there is
 * none.
 */
function findNextCell(
  grid: CellGrid,
  cursor: EntryCell | null,
  fitsColumn: (column: number) => boolean,
): EntryCell | null {
  const needsSample = (cell: EntryCell): boolean => grid.getSampleCount(cell) < grid.getRequiredSamples(cell)
  const findBelow = (column: number, from: number): EntryCell | null => {
    for (let row = from; row < grid.rows; row++) if (needsSample({ row, column })) return { row, column }
    return null
  }
  if (cursor) return findBelow(cursor.column, cursor.row)
  for (let column = 0; column < grid.columns; column++) {
    const openCell = fitsColumn(column) ? findBelow(column, 0) : null
    if (openCell) return openCell
  }
  return null
}
