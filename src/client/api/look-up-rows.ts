import type { Endpoint } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import type { ListQuery, Resource, Row, OperationRoutes } from '@/contract/resource'
import { recordTrouble } from '../ui/trouble'
import { callEndpoint } from './call-endpoint'
import { matchesQuery } from './local-rows'
import { waitForPhoneStore } from './phone'

type RowPage<R> = { list: R[] }
/** Maximum time, ms, that a form waits for looked-up values. */
const LOOKUP_TIMEOUT_MS = 5000
/**
 * Looks one row up for a check before saving: on this phone, else on the server. Returns null if neither knows the row.
 * The caller then leaves the check to the server.
 */
export async function lookUpRow<N extends string, F extends Fields, O extends OperationRoutes & { list: unknown }>(
  resource: Resource<N, F, O>,
  id: string,
): Promise<Row<Resource<N, F, O>> | null> {
  type ResourceRow = Row<Resource<N, F, O>>
  const listEndpoint = resource.endpoints.list as Endpoint<object, RowPage<ResourceRow>>
  const findById = (rows: readonly unknown[]) =>
    (rows as ResourceRow[]).find((row) => (row as { id: string }).id === id) ?? null
  try {
    const cachedRow = resource.inShiftPack
      ? findById((await (await waitForPhoneStore()).loadPackRows(resource.name)).rows)
      : null
    return cachedRow ?? findById((await callEndpoint(listEndpoint, { id, size: 1 }, { quiet: true })).list)
  } catch (error) {
    recordTrouble(`${resource.name} not looked up`, error)
    return null
  }
}
/** Looks rows up by a query: on the server, else on this phone. Returns an empty list if neither answers. */
export async function lookUpRows<N extends string, F extends Fields, O extends OperationRoutes & { list: unknown }>(
  resource: Resource<N, F, O>,
  query: ListQuery,
): Promise<Row<Resource<N, F, O>>[]> {
  type ResourceRow = Row<Resource<N, F, O>>
  const listEndpoint = resource.endpoints.list as Endpoint<ListQuery, RowPage<ResourceRow>>
  try {
    return (await callEndpoint(listEndpoint, query, { quiet: true, timeoutMs: LOOKUP_TIMEOUT_MS })).list
  } catch {
    // No network, or no permission for that list.
    try {
      const { rows } = await (await waitForPhoneStore()).loadPackRows(resource.name)
      return rows.filter((row) => matchesQuery(resource, query, row)) as ResourceRow[]
    } catch (error) {
      recordTrouble('rows not known', error)
      return []
    }
  }
}
