/** Addresses that inlets may connect to: machines of the plant, but no link-local addresses and not this app itself. */
import { lookup } from 'node:dns/promises'
import type { RequestOptions } from 'node:http'
import type { Application } from '@/server/application'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { isOwnAddress, canReachMachine, createCheckedLookup, getLiteralAddress } from '@/server/outbound/address'

/** Default ports of the URL schemes. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883, 'opc.tcp:': 4840 }
/** Returns the port of a URL, or the default port of its scheme. */
export const getPort = ({ protocol, port }: URL): number => (port ? Number(port) : (DEFAULT_PORTS[protocol] ?? 0))

type OwnPorts = Pick<Application, 'ownPorts'>
const isAllowedAddress = ({ ownPorts }: OwnPorts, address: string, port: number): boolean =>
  canReachMachine(address) && !(ownPorts.has(port) && isOwnAddress(address))

/** False if the URL itself names a forbidden address. `assertAllowedHost` resolves and checks host names. */
export function isAllowedInletUrl(ctx: Context, url: URL): boolean {
  const { app } = ctx as AppContext
  const literalAddress = getLiteralAddress(url)
  const publicUrl = app.publicUrl ? new URL(app.publicUrl) : null
  if (
    publicUrl?.hostname === url.hostname &&
    Number(publicUrl.port || (publicUrl.protocol === 'https:' ? 443 : 80)) === getPort(url)
  )
    return false
  return !literalAddress || isAllowedAddress(app, literalAddress, getPort(url))
}
/** Creates a DNS lookup that returns only allowed addresses, so that every new connection is checked. */
export const createInletLookup = (app: OwnPorts, url: URL): NonNullable<RequestOptions['lookup']> =>
  createCheckedLookup((address) => isAllowedAddress(app, address, getPort(url)))

/** Refuses a forbidden host. @throws Error if the address, or every address of the host name, is forbidden */
export async function assertAllowedHost(app: OwnPorts, urlText: string): Promise<void> {
  const url = new URL(urlText)
  const literalAddress = getLiteralAddress(url)
  const addresses = literalAddress ? [{ address: literalAddress }] : await lookup(url.hostname, { all: true })
  if (!addresses.some(({ address }) => isAllowedAddress(app, address, getPort(url))))
    throw new Error('this address is not allowed')
}
