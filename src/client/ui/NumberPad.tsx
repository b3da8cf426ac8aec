import './number-pad.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { CheckIcon } from './icons'

export interface NumberPadProps {
  title: string
  unit: string
  value: number | null
  /** Adds a key for values below the limit of detection, e.g. `<0.5`. */
  allowsBelow?: boolean
  /** The value as entered, if it may be below the limit of detection. */
  initialText?: string
  /** Limits as display text. */
  limits: string | null
  /** Rates a number, e.g. against limits. Returns the tone of the display and a word for the rating. */
  evaluate: (value: number | null) => { tone: 'ok' | 'warn' | 'bad' | 'idle'; label: string | null }
  /** @param text as entered, if `allowsBelow`; `value` is null below the limit of detection */
  onDone: (value: number | null, text?: string) => void
  onClose: () => void
}
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '±', '0', '.'] as const
/** Keys that change a suggested value instead of replacing it. */
const MODIFIER_KEYS: readonly string[] = ['±', '<']

/**
 * Number pad with large keys for greasy or gloved hands; the phone's own keyboard would cover the limits. A physical
 * keyboard works as well.
 */
export function NumberPad({
  title,
  unit,
  value,
  allowsBelow = false,
  initialText = value === null ? '' : String(value),
  limits,
  evaluate,
  onDone,
  onClose,
}: NumberPadProps) {
  const { t } = useTranslation('client')
  const [text, setText] = useState(initialText)
  // Until the first key press the value is only a suggestion, which the first digit replaces.
  const [isSuggestion, setIsSuggestion] = useState(text !== '')
  const pressKey = (key: string) => {
    setText((current) => (isSuggestion && !MODIFIER_KEYS.includes(key) ? appendKey('', key) : appendKey(current, key)))
    setIsSuggestion(false)
  }
  const erase = () => {
    setText((current) => current.slice(0, -1))
    setIsSuggestion(false)
  }
  const number = /\d/.test(text) && !text.startsWith('<') ? Number(text) : null
  const keys = allowsBelow ? [...KEYS, '<'] : KEYS
  const rating = evaluate(number)
  const getKeyLabel = (key: string): string => {
    if (key === '±') return t('ui.pad.sign')
    return key === '<' ? t('ui.pad.below') : key
  }
  // The window handles the keys. The submit button has the focus, because Enter would press a focused digit key.
  const submitButton = useRef<HTMLButtonElement>(null)
  useEffect(() => submitButton.current?.focus(), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') erase()
      else if (/^[\d.,]$/.test(event.key)) pressKey(event.key === ',' ? '.' : event.key)
      else if (event.key === '-') pressKey('±')
      else if (event.key === '<' && allowsBelow) pressKey('<')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="pad"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (allowsBelow) onDone(number, /\d/.test(text) ? text : '')
          else onDone(number)
        }}
      >
        <output className={`pad-value cluster tone-${rating.tone}`} aria-label={title}>
          <b className={isSuggestion ? 'is-suggestion' : undefined}>{text || '–'}</b>
          <span>{unit}</span>
          {rating.label && <em>{rating.label}</em>}
        </output>
        {limits && <p className="quiet">{limits}</p>}
        <div className="pad-keys">
          {keys.map((key) => (
            <button key={key} type="button" aria-label={getKeyLabel(key)} onClick={() => pressKey(key)}>
              {key}
            </button>
          ))}
        </div>
        <div className="ui-actions">
          <Button
            disabled={text === ''}
            onClick={() => {
              setText('')
              setIsSuggestion(false)
            }}
          >
            {t('ui.pad.clear')}
          </Button>
          <Button allowsRapidTaps disabled={text === ''} onClick={erase}>
            {t('ui.pad.erase')}
          </Button>
          <Button ref={submitButton} type="submit" look="primary" icon={<CheckIcon size={20} />}>
            {t('ui.pad.take')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Maximum digits of a measured value; more are a typing error. */
const MAX_DIGITS = 12

/** Returns the text after one more key: a digit, the decimal point, `±` to change the sign, `<` for "less than". */
export function appendKey(text: string, key: string): string {
  if (key === '<') return text.startsWith('<') ? text.slice(1) : `<${text}`
  if (text.startsWith('<')) return `<${appendKey(text.slice(1), key)}`
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`
  if (key === '.' && text.includes('.')) return text
  if (text.replace(/[-.]/g, '').length >= MAX_DIGITS && key !== '.') return text
  const unsigned = text.replace('-', '')
  const nextText = appendToUnsigned(unsigned, key)
  return text.startsWith('-') ? `-${nextText}` : nextText
}
/** Appends a digit or the decimal point; avoids a missing or superfluous zero at the start. */
function appendToUnsigned(unsigned: string, key: string): string {
  if (key === '.' && unsigned === '') return '0.'
  if (key !== '.' && unsigned === '0') return key
  return unsigned + key
}
