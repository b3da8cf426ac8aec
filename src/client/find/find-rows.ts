import { resourceOptions } from '@/contract/kit'
import type { Resource } from '@/contract/resource'
import { areas } from '../areas'
import { isUnreachable } from '../api/api-error'
import { call } from '../api/call'
import { phone, type CodeHit } from '../api/phone'
import { resourceNamed } from '../api/resource-named'
import type { AnyRow } from '../resource/columns'
import { session } from '../session/session'
import { allows } from '../session/use-session'
import { isNamed, rowAddress } from '../shell/row-address'
import { recordTrouble } from '../ui/trouble'

/** Matching rows of one resource. */
export interface FoundRows {
  of: Resource
  rows: readonly AnyRow[]
  refs: Readonly<Record<string, string>>
}
/** Maximum number of rows per resource. */
const MOST = 5
type Listed = Resource<string, Resource['fields'], { list: `GET /${string}` }>

/**
 * Loads the resources that areas offer for search, if the person has a page for them and may list the rows or choose
 * them by name.
 */
async function findable(): Promise<Listed[]> {
  const found = await Promise.all(
    areas().map(async ({ finds, contract }) => {
      if (!finds || !contract) return []
      const { resources } = await contract()
      return (resources as readonly Listed[]).filter((of) => finds.includes(of.name))
    }),
  )
  return found.flat().filter((of) => (mayList(of) || isNamed(of.name)) && rowAddress(of.name, { id: '' }) !== null)
}
const mayList = (of: Listed): boolean => allows(session(), of.endpoints.list)
/** Searches rows by name only, for people who may not list them. */
async function named(of: Listed, keyword: string, signal: AbortSignal): Promise<Omit<FoundRows, 'of'>> {
  const list = await call(resourceOptions, { of: of.name, keyword }, { signal, quiet: true })
  const [title = ''] = of.title
  return { rows: list.slice(0, MOST).map(({ id, label }) => ({ id, version: 0, [title]: label })), refs: {} }
}
async function listed(of: Listed, keyword: string, signal: AbortSignal): Promise<Omit<FoundRows, 'of'>> {
  const { list, refs } = await call(of.endpoints.list, { keyword, size: MOST }, { signal, quiet: true })
  return { rows: list, refs }
}

/** Searches rows on this phone. */
async function onPhone({ name, title: [title = ''] }: Listed, keyword: string): Promise<Omit<FoundRows, 'of'>> {
  const list = await (await phone()).findOptions(name, keyword, [])
  return { rows: list.slice(0, MOST).map(({ id, label }) => ({ id, version: 0, [title]: label })), refs: {} }
}

/**
 * Searches rows on the server, or on this phone if the server is unreachable. Resources answer independently; a failing
 * one is logged and omitted. Resolves to whether a network would find more.
 */
export async function findRows(
  text: string,
  signal: AbortSignal,
  onFound: (found: FoundRows) => void,
): Promise<{ offline: boolean }> {
  const search = async (of: Listed): Promise<{ found: Omit<FoundRows, 'of'>; offline: boolean }> => {
    try {
      return { found: await (mayList(of) ? listed : named)(of, text, signal), offline: false }
    } catch (error) {
      if (!isUnreachable(error)) throw error
      return { found: await onPhone(of, text), offline: true }
    }
  }
  const unreached = await Promise.all(
    (await findable()).map(async (of) => {
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
export type Found = Hit & { of: Resource | null }
/**
 * Finds the rows of a code: first in this phone's data, which works offline, then through the areas' lookups on the
 * server.
 */
export async function findCode(code: string): Promise<Found[]> {
  const known = await askAll(areas().flatMap((area) => (area.knowsCode ? [area.knowsCode(code)] : [])))
  if (known.length > 0) return withKinds(known)
  const local = await askAll([phone().then((store) => store.findCode(code))])
  return withKinds(
    local.length > 0 ? local : await askAll(areas().flatMap((area) => (area.findCode ? [area.findCode(code)] : []))),
  )
}
const withKinds = (hits: readonly Hit[]): Promise<Found[]> =>
  Promise.all(hits.map(async (hit) => ({ ...hit, of: await resourceNamed(hit.resource) })))
/** Merges results: a failing lookup must not hide others, and duplicates count once. */
async function askAll(asked: readonly Promise<Hit[]>[]): Promise<Hit[]> {
  const found = (await Promise.allSettled(asked)).flatMap((answer) => {
    if (answer.status === 'fulfilled') return answer.value
    recordTrouble('code not looked up', answer.reason)
    return []
  })
  return [...new Map(found.map((hit) => [`${hit.resource}:${hit.id}`, hit])).values()]
}
