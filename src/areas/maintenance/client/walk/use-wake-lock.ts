import { useEffect } from 'react'
import { recordTrouble } from '@/client/ui/trouble'

/** Keeps the screen on, if the browser supports it. Requests the lock again when the page becomes visible. */
export function useWakeLock(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isDisposed = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible' || isDisposed) return
      try {
        const newLock = await navigator.wakeLock.request('screen')
        if (isDisposed) await newLock.release()
        else lock = newLock
      } catch (error) {
        recordTrouble('screen may go dark', error) // low battery or not permitted; the walk continues
      }
    }
    void requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isDisposed = true
      document.removeEventListener('visibilitychange', requestLock)
      lock?.release().catch((error: unknown) => recordTrouble('screen lock not given back', error))
    }
  }, [isEnabled])
}
