import i18next from 'i18next'
import {
  QueryCache,
  QueryClient,
  hashKey,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { errno, type AccountSetupRequired } from '@/contract/errno'
import { getSession } from '../session/session'
import { addRequestId, ApiError, isServerUnreachable } from './api-error'
import { hasStore, waitForPhoneStore, type PhoneStore } from './phone'
import { recordTrouble } from '../ui/trouble'
import { isAnnounced } from '@/client/ui/Notice'
import { notifyFailure } from './notify'

/** Increment when rows change shape, so that answers cached by an older app are ignored. */
const CACHE_SCHEMA = 2
const getCacheBuster = () => `${CACHE_SCHEMA} ${getSession().userId}`

/** Picks the data of a query from the answers of other queries to the same endpoint; `at` in ms. */
export interface AnswerSearch {
  endpointName: string
  pickData: (answers: readonly unknown[]) => CachedAnswer | null
}
type CachedAnswer = { data: unknown; at: number }
type QueryFetch<T> = (context: QueryFunctionContext<QueryKey>) => T | Promise<T>
/**
 * Caches each answer on the phone, one database row per query. A query without data starts with the cached answer and
 * its original time, and refetches in the background. Without a network, a query with an `answerSearch` in its meta
 * starts with data from other cached answers.
 */
export async function cacheOnPhone<T>(
  fetch: QueryFetch<T>,
  context: QueryFunctionContext<QueryKey>,
  query: Query,
): Promise<T> {
  const key = hashKey(context.queryKey)
  const cacheBuster = getCacheBuster()
  /** Returns a cached answer as the data of the query. */
  const startWith = (cachedAnswer: CachedAnswer): T => {
    // Runs after the query has taken the data, which it dates with the current time.
    setTimeout(() => {
      query.setState({ dataUpdatedAt: cachedAnswer.at })
      void query.fetch().catch(ignoreDisplayedFailure)
    })
    return cachedAnswer.data as T
  }
  const isFirstFetch = query.state.data === undefined
  const cacheRead = isFirstFetch ? readCache((store) => store.readAnswer(key, cacheBuster)) : Promise.resolve(null)
  const cachedOrSlow = navigator.onLine ? await Promise.race([cacheRead, waitForSlowStore()]) : await cacheRead
  if (cachedOrSlow && cachedOrSlow !== 'slow') return startWith(cachedOrSlow)
  let data: T
  try {
    if (cachedOrSlow === 'slow') {
      const firstAnswer = await takeFirstAnswer(cacheRead, fetch(context))
      if ('cached' in firstAnswer) return startWith(firstAnswer.cached)
      data = firstAnswer.data
    } else data = await fetch(context)
  } catch (error) {
    const search = query.meta?.['answerSearch'] as AnswerSearch | undefined
    const fallback =
      isFirstFetch && search && isServerUnreachable(error)
        ? await readCache(async (store) =>
            search.pickData(await store.readEndpointAnswers(search.endpointName, cacheBuster)),
          )
        : null
    if (!fallback) throw error
    return startWith(fallback)
  }
  if (getCacheBuster() === cacheBuster) void writeCache(key, cacheBuster, data)
  return data
}
/** Time that a query waits for the phone's store before it asks the server as well. */
const SLOW_STORE_MS = 1_500
/** Resolves once the phone's store is slow: a browser may need seconds to open a database, or never open it. */
const waitForSlowStore = () => new Promise<'slow'>((resolve) => setTimeout(() => resolve('slow'), SLOW_STORE_MS))
/**
 * Returns the cached answer or the server's, whichever comes first. Throws the error of the request if the server fails
 * and nothing is cached.
 */
function takeFirstAnswer<T>(
  cacheRead: Promise<CachedAnswer | null>,
  request: T | Promise<T>,
): Promise<{ cached: CachedAnswer } | { data: T }> {
  const answer = Promise.resolve(request).then((data) => ({ data }))
  const cachedAnswer = cacheRead.then((cached) =>
    cached ? { cached } : Promise.reject(new Error('nothing is cached')),
  )
  return Promise.any([cachedAnswer, answer]).catch(() => answer)
}
/** The query keeps its error and the page shows it; this only prevents an unhandled rejection. */
function ignoreDisplayedFailure(error: unknown): void {
  if (!(error instanceof ApiError)) recordTrouble('refetch failed', error)
}
async function readCache(read: (store: PhoneStore) => Promise<CachedAnswer | null>): Promise<CachedAnswer | null> {
  try {
    return (await hasStore()) ? await read(await waitForPhoneStore()) : null
  } catch (error) {
    recordTrouble('cached answer not readable', error)
    return null
  }
}
async function writeCache(key: string, cacheBuster: string, data: unknown): Promise<void> {
  try {
    const store = await waitForPhoneStore()
    // Checked again, because another person may have signed in while the store was opening.
    if (getCacheBuster() === cacheBuster) await store.storeAnswer(key, cacheBuster, data)
  } catch (error) {
    recordTrouble('answer not cached', error) // A full phone still displays the server's answer.
  }
}

const MAX_RETRIES = 2
/**
 * Retries network failures and a busy server; other refusals are final. A phone that knows that it is offline does not
 * retry: the retry would be paused, and the page would stay in its loading state. The page shows its offline state and
 * refetches when the network is back.
 */
const shouldRetry = (failureCount: number, error: Error) =>
  failureCount < MAX_RETRIES &&
  (isServerUnreachable(error) ? navigator.onLine : error instanceof ApiError && error.errno === errno.busy)

/** Creates the query client with the retry and cache settings of the app. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: notifyUnlessDisplayed }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        retry: shouldRetry,
        // A random part, so that the screens of a plant do not all retry at the same moment.
        retryDelay: (failureCount) => Math.min(1000 * 2 ** failureCount, 8000) * (0.5 + Math.random() / 2),
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
    const invalidate = () => void client.invalidateQueries({ predicate: (candidate) => candidate === query })
    query.promise?.then(invalidate, () => undefined) // the page shows its error with a retry button
  }
  void client.invalidateQueries({ predicate: ({ queryKey }) => isAffected(queryKey) })
}

/** Query meta of reads whose errors the page displays; `notifyUnlessDisplayed` shows the error if the page does not. */
export const READ_META = { read: true } as const
/** Time that a page may take to render its own error state. */
const MAX_RENDER_MS = 300

/**
 * Shows a failed read as a toast, unless the page displays the same message. An unreachable server is left to the sync
 * indicator.
 */
export function notifyUnlessDisplayed(error: Error, query: Pick<Query, 'meta'>): void {
  if (
    query.meta?.['read'] !== true ||
    !(error instanceof ApiError) ||
    error.wasNotified ||
    isFirstTaskRefusal(error) ||
    error.failure === 'cancelled' ||
    isServerUnreachable(error)
  )
    return
  setTimeout(() => {
    const t = (key: string, values?: Record<string, string>) => i18next.t(`client:${key}`, values)
    // An error state for another read of a failing server says enough, and a toast would cover it.
    const isExplained = error.requestId !== null && isAnnounced(t('resource.notLoaded'))
    if (!isAnnounced(error.message) && !isExplained) notifyFailure(addRequestId(error, t))
  }, MAX_RENDER_MS)
}

/**
 * True if a call was refused because of the required first task (password, second factor) that the user is just
 * completing.
 */
export function isFirstTaskRefusal({ data }: Pick<ApiError, 'data'>): boolean {
  const task = (data as Partial<AccountSetupRequired> | null | undefined)?.first
  return task !== undefined && getSession()[task === 'mustEnrol' ? 'mustEnrol' : 'mustChangePassword']
}

/** Builds a query key: [resources in the answer, endpoint, input]. Live changes are matched against the first part. */
export const buildQueryKey = (resources: readonly string[], endpoint: string, input: unknown): QueryKey => [
  resources,
  endpoint,
  input,
]
/** True if the query's answer contains any of the changed resources. */
export const includesResource = (key: QueryKey, changed: readonly string[]): boolean => {
  const resources = key[0]
  return (
    Array.isArray(resources) && resources.some((name: unknown) => typeof name === 'string' && changed.includes(name))
  )
}
/** Returns the resource of an endpoint: the part of its name before the dot. */
export const getResourceName = (endpoint: { name: string }): string => endpoint.name.split('.')[0] ?? endpoint.name
