import { lookup } from 'node:dns'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { refuse } from '@/contract/errno'
import { mayCallAddress } from './erp-address'

export interface PullRequest { url: string; headers: Record<string, string>; /** Most bytes read. */ limit: number; timeoutMs: number }

/**
 * Reads JSON from an address that a person entered. The name is resolved here and the connection made to what was judged,
 * so that a name cannot point elsewhere a moment later; redirects are not followed.
 * @throws 6000 with a sentence: bad address, not reachable, too slow, too large, no JSON
 */
export function pullJson({ url, headers, limit, timeoutMs }: PullRequest): Promise<unknown> {
  const address = addressOf(url)
  return new Promise((resolve, reject) => {
    const fail = (key: string, params: Record<string, string | number> = {}) => reject(refuse(`orders:refusals.erp.${key}`, { host: address.host, ...params }))
    const call = (address.protocol === 'https:' ? https : http)(address, {
      method: 'GET', headers: { accept: 'application/json', ...headers }, timeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs),
      lookup: (host, options, done) => lookup(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error, [])
        const good = found.filter((f) => mayCallAddress(f.address))
        if (good.length === 0) return done(Object.assign(new Error('address not allowed'), { code: 'ENOTALLOWED' }), [])
        return options.all ? done(null, good) : (done as unknown as (e: null, address: string, family: number) => void)(null, good[0]!.address, good[0]!.family)
      }),
    }, (answer) => {
      if (answer.statusCode !== 200) { answer.resume(); fail('status', { status: answer.statusCode ?? 0 }); return }
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > limit) { fail('tooLarge', { limit: Math.round(limit / 1_048_576) }); call.destroy(); return }
        parts.push(part)
      })
      answer.on('end', () => {
        try { resolve(JSON.parse(Buffer.concat(parts).toString('utf8'))) } catch { fail('notJson') } // whatever it says, it is not what was asked for
      })
      answer.on('error', () => fail('unreachable'))
    })
    call.on('timeout', () => call.destroy())
    call.on('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ENOTALLOWED' ? 'notAllowed' : error.name === 'TimeoutError' || error.code === 'ABORT_ERR' ? 'tooSlow' : 'unreachable'))
    call.end()
  })
}
/** @throws 6000 when it is no address that may be called */
export function addressOf(url: string): URL {
  let address: URL
  try { address = new URL(url) } catch { throw refuse('orders:refusals.erp.badAddress') } // said below in words, not as the parser says it
  if ((address.protocol !== 'http:' && address.protocol !== 'https:') || address.username || address.password) throw refuse('orders:refusals.erp.badAddress')
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (/^[\d.]+$|:/.test(host) && !mayCallAddress(host)) throw refuse('orders:refusals.erp.notAllowed', { host: address.host })
  return address
}
