/** Readings from a machine's OPC UA server: subscribes to its nodes and detects a dead subscription. */
import { setTimeout as pause } from 'node:timers/promises'
import type {
  ClientMonitoredItem,
  ClientSession,
  ClientSubscription,
  DataValue,
  OPCUAClient,
  StatusCode,
  UserIdentityInfo,
  Variant,
} from 'node-opcua-client'
import type { PayloadProblem, SentQuality } from '../../rules/topic'
import type { Message } from '../inlet-intake'
import type { Connect, Connecting } from '../inlet-session'
import { disconnect, newClient, type Opcua } from './client'

/** Publishing interval; the server sends a keep-alive after this many intervals without a change. */
const PUBLISH_MS = 500
const KEEP_ALIVES = 10
/** A subscription without any message for this time is dead, whatever the connection reports. */
export const SILENT_MS = 3 * PUBLISH_MS * KEEP_ALIVES
/** A node without a notification for this time is read. If its value has changed, its monitored item is dead. */
export const ITEM_SILENT_MS = 60_000
const LONGEST_PAUSE_MS = 30_000

export interface WatchOptions {
  readonly silentMs?: number
  readonly itemSilentMs?: number
  readonly watchMs?: number
}
interface Watched {
  readonly nodeId: string
  readonly tag: string
  /** Time of the last notification (`performance.now`), and its source timestamp in ms. */
  heardAt: number
  sourceAt: number
}

/** Listens to the nodes of an OPC UA server. */
export const listenToServer: Connect = (from) => openServer(from)

/** Connects in the background and reconnects until it is closed. */
export async function openServer(
  from: Connecting,
  options: WatchOptions = {},
): Promise<{ close: () => Promise<void> }> {
  const opcua = await import('node-opcua-client')
  const stop = new AbortController()
  const running = keepConnected(opcua, from, options, stop.signal)
  return {
    close: async () => {
      stop.abort()
      await running
    },
  }
}

async function keepConnected(opcua: Opcua, from: Connecting, options: WatchOptions, stop: AbortSignal): Promise<void> {
  const { status, app, inlet } = from
  for (let wait = 1_000; !stop.aborted; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    try {
      await oneConnection(opcua, from, options, stop, () => (wait = 500))
    } catch (error) {
      status.set('failed', error instanceof Error ? error.message : String(error))
      app.log.warn({ err: error, inlet: inlet.name }, 'the connection to an OPC UA server was lost')
    }
    await pause(wait, undefined, { signal: stop, ref: false }).catch(() => undefined) // closed while it waited
  }
}

/** Runs one connection until it is stopped, or until the connection or its subscription dies. */
async function oneConnection(
  opcua: Opcua,
  from: Connecting,
  options: WatchOptions,
  stop: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const { inlet, status } = from
  status.set('connecting')
  const client = await newClient(opcua, from)
  try {
    await client.connect(inlet.url)
    const session = await client.createSession(identityOf(opcua, from))
    onConnected()
    await subscribed(opcua, from, options, { client, session, stop })
  } finally {
    await disconnect(client)
  }
}
const identityOf = (opcua: Opcua, { inlet }: Connecting): UserIdentityInfo =>
  inlet.userName
    ? { type: opcua.UserTokenType.UserName, userName: inlet.userName, password: inlet.password ?? '' }
    : { type: opcua.UserTokenType.Anonymous }

interface Open {
  readonly client: OPCUAClient
  readonly session: ClientSession
  readonly stop: AbortSignal
}
async function subscribed(opcua: Opcua, from: Connecting, options: WatchOptions, open: Open): Promise<void> {
  const { silentMs = SILENT_MS, itemSilentMs = ITEM_SILENT_MS, watchMs = 2_000 } = options
  const { status } = from
  const watched = from.inlet.nodes.map(({ nodeId, tag }): Watched => ({
    nodeId,
    tag,
    heardAt: performance.now(),
    sourceAt: 0,
  }))
  let [heardAt, lost] = [performance.now(), null as string | null]
  const heard = () => (heardAt = performance.now())
  open.client.on('connection_lost', () => (lost = 'the connection was lost'))
  open.session.on('session_closed', () => (lost ??= 'the session was closed'))
  let subscription = await subscribe(opcua, from, open.session, watched, heard)
  status.set('connected')
  while (!open.stop.aborted && lost === null) {
    await pause(watchMs, undefined, { signal: open.stop, ref: false }).catch(() => undefined) // closed
    if (open.stop.aborted || lost !== null) break
    if (performance.now() - heardAt > silentMs) throw new Error('the subscription fell silent')
    const silent = watched.filter((one) => performance.now() - one.heardAt > itemSilentMs)
    if (silent.length && (await missed(from, open.session, silent))) {
      await subscription.terminate().catch(() => undefined) // dead already
      subscription = await subscribe(opcua, from, open.session, watched, heard)
    }
  }
  if (lost !== null && !open.stop.aborted) throw new Error(lost)
}

/** Reads silent nodes. @returns true if one of them has changed without a notification */
async function missed(
  { app, intake }: Connecting,
  session: ClientSession,
  silent: readonly Watched[],
): Promise<boolean> {
  const values = await session.read(silent.map(({ nodeId }) => ({ nodeId, attributeId: VALUE })))
  let dead = false
  for (const [i, one] of silent.entries()) {
    const value = values[i]!
    one.heardAt = performance.now()
    const at = value.sourceTimestamp?.getTime() ?? 0
    if (at <= one.sourceAt) continue
    dead = true
    one.sourceAt = at
    intake.add(messageOf(one.tag, value, app.clock()))
  }
  return dead
}
const VALUE = 13

async function subscribe(
  opcua: Opcua,
  { app, inlet, intake }: Connecting,
  session: ClientSession,
  watched: readonly Watched[],
  heard: () => void,
): Promise<ClientSubscription> {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: PUBLISH_MS,
    requestedMaxKeepAliveCount: KEEP_ALIVES,
    requestedLifetimeCount: KEEP_ALIVES * 10,
    maxNotificationsPerPublish: 1_000,
    publishingEnabled: true,
    priority: 1,
  })
  subscription.on('keepalive', heard)
  subscription.on('received_notifications', heard)
  const group = await subscription.monitorItems(
    watched.map(({ nodeId }) => ({ nodeId, attributeId: opcua.AttributeIds.Value })),
    { samplingInterval: inlet.samplingMs, queueSize: 100, discardOldest: true },
    opcua.TimestampsToReturn.Both,
  )
  for (const one of watched) one.heardAt = performance.now()
  group.on('changed', (_item: ClientMonitoredItem, value: DataValue, index: number) => {
    const one = watched[index]
    if (!one) return
    one.heardAt = performance.now()
    one.sourceAt = Math.max(one.sourceAt, value.sourceTimestamp?.getTime() ?? 0)
    intake.add(messageOf(one.tag, value, app.clock()))
  })
  return subscription
}

/** Converts a status code by its two highest bits: good, uncertain, bad (OPC UA part 4, 7.39). */
export function qualityOf(status: Pick<StatusCode, 'value'>): SentQuality {
  const severity = status.value >>> 30
  return severity === 0 ? 'good' : severity === 1 ? 'uncertain' : 'bad'
}
/** Uses the time of measurement; servers without source timestamps give their own time. */
function messageOf(tag: string, data: DataValue, now: Date): Message {
  const at = (data.sourceTimestamp ?? data.serverTimestamp ?? now).getTime()
  const quality = qualityOf(data.statusCode)
  const value = numberIn(data.value)
  if (value !== null) return { readings: [{ tag, at, value, unit: null, quality }], problems: [] }
  // A bad status comes without a value, so the tag's last value is stale.
  if (quality === 'bad') return { readings: [], problems: [], gone: [{ tag, at }] }
  const problem: PayloadProblem = { topic: tag, why: 'notANumber', shown: String(data.value?.value).slice(0, 120) }
  return { readings: [], problems: [problem] }
}
const INT64 = 8
const SCALAR = 0
/** Converts a variant to a number. 64-bit integers come as two 32-bit halves. */
function numberIn(variant: Pick<Variant, 'dataType' | 'arrayType' | 'value'> | undefined): number | null {
  const value: unknown = variant?.value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (!Array.isArray(value) || Number(variant?.arrayType) !== SCALAR) return null
  const [high, low] = value as unknown[]
  if (typeof high !== 'number' || typeof low !== 'number') return null
  return (Number(variant?.dataType) === INT64 ? high | 0 : high >>> 0) * 2 ** 32 + (low >>> 0)
}
