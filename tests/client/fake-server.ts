import { startApi } from '@/client/api/call-endpoint'
import { getSession } from '@/client/session/session'

export interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}
type Reply = Response | Error | ((sent: SentRequest) => Response | Promise<Response>)
export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
export const ok = (data: unknown): Response => json({ errno: '200', errmsg: '', data })
/** Answers a list with all of its rows on one page; `refs` holds the titles of referenced rows by id. */
export const replyWithRows = (list: readonly unknown[], refs: Readonly<Record<string, string>> = {}): Response =>
  ok({ total: list.length, list, refs, next: null })

/** Reply of a server that cannot be reached. */
export const unreachable = new TypeError('no network')
/**
 * Replaces the network: replies by `METHOD /path`, and records requests, toasts and ended sessions.
 * @param defaultReply reply to requests that `replies` does not name
 */
export function startFakeServer(replies: Record<string, Reply> = {}, defaultReply: Reply = json({}, 404)) {
  const sent: SentRequest[] = []
  const toastTexts: string[] = []
  const sessionEnds: string[] = []
  const fetch: typeof globalThis.fetch = async (address, init = {}) => {
    const url = String(address)
    const request: SentRequest = {
      method: init.method ?? 'GET',
      url,
      headers: (init.headers ?? {}) as Record<string, string>,
      body: init.body,
    }
    sent.push(request)
    const reply = replies[`${request.method} ${url.split('?')[0]?.replace('/api', '')}`] ?? defaultReply
    if (reply instanceof Error) throw reply
    return typeof reply === 'function' ? reply(request) : reply.clone()
  }
  startApi({
    fetch,
    getToken: () => getSession().token || null,
    getLanguage: () => 'zh',
    t: (key, values) => (values ? `${key} ${JSON.stringify(values)}` : key),
    showError: (text) => {
      toastTexts.push(text)
    },
    onExpired: () => {
      sessionEnds.push('expired')
    },
    onUnauthorized: () => {
      sessionEnds.push('unauthorized')
    },
    verifyPassword: () => Promise.resolve(false),
  })
  return { sent, toastTexts, sessionEnds, replies }
}
