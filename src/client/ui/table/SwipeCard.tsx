import '../../antd'
import '../antd-motion'
import SwipeAction, { type Action } from 'antd-mobile/es/components/swipe-action'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { tapFilter } from '../tap-filter'
import type { SwipeButton } from './columns'

const TONE_COLORS = { primary: 'primary', plain: 'var(--ink-2)', danger: 'danger' } as const

/**
 * A card that reveals its actions when it is swiped to the left. Keyboards and screen readers skip the hidden actions:
 * the open row offers the same ones.
 */
export function SwipeCard({ actions, children }: { actions: readonly SwipeButton[]; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isRevealed, setRevealed] = useState(false)
  useEffect(() => {
    box.current
      ?.querySelectorAll('.adm-swipe-action-actions')
      .forEach((element) => element.toggleAttribute('inert', !isRevealed))
  })
  return (
    <div ref={box} className="ui-swipe">
      <SwipeAction
        rightActions={actions.map(({ key, label, tone, onClick }): Action => ({
          key,
          text: label,
          color: TONE_COLORS[tone],
          onClick: ({ nativeEvent }) => {
            if (tapFilter.shouldCount(nativeEvent)) onClick()
          },
        }))}
        onActionsReveal={() => setRevealed(true)}
        onClose={() => setRevealed(false)}
      >
        {children}
      </SwipeAction>
    </div>
  )
}
