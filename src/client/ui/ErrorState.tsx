import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon, RetryIcon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'
import { useAnnounced } from './on-page'

export type ErrorStateProps = {
  /** The event that failed, in the user's words. */
  what: string
  /** Data that has been saved, e.g. "Your entries are saved on this phone". */
  kept?: string
  /** Advice; "Try again" by default. */
  todo?: string
  /** Error code or number for support. */
  code?: string
  onRetry?: () => void
  children?: ReactNode
}

/** Error message with what has been saved and what to do. */
export function ErrorState({ what, kept, todo, code, onRetry, children }: ErrorStateProps) {
  const { t } = useTranslation('client')
  useAnnounced([what, kept])
  return (
    <Notice
      icon={ErrorIcon}
      tone="bad"
      alert
      title={what}
      lines={[kept, todo ?? t('ui.error.todo'), code && t('ui.error.code', { code })]}
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
