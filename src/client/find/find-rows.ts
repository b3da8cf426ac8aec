import { resourceOptions } from '@/contract/kit'
import type { ListableResource, Resource } from '@/contract/resource'
import { getAreas, findResource } from '../area-registry'
import { isUnreachable } from '../api/api-error'
import { callEndpoint } from '../api/call-endpoint'
import { getPhone, type CodeHit } from '../api/phone'
import type { ListRow } from '../resource/build-columns'
import { getSession } from '../session/session'
import { hasEndpointAccess } from '../session/use-session'
import { canChooseByName, buildRowAddress } from '../shell/row-address'
import { recordTrouble } from '../ui/trouble'

/** Matching rows of one resource. */
export interface ResourceMatches {
  resource: Resource
  rows: readonly ListRow[]
  refs: Readonly<Record<string, string>>
}
/** Maximum number of rows per resource. */
const MAX_ROWS = 5

/**
 * Loads the resources that areas offer for search. Omits resources for which the person has no page, or whose rows the
 * person may neither list nor choose by name.
 */
async function loadSearchableResources(): Promise<ListableResource[]> {
  const resourcesByArea = await Promise.all(
    getAreas().map(async ({ searchableResources: searchableNames, contract }) => {
      if (!searchableNames || !contract) return []
      const { resources } = await contract()
      return (resources as readonly ListableResource[]).filter((resource) => searchableNames.includes(resource.name))
    }),
  )
  return resourcesByArea
    .flat()
    .filter(
      (resource) =>
        (canList(resource) || canChooseByName(resource.name)) && buildRowAddress(resource.name, { id: '' }) !== null,
    )
}
const canList = (resource: ListableResource): boolean => hasEndpointAccess(getSession(), resource.endpoints.list)
/** Searches rows by name only, for people who may not list them. */
async function searchNames(
  resource: ListableResource,
  keyword: string,
  signal: AbortSignal,
): Promise<Omit<ResourceMatches, 'resource'>> {
  const list = await callEndpoint(resourceOptions, { of: resource.name, keyword }, { signal, quiet: true })
  const [title = ''] = resource.title
  return { rows: list.slice(0, MAX_ROWS).map(({ id, label }) => ({ id, version: 0, [title]: label })), refs: {} }
}
async function searchList(
  resource: ListableResource,
  keyword: string,
  signal: AbortSignal,
): Promise<Omit<ResourceMatches, 'resource'>> {
  const { list, refs } = await callEndpoint(
    resource.endpoints.list,
    { keyword, size: MAX_ROWS },
    { signal, quiet: true },
  )
  return { rows: list, refs }
}

/** Searches rows on this phone. */
async function searchOnPhone(
  { name, title: [title = ''] }: ListableResource,
  keyword: string,
): Promise<Omit<ResourceMatches, 'resource'>> {
  const list = await (await getPhone()).findOptions(name, keyword, [])
  return { rows: list.slice(0, MAX_ROWS).map(({ id, label }) => ({ id, version: 0, [title]: label })), refs: {} }
}

/**
 * Searches rows on the server, or on this phone if the server is unreachable. Resources answer independently; a failing
 * one is logged and omitted. `offline` of the result is true if some were searched on this phone only.
 */
export async function findRows(
  text: string,
  signal: AbortSignal,
  onFound: (matches: ResourceMatches) => void,
): Promise<{ offline: boolean }> {
  const search = async (
    resource: ListableResource,
  ): Promise<{ matches: Omit<ResourceMatches, 'resource'>; offline: boolean }> => {
    try {
      return { matches: await (canList(resource) ? searchList : searchNames)(resource, text, signal), offline: false }
    } catch (error) {
      if (!isUnreachable(error)) throw error
      return { matches: await searchOnPhone(resource, text), offline: true }
    }
  }
  const offlineFlags = await Promise.all(
    (await loadSearchableResources()).map(async (resource) => {
      try {
        const { matches, offline } = await search(resource)
        if (matches.rows.length > 0) onFound({ resource: resource as Resource, ...matches })
        return offline
      } catch (error) {
        if (!signal.aborted) recordTrouble(`${resource.name} not searched`, error)
        return false
      }
    }),
  )
  return { offline: offlineFlags.includes(true) }
}

type Hit = Pick<CodeHit, 'resource' | 'id' | 'label'>
/** A row that a code refers to; `definition` is null if this version does not know the resource. */
export type CodeMatch = Hit & { definition: Resource | null }
/**
 * Finds the rows of a code: first in this phone's data, which works offline, then through the areas' lookups on the
 * server.
 */
export async function findCodeMatches(code: string): Promise<CodeMatch[]> {
  const areaMatches = await mergeMatches(
    getAreas().flatMap((area) => (area.findCodeOnPhone ? [area.findCodeOnPhone(code)] : [])),
  )
  if (areaMatches.length > 0) return addResources(areaMatches)
  const localMatches = await mergeMatches([getPhone().then((store) => store.findCode(code))])
  return addResources(
    localMatches.length > 0
      ? localMatches
      : await mergeMatches(getAreas().flatMap((area) => (area.findCode ? [area.findCode(code)] : []))),
  )
}
const addResources = (hits: readonly Hit[]): Promise<CodeMatch[]> =>
  Promise.all(hits.map(async (hit) => ({ ...hit, definition: await findResource(hit.resource) })))
/** Merges results: a failing lookup must not hide others, and duplicates count once. */
async function mergeMatches(requests: readonly Promise<Hit[]>[]): Promise<Hit[]> {
  const matches = (await Promise.allSettled(requests)).flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value
    recordTrouble('code not looked up', answer.reason)
    return []
  })
  return [...new Map(matches.map((hit) => [`${hit.resource}:${hit.id}`, hit])).values()]
}
