import { request as http, type ClientRequest, type RequestOptions } from 'node:http'
import { request as https } from 'node:https'
import { refuse } from '@/contract/errno'
import { canCallAddress } from '@/server/outbound/address'
import { createCheckedLookup, getLiteralAddress, ADDRESS_NOT_ALLOWED } from '@/server/outbound/checked-lookup'

export interface PullRequest {
  url: string
  headers: Record<string, string>
  /** Maximum bytes to read. */ limit: number
  timeoutMs: number
}

/**
 * Reads JSON from an address that a person entered. The connection uses the IP address that was checked, so that the
 * name cannot resolve elsewhere a moment later (DNS rebinding). Redirects are not followed.
 * @throws 6000: bad address, not allowed, unreachable, too slow, too large, unexpected status or not JSON
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
        } // the parser's message is of no use to the reader
      })
      answer.on('error', broken)
    })
    call.on('error', broken)
    call.end()
  })
}
/**
 * Parses the address of a source.
 * @throws 6000 if it is invalid or must not be called
 */
export function addressOf(url: string): URL {
  let address: URL
  try {
    address = new URL(url)
  } catch {
    throw refuse('orders:refusals.erp.badAddress')
  } // refused in the reader's language instead of with the parser's message
  if ((address.protocol !== 'http:' && address.protocol !== 'https:') || address.username || address.password)
    throw refuse('orders:refusals.erp.badAddress')
  const literal = getLiteralAddress(address)
  if (literal && !canCallAddress(literal)) throw refuse('orders:refusals.erp.notAllowed', { host: address.host })
  return address
}
