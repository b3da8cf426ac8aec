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
      <progress value={total === undefined ? undefined : done} max={total} aria-label={label} />
      {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    </div>
  )
}
