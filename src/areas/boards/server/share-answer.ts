/** Shares one calculation among many screens that ask for the same answer at once. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '@/server/context'
import { freezeDeeply } from '@/server/cached-read'
import type { AppContext } from '@/server/crud/operations'
import type { Application } from '@/server/application'
import type { Service } from '@/server/area'
import { lobbyNotice } from '../contract/lobby-endpoints'

const MIN_INTERVAL_MS = 400
/** Answers that depend on the clock, such as the next 24 hours, are recalculated after this time. */
const MAX_AGE_MS = 30_000

interface CachedAnswer {
  readonly startedAtMs: number
  readonly resourceVersions: string
  readonly answer: Promise<unknown>
  /** The following calculation, once a caller waits for it. */
  nextAnswer?: Promise<unknown>
}
const cachesByApplication = new WeakMap<Application, Map<string, CachedAnswer>>()

/**
 * Resources that the screens depend on: metrics, lines and their stops, orders and their plan, targets, settings,
 * notices.
 */
export const watchedResources = [
  'shiftFigure',
  'figureMark',
  'figureDay',
  'figureTarget',
  'line',
  'lineStop',
  'workOrder',
  'scheduleEntry',
  'boardSetting',
  'lobbySetting',
  'lobbyNotice',
] as const

/**
 * Calculates an answer at most every 400 ms per site and language, and only after a watched resource has changed or
 * 30 s have passed. Concurrent callers share one answer that includes every change published before they asked; they
 * wait for it rather than get an older one. Failures are not cached.
 * @param name identifies the answer
 */
export function shareAnswer<T>(ctx: Context, name: string, calculateAnswer: () => Promise<T>): Promise<T> {
  const { app } = ctx as AppContext
  const cache = cachesByApplication.get(app) ?? new Map<string, CachedAnswer>()
  cachesByApplication.set(app, cache)
  const key = `${ctx.site} ${ctx.language} ${name}`
  const readVersions = (): string => watchedResources.map((resource) => app.changes.getVersion(resource)).join()
  const startCalculation = (): Promise<T> => {
    const answer = calculateAnswer().then(freezeDeeply)
    const entry: CachedAnswer = { startedAtMs: performance.now(), resourceVersions: readVersions(), answer }
    cache.set(key, entry)
    answer.catch(() => {
      if (cache.get(key) === entry) cache.delete(key)
    })
    return answer
  }
  const cachedAnswer = cache.get(key)
  if (!cachedAnswer) return startCalculation()
  const ageMs = performance.now() - cachedAnswer.startedAtMs
  if (cachedAnswer.resourceVersions === readVersions() && ageMs < MAX_AGE_MS) return cachedAnswer.answer as Promise<T>
  if (!cachedAnswer.nextAnswer && ageMs >= MIN_INTERVAL_MS) return startCalculation()
  cachedAnswer.nextAnswer ??= pause(MIN_INTERVAL_MS - ageMs).then(startCalculation)
  return cachedAnswer.nextAnswer as Promise<T>
}

const NOTIFY_INTERVAL_MS = 400
const watchedResourceNames: ReadonlySet<string> = new Set(watchedResources.filter((name) => name !== lobbyNotice.name))
/**
 * Publishes a change of notices when other data on large screens changes. Screens may subscribe to no resource except
 * notices. Publishes at once, or 400 ms after the last notification.
 */
export const notifyScreens: Service = async (app) => {
  let timer: NodeJS.Timeout | null = null
  let lastNotifiedMs = -Infinity
  const notify = (): void => {
    timer = null
    lastNotifiedMs = performance.now()
    app.changes.publishSoon([lobbyNotice.name])
  }
  const unsubscribe = app.changes.subscribe((resources) => {
    if (timer || !resources.some((name) => watchedResourceNames.has(name))) return
    timer = setTimeout(notify, Math.max(0, lastNotifiedMs + NOTIFY_INTERVAL_MS - performance.now()))
    timer.unref()
  })
  return async () => {
    unsubscribe()
    if (timer) clearTimeout(timer)
  }
}
