import '../antd'
import NoticeBar from 'antd-mobile/es/components/notice-bar'
import type { ReactNode } from 'react'
import type { Icon } from './icons'

export interface BannerProps {
  children: ReactNode
  tone?: 'info' | 'warn'
  icon?: Icon
  /** A button or a progress bar. */
  extra?: ReactNode
  /** Announced immediately by screen readers when it appears. */
  alert?: boolean
}

/** A sentence across the page in antd-mobile's notice bar, in full and still. */
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
