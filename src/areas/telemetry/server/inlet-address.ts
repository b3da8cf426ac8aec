/** Where inlets may connect to: machines of the plant, never what only this machine's link knows, nor this app itself. */
import { lookup } from 'node:dns/promises'
import type { RequestOptions } from 'node:http'
import type { Application } from '@/server/application'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { isOwnAddress, canReachMachine } from '@/server/outbound/address'
import { createCheckedLookup, getLiteralAddress } from '@/server/outbound/checked-lookup'

/** Ports that URLs without one mean. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883, 'opc.tcp:': 4840 }
export const portOf = ({ protocol, port }: URL): number => (port ? Number(port) : (DEFAULT_PORTS[protocol] ?? 0))

type Ports = Pick<Application, 'ownPorts'>
const mayConnect = ({ ownPorts }: Ports, address: string, port: number): boolean =>
  canReachMachine(address) && !(ownPorts.has(port) && isOwnAddress(address))

/** False if the URL itself says that it is not allowed; a name is judged by `assertReachable`, where it leads at the time. */
export function mayConnectTo(ctx: Context, url: URL): boolean {
  const { app } = ctx as KitContext
  const literal = getLiteralAddress(url)
  const own = app.publicUrl ? new URL(app.publicUrl) : null
  if (own?.hostname === url.hostname && Number(own.port || (own.protocol === 'https:' ? 443 : 80)) === portOf(url))
    return false
  return !literal || mayConnect(app, literal, portOf(url))
}
/** For connections that take one: a name leads only to addresses that are allowed, at every new connection. */
export const inletLookup = (app: Ports, url: URL): NonNullable<RequestOptions['lookup']> =>
  createCheckedLookup((address) => mayConnect(app, address, portOf(url)))

/** @throws Error saying so, where the address or every address of the name is not allowed */
export async function assertReachable(app: Ports, address: string): Promise<void> {
  const url = new URL(address)
  const literal = getLiteralAddress(url)
  const found = literal ? [{ address: literal }] : await lookup(url.hostname, { all: true })
  if (!found.some((one) => mayConnect(app, one.address, portOf(url)))) throw new Error('this address is not allowed')
}
