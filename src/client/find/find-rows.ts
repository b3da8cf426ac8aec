import { resourceOptions } from '@/contract/kit'
import type { Resource } from '@/contract/resource'
import { getAreas } from '../area-registry'
import { isUnreachable } from '../api/api-error'
import { callEndpoint } from '../api/call-endpoint'
import { getPhone, type CodeHit } from '../api/phone'
import { findResource } from '../api/find-resource'
import type { ListRow } from '../resource/build-columns'
import { getSession } from '../session/session'
import { hasEndpointAccess } from '../session/use-session'
import { canChooseByName, buildRowAddress } from '../shell/row-address'
import { recordTrouble } from '../ui/trouble'

/** Matching rows of one resource. */
export interface ResourceMatches {
  of: Resource
  rows: readonly ListRow[]
  refs: Readonly<Record<string, string>>
}
/** Maximum number of rows per resource. */
const MAX_ROWS = 5
type ListableResource = Resource<string, Resource['fields'], { list: `GET /${string}` }>

/**
 * Loads the resources that areas offer for search, if the person has a page for them and may list the rows or choose
 * them by name.
 */
async function loadSearchableResources(): Promise<ListableResource[]> {
  const found = await Promise.all(
    getAreas().map(async ({ searchableResources: finds, contract }) => {
      if (!finds || !contract) return []
      const { resources } = await contract()
      return (resources as readonly ListableResource[]).filter((of) => finds.includes(of.name))
    }),
  )
  return found
    .flat()
    .filter((of) => (canList(of) || canChooseByName(of.name)) && buildRowAddress(of.name, { id: '' }) !== null)
}
const canList = (of: ListableResource): boolean => hasEndpointAccess(getSession(), of.endpoints.list)
/** Searches rows by name only, for people who may not list them. */
async function searchNames(
  of: ListableResource,
  keyword: string,
  signal: AbortSignal,
): Promise<Omit<ResourceMatches, 'of'>> {
  const list = await callEndpoint(resourceOptions, { of: of.name, keyword }, { signal, quiet: true })
  const [title = ''] = of.title
  return { rows: list.slice(0, MAX_ROWS).map(({ id, label }) => ({ id, version: 0, [title]: label })), refs: {} }
}
async function searchList(
  of: ListableResource,
  keyword: string,
  signal: AbortSignal,
): Promise<Omit<ResourceMatches, 'of'>> {
  const { list, refs } = await callEndpoint(of.endpoints.list, { keyword, size: MAX_ROWS }, { signal, quiet: true })
  return { rows: list, refs }
}

/** Searches rows on this phone. */
async function searchOnPhone(
  { name, title: [title = ''] }: ListableResource,
  keyword: string,
): Promise<Omit<ResourceMatches, 'of'>> {
  const list = await (await getPhone()).findOptions(name, keyword, [])
  return { rows: list.slice(0, MAX_ROWS).map(({ id, label }) => ({ id, version: 0, [title]: label })), refs: {} }
}

/**
 * Searches rows on the server, or on this phone if the server is unreachable. Resources answer independently; a failing
 * one is logged and omitted. Resolves to whether a network would find more.
 */
export async function findRows(
  text: string,
  signal: AbortSignal,
  onFound: (found: ResourceMatches) => void,
): Promise<{ offline: boolean }> {
  const search = async (of: ListableResource): Promise<{ found: Omit<ResourceMatches, 'of'>; offline: boolean }> => {
    try {
      return { found: await (canList(of) ? searchList : searchNames)(of, text, signal), offline: false }
    } catch (error) {
      if (!isUnreachable(error)) throw error
      return { found: await searchOnPhone(of, text), offline: true }
    }
  }
  const unreached = await Promise.all(
    (await loadSearchableResources()).map(async (of) => {
      try {
        const { found, offline } = await search(of)
        if (found.rows.length > 0) onFound({ of: of as Resource, ...found })
        return offline
      } catch (error) {
        if (!signal.aborted) recordTrouble(`${of.name} not searched`, error)
        return false
      }
    }),
  )
  return { offline: unreached.includes(true) }
}

type Hit = Pick<CodeHit, 'resource' | 'id' | 'label'>
/** A row that a code refers to; `of` is null if this version does not know the resource. */
export type CodeMatch = Hit & { of: Resource | null }
/**
 * Finds the rows of a code: first in this phone's data, which works offline, then through the areas' lookups on the
 * server.
 */
export async function findCodeMatches(code: string): Promise<CodeMatch[]> {
  const ownMatches = await mergeMatches(
    getAreas().flatMap((area) => (area.findCodeOnPhone ? [area.findCodeOnPhone(code)] : [])),
  )
  if (ownMatches.length > 0) return addResources(ownMatches)
  const local = await mergeMatches([getPhone().then((store) => store.findCode(code))])
  return addResources(
    local.length > 0
      ? local
      : await mergeMatches(getAreas().flatMap((area) => (area.findCode ? [area.findCode(code)] : []))),
  )
}
const addResources = (hits: readonly Hit[]): Promise<CodeMatch[]> =>
  Promise.all(hits.map(async (hit) => ({ ...hit, of: await findResource(hit.resource) })))
/** Merges results: a failing lookup must not hide others, and duplicates count once. */
async function mergeMatches(requests: readonly Promise<Hit[]>[]): Promise<Hit[]> {
  const found = (await Promise.allSettled(requests)).flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value
    recordTrouble('code not looked up', answer.reason)
    return []
  })
  return [...new Map(found.map((hit) => [`${hit.resource}:${hit.id}`, hit])).values()]
}
