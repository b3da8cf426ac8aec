/** Shares one calculation among many screens that ask for the same answer at once. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '@/server/context'
import { freezeDeeply } from '@/server/cached-read'
import type { KitContext } from '@/server/crud/operations'
import type { Application } from '@/server/application'

const AT_MOST_EVERY_MS = 400
/** Answers that depend on the clock, such as the next 24 hours, are recalculated after this time. */
const AT_LEAST_EVERY_MS = 30_000

interface Kept {
  readonly began: number
  readonly versions: string
  readonly answer: Promise<unknown>
  /** The following calculation, once a caller waits for it. */
  next?: Promise<unknown>
}
const keptBy = new WeakMap<Application, Map<string, Kept>>()

/**
 * Resources that the screens depend on: metrics, lines and their stops, orders and their plan, targets, settings,
 * notices.
 */
export const watched = [
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
export function onceForAll<T>(ctx: Context, name: string, work: () => Promise<T>): Promise<T> {
  const { app } = ctx as KitContext
  const kept = keptBy.get(app) ?? new Map<string, Kept>()
  keptBy.set(app, kept)
  const key = `${ctx.site} ${ctx.language} ${name}`
  const versions = (): string => watched.map((one) => app.changes.version(one)).join()
  const begin = (): Promise<T> => {
    const answer = work().then(freezeDeeply)
    const mine: Kept = { began: performance.now(), versions: versions(), answer }
    kept.set(key, mine)
    answer.catch(() => {
      if (kept.get(key) === mine) kept.delete(key)
    })
    return answer
  }
  const known = kept.get(key)
  if (!known) return begin()
  const age = performance.now() - known.began
  if (known.versions === versions() && age < AT_LEAST_EVERY_MS) return known.answer as Promise<T>
  if (!known.next && age >= AT_MOST_EVERY_MS) return begin()
  known.next ??= pause(AT_MOST_EVERY_MS - age).then(begin)
  return known.next as Promise<T>
}
