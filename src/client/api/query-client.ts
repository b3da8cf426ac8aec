import {
  QueryCache,
  QueryClient,
  hashKey,
  type Query,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query'
import { errno } from '@/contract/errno'
import { session } from '../session/session'
import { ApiError, isUnreachable } from './api-error'
import { hasStore, readyPhone } from './phone'
import { notifyUnlessDrawn } from './read-failure'
import { recordTrouble } from '../ui/trouble'

/** Raised when rows change shape, so that answers kept by an older app are not shown. */
const SCHEMA = 2
const buster = () => `${SCHEMA} ${session().userId}`

type Fetch<T> = (context: QueryFunctionContext<QueryKey>) => T | Promise<T>
/**
 * Keeps each answer on the phone, one row a query. A query that has nothing yet starts from the kept answer, with the
 * moment it was fetched, and asks the server behind it.
 */
export async function keepOnPhone<T>(
  fetch: Fetch<T>,
  context: QueryFunctionContext<QueryKey>,
  query: Query,
): Promise<T> {
  const key = hashKey(context.queryKey)
  const mine = buster()
  if (query.state.data === undefined) {
    const kept = await read(key, mine)
    if (kept) {
      setTimeout(() => {
        query.setState({ dataUpdatedAt: kept.at })
        void query.fetch().catch(ignoreToldFailure)
      })
      return kept.data as T
    }
  }
  const data = await fetch(context)
  if (buster() === mine) void write(key, mine, data)
  return data
}
/** The query keeps its error and the page shows it; here it only must not become an unhandled rejection. */
function ignoreToldFailure(error: unknown): void {
  if (!(error instanceof ApiError)) recordTrouble('refetch failed', error)
}
async function read(key: string, mine: string): Promise<{ data: unknown; at: number } | null> {
  try {
    return (await hasStore()) ? await (await readyPhone()).readAnswer(key, mine) : null
  } catch (error) {
    recordTrouble('kept answer not readable', error)
    return null
  }
}
async function write(key: string, mine: string, data: unknown): Promise<void> {
  try {
    const store = await readyPhone()
    if (buster() === mine) await store.keepAnswer(key, mine, data) // on a new phone the store may have taken seconds
  } catch (error) {
    recordTrouble('answer not kept', error) // a full phone still shows what the server says
  }
}

/**
 * Failures of the network are tried again, and so is what a busy server asked to come back with; other refusals never: the
 * server meant them. A phone that knows it is offline does not
 * wait for a retry, which would be paused and leave the page loading: the page says so, and asks again when the network is back.
 */
const retry = (count: number, error: Error) =>
  count < 2 && (isUnreachable(error) ? navigator.onLine : error instanceof ApiError && error.errno === errno.busy)

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: notifyUnlessDrawn }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        retry,
        retryDelay: (n) => Math.min(1000 * 2 ** n, 8000) * (0.5 + Math.random() / 2), // not all screens of a plant at once
        persister: keepOnPhone,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Asks anew for what changed. What is just being asked for the first time may be answered from before: it is asked once more then. */
export function renew(client: QueryClient, concerns: (key: QueryKey) => boolean): void {
  const first = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => concerns(queryKey) && state.data === undefined })
  for (const query of first) {
    const again = () => void client.invalidateQueries({ predicate: (one) => one === query })
    query.promise?.then(again, () => undefined) // its error is on the page, with the way to ask again
  }
  void client.invalidateQueries({ predicate: ({ queryKey }) => concerns(queryKey) })
}
