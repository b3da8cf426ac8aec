import type { Endpoint, Page } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import { call } from './call'

type Rows = Page<Record<string, unknown>>
/** As many rows as the server answers at once. */
const PAGE = 500

export interface WholeOptions {
  /** Rows in all, those that are here already among them. */
  most: number
  signal: AbortSignal
  /** Told after each page how many are here. */
  onRead: (rows: number) => void
}
/** The pages of a list that follow those here, by large steps, until there are no more or enough. */
export async function pagesAfter(
  endpoint: Endpoint<ListQuery, Rows>,
  query: ListQuery,
  here: readonly Rows[],
  { most, signal, onRead }: WholeOptions,
): Promise<Rows[]> {
  const read: Rows[] = []
  let rows = here.reduce((sum, { list }) => sum + list.length, 0)
  for (let next = here.at(-1)?.next ?? null; next && rows < most; next = read.at(-1)!.next) {
    // One page stands on the other: the key of the next is in its answer.
    const page = await call(endpoint, { ...query, size: Math.min(PAGE, most - rows), after: next }, { signal })
    read.push(page)
    rows += page.list.length
    onRead(rows)
  }
  return read
}
