import '../antd'
import 'antd-mobile/es/components/error-block/error-block.css'
import NoticeBar from 'antd-mobile/es/components/notice-bar'
import { createErrorBlock } from 'antd-mobile/es/components/error-block/create-error-block'
import { type ReactNode, useEffect } from 'react'
import { type Icon, OfflineIcon, RetryIcon } from './icons'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'

export type NoticeProps = {
  icon: Icon
  title: string
  tone?: 'quiet' | 'bad' | 'warn'
  /** Sentences under the title. */
  lines?: readonly (string | undefined)[]
  /** Buttons for the next action. */
  children?: ReactNode
  /** Announced immediately by screen readers when it appears. */
  alert?: boolean
}

/** antd-mobile's error block without its pictures: we show our icons. */
const ErrorBlock = createErrorBlock({ default: '', busy: '', disconnected: '', empty: '' })

/** Common layout of the empty, error and offline states: icon, title, advice. */
export function Notice({ icon: NoticeIcon, title, tone = 'quiet', lines = [], children, alert }: NoticeProps) {
  return (
    <section className={`ui-notice is-${tone}`} role={alert ? 'alert' : 'status'}>
      <ErrorBlock
        image={<NoticeIcon size={32} />}
        title={<h2>{title}</h2>}
        description={lines.map((line) => line && <p key={line}>{line}</p>)}
      >
        {children && <div className="ui-notice-actions">{children}</div>}
      </ErrorBlock>
    </section>
  )
}

export interface BannerProps {
  children: ReactNode
  tone?: 'info' | 'warn'
  icon?: Icon
  /** A button or a progress bar. */
  extra?: ReactNode
  /** Announced immediately by screen readers when it appears. */
  alert?: boolean
}

/** A message across the page in antd-mobile's notice bar. A long message wraps; it does not scroll sideways. */
export function Banner({ children, tone = 'info', icon: BannerIcon, extra, alert }: BannerProps) {
  return (
    <div role={alert ? 'alert' : 'status'} className={`banner is-${tone}`}>
      <NoticeBar
        wrap
        color={tone === 'warn' ? 'alert' : 'info'}
        icon={BannerIcon ? <BannerIcon size={20} /> : null}
        content={children}
        extra={extra}
      />
    </div>
  )
}

const announcedCounts = new Map<string, number>()
/** Registers sentences that the page itself displays while mounted, so that no toast repeats them. */
export function useAnnouncements(sentences: readonly (string | undefined)[]): void {
  const text = JSON.stringify(sentences.filter(Boolean))
  useEffect(() => {
    const announced = JSON.parse(text) as string[]
    for (const sentence of announced) announcedCounts.set(sentence, (announcedCounts.get(sentence) ?? 0) + 1)
    return () => {
      for (const sentence of announced) announcedCounts.set(sentence, (announcedCounts.get(sentence) ?? 1) - 1)
    }
  }, [text])
}
/** Returns true if the page on screen displays the sentence already. */
export const isAnnounced = (sentence: string): boolean => (announcedCounts.get(sentence) ?? 0) > 0

type OfflineStateProps = {
  /** Formatted time at which the server last confirmed that the list is empty; without it no data is stored. */
  since?: string
  onRetry?: () => void
  children?: ReactNode
}

/** Placeholder for a page that needs the server; tells a missing network from a server that does not answer. */
export function OfflineState({ since, onRetry, children }: OfflineStateProps) {
  const { t } = useTranslation('client')
  const hasNetwork = navigator.onLine
  const missingText = t(hasNetwork ? 'ui.offline.serverNone' : 'ui.offline.none')
  return (
    <Notice
      icon={OfflineIcon}
      tone="warn"
      title={t(hasNetwork ? 'ui.offline.serverTitle' : 'ui.offline.title')}
      lines={[
        since ? t('ui.offline.since', { since }) : missingText,
        t(hasNetwork ? 'ui.offline.serverKept' : 'ui.offline.kept'),
      ]}
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
