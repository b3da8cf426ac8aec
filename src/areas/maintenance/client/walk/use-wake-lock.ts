import { useEffect } from 'react'
import { recordTrouble } from '@/client/ui/trouble'

/** Keeps the screen on, if the browser supports it. Requests the lock again when the page becomes visible. */
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
        recordTrouble('screen may go dark', error) // low battery or not permitted; the walk continues
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
