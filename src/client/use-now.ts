import { useEffect, useState } from 'react'
import { subscribeToClock, getPlantNow } from './clock'

/** Returns the plant time in ms, updated every `intervalMs` (default 30 s) and when the clock offset changes. */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(getPlantNow)
  useEffect(() => {
    const update = () => setNow(getPlantNow())
    const timer = setInterval(update, intervalMs)
    const unsubscribe = subscribeToClock(update)
    update() // the store may have been opened since the first render
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [intervalMs])
  return now
}
