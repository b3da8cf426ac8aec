import './number-pad.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Sheet } from './Sheet'
import { CheckIcon } from './icons'
import { typed } from './number-entry'

export interface NumberPadProps {
  title: string
  unit: string
  value: number | null
  /** Limits as display text. */
  limits: string | null
  /** Evaluates a number: the tone of the display and a word for it. */
  judge: (value: number | null) => { tone: 'ok' | 'warn' | 'bad' | 'idle'; word: string | null }
  onDone: (value: number | null) => void
  onClose: () => void
}
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '±', '0', '.'] as const

/**
 * Number pad with large keys for greasy or gloved hands; the phone's own keyboard would cover the limits. A physical
 * keyboard works as well.
 */
export function NumberPad({ title, unit, value, limits, judge, onDone, onClose }: NumberPadProps) {
  const { t } = useTranslation('client')
  const [text, setText] = useState(value === null ? '' : String(value))
  // Until the first key press the value is only a suggestion, which the first digit replaces.
  const [offered, setOffered] = useState(text !== '')
  const press = (key: string) => {
    setText((now) => (offered && key !== '±' ? typed('', key) : typed(now, key)))
    setOffered(false)
  }
  const erase = () => {
    setText((now) => now.slice(0, -1))
    setOffered(false)
  }
  const number = text === '' || text === '-' ? null : Number(text)
  const verdict = judge(number)
  // Keys are handled on the window; the focus is on submit so that Enter does not repeat the first key.
  const take = useRef<HTMLButtonElement>(null)
  useEffect(() => take.current?.focus(), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') erase()
      else if (/^[\d.,]$/.test(event.key)) press(event.key === ',' ? '.' : event.key)
      else if (event.key === '-') press('±')
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  return (
    <Sheet open onClose={onClose} title={title}>
      <form
        className="pad"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onDone(number)
        }}
      >
        <output className={`pad-value tone-${verdict.tone}`} aria-label={title}>
          <b className={offered ? 'is-offered' : undefined}>{text || '–'}</b>
          <span>{unit}</span>
          {verdict.word && <em>{verdict.word}</em>}
        </output>
        {limits && <p className="quiet">{limits}</p>}
        <div className="pad-keys">
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              aria-label={key === '±' ? t('ui.pad.sign') : key}
              onClick={() => press(key)}
            >
              {key}
            </button>
          ))}
        </div>
        <div className="ui-actions">
          <Button
            disabled={text === ''}
            onClick={() => {
              setText('')
              setOffered(false)
            }}
          >
            {t('ui.pad.clear')}
          </Button>
          <Button repeats disabled={text === ''} onClick={erase}>
            {t('ui.pad.erase')}
          </Button>
          <Button ref={take} type="submit" look="primary" icon={<CheckIcon size={20} />}>
            {t('ui.pad.take')}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
