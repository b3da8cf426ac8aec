import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Endpoint, Page } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import type { ListQuery, Resource, Row, OperationRoutes } from '@/contract/resource'
import { callEndpoint } from './call-endpoint'
import { matchesQuery, sortRows } from './local-rows'
import { READ_META, buildQueryKey, getResourceName, type AnswerSearch } from './query-client'
import { getCurrentLanguage } from '../i18n/start-texts'
import { loadFurtherPages, type LoadAllOptions } from './use-pages'
import { hasStore, waitForPhoneStore, type RowOverlay, type PhoneStore, type UnsentCommand } from './phone'
import { recordTrouble } from '../ui/trouble'

/** Calls `start` once the store is open. Returns a function that stops watching, or cancels if the store is not open. */
function watchPhoneStore(start: (store: PhoneStore) => () => void): () => void {
  let stopWatching: (() => void) | null = null
  let isStopped = false
  waitForPhoneStore().then(
    (store) => {
      if (!isStopped) stopWatching = start(store)
    },
    (error: unknown) => recordTrouble('store not opened', error),
  )
  return () => {
    isStopped = true
    stopWatching?.()
  }
}
/** Returns the signed-in user's unsent commands; re-renders when they change. */
export function useUnsentCommands(): UnsentCommand[] {
  const [items, setItems] = useState<UnsentCommand[]>([])
  useEffect(() => watchPhoneStore((store) => store.watchCommands(setItems)), [])
  return items
}
/** A page of an answer, with the time of its request (ms) and the language of its names. */
type ListPage = Page<Record<string, unknown>> & { askedAt: number; language: Language }
type ListAnswer = { pages?: ListPage[] } | undefined

/** Returns the pages of all lists of a resource that have been read. */
const getLoadedPages = (client: QueryClient, resource: string): ListPage[] =>
  client
    .getQueriesData<ListAnswer>({ predicate: ({ queryKey }) => queryKey[1] === `${resource}.list` })
    .flatMap(([, data]) => data?.pages ?? [])
/**
 * Creates a function that finds the newest version of a row in any list that has been read. A change made in one list
 * then also appears in lists that did not read the row.
 */
const createRowFinder = (client: QueryClient, resource: string) => (id: string) =>
  getLoadedPages(client, resource)
    .flatMap((page) => page.list)
    .filter((row) => row['id'] === id)
    .sort((a, b) => Number(b['version']) - Number(a['version']))[0]
/** Finds the newest page that contains a row. */
const findPageWithRow = (pages: readonly ListPage[], id: string): ListPage | undefined =>
  pages.filter(({ list }) => list.some((row) => row['id'] === id)).sort((a, b) => b.askedAt - a.askedAt)[0]
/** Creates the search for a row in the stored answers of its resource's lists. */
const createRowSearch = (endpointName: string, id: string): AnswerSearch => ({
  endpointName,
  pickData: (answers) => {
    const page = findPageWithRow(
      answers.flatMap((answer) => (answer as ListAnswer)?.pages ?? []),
      id,
    )
    if (!page) return null
    const list = page.list.filter((row) => row['id'] === id)
    return { data: { pages: [{ ...page, list, total: 1, next: null }], pageParams: [''] }, at: page.askedAt }
  },
})
const withoutOverlay: RowOverlay = (rows) => rows
/** Returns the overlay of this phone's commands over a resource's rows. */
function useRowOverlay(resource: string): RowOverlay {
  const [overlayRows, setOverlayRows] = useState<RowOverlay>(() => withoutOverlay)
  useEffect(
    () => watchPhoneStore((store) => store.watchOverlay(resource, (next) => setOverlayRows(() => next))),
    [resource],
  )
  return overlayRows
}

type PackRows = { rows: Record<string, unknown>[]; refs: Record<string, string>; at: number }
/**
 * Returns a resource's rows from the shift pack until the server answers. A scanned row then opens at once, also
 * without a network. Returns `reading` while the phone looks for the rows, null if it has none.
 */
function usePackRows(resource: Resource, enabled: boolean, language: Language): PackRows | 'reading' | null {
  const usesPack = enabled && resource.inShiftPack
  const [pack, setPack] = useState<PackRows | 'reading' | null>('reading')
  useEffect(() => {
    if (!usesPack) return
    let isUnmounted = false
    const update = (next: PackRows | null) => {
      if (!isUnmounted) setPack(next)
    }
    // A new phone's store is empty, so it is opened late.
    void hasStore().then(
      (exists) => {
        if (!exists) update(null)
      },
      () => update(null),
    )
    waitForPhoneStore()
      .then((store) => store.loadPackRows(resource.name))
      .then(
        ({ rows, refs, at }) => update(at !== null && rows.length > 0 ? { rows, refs, at } : null),
        (error: unknown) => {
          update(null)
          recordTrouble('pack not readable', error)
        },
      )
    return () => {
      isUnmounted = true
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the pack holds labels in the language
  }, [usesPack, resource.name, language])
  return usesPack ? pack : null
}

export interface ListResult<R> {
  rows: R[]
  /** Number of matching rows on all pages according to the server, without unsent ones. */
  total: number
  /** Display names of referenced rows, by id. */
  refs: Record<string, string>
  isLoading: boolean
  isFetching: boolean
  error: Error | null
  /** Time of the server's answer, ms since 1970; 0 before the first one. */
  fetchedAt: number
  /** True if the server confirmed that these are all matches; never for the shift pack, which holds a part of the rows. */
  isComplete: boolean
  hasMore: boolean
  /** Loads the next page. Resolves to false if that failed; never rejects. */
  loadMore: () => Promise<boolean>
  /** Loads the rows again. Never rejects. */
  refetch: () => Promise<{ error: Error | null }>
  /** Loads all rows and the names of referenced rows, up to a maximum, for printing. Further rows are not cached. */
  loadAll?: (options: LoadAllOptions) => Promise<{ rows: Record<string, unknown>[]; refs: Record<string, string> }>
}

export interface ListOptions {
  /** False if the rows are not needed yet: nothing is requested, and the list stays empty. */
  enabled?: boolean
  /** Further resources whose changes affect the list. */
  furtherResources?: readonly string[]
  /** Id of the only row of the list; without a network the row is also taken from other lists. */
  rowId?: string | null
}

/** The shift pack may replace a cached answer that is older than this, ms. */
const MAX_FRESH_AGE_MS = 5 * 60_000

/**
 * Returns a resource's rows with keyset pagination and this phone's unsent commands overlaid. Without a network it uses
 * the cached answer, or the shift pack if the pack is newer. `fetchedAt` is the time of the data.
 */
export function useList<N extends string, F extends Fields, O extends OperationRoutes & { list: unknown }>(
  resource: Resource<N, F, O>,
  query: ListQuery = {},
  { enabled = true, furtherResources = [], rowId = null }: ListOptions = {},
): ListResult<Row<Resource<N, F, O>>> {
  const endpoint = resource.endpoints.list as Endpoint<ListQuery, Page<Record<string, unknown>>> | undefined
  if (!endpoint) throw new Error(`${resource.name} has no list`)
  const overlayRows = useRowOverlay(resource.name)
  const client = useQueryClient()
  const result = useInfiniteQuery({
    queryKey: buildQueryKey([resource.name, ...furtherResources], endpoint.name, query),
    queryFn: async ({ pageParam, signal }) => {
      const requestedAt = Date.now() // Local data written after this moment is newer than the answer.
      return {
        ...(await callEndpoint(endpoint, pageParam ? { ...query, after: pageParam } : query, { signal, quiet: true })),
        askedAt: requestedAt,
        language: getCurrentLanguage(),
      }
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
    meta: rowId === null ? READ_META : { ...READ_META, answerSearch: createRowSearch(endpoint.name, rowId) },
  })
  // True until this query has an answer: placeholder data are the rows of the previous query.
  const isWaiting = result.data === undefined || result.isPlaceholderData
  const [openedAt] = useState(() => Date.now())
  // A cached answer may be older than the pack: offline, yesterday's inspection rounds are of no use.
  const mayBeStale = isWaiting || result.isError || openedAt - result.dataUpdatedAt > MAX_FRESH_AGE_MS
  const language = getCurrentLanguage()
  const packState = usePackRows(resource, enabled && mayBeStale, language)
  const pack = packState === 'reading' ? null : packState
  const isNewer = (at: number) => mayBeStale && (isWaiting || at > result.dataUpdatedAt)
  // The newest page of any list that contains the row.
  const loadedPage = rowId === null ? undefined : findPageWithRow(getLoadedPages(client, resource.name), rowId)
  const pageOfOtherList = loadedPage && isNewer(loadedPage.askedAt) ? loadedPage : null
  // The pack lacks most rows, so it says nothing about a row that it does not have.
  const isPackUsable =
    pack !== null &&
    isNewer(pack.at) &&
    (rowId === null || (pack.at > (pageOfOtherList?.askedAt ?? 0) && pack.rows.some((row) => row['id'] === rowId)))
  const packRows = isPackUsable ? pack : null
  const queryJson = JSON.stringify(query)
  const rows = useMemo(() => {
    const parsedQuery = JSON.parse(queryJson) as ListQuery
    const matches = (row: Record<string, unknown>) => matchesQuery(resource, parsedQuery, row)
    const findLoadedRow = createRowFinder(client, resource.name)
    if (packRows)
      return overlayRows(
        sortRows(resource, parsedQuery, packRows.rows.filter(matches), language),
        packRows.at,
        matches,
        findLoadedRow,
      )
    if (pageOfOtherList)
      return overlayRows(pageOfOtherList.list.filter(matches), pageOfOtherList.askedAt, matches, findLoadedRow)
    const pages = result.data?.pages ?? []
    // Without an answer, the overlay adds no acknowledged rows to a list (`Math.min()` is Infinity). A single row gets
    // its acknowledged version however old it is.
    const fetchedAt = pages.length === 0 && rowId !== null ? 0 : Math.min(...pages.map((page) => page.askedAt))
    return overlayRows(
      pages.flatMap((page) => page.list),
      fetchedAt,
      matches,
      findLoadedRow,
    )
  }, [overlayRows, client, result.data, packRows, pageOfOtherList, rowId, queryJson, resource, language])
  const refs = useMemo(() => {
    // The person may have switched the language offline: the pack has names in both languages, an answer only in the
    // language of its request.
    const pages = [...(result.data?.pages ?? []), ...(pageOfOtherList ? [pageOfOtherList] : [])]
    const otherLanguagePages = pages.filter((page) => page.language !== language)
    const currentPages = pages.filter((page) => page.language === language)
    return Object.assign(
      {},
      ...otherLanguagePages.map((page) => page.refs),
      pack?.refs,
      ...currentPages.map((page) => page.refs),
    ) as Record<string, string>
  }, [result.data, pageOfOtherList, pack, language])
  return {
    rows: rows as Row<Resource<N, F, O>>[],
    refs,
    total: packRows ? rows.length : (result.data?.pages[0]?.total ?? 0),
    // Offline the error arrives before the phone has read its pack: keep loading until then.
    isLoading:
      enabled &&
      !packRows &&
      !pageOfOtherList &&
      (result.isPending || (packState === 'reading' && result.data === undefined)),
    isFetching: result.isFetching,
    error: result.error,
    fetchedAt: packRows?.at ?? pageOfOtherList?.askedAt ?? result.dataUpdatedAt,
    isComplete: !packRows && !isWaiting && !result.hasNextPage,
    hasMore: result.hasNextPage && !packRows,
    loadMore: async () => {
      if (!result.hasNextPage) return true
      const { isFetchNextPageError } = await result.fetchNextPage({ cancelRefetch: false })
      return !isFetchNextPageError
    },
    refetch: () => result.refetch(),
    loadAll: async (options) => {
      const requestedAt = Date.now()
      const loadedPages = result.data?.pages ?? []
      const furtherPages = packRows ? [] : await loadFurtherPages(endpoint, query, loadedPages, options)
      if (furtherPages.length === 0) return { rows, refs }
      const allRows = overlayRows(
        [...loadedPages, ...furtherPages].flatMap((page) => page.list),
        Math.min(requestedAt, ...loadedPages.map((page) => page.askedAt)),
        (row) => matchesQuery(resource, query, row),
      )
      return {
        rows: allRows,
        refs: Object.assign({}, refs, ...furtherPages.map((page) => page.refs)) as Record<string, string>,
      }
    },
  }
}

/**
 * Counts the open rows of a list: the loaded rows that unsent commands leave open (`loadedOpenCount`), plus all rows on
 * pages that are not loaded.
 */
export const countOpenRows = (
  { rows, total, hasMore }: Pick<ListResult<unknown>, 'rows' | 'total' | 'hasMore'>,
  loadedOpenCount = rows.length,
) => loadedOpenCount + (hasMore ? Math.max(0, total - rows.length) : 0)

/**
 * Returns one row by id, through the list endpoint; null if it does not exist. Unsent edits are overlaid. Until the
 * server answers, the row comes from this phone: from any list, the shift pack or an acknowledged command.
 */
export function useRow<N extends string, F extends Fields, O extends OperationRoutes & { list: unknown }>(
  resource: Resource<N, F, O>,
  id: string | null,
): { row: Row<Resource<N, F, O>> | null } & Omit<ListResult<never>, 'rows'> {
  const { rows, ...listState } = useList(resource, { id: id ?? '', size: 1 }, { enabled: id !== null, rowId: id })
  return { row: rows.find((row) => (row as { id: string }).id === id) ?? null, ...listState }
}

/**
 * Calls a reading endpoint. `resources` names the resources whose live changes refresh the answer; by default the
 * resource of the endpoint.
 */
export function useEndpoint<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  options: { resources?: readonly string[]; enabled?: boolean; refreshIntervalMs?: number } = {},
): UseQueryResult<Out> {
  return useQuery({
    queryKey: buildQueryKey(options.resources ?? [getResourceName(endpoint)], endpoint.name, input),
    queryFn: ({ signal }) => callEndpoint(endpoint, input, { signal, quiet: true }),
    meta: READ_META,
    enabled: options.enabled ?? true,
    refetchInterval: options.refreshIntervalMs ?? false,
  })
}
