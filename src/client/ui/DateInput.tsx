import './date-input.css'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '../clock'
import { formatDay } from '../format/time'
import { isCompleteDate, parseTypedDate, formatTypedDate, type DateKind } from '../format/typed-date'
import { usePlantZone } from '../session/plant-zone'
import { CalendarIcon } from './icons'

export interface DateInputProps {
  kind?: DateKind
  /** `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm`, `YYYY-MM` or `HH:mm`, depending on `kind`; empty if there is no value. */
  value: string
  /** Called with a value of the same format; empty when the field was cleared. */
  onChange: (value: string) => void
  /**
   * Called while the typed text is not a date, so that no form saves the previous value. The input shows the error
   * itself, as it does for values outside `min` and `max`.
   */
  onUnread?: ((text: string) => void) | undefined
  id?: string | undefined
  label?: string | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  min?: string | undefined
  max?: string | undefined
  step?: number | undefined
}
const types = { day: 'date', moment: 'datetime-local', month: 'month', time: 'time' } as const
/** Touch devices open the native picker without an on-screen keyboard over it. */
const isCoarse = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false

const offered = new Map<DateKind, boolean>()
/** True if the browser implements the native input type. Some have none for months and fall back to text. */
function offers(kind: DateKind): boolean {
  let there = offered.get(kind)
  if (there === undefined) {
    const probe = document.createElement('input')
    probe.type = types[kind]
    offered.set(kind, (there = probe.type === types[kind]))
  }
  return there
}

/**
 * Input for a day, moment, month or time in the app's own format, typed or picked from the browser's calendar. The
 * native input is mounted only while picking, because it displays values in the browser's language. It stays invisible
 * if the browser can open its picker.
 */
export function DateInput(props: DateInputProps) {
  const { kind = 'day', value, onChange, onUnread, id, label, invalid, describedBy, disabled, min, max, step } = props
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null)
  const [left, setLeft] = useState(true)
  const [picking, setPicking] = useState<'no' | 'picker' | 'here'>('no')
  const wrong = useId()
  const [field, native] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const read = (text: string) => parseTypedDate(kind, text, formatDay(getPlantMoment(), zone).slice(0, 4))
  // Keep the typed text until the value differs from what the text means.
  const says = typed && read(typed.text)
  const whole = says !== null && typed !== null && isCompleteDate(kind, typed.text)
  // An emptied field stays empty while it has focus, even if the owner falls back to another value.
  const emptied = typed !== null && !left && typed.text.trim() === ''
  const stands = typed !== null && (emptied || [says, ...(whole ? [] : [typed.over, ''])].includes(value))
  const text = stands ? typed.text : formatTypedDate(value)
  const unread = text !== '' && read(text) === null
  const type = (next: string) => {
    setTyped({ text: next, over: value })
    setLeft(false)
    const found = isCompleteDate(kind, next) ? read(next) : null
    if (next.trim() === '') onChange('')
    else if (found !== null) onChange(found)
    else onUnread?.(next)
  }
  const settle = () => {
    setLeft(true)
    const found = typed && stands ? read(typed.text) : null
    if (found !== null || typed?.text.trim() === '') setTyped(null)
    if (found !== null && found !== value) onChange(found)
  }
  const pick = () => {
    // The picker opens only within the tap's event, so the input must be mounted synchronously.
    flushSync(() => setPicking('picker'))
    native.current?.focus()
    try {
      native.current?.showPicker()
    } catch {
      // showPicker() is missing or not allowed here: display the native input instead.
      setPicking('here')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
    else if (event.key === 'ArrowDown' && event.altKey) pick()
    else return
    if (event.key !== 'Enter') event.preventDefault()
  }
  const early = !unread && value !== '' && min !== undefined && value < min
  const late = !unread && value !== '' && max !== undefined && value > max
  const said =
    (unread && t('ui.date.unread', { form: t(`ui.date.${kind}`) })) ||
    (early && t('ui.date.early', { day: formatTypedDate(min) })) ||
    (late && t('ui.date.late', { day: formatTypedDate(max) }))
  return (
    <span className={`ui-date is-${kind}`}>
      <input
        ref={field}
        id={id}
        className="ui-input"
        aria-label={label}
        aria-invalid={invalid || (left && said !== false) || undefined}
        aria-describedby={said && left ? wrong : describedBy}
        disabled={disabled}
        value={text}
        placeholder={t(`ui.date.${kind}`)}
        autoComplete="off"
        inputMode={isCoarse() && offers(kind) ? 'none' : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={onKeyDown}
        onClick={() => isCoarse() && offers(kind) && pick()}
      />
      {offers(kind) && kind !== 'time' && (
        <button
          type="button"
          aria-label={t('ui.date.pick')}
          title={t('ui.date.pick')}
          disabled={disabled}
          onClick={pick}
        >
          <CalendarIcon size={20} />
        </button>
      )}
      {picking !== 'no' && (
        <input
          ref={native}
          type={types[kind]}
          className={picking === 'here' ? 'ui-input ui-date-native is-seen' : 'ui-input ui-date-native'}
          aria-label={t('ui.date.pick')}
          defaultValue={read(text) ?? ''}
          min={min}
          max={max}
          step={step}
          onChange={(event) => {
            setTyped(null)
            onChange(event.target.value)
          }}
          onBlur={() => setPicking('no')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            field.current?.focus()
          }}
        />
      )}
      {said && left && (
        <span id={wrong} className="form-wrong" role="alert">
          {said}
        </span>
      )}
    </span>
  )
}
