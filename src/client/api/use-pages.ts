import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint, Page } from '@/contract/endpoint'
import { callEndpoint } from './call-endpoint'
import { READ_META, buildQueryKey } from './query-client'
import type { ListResult } from './use-list'

/**
 * Returns the rows of a paginated endpoint, in the shape that the list components expect. `resources` names the
 * resources whose live changes refresh the rows.
 */
export function usePages<In extends object, R extends Record<string, unknown>>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  { resources, refreshIntervalMs }: { resources: readonly string[]; refreshIntervalMs?: number },
): ListResult<R> {
  const result = useInfiniteQuery({
    queryKey: buildQueryKey(resources, endpoint.name, query),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(endpoint, pageParam ? { ...query, after: pageParam } : query, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshIntervalMs ?? false,
    meta: READ_META,
  })
  const pages = result.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ list }) => list) ?? [], [pages])
  const refs = useMemo(() => mergeRefs(pages ?? []), [pages])
  return {
    rows,
    refs,
    total: pages?.[0]?.total ?? 0,
    isLoading: result.isPending,
    isFetching: result.isFetching,
    error: result.error,
    fetchedAt: result.dataUpdatedAt,
    isComplete: result.data !== undefined && !result.isPlaceholderData && !result.hasNextPage,
    hasMore: result.hasNextPage,
    loadMore: async () => {
      if (!result.hasNextPage) return true
      const { isFetchNextPageError } = await result.fetchNextPage({ cancelRefetch: false })
      return !isFetchNextPageError
    },
    refetch: () => result.refetch(),
    loadAll: async (options) => {
      const loadedPages = pages ?? []
      const allPages = [...loadedPages, ...(await loadFurtherPages(endpoint, query, loadedPages, options))]
      return { rows: allPages.flatMap(({ list }) => list), refs: mergeRefs(allPages) }
    },
  }
}
const mergeRefs = (pages: readonly Pick<Page<unknown>, 'refs'>[]): Record<string, string> =>
  Object.assign({}, ...pages.map(({ refs }) => refs)) as Record<string, string>

/** Page size limit of the server. */
const MAX_PAGE_SIZE = 500

export interface LoadAllOptions {
  /** Maximum number of rows, including those already loaded. */
  maxRows: number
  signal: AbortSignal
  /** Called after each page with the number of rows loaded so far. */
  onRead: (rowCount: number) => void
}
/** Loads the remaining pages of a list, in large pages, until the end or the maximum. */
export async function loadFurtherPages<In extends object, R>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  loadedPages: readonly Page<R>[],
  { maxRows, signal, onRead }: LoadAllOptions,
): Promise<Page<R>[]> {
  const pages: Page<R>[] = []
  let rowCount = loadedPages.reduce((sum, { list }) => sum + list.length, 0)
  for (let next = loadedPages.at(-1)?.next ?? null; next && rowCount < maxRows; next = pages.at(-1)!.next) {
    // Sequential, because each answer contains the key of the next page.
    const page = await callEndpoint(
      endpoint,
      { ...query, size: Math.min(MAX_PAGE_SIZE, maxRows - rowCount), after: next },
      { signal },
    )
    pages.push(page)
    rowCount += page.list.length
    onRead(rowCount)
  }
  return pages
}
