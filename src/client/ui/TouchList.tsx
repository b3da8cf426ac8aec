import type { ReactNode } from 'react'
import { CardRefresher } from './table/CardRefresher'
import type { RefreshOutcome, SwipeButton } from './table/columns'
import { SwipeCard } from './table/SwipeCard'
import './table/table.css'
import { useIsTouch } from './use-is-touch'

/** Around a list of an area's own cards: pulling it down on a touch screen reloads it. */
export function TouchRefresher({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<RefreshOutcome>
  children: ReactNode
}) {
  return useIsTouch() ? <CardRefresher onRefresh={onRefresh}>{children}</CardRefresher> : children
}

/** Around one of an area's own cards: a swipe on a touch screen reveals the buttons. */
export function TouchSwipe({
  buttons = [],
  children,
}: {
  buttons?: readonly SwipeButton[] | undefined
  children: ReactNode
}) {
  const isTouch = useIsTouch()
  return isTouch && buttons.length > 0 ? <SwipeCard actions={buttons}>{children}</SwipeCard> : children
}
