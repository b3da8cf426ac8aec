import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineIcon, RetryIcon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'

export type OfflineStateProps = {
  /** Formatted time at which the server last confirmed that the list is empty; without it no data is stored. */
  since?: string
  onRetry?: () => void
  children?: ReactNode
}

/** Placeholder for a page that needs the network; says what still works offline. */
export function OfflineState({ since, onRetry, children }: OfflineStateProps) {
  const { t } = useTranslation('client')
  return (
    <Notice
      icon={OfflineIcon}
      tone="warn"
      title={t('ui.offline.title')}
      lines={[since ? t('ui.offline.since', { since }) : t('ui.offline.none'), t('ui.offline.kept')]}
    >
      {onRetry && (
        <Button onClick={onRetry} icon={<RetryIcon size={20} />}>
          {t('ui.error.retry')}
        </Button>
      )}
      {children}
    </Notice>
  )
}
