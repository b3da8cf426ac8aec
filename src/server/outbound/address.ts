import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import type { RequestOptions } from 'node:http'

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackAddresses.addAddress('::1', 'ipv6')

/**
 * Addresses to which no request of a person is sent: loopback, link-local (cloud metadata), multicast and unspecified.
 */
const forbiddenAddresses = new BlockList()
forbiddenAddresses.addSubnet('127.0.0.0', 8, 'ipv4')
forbiddenAddresses.addSubnet('0.0.0.0', 8, 'ipv4')
forbiddenAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
forbiddenAddresses.addSubnet('224.0.0.0', 3, 'ipv4')
forbiddenAddresses.addAddress('::1', 'ipv6')
forbiddenAddresses.addAddress('::', 'ipv6')
forbiddenAddresses.addSubnet('fe80::', 10, 'ipv6')
forbiddenAddresses.addSubnet('ff00::', 8, 'ipv6')
// IPv6 prefixes that lead to IPv4 through a relay, which decides the destination, so it cannot be checked.
const relayPrefixes = [
  ['::ffff:0:0:0', 96], // IPv4-translated (RFC 7915)
  ['2001::', 32], // Teredo (RFC 4380)
  ['2002::', 16], // 6to4 (RFC 7526: no longer in use)
  ['64:ff9b:1::', 48], // local-use NAT64 (RFC 8215)
] as const
/** Never used for plant machines: link-local, multicast and unspecified. Loopback and private addresses are allowed. */
const unreachableAddresses = new BlockList()
unreachableAddresses.addSubnet('0.0.0.0', 8, 'ipv4')
unreachableAddresses.addSubnet('169.254.0.0', 16, 'ipv4')
unreachableAddresses.addSubnet('224.0.0.0', 3, 'ipv4')
unreachableAddresses.addAddress('::', 'ipv6')
unreachableAddresses.addSubnet('fe80::', 10, 'ipv6')
unreachableAddresses.addSubnet('ff00::', 8, 'ipv6')
for (const [net, prefix] of relayPrefixes) {
  forbiddenAddresses.addSubnet(net, prefix, 'ipv6')
  unreachableAddresses.addSubnet(net, prefix, 'ipv6')
}
/** Private networks and other addresses that are not routed on the internet. @see RFC 6890 */
const privateAddresses = new BlockList()
privateAddresses.addSubnet('10.0.0.0', 8, 'ipv4')
privateAddresses.addSubnet('100.64.0.0', 10, 'ipv4')
privateAddresses.addSubnet('172.16.0.0', 12, 'ipv4')
privateAddresses.addSubnet('192.0.0.0', 24, 'ipv4')
privateAddresses.addSubnet('192.168.0.0', 16, 'ipv4')
privateAddresses.addSubnet('198.18.0.0', 15, 'ipv4')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fec0::', 10, 'ipv6')

/**
 * True if the server may call an IP address, in any notation, on behalf of a person. Private addresses are allowed,
 * because an ERP usually runs in the plant's network. An IPv4 address inside an IPv6 one (mapped, compatible, NAT64,
 * ISATAP) is checked as IPv4.
 */
export const canCallAddress = (address: string): boolean => isOutsideAll([forbiddenAddresses], address)
/** True if a machine, broker or OPC UA server may be reached at an IP address, including private and loopback ones. */
export const canReachMachine = (address: string): boolean => isOutsideAll([unreachableAddresses], address)
/** True if an IP address is this machine's own. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address)
  const embeddedIPv4 = family === 6 ? extractIPv4(address) : null
  if (embeddedIPv4) return isOwnAddress(embeddedIPv4)
  if (loopbackAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')) return true
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address))
}
/** True if an IP address is on the public internet, the only place where messages to chat robots go. */
export const isOnTheInternet = (address: string): boolean =>
  isOutsideAll([forbiddenAddresses, privateAddresses], address)

/**
 * True if a host name is local by its form: this machine, a name of the plant's network, or one without a domain. Does
 * not resolve the name.
 */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || /\.(localhost|local|internal)$/.test(name)
}

function isOutsideAll(lists: readonly BlockList[], address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !lists.some((list) => list.check(address, 'ipv4'))
  if (family !== 6) return false
  const embeddedIPv4 = extractIPv4(address)
  return embeddedIPv4 ? isOutsideAll(lists, embeddedIPv4) : !lists.some((list) => list.check(address, 'ipv6'))
}
function extractIPv4(address: string): string | null {
  const groups = parseIPv6Groups(address)
  const formatIPv4 = (firstGroup: number) =>
    [
      groups[firstGroup]! >> 8,
      groups[firstGroup]! & 255,
      groups[firstGroup + 1]! >> 8,
      groups[firstGroup + 1]! & 255,
    ].join('.')
  const areZero = (from: number, to: number) => groups.slice(from, to).every((g) => g === 0)
  const isMapped = areZero(0, 5) && groups[5] === 0xffff
  const isCompatible = areZero(0, 6) && (groups[6] !== 0 || groups[7]! > 1)
  const isNat64 = groups[0] === 0x64 && groups[1] === 0xff9b && areZero(2, 6)
  const isIsatap = (groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe
  if (isMapped || isCompatible || isNat64 || isIsatap) return formatIPv4(6)
  return null
}
const parseGroups = (text: string): number[] => (text ? text.split(':').map((g) => Number.parseInt(g, 16)) : [])
/** Parses an IPv6 address into its eight groups. The URL parser normalizes all notations. */
function parseIPv6Groups(address: string): number[] {
  const normalized = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [textBeforeGap = '', textAfterGap] = normalized.split('::')
  const leadingGroups = parseGroups(textBeforeGap)
  const trailingGroups = textAfterGap === undefined ? [] : parseGroups(textAfterGap)
  return textAfterGap === undefined
    ? leadingGroups
    : [
        ...leadingGroups,
        ...Array.from({ length: 8 - leadingGroups.length - trailingGroups.length }, () => 0),
        ...trailingGroups,
      ]
}

/** Error code of a connection for which no resolved address is allowed. */
export const ADDRESS_NOT_ALLOWED = 'ENOTALLOWED'

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

/**
 * Creates a `lookup` function for a request. It resolves a name once and returns only allowed addresses, so the
 * connection goes to a checked address even if the name changes (DNS rebinding). Node does not call it for literal
 * addresses.
 */
export const createCheckedLookup =
  (
    isAllowed: (address: string) => boolean,
    resolve: (host: string, options: LookupAllOptions, callback: LookupCallback) => void = lookup,
  ): NonNullable<RequestOptions['lookup']> =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowedAddresses = addresses.filter(({ address }) => isAllowed(address))
      const [firstAddress] = allowedAddresses
      if (!firstAddress)
        return callback(Object.assign(new Error('address not allowed'), { code: ADDRESS_NOT_ALLOWED }), [])
      return options.all ? callback(null, allowedAddresses) : callback(null, firstAddress.address, firstAddress.family)
    })

/** Returns the literal IP address in a URL, without brackets; null for a host name. */
export function getLiteralAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(host) ? host : null
}
