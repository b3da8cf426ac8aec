import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorIcon, RetryIcon } from './icons'
import { Button } from './Button'
import { Notice, useAnnouncements } from './Notice'

export type ErrorStateProps = {
  /** The event that failed, in the user's words. */
  title: string
  /** Data that has been saved, e.g. "Your entries are saved on this phone". */
  detail?: string
  /** Advice; "Try again" by default. */
  advice?: string
  /** Error code or number for support. */
  code?: string
  onRetry?: () => void
  children?: ReactNode
}

/** Error message with what has been saved and what to do. */
export function ErrorState({ title, detail, advice, code, onRetry, children }: ErrorStateProps) {
  const { t } = useTranslation('client')
  useAnnouncements([title, detail])
  return (
    <Notice
      icon={ErrorIcon}
      tone="bad"
      alert
      title={title}
      lines={[detail, advice ?? t('ui.error.todo'), code && t('ui.error.code', { code })]}
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
