import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { RequestOptions } from 'node:http'

/** Error code of a connection for which no resolved address is allowed. */
export const ADDRESS_NOT_ALLOWED = 'ENOTALLOWED'

type LookupCallback = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void

/**
 * Creates a `lookup` function for a request. It resolves a name once and returns only allowed addresses, so the
 * connection goes to a checked address even if the name changes (DNS rebinding). Node does not call it for literal
 * addresses.
 */
export const createCheckedLookup =
  (
    canCall: (address: string) => boolean,
    resolve: (host: string, options: LookupAllOptions, done: LookupCallback) => void = lookup,
  ): NonNullable<RequestOptions['lookup']> =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const allowedAddresses = found.filter((f) => canCall(f.address))
      const [first] = allowedAddresses
      if (!first) return done(Object.assign(new Error('address not allowed'), { code: ADDRESS_NOT_ALLOWED }), [])
      return options.all ? done(null, allowedAddresses) : done(null, first.address, first.family)
    })

/** Returns the literal IP address in a URL, without brackets; null for a host name. */
export function getLiteralAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(host) ? host : null
}
