import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint, Page } from '@/contract/endpoint'
import { callEndpoint } from './call-endpoint'
import { buildQueryKey } from './query-keys'
import { READ_META } from './read-failure'
import type { ListResult } from './use-list'
import { loadFurtherPages } from './load-further-pages'

/**
 * Returns the rows of a paginated endpoint of an area, in the shape that the list components expect. `resources` names
 * the resources in its answers, for refreshing on live changes.
 */
export function usePages<In extends object, R extends Record<string, unknown>>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  { resources, refreshEvery }: { resources: readonly string[]; refreshEvery?: number },
): ListResult<R> {
  const result = useInfiniteQuery({
    queryKey: buildQueryKey(resources, endpoint.name, query),
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(endpoint, pageParam ? { ...query, after: pageParam } : query, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery ?? false,
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
    at: result.dataUpdatedAt,
    complete: result.data !== undefined && !result.isPlaceholderData && !result.hasNextPage,
    hasMore: result.hasNextPage,
    loadMore: () => {
      if (result.hasNextPage && !result.isFetchingNextPage) void result.fetchNextPage()
    },
    again: () => void result.refetch(),
    loadAll: async (options) => {
      const loadedPages = pages ?? []
      const allPages = [...loadedPages, ...(await loadFurtherPages(endpoint, query, loadedPages, options))]
      return { rows: allPages.flatMap(({ list }) => list), refs: mergeRefs(allPages) }
    },
  }
}
const mergeRefs = (pages: readonly Pick<Page<unknown>, 'refs'>[]): Record<string, string> =>
  Object.assign({}, ...pages.map(({ refs }) => refs)) as Record<string, string>
