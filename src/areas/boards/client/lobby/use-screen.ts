import { useEffect, useState } from 'react'
import { createWallClient } from '@/client/api/call-endpoint'
import { getPlantNow } from '@/client/clock'
import { createLiveConnection } from '@/client/api/live-connection'
import { screenScenes, type ScreenScene } from '../../rules/large-screen'
import { followScreen, type ScreenFeed } from './follow-screen'

const EMPTY_FEED: ScreenFeed = { data: null, answeredAt: 0, isConnectionLost: false }
/**
 * Returns the data of a screen, refreshed whenever the live socket reports a change. `onEnded` is called when the server
 * has ended the session of the screen.
 */
export function useScreenData(token: string, onEnded: () => void): ScreenFeed {
  const [feed, setFeed] = useState(EMPTY_FEED)
  useEffect(() => {
    const client = createWallClient(() => token, onEnded)
    const follower = followScreen(client, setFeed)
    const connection = createLiveConnection({
      address: `${location.origin.replace(/^http/, 'ws')}/api/polling_check`,
      getToken: () => token,
      openSocket: (address) => new WebSocket(address),
      onChanged: follower.refresh,
      onNotice: () => undefined,
      onSignedOut: onEnded,
      showRefusal: () => undefined,
    })
    connection.connect()
    return () => {
      connection.close()
      follower.stop()
    }
  }, [token, onEnded])
  return feed
}
/** Returns the current time of the plant, updated every second. */
export function useCurrentTime(): number {
  const [now, setNow] = useState(() => getPlantNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(getPlantNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
/**
 * Returns the current scene, and how many scenes came before it. The next scene follows after `seconds`; the arrow keys
 * switch scenes at once.
 */
export function useScene(
  chosenScenes: readonly ScreenScene[],
  seconds: number,
): { scene: ScreenScene; position: number } {
  const [position, setPosition] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPosition((previous) => previous + 1), seconds * 1000)
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'ArrowRight') setPosition((previous) => previous + 1)
      if (event.key === 'ArrowLeft') setPosition((previous) => Math.max(0, previous - 1))
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', onKeyDown)
    }
  }, [seconds])
  const activeScenes = chosenScenes.length ? chosenScenes : screenScenes
  return { scene: activeScenes[position % activeScenes.length] ?? 'output', position }
}
const DRIFT_STEP_MS = 60_000
const MAX_DRIFT_PX = 12
/** Steps after which the movement repeats. The two numbers have no common divisor, so the path covers many positions. */
const HORIZONTAL_PERIOD_STEPS = 17
const VERTICAL_PERIOD_STEPS = 11
/**
 * Returns the offset of the picture in px at a time in ms. The picture moves slightly every minute, so that no edge
 * burns into the screen.
 */
export function calculateDrift(now: number): { x: number; y: number } {
  const step = Math.floor(now / DRIFT_STEP_MS)
  return {
    x: Math.round(MAX_DRIFT_PX * Math.sin((step * 2 * Math.PI) / HORIZONTAL_PERIOD_STEPS)),
    y: Math.round(MAX_DRIFT_PX * Math.sin((step * 2 * Math.PI) / VERTICAL_PERIOD_STEPS)),
  }
}
/**
 * Keeps the screen awake, and requests the lock again whenever the page becomes visible. Does nothing if unsupported.
 */
export function useScreenWakeLock(): void {
  useEffect(() => {
    let lock: { release: () => Promise<void> } | null = null
    let isUnmounted = false
    const requestLock = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isUnmounted) await lock.release()
      } catch {
        lock = null // on battery saving, or not allowed: the screen then sleeps by its own setting
      }
    }
    const onVisibilityChange = (): void => void requestLock()
    document.addEventListener('visibilitychange', onVisibilityChange)
    onVisibilityChange()
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', onVisibilityChange)
      void lock?.release()
    }
  }, [])
}
