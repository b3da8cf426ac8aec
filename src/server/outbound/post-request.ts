import { request as http, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import { isLocalName, isOnTheInternet, createCheckedLookup, getLiteralAddress, ADDRESS_NOT_ALLOWED } from './address'
import type { OutboundRequest } from './hook-request'

/** Result of a request; `canRetry` means that another attempt may succeed. */
export type PostResult = { ok: true; body: string } | { ok: false; reason: string; canRetry: boolean }

/** The rest of a longer answer is not read. */
const MAX_ANSWER_BYTES = 65_536
/** Statuses below 500 after which another attempt may succeed. */
const retryableStatuses = new Set([408, 425, 429])

/**
 * Returns why a hook's address may not be called; null if it may. Checks host names and literal addresses;
 * `postRequest` also checks the address to which a name resolves. The internet requires https, because anyone who reads
 * the address can write to the chat group. Hosts allowed by name are in the plant's own network and may use http.
 */
export function findHookAddressProblem(url: URL, allowedHosts: ReadonlySet<string>): 'notAllowed' | 'notSecure' | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notAllowed'
  if (url.username || url.password) return 'notAllowed'
  if (allowedHosts.has(url.hostname)) return null
  const literalAddress = getLiteralAddress(url)
  if (literalAddress === null ? isLocalName(url.hostname) : !isOnTheInternet(literalAddress)) return 'notAllowed'
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
  const problem = findHookAddressProblem(url, allowedHosts)
  if (problem) {
    const reason = problem === 'notSecure' ? 'only https addresses are called' : `address not allowed: ${url.hostname}`
    return Promise.resolve({ ok: false, reason, canRetry: false })
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
        return resolve({ ok: false, reason: `address not allowed: ${url.hostname}`, canRetry: false })
      const reason = timeoutSignal.aborted ? `no answer within ${timeoutMs / 1000} s` : (error.code ?? error.message)
      resolve({ ok: false, reason, canRetry: true })
    }
    const clientRequest = (url.protocol === 'https:' ? https : http)(url, options, (answer) => {
      const status = answer.statusCode ?? 0
      if (status !== 200) {
        clientRequest.destroy()
        const reason =
          status >= 300 && status < 400 ? `status ${status}: redirects are not followed` : `status ${status}`
        if (status < 200 || status > 204)
          return resolve({ ok: false, reason, canRetry: status >= 500 || retryableStatuses.has(status) })
        return resolve({ ok: true, body: '' })
      }
      const chunks: Buffer[] = []
      let receivedBytes = 0
      answer.on('data', (chunk: Buffer) => {
        receivedBytes += chunk.length
        if (receivedBytes <= MAX_ANSWER_BYTES) return void chunks.push(chunk)
        clientRequest.destroy()
        resolve({ ok: true, body: Buffer.concat(chunks).toString('utf8') })
      })
      answer.on('end', () => resolve({ ok: true, body: Buffer.concat(chunks).toString('utf8') }))
      answer.on('error', onError)
    })
    clientRequest.on('error', onError)
    clientRequest.end(body)
  })
}
