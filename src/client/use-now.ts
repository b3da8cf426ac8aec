import { useEffect, useState } from 'react'
import { onClockSet, plantNow } from './clock'

/** The plant's time (ms), looked at every so many ms, half a minute unless told, and when the phone's clock is found to be off. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(plantNow)
  useEffect(() => {
    const look = () => setNow(plantNow())
    const timer = setInterval(look, every)
    const stop = onClockSet(look)
    look() // the store may have been opened since the first drawing
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [every])
  return now
}
