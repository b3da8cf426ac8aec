import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Never called for a person: loopback, link-local (cloud metadata), multicast and unspecified addresses. */
const forbidden = new BlockList()
forbidden.addSubnet('127.0.0.0', 8, 'ipv4')
forbidden.addSubnet('0.0.0.0', 8, 'ipv4')
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addSubnet('224.0.0.0', 3, 'ipv4')
forbidden.addAddress('::1', 'ipv6')
forbidden.addAddress('::', 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addSubnet('ff00::', 8, 'ipv6')
// IPv6 prefixes that lead to IPv4 through a relay, which decides the destination, so it cannot be checked.
const relayed = [
  ['::ffff:0:0:0', 96], // IPv4-translated (RFC 7915)
  ['2001::', 32], // Teredo (RFC 4380)
  ['2002::', 16], // 6to4 (RFC 7526: no longer in use)
  ['64:ff9b:1::', 48], // local-use NAT64 (RFC 8215)
] as const
/** Never used for plant machines: link-local, multicast and unspecified. Loopback and private addresses are allowed. */
const unreachable = new BlockList()
unreachable.addSubnet('0.0.0.0', 8, 'ipv4')
unreachable.addSubnet('169.254.0.0', 16, 'ipv4')
unreachable.addSubnet('224.0.0.0', 3, 'ipv4')
unreachable.addAddress('::', 'ipv6')
unreachable.addSubnet('fe80::', 10, 'ipv6')
unreachable.addSubnet('ff00::', 8, 'ipv6')
for (const [net, prefix] of relayed) {
  forbidden.addSubnet(net, prefix, 'ipv6')
  unreachable.addSubnet(net, prefix, 'ipv6')
}
/** Private networks and other addresses that are not routed on the internet. @see RFC 6890 */
const inside = new BlockList()
inside.addSubnet('10.0.0.0', 8, 'ipv4')
inside.addSubnet('100.64.0.0', 10, 'ipv4')
inside.addSubnet('172.16.0.0', 12, 'ipv4')
inside.addSubnet('192.0.0.0', 24, 'ipv4')
inside.addSubnet('192.168.0.0', 16, 'ipv4')
inside.addSubnet('198.18.0.0', 15, 'ipv4')
inside.addSubnet('fc00::', 7, 'ipv6')
inside.addSubnet('fec0::', 10, 'ipv6')

/**
 * True if the server may call an IP address, in any notation, on behalf of a person. Private addresses are allowed,
 * because an ERP usually runs in the plant's network. An IPv4 address inside an IPv6 one (mapped, compatible, NAT64,
 * ISATAP) is checked as IPv4.
 */
export const mayCallAddress = (address: string): boolean => isOutsideOf([forbidden], address)
/** True if a machine, broker or OPC UA server may be reached at an IP address, including private and loopback ones. */
export const mayReachMachine = (address: string): boolean => isOutsideOf([unreachable], address)
/** True if an IP address is this machine's own. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address)
  const inner = family === 6 ? innerIPv4(address) : null
  if (inner) return isOwnAddress(inner)
  if (loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')) return true
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address))
}
/** True if an IP address is on the public internet, the only place where messages to chat robots go. */
export const isOnTheInternet = (address: string): boolean => isOutsideOf([forbidden, inside], address)

/**
 * True if a host name is local by its form: this machine, a name of the plant's network, or one without a domain. Does
 * not resolve the name.
 */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || /\.(localhost|local|internal)$/.test(name)
}

function isOutsideOf(lists: readonly BlockList[], address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !lists.some((list) => list.check(address, 'ipv4'))
  if (family !== 6) return false
  const inner = innerIPv4(address)
  return inner ? isOutsideOf(lists, inner) : !lists.some((list) => list.check(address, 'ipv6'))
}
function innerIPv4(address: string): string | null {
  const groups = groupsOf(address)
  const tail = (at: number) =>
    [groups[at]! >> 8, groups[at]! & 255, groups[at + 1]! >> 8, groups[at + 1]! & 255].join('.')
  const zero = (from: number, to: number) => groups.slice(from, to).every((g) => g === 0)
  if (zero(0, 5) && groups[5] === 0xffff) return tail(6)
  if (zero(0, 6) && (groups[6] !== 0 || groups[7]! > 1)) return tail(6)
  if (groups[0] === 0x64 && groups[1] === 0xff9b && zero(2, 6)) return tail(6)
  if ((groups[4] === 0 || groups[4] === 0x200) && groups[5] === 0x5efe) return tail(6)
  return null
}
const part = (text: string): number[] => (text ? text.split(':').map((g) => Number.parseInt(g, 16)) : [])
/** Parses an IPv6 address into its eight groups. The URL parser normalizes all notations. */
function groupsOf(address: string): number[] {
  const clean = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = clean.split('::')
  const front = part(head)
  const back = tail === undefined ? [] : part(tail)
  return tail === undefined
    ? front
    : [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}
