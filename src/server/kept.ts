/** What nearly every call reads and hardly anybody changes: the calendar of shifts, the plant's figures. */
import type { Resource } from '@/contract/resource'
import type { Application } from './application'
import type { Context } from './context'
import type { KitContext } from './crud/operations'

/** Another instance's change arrives by message; should one be lost, it is seen after this. */
const MOST_AGE_MS = 60_000

/** So many answers of one read are kept, by what was asked. */
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
 * Reads once and keeps the answer in this process until one of the resources changes. A call that changed them itself reads
 * anew and keeps nothing, as it may yet be rolled back. What is kept is frozen: all calls share it.
 */
export function kept<T extends object>(
  of: readonly Resource[],
  read: (ctx: Context) => Promise<T>,
): (ctx: Context) => Promise<T> {
  const readBy = keptBy(of, () => '', read)
  return (ctx) => readBy(ctx, undefined)
}

/**
 * The same of a read that depends on what is asked; `key` tells what. What depends on the clock or on who asks is no part of it.
 * Those who ask while it is being read share the read: a wall of boards asks the database once.
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
    // Before reading: a change meanwhile makes it old.
    const versions = of.map(({ name }) => app.changes.version(name)).join()
    const asked = key(input)
    const last = here.answers.get(asked)
    if (last?.versions === versions && performance.now() - last.at <= MOST_AGE_MS) return last.value
    const underway = here.readings.get(asked)
    if (!inTransaction && underway?.versions === versions) return underway.value.catch(() => read(ctx, input)) // that was the other call's own trouble, such as a caller who left
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
/** Frozen with all that is in it: what many share nobody may change. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
