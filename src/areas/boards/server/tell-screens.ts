import type { Service } from '@/server/area'
import { lobbyNotice } from '../contract/lobby-calls'
import { watched } from './kept-answers'

const PAUSE_MS = 400
const seen: ReadonlySet<string> = new Set(watched.filter((name) => name !== lobbyNotice.name))
/**
 * Large screens may list the notices and nothing else: whatever of what they show changes, they are told that notices changed, at once, or
 * when they were told a moment ago, at the end of that moment.
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
