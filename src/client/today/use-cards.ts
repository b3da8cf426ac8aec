import type { i18n } from 'i18next'
import { startTransition, useEffect, useMemo, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { todayCards } from '../areas'
import type { SessionState } from '../session/session'
import { may, useSession } from '../session/use-session'
import { fetchAhead } from '../shell/LazyPage'
import { whenIdle } from '../shell/settle'

type Card = ReturnType<typeof todayCards>[number]

/** How many cards a phone begins with, and how many it adds at a time. Most of them have nothing to say and draw nothing. */
const AT_A_TIME = 6
/** Where cards stand below each other. In columns one more would move the others, so that all are drawn at once. */
const oneColumn = typeof matchMedia === 'function' ? matchMedia('(max-width: 599px)') : null
const first = (cards: readonly Card[]): number =>
  oneColumn?.matches ? Math.min(AT_A_TIME, cards.length) : cards.length

const cardsOf = (person: SessionState): Card[] => todayCards().filter((card) => !card.keys || may(person, card.keys))
/** The code and the words of cards. Does not reject: what did not come is asked for again, and told, where it is drawn. */
const fetchCards = (cards: readonly Card[], texts: i18n): Promise<unknown> =>
  Promise.allSettled([
    texts.loadNamespaces([...new Set(cards.map((card) => card.area))]),
    ...cards.map((card) => fetchAhead(card.load)),
  ])

/** Longest wait for the cards before home is drawn without them, ms. */
const PATIENCE = 200
/** Fetches what a person's home begins with, so that it is drawn once and whole. */
export async function fetchHome(person: SessionState, texts: i18n): Promise<void> {
  const cards = cardsOf(person)
  await Promise.race([
    fetchCards(cards.slice(0, first(cards)), texts),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ])
}

/**
 * The cards of the person's home that are to be drawn by now: from above until they fill a phone's screen, the others when the
 * browser has nothing better to do. `filling`: the screen is not full, and there are more.
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

/** Whether an element reaches to the lower edge of the screen. */
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
