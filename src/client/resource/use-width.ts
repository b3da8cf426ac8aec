import { useEffect, useRef, useState, type RefObject } from 'react'

/** The width of an element in px, kept up to date: pages follow their own room, not the screen's. 0 before it is measured. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E | null>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.getBoundingClientRect().width)
    if (typeof ResizeObserver !== 'function') return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [ref, width]
}
