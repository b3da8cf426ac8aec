/** Caches reads that nearly every call makes and that rarely change, such as the shift calendar and plant metrics. */
import type { Resource } from '@/contract/resource'
import type { Application } from './application'
import type { Context } from './context'
import type { AppContext } from './crud/operations'

/** Changes by other instances arrive by message; a lost message delays them by at most this time. */
const MAX_AGE_MS = 60_000

/** Maximum number of cached answers per read. */
const MAX_ANSWERS = 200

interface CachedAnswer<T> {
  readonly versions: string
  readonly readAt: number
  readonly value: T
}
interface PendingRead<T> {
  readonly versions: string
  readonly value: Promise<T>
}

/**
 * Caches a read in this process until one of the resources changes. A call that has itself changed a resource bypasses
 * the cache, because the call may be rolled back. A call that reads a standby adds nothing to the cache. Cached values are
 * frozen, since all calls share them.
 */
export function cacheRead<T extends object>(
  resources: readonly Resource[],
  read: (ctx: Context) => Promise<T>,
): (ctx: Context) => Promise<T> {
  const readCached = cacheReadByKey(resources, () => '', read)
  return (ctx) => readCached(ctx, undefined)
}

/**
 * Caches a read that depends on its input; `toKey` identifies the input. The read must not depend on the clock or the
 * caller. Concurrent callers share a running read, so many boards cause a single query.
 */
export function cacheReadByKey<In, T extends object>(
  resources: readonly Resource[],
  toKey: (input: In) => string,
  read: (ctx: Context, input: In) => Promise<T>,
): (ctx: Context, input: In) => Promise<T> {
  const cacheByApp = new WeakMap<
    Application,
    { cachedAnswers: Map<string, CachedAnswer<T>>; pendingReads: Map<string, PendingRead<T>> }
  >()
  return async (ctx, input) => {
    if (resources.some(({ name }) => ctx.hasTouched(name))) return read(ctx, input)
    const { app, inTransaction, replica } = ctx as AppContext
    const cache = cacheByApp.get(app) ?? {
      cachedAnswers: new Map<string, CachedAnswer<T>>(),
      pendingReads: new Map<string, PendingRead<T>>(),
    }
    cacheByApp.set(app, cache)
    // Taken before reading, so that a change during the read makes the answer outdated.
    const versions = resources.map(({ name }) => app.changes.getVersion(name)).join()
    const key = toKey(input)
    const cachedAnswer = cache.cachedAnswers.get(key)
    if (cachedAnswer?.versions === versions && performance.now() - cachedAnswer.readAt <= MAX_AGE_MS)
      return cachedAnswer.value
    if (replica) return read(ctx, input)
    const pendingRead = cache.pendingReads.get(key)
    if (!inTransaction && pendingRead?.versions === versions)
      // The shared read may fail although this call would succeed, e.g. because the caller that started it has left.
      return pendingRead.value.catch(() => read(ctx, input))
    const startedAt = performance.now()
    const newRead = { versions, value: read(ctx, input).then(freezeDeeply) }
    if (!inTransaction) cache.pendingReads.set(key, newRead)
    try {
      const value = await newRead.value
      if (cache.cachedAnswers.size >= MAX_ANSWERS) cache.cachedAnswers.clear()
      cache.cachedAnswers.set(key, { versions, readAt: startedAt, value })
      return value
    } finally {
      if (cache.pendingReads.get(key) === newRead) cache.pendingReads.delete(key)
    }
  }
}
/** Freezes a value with everything in it, because many calls share it. */
export function freezeDeeply<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const child of Object.values(value)) freezeDeeply(child)
  return Object.freeze(value)
}
