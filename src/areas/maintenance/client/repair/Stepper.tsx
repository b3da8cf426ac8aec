import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseNumberText } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'

/**
 * A small number by two big buttons, or typed. The buttons never go below 0; what was typed below it, or is no number, stays as
 * it was typed and is given on as such (`NaN` where it is none), for the form's check to refuse: dropped, -2 hours would be none.
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
  const wrong = useId()
  const [text, setText] = useState(String(value))
  const read = (typed: string): number => {
    const number = parseNumberText(typed)
    return number === null ? 0 : typeof number === 'number' ? number : Number.NaN
  }
  // "1." stays while 1.5 is typed; a number that came from elsewhere is shown as it is.
  const shown = Object.is(read(text), value) ? text : Number.isNaN(value) ? '' : String(value)
  const isWrong = !(value >= 0)
  const move = (by: number) => onChange(Math.max(0, Math.round(((value || 0) + by) * 1000) / 1000))
  return (
    <span className="stepper">
      <Button
        aria-label={`${t('fields.decrease')} ${label}`}
        icon={<MinusIcon size={20} />}
        disabled={!(value > 0)}
        onClick={() => move(-step)}
      />
      <input
        className="ui-input"
        inputMode="decimal"
        aria-label={`${label} (${unit})`}
        value={shown}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? wrong : undefined}
        onChange={(event) => {
          setText(event.target.value)
          onChange(read(event.target.value))
        }}
      />
      <span>{unit}</span>
      <Button
        aria-label={`${t('fields.increase')} ${label}`}
        icon={<PlusIcon size={20} />}
        onClick={() => move(step)}
      />
      {isWrong && (
        <span id={wrong} className="form-wrong" role="alert">
          {t('fields.notASize')}
        </span>
      )}
    </span>
  )
}
