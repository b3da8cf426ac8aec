import type { Endpoint } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import type { ListQuery, Resource, Row, Routes } from '@/contract/resource'
import { recordTrouble } from '../ui/trouble'
import { call } from './call'
import { fits } from './fits'
import { readyPhone } from './phone'

type Page<R> = { list: R[] }
/** Maximum time, ms, that a form waits for values it could fill in. */
const PATIENCE = 5000
/**
 * Looks one row up for a check before saving: on this phone, else on the server. Returns null if neither knows it; the
 * caller then skips the check and leaves it to the server.
 */
export async function knownRow<N extends string, F extends Fields, O extends Routes & { list: unknown }>(
  resource: Resource<N, F, O>,
  id: string,
): Promise<Row<Resource<N, F, O>> | null> {
  type Known = Row<Resource<N, F, O>>
  const list = resource.endpoints.list as Endpoint<object, Page<Known>>
  const ofId = (rows: readonly unknown[]) => (rows as Known[]).find((row) => (row as { id: string }).id === id) ?? null
  try {
    const own = resource.offline ? ofId((await (await readyPhone()).packRows(resource.name)).rows) : null
    return own ?? ofId((await call(list, { id, size: 1 }, { quiet: true })).list)
  } catch (error) {
    recordTrouble(`${resource.name} not looked up`, error)
    return null
  }
}
/** Looks rows up by a query: on the server, else on this phone. Returns an empty list if neither answers. */
export async function knownRows<N extends string, F extends Fields, O extends Routes & { list: unknown }>(
  resource: Resource<N, F, O>,
  query: ListQuery,
): Promise<Row<Resource<N, F, O>>[]> {
  type Known = Row<Resource<N, F, O>>
  const list = resource.endpoints.list as Endpoint<ListQuery, Page<Known>>
  try {
    return (await call(list, query, { quiet: true, timeout: PATIENCE })).list
  } catch {
    // No network, or no permission for that list.
    try {
      const { rows } = await (await readyPhone()).packRows(resource.name)
      return rows.filter((row) => fits(resource, query, row)) as Known[]
    } catch (error) {
      recordTrouble('rows not known', error)
      return []
    }
  }
}
