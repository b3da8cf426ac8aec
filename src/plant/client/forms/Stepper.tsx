import './forms.css'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseNumberText } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'

/**
 * Input for a small number, with two large buttons that never go below 0. Typed text stays as it is, so that -2 h does
 * not become 0 h. `onChange` gets the invalid value (`NaN` if the text is not a number), and the form check refuses it.
 */
export function Stepper({
  label,
  value,
  step,
  unit,
  onChange,
}: {
  label: string
  value: number
  step: number
  unit: string
  onChange: (value: number) => void
}) {
  const { t } = useTranslation('client')
  const errorId = useId()
  const [text, setText] = useState(String(value))
  const parseTyped = (typed: string): number => {
    const number = parseNumberText(typed) ?? 0
    return typeof number === 'number' ? number : Number.NaN
  }
  const valueText = Number.isNaN(value) ? '' : String(value)
  // Keeps "1." while 1.5 is typed; a value changed from outside replaces the text.
  const displayedText = Object.is(parseTyped(text), value) ? text : valueText
  const isInvalid = !(value >= 0)
  // Rounds to three decimals, so that 0.1 + 0.2 does not become 0.30000000000000004.
  const changeBy = (delta: number) => onChange(Math.max(0, Math.round(((value || 0) + delta) * 1000) / 1000))
  return (
    <span className="stepper">
      <Button
        aria-label={`${t('fields.decrease')} ${label}`}
        icon={<MinusIcon size={20} />}
        disabled={!(value > 0)}
        onClick={() => changeBy(-step)}
      />
      <input
        className="ui-input"
        inputMode="decimal"
        aria-label={`${label} (${unit})`}
        value={displayedText}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        onChange={(event) => {
          setText(event.target.value)
          onChange(parseTyped(event.target.value))
        }}
      />
      <span>{unit}</span>
      <Button
        aria-label={`${t('fields.increase')} ${label}`}
        icon={<PlusIcon size={20} />}
        onClick={() => changeBy(step)}
      />
      {isInvalid && (
        <span id={errorId} className="form-wrong" role="alert">
          {t('fields.notASize')}
        </span>
      )}
    </span>
  )
}
