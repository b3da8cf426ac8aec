import { useEffect, useState } from 'react'
import { createWallClient } from '@/client/api/call-endpoint'
import { getPlantNow } from '@/client/clock'
import { createLiveConnection } from '@/client/api/live-connection'
import { scenes, type Scene } from '../../rules/lobby'
import { followScreen, type Heard } from './screen-data'

const nothing: Heard = { data: null, at: 0, lost: false }
/** Returns the data of a screen, refreshed whenever the live socket reports a change. */
export function useScreenData(token: string, ended: () => void): Heard {
  const [heard, setHeard] = useState(nothing)
  useEffect(() => {
    const client = createWallClient(() => token, ended)
    const follow = followScreen(client, setHeard)
    const live = createLiveConnection({
      address: `${location.origin.replace(/^http/, 'ws')}/api/polling_check`,
      token: () => token,
      openSocket: (address) => new WebSocket(address),
      onChanged: follow.soon,
      onNotice: () => undefined,
      onSignedOut: ended,
      showRefusal: () => undefined,
    })
    live.connect()
    return () => {
      live.close()
      follow.stop()
    }
  }, [token, ended])
  return heard
}
/** Returns the current time of the plant, updated every second. */
export function useSecond(): number {
  const [now, setNow] = useState(() => getPlantNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(getPlantNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
/** Returns the current scene. The next one follows after `seconds`, or on the arrow keys. */
export function useScene(chosen: readonly Scene[], seconds: number): { scene: Scene; at: number } {
  const [at, setAt] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setAt((now) => now + 1), seconds * 1000)
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowRight') setAt((now) => now + 1)
      if (event.key === 'ArrowLeft') setAt((now) => Math.max(0, now - 1))
    }
    addEventListener('keydown', key)
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', key)
    }
  }, [seconds])
  const all = chosen.length ? chosen : scenes
  return { scene: all[at % all.length] ?? 'output', at }
}
const STEP_MS = 60_000
const FAR_PX = 12
/** Returns the offset of the picture in px. It moves slightly so that no edge burns in. */
export function drift(now: number): { x: number; y: number } {
  const step = Math.floor(now / STEP_MS)
  return {
    x: Math.round(FAR_PX * Math.sin((step * 2 * Math.PI) / 17)),
    y: Math.round(FAR_PX * Math.sin((step * 2 * Math.PI) / 11)),
  }
}
/**
 * Keeps the screen awake, and requests the lock again whenever the page becomes visible. Does nothing if unsupported.
 */
export function useAwake(): void {
  useEffect(() => {
    let lock: { release: () => Promise<void> } | null = null
    let gone = false
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (gone) await lock.release()
      } catch {
        lock = null // on battery saving, or not allowed: the screen then sleeps by its own setting
      }
    }
    const seen = (): void => void ask()
    document.addEventListener('visibilitychange', seen)
    seen()
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', seen)
      void lock?.release()
    }
  }, [])
}
