import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon, RetryIcon } from './icons'
import { Button } from './Button'
import { Notice } from './Notice'
import { useAnnouncements } from './announcements'

export type ErrorStateProps = {
  /** The event that failed, in the user's words. */
  title: string
  /** Data that has been saved, e.g. "Your entries are saved on this phone". */
  kept?: string
  /** Advice; "Try again" by default. */
  advice?: string
  /** Error code or number for support. */
  code?: string
  onRetry?: () => void
  children?: ReactNode
}

/** Error message with what has been saved and what to do. */
export function ErrorState({ title, kept, advice, code, onRetry, children }: ErrorStateProps) {
  const { t } = useTranslation('client')
  useAnnouncements([title, kept])
  return (
    <Notice
      icon={ErrorIcon}
      tone="bad"
      alert
      title={title}
      lines={[kept, advice ?? t('ui.error.todo'), code && t('ui.error.code', { code })]}
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
