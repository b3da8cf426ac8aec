import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SLOTS_PER_DAY, formatSlotTime, type TariffBand } from '../rules/tariff'

export interface DayBandsChartProps {
  /** Bands of the 96 slots. */
  bands: readonly (TariffBand | null)[]
  label: string
  /** Paints a range of slots, `to` included. Without this function the chart is read-only. */
  onPaint?: (from: number, to: number) => void
}
const STEP_BY_ARROW_KEY: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 4, ArrowUp: -4 }

/** Returns the number of slots by which a key moves the selection; undefined for other keys. */
function getKeyStep(key: string, slot: number): number | undefined {
  if (key === 'Home') return -slot
  return key === 'End' ? SLOTS_PER_DAY - 1 - slot : STEP_BY_ARROW_KEY[key]
}

/**
 * A day as 96 quarters of an hour. A person paints bands by dragging or by keyboard: arrow keys move, Shift extends the
 * range, Enter paints. Each slot has its time and band as label, so that color is not the only cue.
 */
export function DayBandsChart({ bands, label, onPaint }: DayBandsChartProps) {
  const { t } = useTranslation('prices')
  const [selection, setSelection] = useState<{ from: number; to: number } | null>(null)
  const isDragging = useRef(false)
  const gridRef = useRef<HTMLFieldSetElement>(null)
  const isSelected = (i: number) =>
    selection !== null && i >= Math.min(selection.from, selection.to) && i <= Math.max(selection.from, selection.to)
  const findSlotUnder = ({ clientX, clientY }: PointerEvent): number | null => {
    const element = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-slot]')
    return element && gridRef.current?.contains(element) ? Number(element.dataset['slot']) : null
  }
  const paintSelection = (next: { from: number; to: number } | null) => {
    if (next && onPaint) onPaint(Math.min(next.from, next.to), Math.max(next.from, next.to))
  }
  const onKey = (event: KeyboardEvent, slot: number) => {
    const step = getKeyStep(event.key, slot)
    if (step !== undefined) {
      event.preventDefault()
      const to = Math.max(0, Math.min(SLOTS_PER_DAY - 1, slot + step))
      setSelection(event.shiftKey && selection ? { from: selection.from, to } : { from: to, to })
      gridRef.current?.querySelector<HTMLElement>(`[data-slot="${to}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      paintSelection(selection ?? { from: slot, to: slot })
    }
  }
  return (
    <fieldset
      ref={gridRef}
      className="day-picture"
      aria-label={label}
      onPointerDown={(event) => {
        const slot = onPaint ? findSlotUnder(event) : null
        if (slot === null) return
        isDragging.current = true
        setSelection({ from: slot, to: slot })
      }}
      onPointerMove={(event) => {
        const slot = isDragging.current ? findSlotUnder(event) : null
        if (slot !== null && selection && slot !== selection.to) setSelection({ from: selection.from, to: slot })
      }}
      onPointerUp={() => {
        if (isDragging.current) paintSelection(selection)
        isDragging.current = false
      }}
      onPointerCancel={() => {
        isDragging.current = false
        setSelection(null)
      }}
    >
      {bands.map((band, i) => {
        const slotLabel = `${formatSlotTime(i)}–${i === SLOTS_PER_DAY - 1 ? '24:00' : formatSlotTime(i + 1)} ${band ? t(`electricPrice.fields.${band}`) : t('pages.energyUnitPrice.noBand')}`
        return (
          <button
            // A slot is identified by its position in the day.
            key={formatSlotTime(i)}
            type="button"
            data-slot={i}
            disabled={!onPaint}
            className={`band is-${band ?? 'none'}${onPaint && isSelected(i) ? ' is-chosen' : ''}`}
            aria-label={slotLabel}
            title={slotLabel}
            tabIndex={i === (selection?.to ?? 0) ? 0 : -1}
            onKeyDown={(event) => onKey(event, i)}
          >
            {i % 4 === 0 ? String(i / 4).padStart(2, '0') : band && t(`bands.${band}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
