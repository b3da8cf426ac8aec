import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { RequestOptions } from 'node:http'

/** `code` of the error of a connection whose every address was judged wrong. */
export const NOT_ALLOWED = 'ENOTALLOWED'

type Found = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void

/**
 * For the `lookup` of a request: resolves a name once and gives only the addresses that may be called, so that the connection
 * is made to what was judged and a name cannot point elsewhere a moment later. Never asked for literal addresses.
 */
export const judgedLookup =
  (
    mayCall: (address: string) => boolean,
    resolve: (host: string, options: LookupAllOptions, done: Found) => void = lookup,
  ): NonNullable<RequestOptions['lookup']> =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const good = found.filter((f) => mayCall(f.address))
      const [first] = good
      if (!first) return done(Object.assign(new Error('address not allowed'), { code: NOT_ALLOWED }), [])
      return options.all ? done(null, good) : done(null, first.address, first.family)
    })

/** The IP address that a URL names itself, brackets off; null where it names a host to be resolved. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(host) ? host : null
}
