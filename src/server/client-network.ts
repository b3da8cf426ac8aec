import { isIPv6 } from 'node:net'

/**
 * Returns the network by which rate limits count calls: the address itself for IPv4, the /64 network for IPv6. The
 * owner of one IPv6 connection can use 2^64 addresses.
 * @param address undefined if the connection has closed already
 */
export function toClientNetwork(address: string | undefined): string {
  if (address === undefined) return 'closed'
  const bareAddress = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  if (!isIPv6(bareAddress)) return bareAddress
  const [textBeforeGap = '', textAfterGap] = bareAddress.split('%')[0]!.split('::')
  const splitGroups = (part: string) => (part === '' ? [] : part.split(':'))
  const [leadingGroups, trailingGroups] = [splitGroups(textBeforeGap), splitGroups(textAfterGap ?? '')]
  const omittedGroupCount =
    textAfterGap === undefined ? 0 : Math.max(0, 8 - leadingGroups.length - trailingGroups.length)
  const allGroups = [...leadingGroups, ...Array.from({ length: omittedGroupCount }, () => '0'), ...trailingGroups]
  return `${allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
