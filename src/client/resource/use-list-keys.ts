import { useEffect, type RefObject } from 'react'

const CARD_SELECTOR = '.ui-cards [role=listitem] .ui-list-card-head > button'
/**
 * Finds the target of `j` (next card) or `k` (previous card). Without a focused card the target is the open card, else
 * the first. A focused table handles its own keys.
 */
function findTargetRow(key: string, list: HTMLElement): HTMLElement | null {
  const cards = [...list.querySelectorAll<HTMLElement>(CARD_SELECTOR)]
  const focusedElement = document.activeElement
  if (cards.length > 0) {
    const focusedIndex = cards.findIndex((card) => card === focusedElement)
    const openCard = cards.find((card) => card.closest('[aria-current]'))
    if (focusedIndex < 0) return openCard ?? cards[0] ?? null
    return cards[focusedIndex + (key === 'j' ? 1 : -1)] ?? null
  }
  if (list.contains(focusedElement)) return null
  // The first tab stop of the grid is its header.
  return (
    list.querySelector<HTMLElement>('[role=grid] :is([role=rowheader], [role=gridcell])[tabindex="0"]') ??
    list.querySelector<HTMLElement>('[role=grid] [role=rowheader]')
  )
}

/** Finds the element that a shortcut moves the focus to; null for other keys. */
function findKeyTarget(key: string, list: HTMLElement): HTMLElement | null {
  if (key === 'j' || key === 'k') return findTargetRow(key, list)
  if (key !== '/') return null
  const page = list.closest('.ui-page') ?? list
  return page.querySelector<HTMLElement>('input[type=search], [role=search] input')
}

/**
 * Keyboard shortcuts of a list, anywhere on its page: `/` focuses the search, `j` and `k` move between rows.
 * `ListWithDetail` handles Escape.
 */
export function useListKeys(listRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const list = listRef.current
      if (!list || isKeyHandled(event)) return
      const target = findKeyTarget(event.key, list)
      if (!target) return
      target.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [listRef])
}

/** True if a key press belongs to something else: an input, an open dialog, the browser or another handler. */
export const isKeyHandled = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable], dialog') !== null)
