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

/** Starts watching once the store is open. Answers an undo that also works before that. */
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
/** Unsent commands of the person signed in, kept up to date. */
export function useUnsent(): Unsent[] {
  const [items, setItems] = useState<Unsent[]>([])
  useEffect(() => watchPhone((store) => store.watch(setItems)), [])
  return items
}
/** A row of a resource in any list that was read: a step begun in one list shows in another, which did not read the row. */
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
/** How this phone's own commands are laid over a resource's rows. */
function useLay(resource: string): Lay {
  const [lay, setLay] = useState<Lay>(() => asFetched)
  useEffect(() => watchPhone((store) => store.watchOverlay(resource, (next) => setLay(() => next))), [resource])
  return lay
}

type Packed = { rows: Record<string, unknown>[]; refs: Record<string, string>; at: number }
/** A resource's rows from the shift pack, while the server has not answered: a scan opens the thing at once, without a network too. `reading` until it is known whether there are any. */
function usePack(resource: Resource, enabled: boolean, language: Language): Packed | 'reading' | null {
  const wanted = enabled && resource.offline
  const [pack, setPack] = useState<Packed | 'reading' | null>('reading')
  useEffect(() => {
    if (!wanted) return
    let gone = false
    const put = (next: Packed | null) => {
      if (!gone) setPack(next)
    }
    // A new phone's store is opened late, and there is nothing in it.
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
  /** All that match, on all pages; of the server, without unsent ones. */
  total: number
  /** Display names of referenced rows, by id. */
  refs: Record<string, string>
  isLoading: boolean
  isFetching: boolean
  error: Error | null
  /** When the server answered this, ms since 1970; 0 before the first answer. */
  at: number
  /** These are all that match: the server said so. The shift pack has what a shift needs, not all there is. */
  complete: boolean
  hasMore: boolean
  more: () => void
  again: () => void
  /** All rows with their names, as many as asked for at most: for a print. Those that are not here are read and not kept. */
  whole?: (options: WholeOptions) => Promise<{ rows: Record<string, unknown>[]; refs: Record<string, string> }>
}

/** From this age on, ms, an answer kept on the phone is compared with the pack. */
const OLD = 5 * 60_000

/**
 * A resource's rows, page after page by keyset, with unsent commands of this phone laid over them. Without a network it
 * works from the kept answer, or the shift pack if that is newer; `at` says how old it is. `also` names further resources
 * whose changes change this list.
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
      const askedAt = Date.now() // what the phone knows from after this moment is newer than the answer
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
  // An answer kept from earlier may be older than the pack: without a network, yesterday's rounds are no use today.
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
    // Without a network the language may have changed since: the pack has names in both, an old answer only in its own.
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
    // Without a network the refusal comes before the phone has read its pack: that is not the last word.
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

/** How many there are of what a person still has to do: those of the rows here that `kept` is of, with unsent steps of this phone, and those of the pages that are not here. */
export const countOf = (
  { rows, total, hasMore }: Pick<List<unknown>, 'rows' | 'total' | 'hasMore'>,
  kept = rows.length,
) => kept + (hasMore ? Math.max(0, total - rows.length) : 0)

/** One row by id, through the list call; null when there is none (any more). Unsent edits are laid over it. */
export function useRow<N extends string, F extends Fields, O extends Routes & { list: unknown }>(
  resource: Resource<N, F, O>,
  id: string | null,
): { row: Row<Resource<N, F, O>> | null } & Omit<List<never>, 'rows'> {
  const { rows, ...rest } = useList(resource, { id: id ?? '', size: 1 }, id !== null)
  return { row: rows.find((row) => (row as { id: string }).id === id) ?? null, ...rest }
}

/** Any reading call. `resources` names what its answer shows, so that live changes refresh it; the endpoint's own unless told. */
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
