import type { ListQuery, Resource } from '@/contract/resource'
import { getRestrictedChoices, getWithheldFields } from '@/contract/field-visibility'
import type { Application } from '../application'
import type { Context } from '../context'
import { SerializedJson } from './list-cache'
import { getReferencedResources } from './refs'

interface PendingRead {
  readonly versions: string
  readonly answer: Promise<SerializedJson>
}
/** Reads in progress. Identical requests share one, e.g. when all screens reload after a change. */
const pendingReadsByCache = new WeakMap<object, Map<string, PendingRead>>()

/** Returns the cached answer of a default list while it is valid; otherwise calls `read` and caches its answer. */
export async function readThroughCache(
  app: Pick<Application, 'resources' | 'listCache'>,
  resource: Resource,
  { language, person, input }: Pick<Context, 'language' | 'person'> & { readonly input: Record<string, unknown> },
  read: () => Promise<unknown>,
): Promise<unknown> {
  const resources = [resource.name, ...getReferencedResources(resource.fields)]
  const query = input as ListQuery
  const key = [
    resource.name,
    language,
    JSON.stringify(query),
    ...getWithheldFields(resource.fields, person),
    ...getRestrictedChoices(resource.fields, person).map(({ field }) => field),
  ].join(' ')
  const cachedJson = app.listCache.get(key, resources)
  if (cachedJson) return new SerializedJson(cachedJson)
  const versions = app.listCache.getVersions(resources)
  const pendingReads = pendingReadsByCache.get(app.listCache) ?? new Map<string, PendingRead>()
  pendingReadsByCache.set(app.listCache, pendingReads)
  const sharedRead = pendingReads.get(key)
  // The shared read may fail although this call would succeed, e.g. because the caller that started it has left.
  if (sharedRead?.versions === versions) return sharedRead.answer.catch(read)
  const newRead = { versions, answer: read() as Promise<SerializedJson> }
  pendingReads.set(key, newRead)
  try {
    const answer = await newRead.answer
    app.listCache.put(key, versions, answer.json)
    return answer
  } finally {
    if (pendingReads.get(key) === newRead) pendingReads.delete(key)
  }
}
