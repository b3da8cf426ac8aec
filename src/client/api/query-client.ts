import {
  QueryCache,
  QueryClient,
  hashKey,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { errno } from '@/contract/errno'
import { getSession } from '../session/session'
import { ApiError, isUnreachable } from './api-error'
import { hasStore, waitForPhone } from './phone'
import { notifyUnlessDrawn } from './read-failure'
import { recordTrouble } from '../ui/trouble'

/** Increment when rows change shape, so that answers cached by an older app are ignored. */
const CACHE_SCHEMA = 2
const getCacheBuster = () => `${CACHE_SCHEMA} ${getSession().userId}`

type QueryFetch<T> = (context: QueryFunctionContext<QueryKey>) => T | Promise<T>
/**
 * Caches each answer on the phone, one row per query. A query without data starts from the cached answer with its
 * original time and refetches in the background.
 */
export async function cacheOnPhone<T>(
  fetch: QueryFetch<T>,
  context: QueryFunctionContext<QueryKey>,
  query: Query,
): Promise<T> {
  const key = hashKey(context.queryKey)
  const cacheBuster = getCacheBuster()
  if (query.state.data === undefined) {
    const cached = await readCache(key, cacheBuster)
    if (cached) {
      setTimeout(() => {
        query.setState({ dataUpdatedAt: cached.at })
        void query.fetch().catch(ignoreShownFailure)
      })
      return cached.data as T
    }
  }
  const data = await fetch(context)
  if (getCacheBuster() === cacheBuster) void writeCache(key, cacheBuster, data)
  return data
}
/** The query keeps its error and the page shows it; this only prevents an unhandled rejection. */
function ignoreShownFailure(error: unknown): void {
  if (!(error instanceof ApiError)) recordTrouble('refetch failed', error)
}
async function readCache(key: string, cacheBuster: string): Promise<{ data: unknown; at: number } | null> {
  try {
    return (await hasStore()) ? await (await waitForPhone()).readAnswer(key, cacheBuster) : null
  } catch (error) {
    recordTrouble('kept answer not readable', error)
    return null
  }
}
async function writeCache(key: string, cacheBuster: string, data: unknown): Promise<void> {
  try {
    const store = await waitForPhone()
    if (getCacheBuster() === cacheBuster) await store.keepAnswer(key, cacheBuster, data) // on a new phone opening the store may have taken seconds
  } catch (error) {
    recordTrouble('answer not kept', error) // a full phone still displays the server's answer
  }
}

/**
 * Retries network failures and a busy server; other refusals are final. A phone that knows it is offline does not
 * retry: the retry would be paused and leave the page loading. The page shows its offline state and refetches when the
 * network is back.
 */
const shouldRetry = (count: number, error: Error) =>
  count < 2 && (isUnreachable(error) ? navigator.onLine : error instanceof ApiError && error.errno === errno.busy)

/** Creates the query client with the retry and cache settings of the app. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: notifyUnlessDrawn }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        retry: shouldRetry,
        retryDelay: (n) => Math.min(1000 * 2 ** n, 8000) * (0.5 + Math.random() / 2), // jitter, so that the screens of a plant do not retry at once
        persister: cacheOnPhone,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Refetches the affected queries. A first request in progress may return old data, so it is repeated once it has
 * finished.
 */
export function refreshQueries(client: QueryClient, isAffected: (key: QueryKey) => boolean): void {
  const firstRequests = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => isAffected(queryKey) && state.data === undefined })
  for (const query of firstRequests) {
    const invalidate = () => void client.invalidateQueries({ predicate: (one) => one === query })
    query.promise?.then(invalidate, () => undefined) // the page shows its error with a retry button
  }
  void client.invalidateQueries({ predicate: ({ queryKey }) => isAffected(queryKey) })
}
