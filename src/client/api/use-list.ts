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
import type { ListQuery, Resource, Row, Routes } from '@/contract/resource'
import { call } from './call'
import { fits, ordered } from './fits'
import { keyOf, resourceOf } from './keys'
import { READ } from './read-failure'
import { currentLanguage } from '../i18n/start'
import { pagesAfter, type WholeOptions } from './whole-list'
import { hasStore, readyPhone, type Lay, type Phone, type Unsent } from './phone'
import { recordTrouble } from '../ui/trouble'

/** Starts watching once the store is open. The returned function also cancels before that. */
function watchPhone(start: (store: Phone) => () => void): () => void {
  let stop: (() => void) | null = null
  let gone = false
  readyPhone().then(
    (store) => {
      if (!gone) stop = start(store)
    },
    (error: unknown) => recordTrouble('store not opened', error),
  )
  return () => {
    gone = true
    stop?.()
  }
}
/** Returns the signed-in user's unsent commands; re-renders when they change. */
export function useUnsent(): Unsent[] {
  const [items, setItems] = useState<Unsent[]>([])
  useEffect(() => watchPhone((store) => store.watch(setItems)), [])
  return items
}
/**
 * Finds a row in any list that has been read: a change made in one list also appears in lists that did not read the
 * row.
 */
const rowRead = (client: QueryClient, resource: string) => (id: string) =>
  client
    .getQueriesData<{ pages?: Page<Record<string, unknown>>[] }>({
      predicate: ({ queryKey }) => queryKey[1] === `${resource}.list`,
    })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.list)
    .filter((row) => row['id'] === id)
    .sort((a, b) => Number(b['version']) - Number(a['version']))[0]
const asFetched: Lay = (rows) => rows
/** Returns the overlay of this phone's commands over a resource's rows. */
function useLay(resource: string): Lay {
  const [lay, setLay] = useState<Lay>(() => asFetched)
  useEffect(() => watchPhone((store) => store.watchOverlay(resource, (next) => setLay(() => next))), [resource])
  return lay
}

type Packed = { rows: Record<string, unknown>[]; refs: Record<string, string>; at: number }
/**
 * Returns a resource's rows from the shift pack until the server answers, so that a scan opens at once and also without
 * a network. `reading` until it is known if there are any.
 */
function usePack(resource: Resource, enabled: boolean, language: Language): Packed | 'reading' | null {
  const wanted = enabled && resource.offline
  const [pack, setPack] = useState<Packed | 'reading' | null>('reading')
  useEffect(() => {
    if (!wanted) return
    let gone = false
    const put = (next: Packed | null) => {
      if (!gone) setPack(next)
    }
    // A new phone's store is opened late and is empty.
    void hasStore().then(
      (has) => {
        if (!has) put(null)
      },
      () => put(null),
    )
    readyPhone()
      .then((store) => store.packRows(resource.name))
      .then(
        ({ rows, refs, at }) => put(at !== null && rows.length > 0 ? { rows, refs, at } : null),
        (error: unknown) => {
          put(null)
          recordTrouble('pack not readable', error)
        },
      )
    return () => {
      gone = true
    }
  }, [wanted, resource.name, language])
  return wanted ? pack : null
}

export interface List<R> {
  rows: R[]
  /** Number of matching rows on all pages according to the server, without unsent ones. */
  total: number
  /** Display names of referenced rows, by id. */
  refs: Record<string, string>
  isLoading: boolean
  isFetching: boolean
  error: Error | null
  /** Time of the server's answer, ms since 1970; 0 before the first one. */
  at: number
  /** True if the server confirmed that these are all matches. The shift pack only has the rows that a shift needs. */
  complete: boolean
  hasMore: boolean
  more: () => void
  again: () => void
  /** Loads all rows with their names, up to a maximum, for printing. Further rows are not cached. */
  whole?: (options: WholeOptions) => Promise<{ rows: Record<string, unknown>[]; refs: Record<string, string> }>
}

/** A cached answer older than this, ms, is compared with the shift pack. */
const OLD = 5 * 60_000

/**
 * Returns a resource's rows with keyset pagination and this phone's unsent commands overlaid. Without a network it uses
 * the cached answer, or the shift pack if newer; `at` tells its age. `also` names further resources whose changes
 * affect the list.
 */
export function useList<N extends string, F extends Fields, O extends Routes & { list: unknown }>(
  resource: Resource<N, F, O>,
  query: ListQuery = {},
  enabled = true,
  also: readonly string[] = [],
): List<Row<Resource<N, F, O>>> {
  const endpoint = resource.endpoints.list as Endpoint<ListQuery, Page<Record<string, unknown>>> | undefined
  if (!endpoint) throw new Error(`${resource.name} has no list`)
  const lay = useLay(resource.name)
  const client = useQueryClient()
  const result = useInfiniteQuery({
    queryKey: keyOf([resource.name, ...also], endpoint.name, query),
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now() // phone data from after this moment is newer than the answer
      return {
        ...(await call(endpoint, pageParam ? { ...query, after: pageParam } : query, { signal, quiet: true })),
        askedAt,
        language: currentLanguage(),
      }
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
    meta: READ,
  })
  const waiting = result.data === undefined || result.isPlaceholderData
  const [openedAt] = useState(() => Date.now())
  // A cached answer may be older than the pack: offline, yesterday's inspection rounds are of no use.
  const doubtful = waiting || result.isError || openedAt - result.dataUpdatedAt > OLD
  const language = currentLanguage()
  const known = usePack(resource, enabled && doubtful, language)
  const pack = known === 'reading' ? null : known
  const packed = pack && doubtful && (waiting || pack.at > result.dataUpdatedAt) ? pack : null
  const asked = JSON.stringify(query)
  const rows = useMemo(() => {
    const wanted = JSON.parse(asked) as ListQuery
    const matches = (row: Record<string, unknown>) => fits(resource, wanted, row)
    const elsewhere = rowRead(client, resource.name)
    if (packed)
      return lay(ordered(resource, wanted, packed.rows.filter(matches), language), packed.at, matches, elsewhere)
    const pages = result.data?.pages ?? []
    return lay(
      pages.flatMap((page) => page.list),
      Math.min(...pages.map((page) => page.askedAt)),
      matches,
      elsewhere,
    )
  }, [lay, client, result.data, packed, asked, resource, language])
  const refs = useMemo(() => {
    // The language may have changed offline: the pack has names in both languages, an old answer only in its own.
    const old = result.data?.pages.filter((page) => page.language !== language) ?? []
    const fresh = result.data?.pages.filter((page) => page.language === language) ?? []
    return Object.assign({}, ...old.map((page) => page.refs), pack?.refs, ...fresh.map((page) => page.refs)) as Record<
      string,
      string
    >
  }, [result.data, pack, language])
  return {
    rows: rows as Row<Resource<N, F, O>>[],
    refs,
    total: packed ? rows.length : (result.data?.pages[0]?.total ?? 0),
    // Offline the error arrives before the phone has read its pack: keep loading until then.
    isLoading: enabled && !packed && (result.isPending || (known === 'reading' && result.data === undefined)),
    isFetching: result.isFetching,
    error: result.error,
    at: packed ? packed.at : result.dataUpdatedAt,
    complete: !packed && !waiting && !result.hasNextPage,
    hasMore: result.hasNextPage && !packed,
    more: () => {
      if (result.hasNextPage && !result.isFetchingNextPage) void result.fetchNextPage()
    },
    again: () => {
      void result.refetch()
    },
    whole: async (options) => {
      const askedAt = Date.now()
      const here = result.data?.pages ?? []
      const rest = packed ? [] : await pagesAfter(endpoint, query, here, options)
      if (rest.length === 0) return { rows, refs }
      const laid = lay(
        [...here, ...rest].flatMap((page) => page.list),
        Math.min(askedAt, ...here.map((page) => page.askedAt)),
        (row) => fits(resource, query, row),
      )
      return {
        rows: laid,
        refs: Object.assign({}, refs, ...rest.map((page) => page.refs)) as Record<string, string>,
      }
    },
  }
}

/**
 * Counts what a person still has to do: the rows among the loaded ones that are still open after unsent commands
 * (`openHere`), plus those on pages that are not loaded.
 */
export const countOf = (
  { rows, total, hasMore }: Pick<List<unknown>, 'rows' | 'total' | 'hasMore'>,
  kept = rows.length,
) => kept + (hasMore ? Math.max(0, total - rows.length) : 0)

/** Returns one row by id, through the list endpoint; null if it does not exist. Unsent edits are overlaid. */
export function useRow<N extends string, F extends Fields, O extends Routes & { list: unknown }>(
  resource: Resource<N, F, O>,
  id: string | null,
): { row: Row<Resource<N, F, O>> | null } & Omit<List<never>, 'rows'> {
  const { rows, ...rest } = useList(resource, { id: id ?? '', size: 1 }, id !== null)
  return { row: rows.find((row) => (row as { id: string }).id === id) ?? null, ...rest }
}

/**
 * Calls a reading endpoint. `resources` names the resources in its answer, for refreshing on live changes; by default
 * the endpoint's own.
 */
export function useCall<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  options: { resources?: readonly string[]; enabled?: boolean; refreshEvery?: number } = {},
): UseQueryResult<Out> {
  return useQuery({
    queryKey: keyOf(options.resources ?? [resourceOf(endpoint)], endpoint.name, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal, quiet: true }),
    meta: READ,
    enabled: options.enabled ?? true,
    refetchInterval: options.refreshEvery ?? false,
  })
}
