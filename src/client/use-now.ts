import { useEffect, useState } from 'react'
import { onClockSet, plantNow } from './clock'

/** Returns the plant time in ms, updated every `intervalMs` (default 30 s) and when the clock offset changes. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(plantNow)
  useEffect(() => {
    const look = () => setNow(plantNow())
    const timer = setInterval(look, every)
    const stop = onClockSet(look)
    look() // the store may have been opened since the first render
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [every])
  return now
}
