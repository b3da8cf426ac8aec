import { useTranslation } from 'react-i18next'
import { readNumber } from '@/client/fields/number-input'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'

/** A small number by two big buttons, or typed. Never below 0. */
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
  const move = (by: number) => onChange(Math.max(0, Math.round((value + by) * 1000) / 1000))
  return (
    <span className="stepper">
      <Button
        aria-label={`${t('fields.decrease')} ${label}`}
        icon={<MinusIcon size={20} />}
        disabled={value <= 0}
        onClick={() => move(-step)}
      />
      <input
        className="ui-input"
        inputMode="decimal"
        aria-label={`${label} (${unit})`}
        value={String(value)}
        onChange={(event) => {
          const number = readNumber(event.target.value)
          onChange(typeof number === 'number' ? Math.max(0, number) : 0)
        }}
      />
      <span>{unit}</span>
      <Button
        aria-label={`${t('fields.increase')} ${label}`}
        icon={<PlusIcon size={20} />}
        onClick={() => move(step)}
      />
    </span>
  )
}
