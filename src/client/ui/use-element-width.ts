import { useCallback, useRef, useState, type RefCallback, type RefObject } from 'react'

/**
 * Returns a ref callback, the element's width in px and the element. Layouts depend on the width of their container, not
 * of the screen. The width is 0 before it is measured; the element may mount later, after a skeleton.
 */
export function useElementWidth<E extends HTMLElement>(): [RefCallback<E>, number, RefObject<E | null>] {
  const elementRef = useRef<E | null>(null)
  const [width, setWidth] = useState(0)
  const measureElement = useCallback((element: E | null) => {
    elementRef.current = element
    if (!element) return
    setWidth(element.getBoundingClientRect().width)
    if (typeof ResizeObserver !== 'function') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measureElement, width, elementRef]
}
