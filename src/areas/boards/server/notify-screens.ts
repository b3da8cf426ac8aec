import type { Service } from '@/server/area'
import { lobbyNotice } from '../contract/lobby-endpoints'
import { watchedResources } from './share-answer'

const MIN_INTERVAL_MS = 400
const watchedNames: ReadonlySet<string> = new Set(watchedResources.filter((name) => name !== lobbyNotice.name))
/**
 * Large screens may list notices only, so a change of anything they show is published to them as a change of notices:
 * at
 * once, or 400 ms after the last notification.
 */
export const notifyScreens: Service = async (app) => {
  let timer: NodeJS.Timeout | null = null
  let notifiedAt = -Infinity
  const notify = (): void => {
    timer = null
    notifiedAt = performance.now()
    app.changes.publishSoon([lobbyNotice.name])
  }
  const unsubscribe = app.changes.subscribe((resources) => {
    if (timer || !resources.some((name) => watchedNames.has(name))) return
    timer = setTimeout(notify, Math.max(0, notifiedAt + MIN_INTERVAL_MS - performance.now()))
    timer.unref()
  })
  return async () => {
    unsubscribe()
    if (timer) clearTimeout(timer)
  }
}
