import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OutOf } from '@/contract/endpoint'
import { call } from '@/client/api/call'
import { keyOf } from '@/client/api/keys'
import { READ } from '@/client/api/read-failure'
import { equipmentHistory, historyKinds } from '../../contract/machine-calls'

export type HistoryKind = (typeof historyKinds)[number]
export type HistoryLine = OutOf<typeof equipmentHistory>['list'][number]
const SIZE = 50

/** A machine's history, page after page; one kind of event or all. */
export function useHistory(id: string, kind: HistoryKind | null) {
  const input = { id, size: SIZE, ...(kind ? { kind } : {}) }
  const result = useInfiniteQuery({
    queryKey: keyOf(historyKinds, equipmentHistory.name, input),
    queryFn: ({ pageParam, signal }) =>
      call(equipmentHistory, pageParam ? { ...input, after: pageParam } : input, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    meta: READ,
  })
  const pages = result.data?.pages
  return {
    lines: useMemo(() => pages?.flatMap((page) => page.list) ?? [], [pages]),
    refs: useMemo(
      () => Object.assign({}, ...(pages?.map((page) => page.refs) ?? [])) as Record<string, string>,
      [pages],
    ),
    total: pages?.[0]?.total ?? 0,
    isLoading: result.isPending,
    error: result.error,
    again: () => void result.refetch(),
    more: result.hasNextPage
      ? () => {
          if (!result.isFetchingNextPage) void result.fetchNextPage()
        }
      : undefined,
  }
}
