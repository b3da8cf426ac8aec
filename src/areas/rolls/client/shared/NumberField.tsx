import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { formatExact } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NumberPad, type NumberPadProps } from '@/client/ui/NumberPad'

export interface NumberFieldProps {
  label: string
  unit: string
  value: number | null
  onChange: (value: number | null) => void
  hint?: string | null
  evaluate?: NumberPadProps['evaluate']
  /** Opens the number pad at once. For dialogs whose purpose is to enter this number. */
  opensAtOnce?: boolean
}
const evaluatePositive: NumberPadProps['evaluate'] = (value) => ({
  tone: value === null ? 'idle' : value > 0 ? 'ok' : 'bad',
  label: null,
})

/** Shows a number with its unit as a large button. A tap on the button opens the number pad. */
export function NumberField({
  label,
  unit,
  value,
  onChange,
  hint = null,
  evaluate = evaluatePositive,
  opensAtOnce = false,
}: NumberFieldProps) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [isPadOpen, setPadOpen] = useState(opensAtOnce)
  const evaluation = evaluate(value)
  const labelId = useId()
  return (
    <div className="wd-field stack gap-1">
      <span id={labelId}>{label}</span>
      <button
        type="button"
        className={`wd-number strip middle between tone-${evaluation.tone}`}
        aria-labelledby={labelId}
        aria-haspopup="dialog"
        onClick={() => setPadOpen(true)}
      >
        {value === null ? <i>{t('pages.winder.enter')}</i> : <b>{formatExact(value, language)}</b>}
        <span>{unit}</span>
      </button>
      {evaluation.label && <p className={`tone-${evaluation.tone}`}>{evaluation.label}</p>}
      {hint && <p className="quiet">{hint}</p>}
      {/* The pad is a form, and forms cannot be nested. */}
      {isPadOpen &&
        createPortal(
          <NumberPad
            title={label}
            unit={unit}
            value={value}
            limits={hint}
            evaluate={evaluate}
            onDone={(next) => {
              setPadOpen(false)
              onChange(next)
            }}
            onClose={() => setPadOpen(false)}
          />,
          document.body,
        )}
    </div>
  )
}
