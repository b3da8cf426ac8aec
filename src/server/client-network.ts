import { isIPv6 } from 'node:net'

/**
 * Maps an address to the unit that limits count by: an IPv4 address itself; for IPv6 the /64 network of a connection,
 * because its owner can use 2^64 addresses.
 */
export function toClientNetwork(address: string): string {
  const bareAddress = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(bareAddress)) return bareAddress
  const [left = '', right] = bareAddress.split('%')[0]!.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [head, tail] = [groups(left), groups(right ?? '')]
  const missing = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const allGroups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return `${allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
