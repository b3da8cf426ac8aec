import type { Endpoint } from '@/contract/endpoint'
import { createClient, type CallOptions, type Client, type ClientParts } from './client'

let api: Client | null = null
let given: Omit<ClientParts, 'base'> | null = null
let socket: Client | null = null

/** Connects the app's two clients to the session, the language and the screen; once, before the first call. */
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
 * The only way to the server. Sends `input` to the endpoint's first route (unless `route` says another) and answers
 * its data. Rejects with `ApiError`; the person has been told by a toast unless `quiet`.
 */
export function call<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out> {
  return started(api).call(endpoint, input, options)
}
/** The same under `/socket`, with the same authentication. */
export function socketCall<In, Out>(endpoint: Endpoint<In, Out>, input: In, options?: CallOptions): Promise<Out> {
  return started(socket).call(endpoint, input, options)
}
/** A client of its own for a screen on a wall: its token, nobody to tell; `ended` when the server does not know the token any more. */
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
