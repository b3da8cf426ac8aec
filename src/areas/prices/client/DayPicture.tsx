import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { SLOTS, timeOf, type Band } from '../rules/tariff'

export interface DayPictureProps {
  /** Bands of the 96 slots. */
  bands: readonly (Band | null)[]
  label: string
  /** Paints a range of slots, both inclusive; read-only without it. */
  onPaint?: (from: number, to: number) => void
}
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 4, ArrowUp: -4 }

/**
 * A day as 96 quarters of an hour. Painted by dragging, or by keyboard: arrows move, Shift extends the range, Enter
 * paints. Each slot has its time and band as label, so color is not the only cue.
 */
export function DayPicture({ bands, label, onPaint }: DayPictureProps) {
  const { t } = useTranslation('prices')
  const [range, setRange] = useState<{ from: number; to: number } | null>(null)
  const drawing = useRef(false)
  const grid = useRef<HTMLFieldSetElement>(null)
  const chosen = (i: number) =>
    range !== null && i >= Math.min(range.from, range.to) && i <= Math.max(range.from, range.to)
  const slotUnder = ({ clientX, clientY }: PointerEvent): number | null => {
    const at = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-slot]')
    return at && grid.current?.contains(at) ? Number(at.dataset['slot']) : null
  }
  const paint = (next: { from: number; to: number } | null) => {
    if (next && onPaint) onPaint(Math.min(next.from, next.to), Math.max(next.from, next.to))
  }
  const onKey = (event: KeyboardEvent, slot: number) => {
    const step = event.key === 'Home' ? -slot : event.key === 'End' ? SLOTS - 1 - slot : STEPS[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const to = Math.max(0, Math.min(SLOTS - 1, slot + step))
      setRange(event.shiftKey && range ? { from: range.from, to } : { from: to, to })
      grid.current?.querySelector<HTMLElement>(`[data-slot="${to}"]`)?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      paint(range ?? { from: slot, to: slot })
    }
  }
  return (
    <fieldset
      ref={grid}
      className="day-picture"
      aria-label={label}
      onPointerDown={(event) => {
        const slot = onPaint ? slotUnder(event) : null
        if (slot === null) return
        drawing.current = true
        setRange({ from: slot, to: slot })
      }}
      onPointerMove={(event) => {
        const slot = drawing.current ? slotUnder(event) : null
        if (slot !== null && range && slot !== range.to) setRange({ from: range.from, to: slot })
      }}
      onPointerUp={() => {
        if (drawing.current) paint(range)
        drawing.current = false
      }}
      onPointerCancel={() => {
        drawing.current = false
        setRange(null)
      }}
    >
      {bands.map((band, i) => {
        const name = `${timeOf(i)}–${i === SLOTS - 1 ? '24:00' : timeOf(i + 1)} ${band ? t(`electricPrice.fields.${band}`) : t('pages.energyUnitPrice.noBand')}`
        return (
          <button
            // A slot is identified by its position in the day.
            key={timeOf(i)}
            type="button"
            data-slot={i}
            disabled={!onPaint}
            className={`band is-${band ?? 'none'}${onPaint && chosen(i) ? ' is-chosen' : ''}`}
            aria-label={name}
            title={name}
            tabIndex={i === (range?.to ?? 0) ? 0 : -1}
            onKeyDown={(event) => onKey(event, i)}
          >
            {i % 4 === 0 ? String(i / 4).padStart(2, '0') : band && t(`bands.${band}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
