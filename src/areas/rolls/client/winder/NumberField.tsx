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
  judge?: NumberPadProps['judge']
  /** Opens the pad at once, as this number is the purpose of the dialog. */
  open?: boolean
}
const judgePositive: NumberPadProps['judge'] = (value) => ({
  tone: value === null ? 'idle' : value > 0 ? 'ok' : 'bad',
  word: null,
})

/** A number as a large button with its unit; a tap opens the number pad. */
export function NumberField({
  label,
  unit,
  value,
  onChange,
  hint = null,
  judge = judgePositive,
  open = false,
}: NumberFieldProps) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [isPadOpen, setAsking] = useState(open)
  const verdict = judge(value)
  const name = useId()
  return (
    <div className="wd-field">
      <span id={name}>{label}</span>
      <button
        type="button"
        className={`wd-number tone-${verdict.tone}`}
        aria-labelledby={name}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {value === null ? <i>{t('pages.winder.enter')}</i> : <b>{formatExact(value, language)}</b>}
        <span>{unit}</span>
      </button>
      {verdict.word && <p className={`tone-${verdict.tone}`}>{verdict.word}</p>}
      {hint && <p className="quiet">{hint}</p>}
      {/* The pad is a form, and forms cannot be nested. */}
      {isPadOpen &&
        createPortal(
          <NumberPad
            title={label}
            unit={unit}
            value={value}
            limits={hint}
            judge={judge}
            onDone={(next) => {
              setAsking(false)
              onChange(next)
            }}
            onClose={() => setAsking(false)}
          />,
          document.body,
        )}
    </div>
  )
}
