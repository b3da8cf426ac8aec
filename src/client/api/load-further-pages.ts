import type { Endpoint, Page } from '@/contract/endpoint'
import { callEndpoint } from './call-endpoint'

/** Page size limit of the server. */
const PAGE_SIZE = 500

export interface LoadAllOptions {
  /** Maximum number of rows, including those already loaded. */
  maxRows: number
  signal: AbortSignal
  /** Called after each page with the number of rows loaded so far. */
  onRead: (rows: number) => void
}
/** Loads the remaining pages of a list, in large pages, until the end or the maximum. */
export async function loadFurtherPages<In extends object, R>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  loadedPages: readonly Page<R>[],
  { maxRows, signal, onRead }: LoadAllOptions,
): Promise<Page<R>[]> {
  const pages: Page<R>[] = []
  let rows = loadedPages.reduce((sum, { list }) => sum + list.length, 0)
  for (let next = loadedPages.at(-1)?.next ?? null; next && rows < maxRows; next = pages.at(-1)!.next) {
    // Sequential, because each answer contains the key of the next page.
    const page = await callEndpoint(
      endpoint,
      { ...query, size: Math.min(PAGE_SIZE, maxRows - rows), after: next },
      { signal },
    )
    pages.push(page)
    rows += page.list.length
    onRead(rows)
  }
  return pages
}
