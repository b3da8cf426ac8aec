/** What nearly every call reads and hardly anybody changes: the calendar of shifts, the plant's figures. */
import type { Resource } from '@/contract/resource'
import type { Application } from './application'
import type { Context } from './context'
import type { KitContext } from './crud/operations'

/** Another instance's change arrives by message; should one be lost, it is seen after this. */
const MOST_AGE_MS = 60_000

/**
 * Reads once and keeps the answer in this process until one of the resources changes. A call that changed them itself reads
 * anew and keeps nothing, as it may yet be rolled back. What is kept is frozen: all calls share it.
 */
export function kept<T extends object>(
  of: readonly Resource[],
  read: (ctx: Context) => Promise<T>,
): (ctx: Context) => Promise<T> {
  const known = new WeakMap<Application, { readonly versions: string; readonly at: number; readonly value: T }>()
  return async (ctx) => {
    if (of.some(({ name }) => ctx.touched(name))) return read(ctx)
    const { app } = ctx as KitContext
    // Before reading: a change meanwhile makes it old.
    const versions = of.map(({ name }) => app.changes.version(name)).join()
    const last = known.get(app)
    if (last?.versions === versions && performance.now() - last.at <= MOST_AGE_MS) return last.value
    const value = frozen(await read(ctx))
    known.set(app, { versions, at: performance.now(), value })
    return value
  }
}
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
