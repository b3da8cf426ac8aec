import '../antd'
import PullToRefresh, { type PullStatus } from 'antd-mobile/es/components/pull-to-refresh'
import SwipeAction, { type Action } from 'antd-mobile/es/components/swipe-action'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefreshOutcome, SwipeButton } from './table/columns'
import './table/table.css'
import { tapFilter } from './tap-filter'
import { recordTrouble } from './trouble'
import { useIsTouch } from './use-device'

/** Time for which the outcome of a reload stays visible. */
const OUTCOME_VISIBLE_MS = 800

/**
 * Wraps a list that the user reloads by pulling it down from its top, on touch screens only. antd-mobile checks the
 * nearest scrolling ancestor to decide if the list is at its top. A failed reload shows a message and keeps the rows.
 */
export function TouchRefresher({
  onRefresh,
  children,
}: {
  /** Undefined if the list cannot be reloaded. */
  onRefresh: (() => Promise<RefreshOutcome>) | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('client')
  const isTouch = useIsTouch()
  const [outcome, setOutcome] = useState<RefreshOutcome>('done')
  if (!isTouch || !onRefresh) return children
  const refresh = async () => {
    try {
      setOutcome(await onRefresh())
    } catch (error) {
      recordTrouble('list not refreshed', error)
      setOutcome('failed')
    }
  }
  const getStatusText = (status: PullStatus) => {
    if (status === 'complete') return t(`ui.refresh.${outcome}`)
    if (status === 'refreshing') return t('ui.loading')
    if (!navigator.onLine) return t('ui.refresh.offline')
    return t(`ui.refresh.${status === 'canRelease' ? 'release' : 'pull'}`)
  }
  return (
    <div className="ui-refresher">
      <PullToRefresh
        onRefresh={refresh}
        completeDelay={OUTCOME_VISIBLE_MS}
        renderText={(status) => <span role="status">{getStatusText(status)}</span>}
      >
        {children}
      </PullToRefresh>
    </div>
  )
}

const NO_BUTTONS: readonly SwipeButton[] = []
/** Wraps a card: swiping it to the left on a touch screen reveals the buttons. */
export function TouchSwipe({
  buttons = NO_BUTTONS,
  children,
}: {
  buttons?: readonly SwipeButton[] | undefined
  children: ReactNode
}) {
  const isTouch = useIsTouch()
  return isTouch && buttons.length > 0 ? <SwipeCard buttons={buttons}>{children}</SwipeCard> : children
}

const TONE_COLORS = { primary: 'primary', plain: 'var(--ink-2)', danger: 'danger' } as const
/** The hidden buttons are inert for keyboards and screen readers, which find the same actions in the open row. */
function SwipeCard({ buttons, children }: { buttons: readonly SwipeButton[]; children: ReactNode }) {
  const swipeRef = useRef<HTMLDivElement>(null)
  const [isRevealed, setIsRevealed] = useState(false)
  useEffect(() => {
    swipeRef.current
      ?.querySelectorAll('.adm-swipe-action-actions')
      .forEach((element) => element.toggleAttribute('inert', !isRevealed))
  })
  return (
    <div ref={swipeRef} className="ui-swipe">
      <SwipeAction
        rightActions={buttons.map(({ key, label, tone, onClick }): Action => ({
          key,
          text: label,
          color: TONE_COLORS[tone],
          onClick: ({ nativeEvent }) => {
            if (tapFilter.shouldCount(nativeEvent)) onClick()
          },
        }))}
        onActionsReveal={() => setIsRevealed(true)}
        onClose={() => setIsRevealed(false)}
      >
        {children}
      </SwipeAction>
    </div>
  )
}
