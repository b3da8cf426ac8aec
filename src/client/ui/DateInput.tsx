import './date-input.css'
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { getPlantMoment } from '../clock'
import { formatDay, toInputTime } from '../format/time'
import { isCompleteDate, parseTypedDate, formatTypedDate, type DateKind } from '../format/typed-date'
import { usePlantZone } from '../session/plant-zone'
import { CalendarIcon } from './icons'
import { usePopup } from './popup/use-popup'
import { useIsTouch } from './use-device'

const loadPopup = () => import('./popup/DatePopup')
const DatePopup = lazy(loadPopup)

export interface DateInputProps {
  kind?: DateKind
  /** `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm`, `YYYY-MM` or `HH:mm`, depending on `kind`; empty if there is no value. */
  value: string
  /** Called with a value of the same format; empty when the field was cleared. */
  onChange: (value: string) => void
  /**
   * Called while the typed text is not a date, so that the form does not save the previous value. The input itself
   * displays this error; it also displays an error for a value outside `min` and `max`.
   */
  onUnreadable?: ((text: string) => void) | undefined
  id?: string | undefined
  label?: string | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  min?: string | undefined
  max?: string | undefined
  step?: number | undefined
}
const INPUT_TYPES = { day: 'date', moment: 'datetime-local', month: 'month', time: 'time' } as const
const nativeSupport = new Map<DateKind, boolean>()
/** True if the browser implements the native input type. Some have none for months and fall back to text. */
function hasNativeInput(kind: DateKind): boolean {
  let isSupported = nativeSupport.get(kind)
  if (isSupported === undefined) {
    const probe = document.createElement('input')
    probe.type = INPUT_TYPES[kind]
    nativeSupport.set(kind, (isSupported = probe.type === INPUT_TYPES[kind]))
  }
  return isSupported
}

/**
 * Input for a day, moment, month or time in the app's own format. The value is typed or picked: from wheels on touch
 * screens, else from the browser's calendar. The native input is mounted only while picking, because it displays values
 * in the browser's language. It stays invisible if the browser can open its picker.
 */
export function DateInput(props: DateInputProps) {
  const {
    kind = 'day',
    value,
    onChange,
    onUnreadable,
    id,
    label,
    invalid,
    describedBy,
    disabled,
    min,
    max,
    step,
  } = props
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const isTouch = useIsTouch()
  const popup = usePopup()
  const popupId = useId()
  const [draft, setDraft] = useState<{ text: string; replacedValue: string } | null>(null)
  const [isTyping, setIsTyping] = useState(false)
  // `inline`: the native input itself is visible, because the browser cannot open its picker.
  const [pickerState, setPickerState] = useState<'closed' | 'picker' | 'inline'>('closed')
  const errorId = useId()
  const textInput = useRef<HTMLInputElement>(null)
  const nativeInput = useRef<HTMLInputElement>(null)
  const currentYear = formatDay(getPlantMoment(), zone).slice(0, 4)
  const parseText = (text: string) => parseTypedDate(kind, text, currentYear)
  const parsedDraft = draft && parseText(draft.text)
  const isDraftComplete = parsedDraft !== null && draft !== null && isCompleteDate(kind, draft.text)
  // An emptied field stays empty until the draft is committed, even if the parent component falls back to another value.
  const isEmptied = draft !== null && isTyping && draft.text.trim() === ''
  // The typed text is displayed while `value` is the typed date. While the typed date is incomplete, it is also displayed
  // if `value` is the previous value or empty. Any other `value` was set by the parent and replaces the typed text.
  const showsDraft =
    draft !== null &&
    (isEmptied || value === parsedDraft || (!isDraftComplete && (value === draft.replacedValue || value === '')))
  const text = showsDraft ? draft.text : formatTypedDate(value)
  const isUnreadable = text !== '' && parseText(text) === null
  const setTypedText = (next: string) => {
    setDraft({ text: next, replacedValue: value })
    setIsTyping(true)
    const parsedValue = isCompleteDate(kind, next) ? parseText(next) : null
    if (next.trim() === '') onChange('')
    else if (parsedValue !== null) onChange(parsedValue)
    else onUnreadable?.(next)
  }
  const commitDraft = () => {
    setIsTyping(false)
    const parsedValue = draft && showsDraft ? parseText(draft.text) : null
    if (parsedValue !== null || draft?.text.trim() === '') setDraft(null)
    if (parsedValue !== null && parsedValue !== value) onChange(parsedValue)
  }
  const openPicker = () => {
    if (isTouch) {
      if (textInput.current) popup.open(textInput.current, label)
      return
    }
    // The picker opens only within the tap's event, so the input must be mounted synchronously.
    flushSync(() => setPickerState('picker'))
    nativeInput.current?.focus()
    try {
      nativeInput.current?.showPicker()
    } catch {
      // showPicker() is missing or not allowed here: display the native input instead.
      setPickerState('inline')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commitDraft()
    if (event.key === 'ArrowDown' && event.altKey) {
      event.preventDefault()
      openPicker()
    }
  }
  const isTooEarly = !isUnreadable && value !== '' && min !== undefined && value < min
  const isTooLate = !isUnreadable && value !== '' && max !== undefined && value > max
  const errorText =
    (isUnreadable && t('ui.date.unread', { form: t(`ui.date.${kind}`) })) ||
    (isTooEarly && t('ui.date.early', { day: formatTypedDate(min) })) ||
    (isTooLate && t('ui.date.late', { day: formatTypedDate(max) }))
  return (
    <span className={`ui-date is-${kind}`}>
      <input
        ref={textInput}
        id={id}
        className="ui-input"
        aria-label={label}
        aria-invalid={invalid || (!isTyping && errorText !== false) || undefined}
        aria-describedby={errorText && !isTyping ? errorId : describedBy}
        disabled={disabled}
        value={text}
        placeholder={t(`ui.date.${kind}`)}
        autoComplete="off"
        // The wheels open without an on-screen keyboard over them.
        inputMode={isTouch ? 'none' : undefined}
        aria-haspopup={isTouch ? 'dialog' : undefined}
        onChange={(event) => setTypedText(event.target.value)}
        onBlur={commitDraft}
        onKeyDown={onKeyDown}
        onPointerDown={() => isTouch && void loadPopup().catch(() => undefined)}
        onClick={() => isTouch && openPicker()}
      />
      {(isTouch || hasNativeInput(kind)) && kind !== 'time' && (
        <button
          type="button"
          aria-label={t('ui.date.pick')}
          title={t('ui.date.pick')}
          disabled={disabled}
          onClick={openPicker}
        >
          <CalendarIcon size={20} />
        </button>
      )}
      {pickerState !== 'closed' && (
        <input
          ref={nativeInput}
          type={INPUT_TYPES[kind]}
          className={pickerState === 'inline' ? 'ui-input ui-date-native is-seen' : 'ui-input ui-date-native'}
          aria-label={t('ui.date.pick')}
          defaultValue={parseText(text) ?? ''}
          min={min}
          max={max}
          step={step}
          onChange={(event) => {
            setDraft(null)
            onChange(event.target.value)
          }}
          onBlur={() => setPickerState('closed')}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            textInput.current?.focus()
          }}
        />
      )}
      {popup.anchor && (
        <Suspense>
          <DatePopup
            id={popupId}
            anchor={popup.anchor}
            kind={kind}
            value={parseText(text) ?? ''}
            now={toInputTime(getPlantMoment(), zone)}
            min={min}
            max={max}
            onChoose={(chosen) => {
              setDraft(null)
              onChange(chosen)
            }}
            onClose={popup.close}
          />
        </Suspense>
      )}
      {errorText && !isTyping && (
        <span id={errorId} className="form-wrong" role="alert">
          {errorText}
        </span>
      )}
    </span>
  )
}
