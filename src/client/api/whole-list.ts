import type { Endpoint, Page } from '@/contract/endpoint'
import { call } from './call'

/** Page size limit of the server. */
const PAGE = 500

export interface WholeOptions {
  /** Maximum number of rows, including those already loaded. */
  most: number
  signal: AbortSignal
  /** Called after each page with the number of rows loaded so far. */
  onRead: (rows: number) => void
}
/** Loads the remaining pages of a list, in large pages, until the end or the maximum. */
export async function pagesAfter<In extends object, R>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  here: readonly Page<R>[],
  { most, signal, onRead }: WholeOptions,
): Promise<Page<R>[]> {
  const read: Page<R>[] = []
  let rows = here.reduce((sum, { list }) => sum + list.length, 0)
  for (let next = here.at(-1)?.next ?? null; next && rows < most; next = read.at(-1)!.next) {
    // Sequential, because each answer contains the key of the next page.
    const page = await call(endpoint, { ...query, size: Math.min(PAGE, most - rows), after: next }, { signal })
    read.push(page)
    rows += page.list.length
    onRead(rows)
  }
  return read
}
