import { useEffect } from 'react'
import { recordTrouble } from '@/client/ui/trouble'

/** Keeps the screen on while `on`, as far as the browser can; asks again when the page comes back to the front. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let gone = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || gone) return
      try {
        const got = await navigator.wakeLock.request('screen')
        if (gone) await got.release()
        else lock = got
      } catch (error) {
        recordTrouble('screen may go dark', error) // low battery, or not allowed: the walk goes on
      }
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', ask)
      lock?.release().catch((error: unknown) => recordTrouble('screen lock not given back', error))
    }
  }, [on])
}
