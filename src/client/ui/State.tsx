import type { ReactNode } from 'react'
import { ActiveIcon, DoneIcon, ErrorIcon, IdleIcon, WaitIcon, WarnIcon, type Icon } from './icons'

/** What a state means to the person: fine, look at it, wrong, going on, waiting for someone, at rest. */
export type Tone = 'ok' | 'warn' | 'bad' | 'active' | 'wait' | 'idle'

const ICONS: Record<Tone, Icon> = {
  ok: DoneIcon,
  warn: WarnIcon,
  bad: ErrorIcon,
  active: ActiveIcon,
  wait: WaitIcon,
  idle: IdleIcon,
}

/** A state in colour, icon and word; `icon` replaces the tone's own. */
export function State({ tone, children, icon: Own }: { tone: Tone; children: ReactNode; icon?: Icon }) {
  const Shown = Own ?? ICONS[tone]
  return (
    <span className={`ui-state tone-${tone}`}>
      <Shown size={16} />
      {children}
    </span>
  )
}
