import type { Endpoint } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import type { ListQuery, Resource, Row, Routes } from '@/contract/resource'
import { recordTrouble } from '../ui/trouble'
import { call } from './call'
import { fits } from './fits'
import { readyPhone } from './phone'

type Page<R> = { list: R[] }
/** So long a form waits for what it could fill in itself, ms. */
const PATIENCE = 5000
/**
 * One row, asked for once, for a check before something is saved: as this phone knows it, else as the server does. Null
 * where neither can say: whoever asks lets it pass, and the server has the last word.
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
/** Rows that a query finds, asked for once: as the server knows them, else as this phone does. Empty where neither can say. */
export async function knownRows<N extends string, F extends Fields, O extends Routes & { list: unknown }>(
  resource: Resource<N, F, O>,
  query: ListQuery,
): Promise<Row<Resource<N, F, O>>[]> {
  type Known = Row<Resource<N, F, O>>
  const list = resource.endpoints.list as Endpoint<ListQuery, Page<Known>>
  try {
    return (await call(list, query, { quiet: true, timeout: PATIENCE })).list
  } catch {
    // Without a network, or without the right to that list.
    try {
      const { rows } = await (await readyPhone()).packRows(resource.name)
      return rows.filter((row) => fits(resource, query, row)) as Known[]
    } catch (error) {
      recordTrouble('rows not known', error)
      return []
    }
  }
}
