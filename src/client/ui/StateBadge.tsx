import '../antd'
import AntdBadge from 'antd-mobile/es/components/badge'
import Tag from 'antd-mobile/es/components/tag'
import type { ReactNode } from 'react'
import type { Tone } from '@/contract/state-machine'
import { ActiveIcon, DoneIcon, ErrorIcon, IdleIcon, WaitIcon, WarnIcon, type Icon } from './icons'

export type { Tone }

const ICON_BY_TONE: Record<Tone, Icon> = {
  ok: DoneIcon,
  warn: WarnIcon,
  bad: ErrorIcon,
  active: ActiveIcon,
  wait: WaitIcon,
  idle: IdleIcon,
}

/** Displays a state as antd-mobile's tag by color, icon and word; `icon` replaces the default icon of the tone. */
export function StateBadge({ tone, children, icon: CustomIcon }: { tone: Tone; children: ReactNode; icon?: Icon }) {
  const BadgeIcon = CustomIcon ?? ICON_BY_TONE[tone]
  return (
    <Tag className={`ui-state tone-${tone}`}>
      <BadgeIcon size={16} />
      {children}
    </Tag>
  )
}

const MAX_COUNT = 99
/** antd-mobile's Badge with a count of pending things. `label` names them for screen readers; zero shows nothing. */
export function CountBadge({ count, label, children }: { count: number; label: string; children?: ReactNode }) {
  if (count === 0) return children
  return (
    <AntdBadge
      className="ui-count-badge"
      wrapperClassName="ui-count-badge-frame"
      content={
        <>
          <span aria-hidden>{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>
          <span className="ui-hidden">{label}</span>
        </>
      }
    >
      {children}
    </AntdBadge>
  )
}
