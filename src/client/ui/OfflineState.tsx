import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineIcon, RetryIcon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'

export type OfflineStateProps = {
  /** When the phone last heard that there was nothing here, already written out; without it nothing was kept. */
  since?: string
  onRetry?: () => void
  children?: ReactNode
}

/** This page needs a network it does not have; says what still works. */
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
