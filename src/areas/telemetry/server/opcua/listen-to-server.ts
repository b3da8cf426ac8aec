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
import type { InletMessage } from '../inlet-intake'
import type { OpenInletConnection, ConnectionContext } from '../inlet-session'
import { disconnectClient, createOpcuaClient, type OpcuaLibrary } from './opcua-client'

/** Publishing interval; the server sends a keep-alive after this many intervals without a change. */
const PUBLISH_MS = 500
const KEEP_ALIVE_COUNT = 10
/** A subscription without any message for this time is dead, whatever the connection reports. */
export const SUBSCRIPTION_SILENT_MS = 3 * PUBLISH_MS * KEEP_ALIVE_COUNT
/** A node without a notification for this time is read. If its value has changed, its monitored item is dead. */
export const ITEM_SILENT_MS = 60_000
const MAX_PAUSE_MS = 30_000

export interface WatchOptions {
  readonly silentMs?: number
  readonly itemSilentMs?: number
  readonly watchMs?: number
}
interface WatchedNode {
  readonly nodeId: string
  readonly tag: string
  /** Time of the last notification (`performance.now`), and its source timestamp in ms. */
  heardAt: number
  sourceAt: number
}

/** Listens to the nodes of an OPC UA server. */
export const listenToServer: OpenInletConnection = (context) => openServerConnection(context)

/** Connects in the background and reconnects until it is closed. */
export async function openServerConnection(
  context: ConnectionContext,
  options: WatchOptions = {},
): Promise<{ close: () => Promise<void> }> {
  const opcua = await import('node-opcua-client')
  const stop = new AbortController()
  const connectionLoop = keepConnected(opcua, context, options, stop.signal)
  return {
    close: async () => {
      stop.abort()
      await connectionLoop
    },
  }
}

async function keepConnected(
  opcua: OpcuaLibrary,
  context: ConnectionContext,
  options: WatchOptions,
  stop: AbortSignal,
): Promise<void> {
  const { status, app, inlet } = context
  for (let pauseMs = 1_000; !stop.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      await runConnection(opcua, context, options, stop, () => (pauseMs = 500))
    } catch (error) {
      status.set('failed', error instanceof Error ? error.message : String(error))
      app.log.warn({ err: error, inlet: inlet.name }, 'the connection to an OPC UA server was lost')
    }
    await pause(pauseMs, undefined, { signal: stop, ref: false }).catch(() => undefined) // closed while it waited
  }
}

/** Runs one connection until it is stopped, or until the connection or its subscription dies. */
async function runConnection(
  opcua: OpcuaLibrary,
  context: ConnectionContext,
  options: WatchOptions,
  stop: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const { inlet, status } = context
  status.set('connecting')
  const client = await createOpcuaClient(opcua, context)
  try {
    await client.connect(inlet.url)
    const session = await client.createSession(buildIdentity(opcua, context))
    onConnected()
    await watchSubscription(opcua, context, options, { client, session, stop })
  } finally {
    await disconnectClient(client)
  }
}
const buildIdentity = (opcua: OpcuaLibrary, { inlet }: ConnectionContext): UserIdentityInfo =>
  inlet.userName
    ? { type: opcua.UserTokenType.UserName, userName: inlet.userName, password: inlet.password ?? '' }
    : { type: opcua.UserTokenType.Anonymous }

interface OpenSession {
  readonly client: OPCUAClient
  readonly session: ClientSession
  readonly stop: AbortSignal
}
async function watchSubscription(
  opcua: OpcuaLibrary,
  context: ConnectionContext,
  options: WatchOptions,
  openSession: OpenSession,
): Promise<void> {
  const { silentMs = SUBSCRIPTION_SILENT_MS, itemSilentMs = ITEM_SILENT_MS, watchMs = 2_000 } = options
  const { status } = context
  const watchedNodes = context.inlet.nodes.map(({ nodeId, tag }): WatchedNode => ({
    nodeId,
    tag,
    heardAt: performance.now(),
    sourceAt: 0,
  }))
  let [heardAt, lossReason] = [performance.now(), null as string | null]
  const onHeard = () => (heardAt = performance.now())
  openSession.client.on('connection_lost', () => (lossReason = 'the connection was lost'))
  openSession.session.on('session_closed', () => (lossReason ??= 'the session was closed'))
  let subscription = await subscribe(opcua, context, openSession.session, watchedNodes, onHeard)
  status.set('connected')
  while (!openSession.stop.aborted && lossReason === null) {
    await pause(watchMs, undefined, { signal: openSession.stop, ref: false }).catch(() => undefined) // closed
    if (openSession.stop.aborted || lossReason !== null) break
    if (performance.now() - heardAt > silentMs) throw new Error('the subscription fell silent')
    const silentNodes = watchedNodes.filter((one) => performance.now() - one.heardAt > itemSilentMs)
    if (silentNodes.length && (await detectMissedChanges(context, openSession.session, silentNodes))) {
      await subscription.terminate().catch(() => undefined) // dead already
      subscription = await subscribe(opcua, context, openSession.session, watchedNodes, onHeard)
    }
  }
  if (lossReason !== null && !openSession.stop.aborted) throw new Error(lossReason)
}

/** Reads silent nodes. @returns true if one of them has changed without a notification */
async function detectMissedChanges(
  { app, intake }: ConnectionContext,
  session: ClientSession,
  silentNodes: readonly WatchedNode[],
): Promise<boolean> {
  const values = await session.read(silentNodes.map(({ nodeId }) => ({ nodeId, attributeId: VALUE_ATTRIBUTE_ID })))
  let hasMissedChange = false
  for (const [i, node] of silentNodes.entries()) {
    const value = values[i]!
    node.heardAt = performance.now()
    const at = value.sourceTimestamp?.getTime() ?? 0
    if (at <= node.sourceAt) continue
    hasMissedChange = true
    node.sourceAt = at
    intake.add(toMessage(node.tag, value, app.clock()))
  }
  return hasMissedChange
}
const VALUE_ATTRIBUTE_ID = 13

async function subscribe(
  opcua: OpcuaLibrary,
  { app, inlet, intake }: ConnectionContext,
  session: ClientSession,
  watchedNodes: readonly WatchedNode[],
  onHeard: () => void,
): Promise<ClientSubscription> {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: PUBLISH_MS,
    requestedMaxKeepAliveCount: KEEP_ALIVE_COUNT,
    requestedLifetimeCount: KEEP_ALIVE_COUNT * 10,
    maxNotificationsPerPublish: 1_000,
    publishingEnabled: true,
    priority: 1,
  })
  subscription.on('keepalive', onHeard)
  subscription.on('received_notifications', onHeard)
  const group = await subscription.monitorItems(
    watchedNodes.map(({ nodeId }) => ({ nodeId, attributeId: opcua.AttributeIds.Value })),
    { samplingInterval: inlet.samplingMs, queueSize: 100, discardOldest: true },
    opcua.TimestampsToReturn.Both,
  )
  for (const node of watchedNodes) node.heardAt = performance.now()
  group.on('changed', (_item: ClientMonitoredItem, value: DataValue, index: number) => {
    const node = watchedNodes[index]
    if (!node) return
    node.heardAt = performance.now()
    node.sourceAt = Math.max(node.sourceAt, value.sourceTimestamp?.getTime() ?? 0)
    intake.add(toMessage(node.tag, value, app.clock()))
  })
  return subscription
}

/** Converts a status code by its two highest bits: good, uncertain, bad (OPC UA part 4, 7.39). */
export function toSentQuality(status: Pick<StatusCode, 'value'>): SentQuality {
  const severity = status.value >>> 30
  return severity === 0 ? 'good' : severity === 1 ? 'uncertain' : 'bad'
}
/** Uses the time of measurement; servers without source timestamps give their own time. */
function toMessage(tag: string, data: DataValue, now: Date): InletMessage {
  const at = (data.sourceTimestamp ?? data.serverTimestamp ?? now).getTime()
  const quality = toSentQuality(data.statusCode)
  const value = toNumber(data.value)
  if (value !== null) return { readings: [{ tag, at, value, unit: null, quality }], problems: [] }
  // A bad status comes without a value, so the tag's last value is stale.
  if (quality === 'bad') return { readings: [], problems: [], gone: [{ tag, at }] }
  const problem: PayloadProblem = { topic: tag, why: 'notANumber', shown: String(data.value?.value).slice(0, 120) }
  return { readings: [], problems: [problem] }
}
const INT64_TYPE = 8
const SCALAR_ARRAY_TYPE = 0
/** Converts a variant to a number. 64-bit integers come as two 32-bit halves. */
function toNumber(variant: Pick<Variant, 'dataType' | 'arrayType' | 'value'> | undefined): number | null {
  const value: unknown = variant?.value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (!Array.isArray(value) || Number(variant?.arrayType) !== SCALAR_ARRAY_TYPE) return null
  const [high, low] = value as unknown[]
  if (typeof high !== 'number' || typeof low !== 'number') return null
  return (Number(variant?.dataType) === INT64_TYPE ? high | 0 : high >>> 0) * 2 ** 32 + (low >>> 0)
}
