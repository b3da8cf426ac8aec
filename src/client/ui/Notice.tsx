import type { ReactNode } from 'react'
import type { Icon } from './icons'

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

/** Common layout of the empty, error and offline states: icon, title, advice. */
export function Notice({ icon: NoticeIcon, title, tone = 'quiet', lines = [], children, alert }: NoticeProps) {
  return (
    <section className={`ui-notice is-${tone}`} role={alert ? 'alert' : 'status'}>
      <NoticeIcon size={32} />
      <h2>{title}</h2>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      {children && <div className="ui-notice-actions">{children}</div>}
    </section>
  )
}
