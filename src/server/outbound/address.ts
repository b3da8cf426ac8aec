import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Nobody's to call: the server itself, the services of its machine's network (cloud metadata), multicast, unspecified. */
const forbidden = new BlockList()
forbidden.addSubnet('127.0.0.0', 8, 'ipv4')
forbidden.addSubnet('0.0.0.0', 8, 'ipv4')
forbidden.addSubnet('169.254.0.0', 16, 'ipv4')
forbidden.addSubnet('224.0.0.0', 3, 'ipv4')
forbidden.addAddress('::1', 'ipv6')
forbidden.addAddress('::', 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')
forbidden.addSubnet('ff00::', 8, 'ipv6')
// Ways through which IPv6 leads to an IPv4 address that is not judged as itself: a relay decides where they end.
const relayed = [
  ['::ffff:0:0:0', 96], // IPv4-translated (RFC 7915)
  ['2001::', 32], // Teredo (RFC 4380)
  ['2002::', 16], // 6to4 (RFC 7526: no longer in use)
  ['64:ff9b:1::', 48], // NAT64 of a network's own (RFC 8215)
] as const
/** Machines of the plant are reached on this machine and in the plant's network, never by what only one link knows. */
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
/** The plant's own network, and addresses that lead to nobody on the internet (RFC 6890). */
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
 * Whether the server may call an IP address on behalf of a person, in whatever notation it comes. An ERP usually stands in the
 * plant's network, so private addresses are allowed. An IPv4 address inside an IPv6 one (mapped, compatible, NAT64, ISATAP) is
 * judged as itself.
 */
export const mayCallAddress = (address: string): boolean => isOutsideOf([forbidden], address)
/** True if a machine, broker or OPC UA server of the plant may be reached at an IP address: private and loopback ones too. */
export const mayReachMachine = (address: string): boolean => isOutsideOf([unreachable], address)
/** True if an IP address is this machine's own. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address)
  const inner = family === 6 ? innerIPv4(address) : null
  if (inner) return isOwnAddress(inner)
  if (loopback.check(address, family === 6 ? 'ipv6' : 'ipv4')) return true
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address))
}
/** Whether an IP address is on the internet: where messages to people's robots go, and nothing else. */
export const isOnTheInternet = (address: string): boolean => isOutsideOf([forbidden, inside], address)

/**
 * Whether a host name says itself that it is nobody's on the internet: this machine, a name of the plant's own network, or one
 * without a domain. Where it leads today is no matter.
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
/** The eight groups of an IPv6 address; the URL parser of the platform brings every notation into one. */
function groupsOf(address: string): number[] {
  const clean = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = clean.split('::')
  const front = part(head)
  const back = tail === undefined ? [] : part(tail)
  return tail === undefined
    ? front
    : [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}
