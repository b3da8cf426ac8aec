import { request as http, type ClientRequest, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import { refuse } from '@/contract/errno'
import { canCallAddress } from '@/server/outbound/address'
import { createCheckedLookup, getLiteralAddress, ADDRESS_NOT_ALLOWED } from '@/server/outbound/checked-lookup'

export interface PullRequest {
  url: string
  headers: Record<string, string>
  /** Most bytes read. */ limit: number
  timeoutMs: number
}

/**
 * Reads JSON from an address that a person entered. The name is resolved here and the connection made to what was judged,
 * so that a name cannot point elsewhere a moment later; redirects are not followed.
 * @throws 6000 with a sentence: bad address, not allowed, not reachable, too slow, too large, another status, no JSON
 */
export function pullJson({ url, headers, limit, timeoutMs }: PullRequest): Promise<{ body: unknown; bytes: number }> {
  const address = addressOf(url)
  return new Promise((resolve, reject) => {
    const fail = (key: string, params: Record<string, string | number> = {}) =>
      reject(refuse(`orders:refusals.erp.${key}`, { host: address.host, ...params }))
    const stop = AbortSignal.timeout(Math.ceil(timeoutMs))
    const broken = (error: NodeJS.ErrnoException) =>
      fail(error.code === ADDRESS_NOT_ALLOWED ? 'notAllowed' : stop.aborted ? 'tooSlow' : 'unreachable')
    const options: RequestOptions = {
      method: 'GET',
      headers: { accept: 'application/json', ...headers },
      signal: stop,
      lookup: createCheckedLookup(canCallAddress),
      agent: false,
    }
    const call: ClientRequest = (address.protocol === 'https:' ? https : http)(address, options, (answer) => {
      if (answer.statusCode !== 200) {
        fail('status', { status: answer.statusCode ?? 0 })
        call.destroy()
        return
      }
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > limit) {
          fail('tooLarge', { limit: Math.round(limit / 1_048_576) })
          call.destroy()
          return
        }
        parts.push(part)
      })
      answer.on('end', () => {
        try {
          resolve({ body: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown, bytes })
        } catch {
          fail('notJson')
        } // whatever it says, it is not what was asked for
      })
      answer.on('error', broken)
    })
    call.on('error', broken)
    call.end()
  })
}
/** @throws 6000 when it is no address that may be called */
export function addressOf(url: string): URL {
  let address: URL
  try {
    address = new URL(url)
  } catch {
    throw refuse('orders:refusals.erp.badAddress')
  } // said in words, not as the parser says it
  if ((address.protocol !== 'http:' && address.protocol !== 'https:') || address.username || address.password)
    throw refuse('orders:refusals.erp.badAddress')
  const literal = getLiteralAddress(address)
  if (literal && !canCallAddress(literal)) throw refuse('orders:refusals.erp.notAllowed', { host: address.host })
  return address
}
