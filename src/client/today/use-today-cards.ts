import type { i18n } from 'i18next'
import { startTransition, useEffect, useMemo, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { getTodayCards } from '../area-registry'
import type { SessionState } from '../session/session'
import { hasPermission, useSession } from '../session/use-session'
import { prefetchPage } from '../shell/LazyPage'
import { waitUntilIdle } from '../shell/app-settling'

type Card = ReturnType<typeof getTodayCards>[number]

/** Number of cards that a phone renders at first, and adds at a time. Most cards have no content and render nothing. */
const CARD_BATCH_SIZE = 6
/**
 * Matches if the cards are stacked in one column. In several columns an added card would move the others, so all are
 * rendered at once.
 */
const oneColumnQuery = typeof matchMedia === 'function' ? matchMedia('(max-width: 599px)') : null
const getInitialCount = (cards: readonly Card[]): number =>
  oneColumnQuery?.matches ? Math.min(CARD_BATCH_SIZE, cards.length) : cards.length

const getPersonCards = (person: SessionState): Card[] =>
  getTodayCards().filter((card) => !card.permissions || hasPermission(person, card.permissions))
/**
 * Loads code and texts of cards. Never rejects: a failed part is requested again, and its error shown, when it is
 * rendered.
 */
const fetchCards = (cards: readonly Card[], texts: i18n): Promise<unknown> =>
  Promise.allSettled([
    texts.loadNamespaces([...new Set(cards.map((card) => card.area))]),
    ...cards.map((card) => prefetchPage(card.load)),
  ])

/** Maximum time, ms, that home waits for its cards. */
const MAX_WAIT_MS = 200
/** Prefetches the first cards of a person's home, so that it renders complete and once. */
export async function prefetchHomeCards(person: SessionState, texts: i18n): Promise<void> {
  const cards = getPersonCards(person)
  await Promise.race([
    fetchCards(cards.slice(0, getInitialCount(cards)), texts),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ])
}

/**
 * Returns the cards of home to render so far. Batches are added from the top until the cards fill the screen; the
 * others follow when the browser is idle. `isFilling`: the screen is not full and more cards follow.
 */
export function useTodayCards(cardsRef: RefObject<HTMLElement | null>): {
  cards: readonly Card[]
  isFilling: boolean
  isComplete: boolean
} {
  const { i18n } = useTranslation('client')
  const person = useSession()
  const cards = useMemo(() => getPersonCards(person), [person])
  const [renderedCount, setRenderedCount] = useState(() => getInitialCount(cards))
  const isScreenFull = useReachesBottom(cardsRef)
  const isComplete = renderedCount >= cards.length
  useEffect(() => {
    if (isComplete) return
    let isUnmounted = false
    const addBatch = () => {
      if (!isUnmounted) startTransition(() => setRenderedCount(renderedCount + CARD_BATCH_SIZE))
    }
    void (isScreenFull ? waitUntilIdle() : Promise.resolve())
      .then(() =>
        isUnmounted ? undefined : fetchCards(cards.slice(renderedCount, renderedCount + CARD_BATCH_SIZE), i18n),
      )
      .then(addBatch)
    return () => {
      isUnmounted = true
    }
  }, [isComplete, isScreenFull, renderedCount, cards, i18n])
  return { cards: cards.slice(0, renderedCount), isFilling: !isComplete && !isScreenFull, isComplete }
}

/** True if an element reaches the lower edge of the screen. */
function useReachesBottom(elementRef: RefObject<HTMLElement | null>): boolean {
  const [isReached, setIsReached] = useState(false)
  useEffect(() => {
    const element = elementRef.current
    if (!element) return
    const measure = () => setIsReached(element.getBoundingClientRect().bottom >= innerHeight)
    measure()
    if (typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [elementRef])
  return isReached
}
