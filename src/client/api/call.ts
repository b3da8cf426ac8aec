import type { Endpoint } from '@/contract/endpoint'
import { createClient, type CallOptions, type Client, type ClientParts } from './client'

let api: Client | null = null
let given: Omit<ClientParts, 'base'> | null = null
let socket: Client | null = null

/** Connects both API clients to session, language and screen; must run once, before the first call. */
export function startApi(parts: Omit<ClientParts, 'base'>): void {
  given = parts
  api = createClient({ ...parts, base: '/api' })
  socket = createClient({ ...parts, base: '/socket' })
}
const started = (client: Client | null): Client => {
  if (!client) throw new Error('startApi was not called')
  return client
}

/**
 * Calls an endpoint; the only way to the server. Sends `input` to the first route (unless `route` selects another) and
 * resolves to the answer's data. Rejects with `ApiError`; a toast has shown the error unless `quiet`.
 */
export function call<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out> {
  return started(api).call(endpoint, input, options)
}
/** Same as `callEndpoint` under `/socket`, with the same authentication. */
export function socketCall<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out> {
  return started(socket).call(endpoint, input, options)
}
/**
 * Creates a client for a wall screen: with its own token and without toasts; `onExpired` runs when the server rejects
 * the token.
 */
export function wallClient(token: () => string | null, ended: () => void): Client {
  if (!given) throw new Error('startApi was not called')
  return createClient({
    ...given,
    base: '/api',
    token,
    tell: () => undefined,
    expired: ended,
    unauthorized: ended,
    verify: () => Promise.resolve(false),
  })
}
