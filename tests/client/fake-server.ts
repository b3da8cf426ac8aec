import { startApi } from '@/client/api/call-endpoint'
import { getSession } from '@/client/session/session'

export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}
type Reply = Response | Error | ((sent: Sent) => Response | Promise<Response>)
export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
export const ok = (data: unknown): Response => json({ errno: '200', errmsg: '', data })
/** The answer of a list whose rows are all on this page; `refs` names the referenced rows. */
export const pageOf = (list: readonly unknown[], refs: Readonly<Record<string, string>> = {}): Response =>
  ok({ total: list.length, list, refs, next: null })

/** Reply of a server that cannot be reached. */
export const unreachable = new TypeError('no network')
/**
 * Replaces the network: replies by `METHOD /path`, and records sent requests and messages shown to the person.
 * @param otherwise reply to unknown requests
 */
export function fakeServer(replies: Record<string, Reply> = {}, otherwise: Reply = json({}, 404)) {
  const sent: Sent[] = []
  const toastTexts: string[] = []
  const left: string[] = []
  const fetch: typeof globalThis.fetch = async (address, init = {}) => {
    const url = String(address)
    const entry: Sent = {
      method: init.method ?? 'GET',
      url,
      headers: (init.headers ?? {}) as Record<string, string>,
      body: init.body,
    }
    sent.push(entry)
    const reply = replies[`${entry.method} ${url.split('?')[0]?.replace('/api', '')}`] ?? otherwise
    if (reply instanceof Error) throw reply
    return typeof reply === 'function' ? reply(entry) : reply.clone()
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
      left.push('expired')
    },
    onUnauthorized: () => {
      left.push('unauthorized')
    },
    verifyPassword: () => Promise.resolve(false),
  })
  return { sent, told: toastTexts, left, replies }
}
