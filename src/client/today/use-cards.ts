import type { i18n } from 'i18next'
import { startTransition, useEffect, useMemo, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { todayCards } from '../areas'
import type { SessionState } from '../session/session'
import { may, useSession } from '../session/use-session'
import { fetchAhead } from '../shell/LazyPage'
import { whenIdle } from '../shell/settle'

type Card = ReturnType<typeof todayCards>[number]

/** Number of cards a phone starts with, and that it adds at a time. Most have no content and render nothing. */
const AT_A_TIME = 6
/**
 * True if cards are stacked in one column. In several columns an added card would move the others, so all are rendered
 * at once.
 */
const oneColumn = typeof matchMedia === 'function' ? matchMedia('(max-width: 599px)') : null
const first = (cards: readonly Card[]): number =>
  oneColumn?.matches ? Math.min(AT_A_TIME, cards.length) : cards.length

const cardsOf = (person: SessionState): Card[] => todayCards().filter((card) => !card.keys || may(person, card.keys))
/**
 * Loads code and texts of cards. Never rejects: a failed part is requested again, and its error shown, when it is
 * rendered.
 */
const fetchCards = (cards: readonly Card[], texts: i18n): Promise<unknown> =>
  Promise.allSettled([
    texts.loadNamespaces([...new Set(cards.map((card) => card.area))]),
    ...cards.map((card) => fetchAhead(card.load)),
  ])

/** Maximum time, ms, that home waits for its cards. */
const PATIENCE = 200
/** Prefetches the first cards of a person's home, so that it renders complete and once. */
export async function fetchHome(person: SessionState, texts: i18n): Promise<void> {
  const cards = cardsOf(person)
  await Promise.race([
    fetchCards(cards.slice(0, first(cards)), texts),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ])
}

/**
 * Returns the cards of home to render so far: from the top until they fill the screen, the others when the browser is
 * idle. `filling`: the screen is not full and more cards follow.
 */
export function useCards(box: RefObject<HTMLElement | null>): {
  cards: readonly Card[]
  filling: boolean
  all: boolean
} {
  const { i18n } = useTranslation('client')
  const person = useSession()
  const cards = useMemo(() => cardsOf(person), [person])
  const [count, setCount] = useState(() => first(cards))
  const full = useFull(box)
  const all = count >= cards.length
  useEffect(() => {
    if (all) return
    let gone = false
    const add = () => {
      if (!gone) startTransition(() => setCount(count + AT_A_TIME))
    }
    void (full ? whenIdle() : Promise.resolve())
      .then(() => (gone ? undefined : fetchCards(cards.slice(count, count + AT_A_TIME), i18n)))
      .then(add)
    return () => {
      gone = true
    }
  }, [all, full, count, cards, i18n])
  return { cards: cards.slice(0, count), filling: !all && !full, all }
}

/** True if an element reaches the lower edge of the screen. */
function useFull(box: RefObject<HTMLElement | null>): boolean {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setFull(element.getBoundingClientRect().bottom >= innerHeight)
    look()
    if (typeof ResizeObserver !== 'function') return
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return full
}
