import { MAX_FOUND_ROWS, searchRows } from '@/contract/kit'
import type { ListableResource, Resource } from '@/contract/resource'
import { getAreas, findResource } from '../area-registry'
import { isServerUnreachable } from '../api/api-error'
import { callEndpoint } from '../api/call-endpoint'
import { getPhoneStore, type CodeHit } from '../api/phone'
import { getSession } from '../session/session'
import { hasEndpointAccess } from '../session/use-session'
import { canChooseByName, buildRowAddress } from '../shell/row-address'
import { recordTrouble } from '../ui/trouble'

/** Matching rows of one resource. */
export interface ResourceMatches {
  resource: Resource
  rows: readonly FoundRow[]
}
export interface FoundRow {
  id: string
  label: string
  /** Names of referenced rows that tell the row apart from others. */
  details: readonly string[]
}

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
/** Searches rows on this phone. */
async function searchOnPhone({ name }: ListableResource, keyword: string): Promise<FoundRow[]> {
  const list = await (await getPhoneStore()).findOptions(name, keyword, [])
  return list.slice(0, MAX_FOUND_ROWS).map(({ id, label }) => ({ id, label, details: [] }))
}

/** Rows and codes that a search found. */
export interface SearchResults {
  rows: readonly ResourceMatches[]
  codes: readonly CodeMatch[]
  /** Only this phone's data was searched. */
  isOffline: boolean
}
/** Searches rows and codes on the server in one call, or on this phone if the server is unreachable. */
export async function findMatches(text: string, signal: AbortSignal): Promise<SearchResults> {
  const resources = await loadSearchableResources()
  try {
    const { rows: foundRows, codes } = await callEndpoint(
      searchRows,
      { of: resources.map(({ name }) => name).join(','), keyword: text },
      { signal, quiet: true },
    )
    const rows = resources.map((resource) => ({
      resource: resource as Resource,
      rows: foundRows.filter((row) => row.resource === resource.name),
    }))
    return { rows: rows.filter(hasRows), codes: await addDefinitions(codes), isOffline: false }
  } catch (error) {
    if (!isServerUnreachable(error)) throw error
    const rows = await Promise.all(
      resources.map(async (resource) => ({
        resource: resource as Resource,
        rows: await searchOnPhone(resource, text),
      })),
    )
    return { rows: rows.filter(hasRows), codes: [], isOffline: true }
  }
}
const hasRows = ({ rows }: ResourceMatches): boolean => rows.length > 0

type Hit = Pick<CodeHit, 'resource' | 'id' | 'label'>
/** A row that a code refers to; `definition` is null if this version does not know the resource. */
export type CodeMatch = Hit & { definition: Resource | null }
/**
 * Finds the rows of a code: first in this phone's data, which works offline, then through the areas' lookups on the
 * server.
 */
export async function findCodeMatches(code: string): Promise<CodeMatch[]> {
  const localMatches = await findCodeMatchesOnPhone(code)
  return localMatches.length > 0
    ? localMatches
    : addDefinitions(
        await mergeMatches(getAreas().flatMap((area) => (area.findRowsByCode ? [area.findRowsByCode(code)] : []))),
      )
}
/** Finds the rows of a code in this phone's data. */
export async function findCodeMatchesOnPhone(code: string): Promise<CodeMatch[]> {
  const areaMatches = await mergeMatches(
    getAreas().flatMap((area) => (area.findRowsByCodeOnPhone ? [area.findRowsByCodeOnPhone(code)] : [])),
  )
  if (areaMatches.length > 0) return addDefinitions(areaMatches)
  return addDefinitions(await mergeMatches([getPhoneStore().then((store) => store.findRowsByCode(code))]))
}
const addDefinitions = (hits: readonly Hit[]): Promise<CodeMatch[]> =>
  Promise.all(hits.map(async (hit) => ({ ...hit, definition: await findResource(hit.resource) })))
/** Merges the results of lookups without duplicates. A failed lookup does not hide the results of the others. */
async function mergeMatches(requests: readonly Promise<Hit[]>[]): Promise<Hit[]> {
  const matches = (await Promise.allSettled(requests)).flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value
    recordTrouble('code not looked up', answer.reason)
    return []
  })
  return [...new Map(matches.map((hit) => [`${hit.resource}:${hit.id}`, hit])).values()]
}
