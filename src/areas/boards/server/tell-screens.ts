import type { Service } from '@/server/area'
import { lobbyNotice } from '../contract/lobby-calls'
import { watched } from './kept-answers'

const PAUSE_MS = 400
const seen: ReadonlySet<string> = new Set(watched.filter((name) => name !== lobbyNotice.name))
/**
 * Large screens may list notices only, so a change of anything they show is published to them as a change of notices:
 * at
 * once, or 400 ms after the last notification.
 */
export const tellScreens: Service = async (app) => {
  let timer: NodeJS.Timeout | null = null
  let toldAt = -Infinity
  const tell = (): void => {
    timer = null
    toldAt = performance.now()
    app.changes.publishSoon([lobbyNotice.name])
  }
  const stop = app.changes.subscribe((resources) => {
    if (timer || !resources.some((name) => seen.has(name))) return
    timer = setTimeout(tell, Math.max(0, toldAt + PAUSE_MS - performance.now()))
    timer.unref()
  })
  return async () => {
    stop()
    if (timer) clearTimeout(timer)
  }
}
