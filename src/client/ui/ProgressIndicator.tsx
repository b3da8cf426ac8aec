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
      <ProgressMeter label={label} value={total ? done / total : null} />
      {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    </div>
  )
}

/** antd-mobile's progress bar with its accessible value. @param value share 0–1; null while unknown */
export function ProgressMeter({
  label,
  value,
  className,
}: {
  label: string
  value: number | null
  className?: string
}) {
  const percent = value === null ? null : Math.round(Math.max(0, Math.min(1, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': percent })}
      className={['ui-meter', percent === null && 'is-unknown', className].filter(Boolean).join(' ')}
    >
      <ProgressBar percent={percent ?? 30} />
    </div>
  )
}
