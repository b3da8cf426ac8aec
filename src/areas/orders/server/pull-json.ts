import { request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { refuse } from '@/contract/errno'
import { canCallAddress, createCheckedLookup, getLiteralAddress, ADDRESS_NOT_ALLOWED } from '@/server/outbound/address'

const BYTES_PER_MIB = 1_048_576

export interface PullRequest {
  url: string
  headers: Record<string, string>
  maxBytes: number
  timeoutMs: number
}

/**
 * Reads JSON from an address that a person entered. The connection uses the IP address that was checked, so that the
 * name cannot resolve elsewhere a moment later (DNS rebinding). Redirects are not followed.
 * @throws a refusal if the address is invalid, not allowed or unreachable, or if the answer is too slow, too large, not
 * JSON, or has another status than 200
 */
export function pullJson({
  url,
  headers,
  maxBytes,
  timeoutMs,
}: PullRequest): Promise<{ body: unknown; bytes: number }> {
  const address = parseErpAddress(url)
  return new Promise((resolve, reject) => {
    const rejectWith = (key: string, params: Record<string, string | number> = {}) =>
      reject(refuse(`orders:refusals.erp.${key}`, { host: address.host, ...params }))
    const timeoutSignal = AbortSignal.timeout(Math.ceil(timeoutMs))
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === ADDRESS_NOT_ALLOWED) return rejectWith('notAllowed')
      return rejectWith(timeoutSignal.aborted ? 'tooSlow' : 'unreachable')
    }
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
          rejectWith('status', { status: response.statusCode ?? 0 })
          clientRequest.destroy()
          return
        }
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > maxBytes) {
            rejectWith('tooLarge', { limit: Math.round(maxBytes / BYTES_PER_MIB) })
            clientRequest.destroy()
            return
          }
          chunks.push(chunk)
        })
        response.on('end', () => {
          try {
            resolve({ body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown, bytes })
          } catch {
            // The parser's message would not help the reader.
            rejectWith('notJson')
          }
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
 * @throws a refusal if the address is invalid or must not be called
 */
export function parseErpAddress(url: string): URL {
  let address: URL
  try {
    address = new URL(url)
  } catch {
    // The refusal is in the reader's language, unlike the parser's message.
    throw refuse('orders:refusals.erp.badAddress')
  }
  if ((address.protocol !== 'http:' && address.protocol !== 'https:') || address.username || address.password)
    throw refuse('orders:refusals.erp.badAddress')
  const literalAddress = getLiteralAddress(address)
  if (literalAddress && !canCallAddress(literalAddress))
    throw refuse('orders:refusals.erp.notAllowed', { host: address.host })
  return address
}
