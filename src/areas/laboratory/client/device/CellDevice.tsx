import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { createPieceDetector, parseReading, type DeviceReading } from '@/client/serial/device-reading'
import { useDevice } from '@/client/serial/use-device'
import { Button } from '@/client/ui/Button'
import { inUnitOf } from '../../rules/device-unit'
import { nextCell, type Cell } from './next-cell'

export interface DeviceIndex {
  readonly name: string
  readonly unit: string | null
  /** Number of samples per roll; 1 unless the standard requires more. */
  readonly samples: number
}
const samplesIn = (input: HTMLInputElement | null): number => input?.value.split(/\s+/).filter(Boolean).length ?? 0

/**
 * Connects a balance or tester to the grid if the browser supports it. Each reading is written to the focused cell, and
 * the focus moves to the next cell that needs one. A reading in an incompatible unit is refused with a message.
 */
export function CellDevice({
  table,
  rows,
  indexes,
}: {
  table: RefObject<HTMLTableElement | null>
  rows: number
  indexes: readonly DeviceIndex[]
}) {
  const { t } = useTranslation('laboratory')
  const [said, setSaid] = useState<{ text: string; bad: boolean } | null>(null)
  const take = useRef((_reading: DeviceReading) => undefined as void)
  useEffect(() => {
    take.current = (reading) => {
      const shown = [reading.text, reading.unit].filter(Boolean).join(' ')
      const inputAt = ({ row, column }: Cell) =>
        table.current?.querySelector<HTMLInputElement>(`input[data-at="${row} ${column}"]`) ?? null
      const converted = (column: number) => inUnitOf(reading.text, reading.unit, indexes[column]?.unit ?? null)
      const [row, column] = (document.activeElement as HTMLElement | null)?.dataset['at']?.split(' ').map(Number) ?? []
      const inside = table.current?.contains(document.activeElement) ?? false
      const cursor = inside && row !== undefined && column !== undefined ? { row, column } : null
      const grid = {
        rows,
        columns: indexes.length,
        // Cells without a retest have no input, and accept no readings.
        has: (cell: Cell) => (inputAt(cell) ? samplesIn(inputAt(cell)) : Infinity),
        wants: (cell: Cell) => indexes[cell.column]?.samples ?? 1,
      }
      const fits = (of: number) => converted(of) !== null
      const cell = nextCell(grid, cursor, fits)
      const of = indexes[cell?.column ?? cursor?.column ?? 0]
      if (!cell) {
        const none = indexes.some((_, n) => fits(n))
        setSaid({
          text: t(none ? 'pages.qualityData.device.full' : 'pages.qualityData.device.noIndex', { shown }),
          bad: true,
        })
        return
      }
      const value = converted(cell.column)
      const input = inputAt(cell)
      if (value === null || !input) {
        setSaid({
          text: t('pages.qualityData.device.otherUnit', { shown, index: of?.name, unit: of?.unit ?? '–' }),
          bad: true,
        })
        return
      }
      input.value = [input.value.trim(), value].filter(Boolean).join(' ')
      input.focus()
      setSaid({ text: t('pages.qualityData.device.taken', { shown, index: of?.name }), bad: false })
      if (grid.has(cell) < grid.wants(cell)) return
      // Blurring saves a cell, so the last cell of a column must be left too.
      const next = nextCell(grid, cell, fits)
      const field = next && inputAt(next)
      if (field) field.focus()
      else input.blur()
    }
  }, [table, rows, indexes, t])
  const device = useDevice(
    useCallback(() => {
      const once = createPieceDetector((reading) => take.current(reading), performance.now())
      return (line: string) => {
        const reading = parseReading(line)
        if (reading) once(reading, performance.now())
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
      <span role="status" className={said?.bad ? 'is-bad' : 'quiet'}>
        {device.state === 'on' ? (said?.text ?? t('pages.qualityData.device.waits')) : ''}
      </span>
    </div>
  )
}
