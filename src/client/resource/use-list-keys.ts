import { useEffect, type RefObject } from 'react'
import { isTaken } from './taken-keys'

const CARDS = '.ui-cards [role=listitem] .ui-list-card-head > button'
/** The row that `j` or `k` goes to: the next card, or the row where one was, else the first. In a table that has the focus its own keys move. */
function rowTo(key: string, list: HTMLElement): HTMLElement | null {
  const cards = [...list.querySelectorAll<HTMLElement>(CARDS)]
  const focused = document.activeElement
  if (cards.length > 0) {
    const at = cards.findIndex((card) => card === focused)
    const current = cards.find((card) => card.closest('[aria-current]'))
    return (at < 0 ? (current ?? cards[0]) : cards[at + (key === 'j' ? 1 : -1)]) ?? null
  }
  if (list.contains(focused)) return null
  // The grid's own way in is its heading.
  return (
    list.querySelector<HTMLElement>('[role=grid] :is([role=rowheader], [role=gridcell])[tabindex="0"]') ??
    list.querySelector<HTMLElement>('[role=grid] [role=rowheader]')
  )
}

/** Keys of a list at a desk, from anywhere on its page: `/` searches, `j` and `k` go to its rows. Escape is `Beside`'s. */
export function useListKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const list = box.current
      if (!list || isTaken(event)) return
      const page = list.closest('.ui-page') ?? list
      const to =
        event.key === '/'
          ? page.querySelector<HTMLElement>('input[type=search], [role=search] input')
          : event.key === 'j' || event.key === 'k'
            ? rowTo(event.key, list)
            : null
      if (!to) return
      to.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box])
}
