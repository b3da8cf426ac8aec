import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon, RetryIcon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'
import { useAnnounced } from './on-page'

export type ErrorStateProps = {
  /** What happened, in the person's words. */
  what: string
  /** What was kept ("Your entries are saved on this phone"). */
  kept?: string
  /** What to do; "Try again" advice when left out. */
  todo?: string
  /** A code or number support can use. */
  code?: string
  onRetry?: () => void
  children?: ReactNode
}

/** What happened, what was kept, what to do. */
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
