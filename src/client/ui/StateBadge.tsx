import '../antd'
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
