import '../antd'
import PullToRefresh from 'antd-mobile/es/components/pull-to-refresh'
import SwipeAction, { type Action } from 'antd-mobile/es/components/swipe-action'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefreshOutcome, SwipeButton } from './table/columns'
import './table/table.css'
import { tapFilter } from './tap-filter'
import { recordTrouble } from './trouble'
import { useIsTouch } from './use-device'

/** How long the outcome stays visible, ms. */
const OUTCOME_MS = 800

/**
 * Around a list: pulling it down from its top on a touch screen reloads it. The next scrolling ancestor of the finger
 * decides whether the list is at its top. A failure is told in words: the rows stay as they are.
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
  return (
    <div className="ui-refresher">
      <PullToRefresh
        onRefresh={refresh}
        completeDelay={OUTCOME_MS}
        renderText={(status) => (
          <span role="status">
            {status === 'complete'
              ? t(`ui.refresh.${outcome}`)
              : status === 'refreshing'
                ? t('ui.loading')
                : navigator.onLine
                  ? t(`ui.refresh.${status === 'canRelease' ? 'release' : 'pull'}`)
                  : t('ui.refresh.offline')}
          </span>
        )}
      >
        {children}
      </PullToRefresh>
    </div>
  )
}

const NO_BUTTONS: readonly SwipeButton[] = []
/** Around a card: swiping it to the left on a touch screen reveals the buttons. */
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
/** Keyboards and screen readers skip the hidden buttons: the open row offers the same actions. */
function SwipeCard({ buttons, children }: { buttons: readonly SwipeButton[]; children: ReactNode }) {
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
        rightActions={buttons.map(({ key, label, tone, onClick }): Action => ({
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
