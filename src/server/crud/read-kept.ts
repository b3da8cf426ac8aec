import type { ListQuery, Resource } from '@/contract/resource'
import { guardsIn, withheldIn } from '@/contract/seen-by'
import type { Application } from '../application'
import type { Context } from '../context'
import { ReadyJson } from './list-cache'
import { referredBy } from './refs'

interface Reading {
  readonly versions: string
  readonly answer: Promise<ReadyJson>
}
/** Reads in progress. Identical requests share one, e.g. when all screens reload after a change. */
const underway = new WeakMap<object, Map<string, Reading>>()

/** Returns the cached answer of a plain list while it is valid; otherwise calls `read` and caches its answer. */
export async function readKept(
  app: Pick<Application, 'resources' | 'listCache'>,
  r: Resource,
  { language, person, input }: Pick<Context, 'language' | 'person'> & { readonly input: Record<string, unknown> },
  read: () => Promise<unknown>,
): Promise<unknown> {
  const shown = [r.name, ...referredBy(r.fields)]
  const asked = input as ListQuery
  const key = [
    r.name,
    language,
    JSON.stringify(asked),
    ...withheldIn(r.fields, person),
    ...guardsIn(r.fields, person).map(({ field }) => field),
  ].join(' ')
  const kept = app.listCache.get(key, shown)
  if (kept) return new ReadyJson(kept)
  const versions = app.listCache.versionsOf(shown)
  const readings = underway.get(app.listCache) ?? new Map<string, Reading>()
  underway.set(app.listCache, readings)
  const begun = readings.get(key)
  // The other call may fail for reasons of its own, e.g. because its caller left, so read again.
  if (begun?.versions === versions) return begun.answer.catch(read)
  const reading = { versions, answer: read() as Promise<ReadyJson> }
  readings.set(key, reading)
  try {
    const answer = await reading.answer
    app.listCache.put(key, versions, answer.json)
    return answer
  } finally {
    if (readings.get(key) === reading) readings.delete(key)
  }
}
