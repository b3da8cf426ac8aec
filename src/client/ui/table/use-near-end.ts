import { useEffect, useRef } from 'react'

/** Calls `onEnd` once per list length when the last rendered row is within `margin` rows of the end. */
export function useNearEnd(
  lastRenderedIndex: number,
  count: number,
  onEnd: (() => void) | undefined,
  margin = 10,
): void {
  const requestedCount = useRef(-1)
  useEffect(() => {
    if (!onEnd || count === 0 || lastRenderedIndex < count - margin || requestedCount.current === count) return
    requestedCount.current = count
    onEnd()
  }, [lastRenderedIndex, count, onEnd, margin])
}
