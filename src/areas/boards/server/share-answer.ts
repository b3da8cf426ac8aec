/** Shares one calculation among many screens that ask for the same answer at once. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '@/server/context'
import { freezeDeeply } from '@/server/cached-read'
import type { KitContext } from '@/server/crud/operations'
import type { Application } from '@/server/application'

const MIN_INTERVAL_MS = 400
/** Answers that depend on the clock, such as the next 24 hours, are recalculated after this time. */
const MAX_AGE_MS = 30_000

interface CachedAnswer {
  readonly startedAt: number
  readonly resourceVersions: string
  readonly answer: Promise<unknown>
  /** The following calculation, once a caller waits for it. */
  next?: Promise<unknown>
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
 * Runs `work` at most every 400 ms per site and language, and only after a watched resource has changed or 30 s have
 * passed. Concurrent callers share one answer that includes every change published before they asked; they wait for it
 * rather than get an older one. Failures are not cached.
 */
export function shareAnswer<T>(ctx: Context, name: string, work: () => Promise<T>): Promise<T> {
  const { app } = ctx as KitContext
  const cache = cachesByApplication.get(app) ?? new Map<string, CachedAnswer>()
  cachesByApplication.set(app, cache)
  const key = `${ctx.site} ${ctx.language} ${name}`
  const readVersions = (): string => watchedResources.map((one) => app.changes.version(one)).join()
  const startWork = (): Promise<T> => {
    const answer = work().then(freezeDeeply)
    const entry: CachedAnswer = { startedAt: performance.now(), resourceVersions: readVersions(), answer }
    cache.set(key, entry)
    answer.catch(() => {
      if (cache.get(key) === entry) cache.delete(key)
    })
    return answer
  }
  const cached = cache.get(key)
  if (!cached) return startWork()
  const ageMs = performance.now() - cached.startedAt
  if (cached.resourceVersions === readVersions() && ageMs < MAX_AGE_MS) return cached.answer as Promise<T>
  if (!cached.next && ageMs >= MIN_INTERVAL_MS) return startWork()
  cached.next ??= pause(MIN_INTERVAL_MS - ageMs).then(startWork)
  return cached.next as Promise<T>
}
