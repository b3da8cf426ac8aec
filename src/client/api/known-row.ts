import type { Endpoint } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import type { Resource, Row, Routes } from '@/contract/resource'
import { recordTrouble } from '../ui/trouble'
import { call } from './call'
import { readyPhone } from './phone'

type Page<R> = { list: R[] }
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
