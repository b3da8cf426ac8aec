import { useCallback, useRef, useState, type RefCallback, type RefObject } from 'react'

/**
 * The width of an element in px, kept up to date: pages follow their own room, not the screen's. 0 before it is measured. The
 * element may come later than its page, in place of a skeleton. The element itself is the third.
 */
export function useWidth<E extends HTMLElement>(): [RefCallback<E>, number, RefObject<E | null>] {
  const box = useRef<E | null>(null)
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: E | null) => {
    box.current = element
    if (!element) return
    setWidth(element.getBoundingClientRect().width)
    if (typeof ResizeObserver !== 'function') return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [ref, width, box]
}
