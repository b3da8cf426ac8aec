/** Answers that many screens ask for at once: worked out once, for all of them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '@/server/context'
import { freezeDeeply } from '@/server/cached-read'
import type { KitContext } from '@/server/crud/operations'
import type { Application } from '@/server/application'

const AT_MOST_EVERY_MS = 400
/** What goes with the clock alone, such as the next 24 hours, is worked out again after so long. */
const AT_LEAST_EVERY_MS = 30_000

interface Kept {
  readonly began: number
  readonly versions: string
  readonly answer: Promise<unknown>
  /** The one after it, when somebody waits for that. */
  next?: Promise<unknown>
}
const keptBy = new WeakMap<Application, Map<string, Kept>>()

/** What is shown follows from these: figures, lines and their stops, orders and their plan, targets, settings and notices. */
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
 * `work`, at most every 400 ms for one site and language however many ask, and not again before something that it shows has changed or
 * 30 s have passed. Those who ask meanwhile share one answer, which knows every change told before they asked: it is waited for rather
 * than an older one shown. What fails is not kept.
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
