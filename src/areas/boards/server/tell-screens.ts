import type { Service } from '@/server/area'
import { lobbyNotice } from '../contract/lobby-calls'
import { watched } from './kept-answers'

const PAUSE_MS = 1000
const seen: ReadonlySet<string> = new Set(watched.filter((name) => name !== lobbyNotice.name))
/**
 * Large screens may list the notices and nothing else: whatever of what they show changes, they are told that notices changed, at most once
 * a second.
 */
export const tellScreens: Service = async (app) => {
  let timer: NodeJS.Timeout | null = null
  const stop = app.changes.listen((resources) => {
    if (timer || !resources.some((name) => seen.has(name))) return
    timer = setTimeout(() => {
      timer = null
      app.changes.tell([lobbyNotice.name])
    }, PAUSE_MS)
    timer.unref()
  })
  return async () => {
    stop()
    if (timer) clearTimeout(timer)
  }
}
