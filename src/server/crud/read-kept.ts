import type { Language } from '@/contract/language'
import type { ListQuery, Resource } from '@/contract/resource'
import type { Application } from '../application'
import { ReadyJson } from './list-cache'
import { referredBy } from './refs'

/** A plain list as it was answered before, as long as nothing that it shows has changed; else `read` answers it, and it is kept. */
export async function readKept(
  app: Pick<Application, 'resources' | 'listCache'>,
  r: Resource,
  { language, input }: { language: Language; input: Record<string, unknown> },
  read: () => Promise<unknown>,
): Promise<unknown> {
  const shown = [r.name, ...referredBy(r.fields)]
  const asked = input as ListQuery
  const key = `${r.name} ${language} ${JSON.stringify(asked)}`
  const kept = app.listCache.get(key, shown)
  if (kept) return new ReadyJson(kept)
  const versions = app.listCache.versionsOf(shown)
  const answer = (await read()) as ReadyJson
  app.listCache.put(key, versions, answer.json)
  return answer
}
