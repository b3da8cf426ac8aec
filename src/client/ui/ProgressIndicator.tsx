import '../antd'
import ProgressBar from 'antd-mobile/es/components/progress-bar'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'

export type ProgressIndicatorProps = {
  label: string
  done: number
  /** Omit while unknown: the bar is then indeterminate. */
  total?: number
  onCancel?: () => void
}

/** Progress of a long task, with an optional cancel button. */
export function ProgressIndicator({ label, done, total, onCancel }: ProgressIndicatorProps) {
  const { t } = useTranslation('client')
  return (
    <div className="ui-progress">
      <div>
        <span>{label}</span>
        {total !== undefined && <span aria-hidden>{t('ui.progress', { done, total })}</span>}
      </div>
      <ProgressMeter label={label} value={total === undefined ? null : done} max={total || 1} />
      {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    </div>
  )
}

interface ProgressMeterProps {
  label: string
  /** Null while unknown: the bar is then indeterminate. */
  value: number | null
  max?: number
  className?: string
}
/** Length of the moving bar while the progress is unknown, percent. */
const INDETERMINATE_PERCENT = 30
/** antd-mobile's progress bar with its accessible value. */
export function ProgressMeter({ label, value, max = 1, className }: ProgressMeterProps) {
  const percent = value === null ? INDETERMINATE_PERCENT : Math.max(0, Math.min(100, (value / max) * 100))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      {...(value === null ? {} : { 'aria-valuenow': Math.min(value, max) })}
      className={['ui-meter', value === null && 'is-unknown', className].filter(Boolean).join(' ')}
    >
      <ProgressBar percent={percent} />
    </div>
  )
}
