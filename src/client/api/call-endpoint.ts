import type { Endpoint } from '@/contract/endpoint'
import { createClient, type CallOptions, type Client, type ClientParts } from './client'

let apiClient: Client | null = null
let clientParts: Omit<ClientParts, 'base'> | null = null
let socketClient: Client | null = null

/** Creates both API clients with the session, language and messages of the app; must run once, before the first call. */
export function startApi(parts: Omit<ClientParts, 'base'>): void {
  clientParts = parts
  apiClient = createClient({ ...parts, base: '/api' })
  socketClient = createClient({ ...parts, base: '/socket' })
}
const requireClient = (client: Client | null): Client => {
  if (!client) throw new Error('startApi was not called')
  return client
}

/**
 * Calls an endpoint; the only way to the server. Sends `input` to the first route (unless `route` selects another) and
 * resolves to the answer's data. Rejects with `ApiError`; a toast has shown the error unless `quiet`.
 */
export function callEndpoint<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out> {
  return requireClient(apiClient).call(endpoint, input, options)
}
/** Like `callEndpoint`, but the path begins with `/socket`. Authentication is the same. */
export function callSocketEndpoint<In, Out>(
  endpoint: Endpoint<In, Out>,
  input: In,
  options?: CallOptions,
): Promise<Out> {
  return requireClient(socketClient).call(endpoint, input, options)
}
/**
 * Creates a client for a wall screen: with its own token and without toasts; `onExpired` runs when the server rejects
 * the token.
 */
export function createWallClient(getToken: () => string | null, onExpired: () => void): Client {
  if (!clientParts) throw new Error('startApi was not called')
  return createClient({
    ...clientParts,
    base: '/api',
    getToken,
    showError: () => undefined,
    onExpired,
    onUnauthorized: onExpired,
    verifyPassword: () => Promise.resolve(false),
  })
}

/**
 * Time, ms, during which calls fail at once after a call has failed without a network. It ends sooner when the browser
 * goes online (`navigator.onLine`).
 */
const OFFLINE_HOLD_MS = 5_000

/**
 * Creates a `fetch` that fails at once while there is no network. A page that starts without a signal requests two
 * dozen lists, and each failing call costs a phone as much as rendering a card. `navigator.onLine` alone does not count:
 * a browser on an isolated plant network reports "offline" although it reaches the server there. So one call must fail
 * first.
 */
export function createOfflineAwareFetch(send: typeof fetch, now: () => number = () => performance.now()): typeof fetch {
  let failedAt = Number.NEGATIVE_INFINITY
  return async (input, init) => {
    if (!navigator.onLine && now() - failedAt < OFFLINE_HOLD_MS) throw new TypeError('no network')
    try {
      return await send(input, init)
    } catch (error) {
      if (!navigator.onLine && !init?.signal?.aborted) failedAt = now()
      throw error
    }
  }
}
