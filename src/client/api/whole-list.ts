import type { Endpoint, Page } from '@/contract/endpoint'
import { call } from './call'

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
export async function pagesAfter<In extends object, R>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  here: readonly Page<R>[],
  { most, signal, onRead }: WholeOptions,
): Promise<Page<R>[]> {
  const read: Page<R>[] = []
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
