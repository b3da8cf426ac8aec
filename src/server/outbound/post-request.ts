import { request as http, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import { isLocalName, isOnTheInternet } from './address'
import type { OutboundRequest } from './hook-request'
import { createCheckedLookup, getLiteralAddress, ADDRESS_NOT_ALLOWED } from './checked-lookup'

/** Result of a request; `again` means that another attempt may succeed. */
export type PostResult = { ok: true; body: string } | { ok: false; why: string; again: boolean }

/** Only this much of an answer is read. */
const MAX_ANSWER_BYTES = 65_536
/** Statuses below 500 after which another attempt may succeed. */
const retryableStatuses = new Set([408, 425, 429])

/**
 * Returns why a hook's address may not be called, judging by its name or literal address; resolved names are checked
 * again. The internet requires https, because anyone who reads the address can write to the group. Hosts allowed by
 * name are in the plant's own network and may use http.
 */
export function checkHookAddress(url: URL, allowedHosts: ReadonlySet<string>): 'notAllowed' | 'notSecure' | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notAllowed'
  if (url.username || url.password) return 'notAllowed'
  if (allowedHosts.has(url.hostname)) return null
  const literal = getLiteralAddress(url)
  if (literal === null ? isLocalName(url.hostname) : !isOnTheInternet(literal)) return 'notAllowed'
  return url.protocol === 'https:' ? null : 'notSecure'
}

/**
 * Posts once, connecting only to a checked address. Addresses in the plant's network require a host allowed by name.
 * Redirects are not followed, and the request is aborted after `timeoutMs`.
 */
export function postRequest(
  { url, headers, body }: OutboundRequest,
  { allowedHosts, timeoutMs }: { allowedHosts: ReadonlySet<string>; timeoutMs: number },
): Promise<PostResult> {
  const problem = checkHookAddress(url, allowedHosts)
  if (problem) {
    const why = problem === 'notSecure' ? 'only https addresses are called' : `address not allowed: ${url.hostname}`
    return Promise.resolve({ ok: false, why, again: false })
  }
  const timeoutSignal = AbortSignal.timeout(timeoutMs)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    signal: timeoutSignal,
    agent: false,
    lookup: createCheckedLookup(allowedHosts.has(url.hostname) ? () => true : isOnTheInternet),
  }
  return new Promise((resolve) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === ADDRESS_NOT_ALLOWED)
        return resolve({ ok: false, why: `address not allowed: ${url.hostname}`, again: false })
      const why = timeoutSignal.aborted ? `no answer within ${timeoutMs / 1000} s` : (error.code ?? error.message)
      resolve({ ok: false, why, again: true })
    }
    const clientRequest = (url.protocol === 'https:' ? https : http)(url, options, (answer) => {
      const status = answer.statusCode ?? 0
      if (status !== 200) {
        clientRequest.destroy()
        const why = status >= 300 && status < 400 ? `status ${status}: redirects are not followed` : `status ${status}`
        if (status < 200 || status > 204)
          return resolve({ ok: false, why, again: status >= 500 || retryableStatuses.has(status) })
        return resolve({ ok: true, body: '' })
      }
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes <= MAX_ANSWER_BYTES) return void parts.push(part)
        clientRequest.destroy()
        resolve({ ok: true, body: Buffer.concat(parts).toString('utf8') })
      })
      answer.on('end', () => resolve({ ok: true, body: Buffer.concat(parts).toString('utf8') }))
      answer.on('error', onError)
    })
    clientRequest.on('error', onError)
    clientRequest.end(body)
  })
}
