import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint, Page } from '@/contract/endpoint'
import { call } from './call'
import { keyOf } from './keys'
import { READ } from './read-failure'
import type { List } from './use-list'
import { pagesAfter } from './whole-list'

/**
 * Returns the rows of a paginated endpoint of an area, in the shape that the list components expect. `resources` names
 * the resources in its answers, for refreshing on live changes.
 */
export function usePages<In extends object, R extends Record<string, unknown>>(
  endpoint: Endpoint<In, Page<R>>,
  query: In,
  { resources, refreshEvery }: { resources: readonly string[]; refreshEvery?: number },
): List<R> {
  const result = useInfiniteQuery({
    queryKey: keyOf(resources, endpoint.name, query),
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, pageParam ? { ...query, after: pageParam } : query, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery ?? false,
    meta: READ,
  })
  const pages = result.data?.pages
  const rows = useMemo(() => pages?.flatMap(({ list }) => list) ?? [], [pages])
  const refs = useMemo(() => namesOf(pages ?? []), [pages])
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
    more: () => {
      if (result.hasNextPage && !result.isFetchingNextPage) void result.fetchNextPage()
    },
    again: () => void result.refetch(),
    whole: async (options) => {
      const here = pages ?? []
      const all = [...here, ...(await pagesAfter(endpoint, query, here, options))]
      return { rows: all.flatMap(({ list }) => list), refs: namesOf(all) }
    },
  }
}
const namesOf = (pages: readonly Pick<Page<unknown>, 'refs'>[]): Record<string, string> =>
  Object.assign({}, ...pages.map(({ refs }) => refs)) as Record<string, string>
