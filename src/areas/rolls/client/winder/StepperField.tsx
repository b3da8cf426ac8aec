import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { MinusIcon, PlusIcon } from '@/client/ui/icons'

/** A small count with buttons for one more and one less. */
export function StepperField({
  label,
  value,
  max,
  onChange,
}: {
  label: string
  value: number
  max: number
  onChange: (value: number) => void
}) {
  const { t } = useTranslation('rolls')
  return (
    <fieldset className="wd-field wd-stepper" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <div>
        <Button
          icon={<MinusIcon size={20} />}
          aria-label={t('pages.winder.less', { label })}
          disabled={value <= 0}
          onClick={() => onChange(value - 1)}
        />
        <output aria-live="polite">{value}</output>
        <Button
          icon={<PlusIcon size={20} />}
          aria-label={t('pages.winder.more', { label })}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        />
      </div>
    </fieldset>
  )
}
