import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
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
  const address = parseErpAddress(url)
  return new Promise((resolve, reject) => {
    const fail = (key: string, params: Record<string, string | number> = {}) =>
      reject(refuse(`orders:refusals.erp.${key}`, { host: address.host, ...params }))
    const timeoutSignal = AbortSignal.timeout(Math.ceil(timeoutMs))
    const onError = (error: NodeJS.ErrnoException) =>
      fail(error.code === ADDRESS_NOT_ALLOWED ? 'notAllowed' : timeoutSignal.aborted ? 'tooSlow' : 'unreachable')
    const options: RequestOptions = {
      method: 'GET',
      headers: { accept: 'application/json', ...headers },
      signal: timeoutSignal,
      lookup: createCheckedLookup(canCallAddress),
      agent: false,
    }
    const clientRequest: ClientRequest = (address.protocol === 'https:' ? httpsRequest : httpRequest)(
      address,
      options,
      (response) => {
        if (response.statusCode !== 200) {
          fail('status', { status: response.statusCode ?? 0 })
          clientRequest.destroy()
          return
        }
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > limit) {
            fail('tooLarge', { limit: Math.round(limit / 1_048_576) })
            clientRequest.destroy()
            return
          }
          chunks.push(chunk)
        })
        response.on('end', () => {
          try {
            resolve({ body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown, bytes })
          } catch {
            fail('notJson')
          } // the parser's message is of no use to the reader
        })
        response.on('error', onError)
      },
    )
    clientRequest.on('error', onError)
    clientRequest.end()
  })
}
/**
 * Parses the address of a source.
 * @throws 6000 if it is invalid or must not be called
 */
export function parseErpAddress(url: string): URL {
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
