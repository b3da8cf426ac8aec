/** Caches reads that nearly every call makes and that rarely change, such as the shift calendar and plant metrics. */
import type { Resource } from '@/contract/resource'
import type { Application } from './application'
import type { Context } from './context'
import type { KitContext } from './crud/operations'

/** Changes by other instances arrive by message; a lost message delays them by at most this time. */
const MOST_AGE_MS = 60_000

/** Maximum number of cached answers per read. */
const MOST_ANSWERS = 200

interface Answer<T> {
  readonly versions: string
  readonly at: number
  readonly value: T
}
interface Reading<T> {
  readonly versions: string
  readonly value: Promise<T>
}

/**
 * Caches a read in this process until one of the resources changes. A call that changed them itself reads without the
 * cache, because it may be rolled back. Cached values are frozen, since all calls share them.
 */
export function kept<T extends object>(
  of: readonly Resource[],
  read: (ctx: Context) => Promise<T>,
): (ctx: Context) => Promise<T> {
  const readBy = keptBy(of, () => '', read)
  return (ctx) => readBy(ctx, undefined)
}

/**
 * Caches a read that depends on its input; `key` identifies the input. The read must not depend on the clock or the
 * caller.
 * Concurrent callers share a running read: many boards cause a single query.
 */
export function keptBy<In, T extends object>(
  of: readonly Resource[],
  key: (input: In) => string,
  read: (ctx: Context, input: In) => Promise<T>,
): (ctx: Context, input: In) => Promise<T> {
  const everywhere = new WeakMap<Application, { answers: Map<string, Answer<T>>; readings: Map<string, Reading<T>> }>()
  return async (ctx, input) => {
    if (of.some(({ name }) => ctx.touched(name))) return read(ctx, input)
    const { app, inTransaction } = ctx as KitContext
    const here = everywhere.get(app) ?? {
      answers: new Map<string, Answer<T>>(),
      readings: new Map<string, Reading<T>>(),
    }
    everywhere.set(app, here)
    // Taken before reading, so that a change during the read makes the answer outdated.
    const versions = of.map(({ name }) => app.changes.version(name)).join()
    const asked = key(input)
    const last = here.answers.get(asked)
    if (last?.versions === versions && performance.now() - last.at <= MOST_AGE_MS) return last.value
    const underway = here.readings.get(asked)
    if (!inTransaction && underway?.versions === versions) return underway.value.catch(() => read(ctx, input)) // the other call's own failure, e.g. its caller left
    const at = performance.now()
    const reading = { versions, value: read(ctx, input).then(frozen) }
    if (!inTransaction) here.readings.set(asked, reading)
    try {
      const value = await reading.value
      if (here.answers.size >= MOST_ANSWERS) here.answers.clear()
      here.answers.set(asked, { versions, at, value })
      return value
    } finally {
      if (here.readings.get(asked) === reading) here.readings.delete(asked)
    }
  }
}
/** Freezes a value with everything in it, because many calls share it. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
