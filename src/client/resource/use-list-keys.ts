import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Whether the key goes to something else: a field, or a sheet over the page. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable], dialog') !== null)

/** Keys of a list at a desk, from anywhere on its page: `/` searches, `j` and `k` go to its rows, Escape closes what is open. */
export function useListKeys(box: RefObject<HTMLElement | null>, active: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent) => {
      const list = box.current
      if (!list || isTaken(event)) return
      const search = event.key === '/' ? list.querySelector<HTMLElement>('input[type=search]') : null
      const cell =
        'jk'.includes(event.key) && !list.contains(document.activeElement)
          ? // Where one was among the rows, else the first of them: the grid's own way in is its heading.
            (list.querySelector<HTMLElement>('[role=grid] :is([role=rowheader], [role=gridcell])[tabindex="0"]') ??
            list.querySelector<HTMLElement>('[role=grid] [role=rowheader]'))
          : null
      if (event.key === 'Escape') close()
      else if (!search && !cell) return
      ;(search ?? cell)?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box, active])
}
