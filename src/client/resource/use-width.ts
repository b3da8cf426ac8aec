import { useCallback, useRef, useState, type RefCallback, type RefObject } from 'react'

/**
 * Returns a ref callback, the element's width in px and the element. Pages follow their container, not the screen. The
 * width is 0 before it is measured; the element may mount later, after a skeleton.
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
