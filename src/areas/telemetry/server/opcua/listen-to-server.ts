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
import type { PayloadProblem, SentQuality } from '../../rules/message-parser'
import type { InletMessage } from '../inlet-intake'
import type { OpenInletConnection, ConnectionContext } from '../inlet-session'
import { disconnectClient, createOpcuaClient, type OpcuaLibrary } from './opcua-client'

const PUBLISHING_INTERVAL_MS = 500
/** The server sends a keep-alive after this number of publishing intervals without a change. */
const KEEP_ALIVE_INTERVALS = 10
/** A subscription without any message for this time is dead, whatever the connection reports. */
export const SUBSCRIPTION_TIMEOUT_MS = 3 * PUBLISHING_INTERVAL_MS * KEEP_ALIVE_INTERVALS
/** A node without a notification for this time is read. If its value has changed, its monitored item is dead. */
export const NODE_TIMEOUT_MS = 60_000
/** Pause after the first failed attempt to connect. */
const FIRST_RECONNECT_PAUSE_MS = 1_000
/** Pause after the loss of an established connection. */
const PAUSE_AFTER_LOSS_MS = 500
const MAX_RECONNECT_PAUSE_MS = 30_000

/** Times after which silence is checked; shorter in tests. */
export interface WatchOptions {
  readonly subscriptionTimeoutMs?: number
  readonly nodeTimeoutMs?: number
  readonly checkIntervalMs?: number
}
interface WatchedNode {
  readonly nodeId: string
  readonly tag: string
  /** Time of the last notification or read, by `performance.now`. */
  lastNotifiedAt: number
  /** Newest source timestamp, ms since 1970. */
  lastSourceTimeMs: number
}

/** Listens to the nodes of an OPC UA server. */
export const listenToServer: OpenInletConnection = (context) => openReconnectingConnection(context)

/** Connects in the background and reconnects until it is closed. */
export async function openReconnectingConnection(
  context: ConnectionContext,
  options: WatchOptions = {},
): Promise<{ close: () => Promise<void> }> {
  const opcua = await import('node-opcua-client')
  const stopController = new AbortController()
  const connectionLoop = keepConnected(opcua, context, options, stopController.signal)
  return {
    close: async () => {
      stopController.abort()
      await connectionLoop
    },
  }
}

/** Connects again after every loss, until stopped. The pause doubles after each failed attempt. */
async function keepConnected(
  opcua: OpcuaLibrary,
  context: ConnectionContext,
  options: WatchOptions,
  stopSignal: AbortSignal,
): Promise<void> {
  const { status, app, inlet } = context
  for (
    let pauseMs = FIRST_RECONNECT_PAUSE_MS;
    !stopSignal.aborted;
    pauseMs = Math.min(2 * pauseMs, MAX_RECONNECT_PAUSE_MS)
  ) {
    try {
      await runConnection(opcua, context, options, stopSignal, () => (pauseMs = PAUSE_AFTER_LOSS_MS))
    } catch (error) {
      status.set('failed', error instanceof Error ? error.message : String(error))
      app.log.warn({ err: error, inlet: inlet.name }, 'the connection to an OPC UA server was lost')
    }
    await pause(pauseMs, undefined, { signal: stopSignal, ref: false }).catch(() => undefined) // stopped during the pause
  }
}

/** Runs one connection until it is stopped, or until the connection or its subscription dies. */
async function runConnection(
  opcua: OpcuaLibrary,
  context: ConnectionContext,
  options: WatchOptions,
  stopSignal: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const { inlet, status } = context
  status.set('connecting')
  const client = await createOpcuaClient(opcua, context)
  try {
    await client.connect(inlet.url)
    const session = await client.createSession(buildIdentity(opcua, context))
    onConnected()
    await watchSubscription(opcua, context, options, { client, session, stopSignal })
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
  readonly stopSignal: AbortSignal
}
/** Subscribes to all nodes. Subscribes again if a node misses changes. @throws Error if the connection is lost */
async function watchSubscription(
  opcua: OpcuaLibrary,
  context: ConnectionContext,
  options: WatchOptions,
  openSession: OpenSession,
): Promise<void> {
  const {
    subscriptionTimeoutMs = SUBSCRIPTION_TIMEOUT_MS,
    nodeTimeoutMs = NODE_TIMEOUT_MS,
    checkIntervalMs = 2_000,
  } = options
  const { status } = context
  const watchedNodes = context.inlet.nodes.map(({ nodeId, tag }): WatchedNode => ({
    nodeId,
    tag,
    lastNotifiedAt: performance.now(),
    lastSourceTimeMs: 0,
  }))
  let lastMessageAt = performance.now()
  let lossReason: string | null = null
  const onMessage = () => (lastMessageAt = performance.now())
  openSession.client.on('connection_lost', () => (lossReason = 'the connection was lost'))
  openSession.session.on('session_closed', () => (lossReason ??= 'the session was closed'))
  let subscription = await subscribe(opcua, context, openSession.session, watchedNodes, onMessage)
  status.set('connected')
  while (!openSession.stopSignal.aborted && lossReason === null) {
    await pause(checkIntervalMs, undefined, { signal: openSession.stopSignal, ref: false }).catch(() => undefined) // stopped
    if (openSession.stopSignal.aborted || lossReason !== null) break
    if (performance.now() - lastMessageAt > subscriptionTimeoutMs) throw new Error('the subscription fell silent')
    const silentNodes = watchedNodes.filter((node) => performance.now() - node.lastNotifiedAt > nodeTimeoutMs)
    if (silentNodes.length && (await takeMissedChanges(context, openSession.session, silentNodes))) {
      await subscription.terminate().catch(() => undefined) // dead already
      subscription = await subscribe(opcua, context, openSession.session, watchedNodes, onMessage)
    }
  }
  if (lossReason !== null && !openSession.stopSignal.aborted) throw new Error(lossReason)
}

/** Reads silent nodes and takes in their changes. @returns true if a node has changed without a notification */
async function takeMissedChanges(
  { app, intake }: ConnectionContext,
  session: ClientSession,
  silentNodes: readonly WatchedNode[],
): Promise<boolean> {
  const values = await session.read(silentNodes.map(({ nodeId }) => ({ nodeId, attributeId: VALUE_ATTRIBUTE_ID })))
  let hasMissedChange = false
  for (const [i, node] of silentNodes.entries()) {
    const value = values[i]!
    node.lastNotifiedAt = performance.now()
    const sourceTimeMs = value.sourceTimestamp?.getTime() ?? 0
    if (sourceTimeMs <= node.lastSourceTimeMs) continue
    hasMissedChange = true
    node.lastSourceTimeMs = sourceTimeMs
    intake.add(toMessage(node.tag, value, app.clock()))
  }
  return hasMissedChange
}
const VALUE_ATTRIBUTE_ID = 13

/** Subscribes to the nodes. The server then sends every change of their values. */
async function subscribe(
  opcua: OpcuaLibrary,
  { app, inlet, intake }: ConnectionContext,
  session: ClientSession,
  watchedNodes: readonly WatchedNode[],
  onMessage: () => void,
): Promise<ClientSubscription> {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: PUBLISHING_INTERVAL_MS,
    requestedMaxKeepAliveCount: KEEP_ALIVE_INTERVALS,
    requestedLifetimeCount: KEEP_ALIVE_INTERVALS * 10,
    maxNotificationsPerPublish: 1_000,
    publishingEnabled: true,
    priority: 1,
  })
  subscription.on('keepalive', onMessage)
  subscription.on('received_notifications', onMessage)
  const group = await subscription.monitorItems(
    watchedNodes.map(({ nodeId }) => ({ nodeId, attributeId: opcua.AttributeIds.Value })),
    { samplingInterval: inlet.samplingMs, queueSize: 100, discardOldest: true },
    opcua.TimestampsToReturn.Both,
  )
  for (const node of watchedNodes) node.lastNotifiedAt = performance.now()
  group.on('changed', (_item: ClientMonitoredItem, value: DataValue, index: number) => {
    const node = watchedNodes[index]
    if (!node) return
    node.lastNotifiedAt = performance.now()
    node.lastSourceTimeMs = Math.max(node.lastSourceTimeMs, value.sourceTimestamp?.getTime() ?? 0)
    intake.add(toMessage(node.tag, value, app.clock()))
  })
  return subscription
}

/**
 * Converts a status code. Its two highest bits are the severity: 0 is good, 1 is uncertain, 2 and 3 are bad.
 * @see OPC UA part 4, 7.39
 */
export function toSentQuality(status: Pick<StatusCode, 'value'>): SentQuality {
  const severity = status.value >>> 30
  if (severity === 0) return 'good'
  return severity === 1 ? 'uncertain' : 'bad'
}
/** Builds a message from a value. Without a source timestamp, the time of the server is used. */
function toMessage(tag: string, dataValue: DataValue, now: Date): InletMessage {
  const measuredAtMs = (dataValue.sourceTimestamp ?? dataValue.serverTimestamp ?? now).getTime()
  const quality = toSentQuality(dataValue.statusCode)
  const value = convertToNumber(dataValue.value)
  if (value !== null) return { readings: [{ tag, at: measuredAtMs, value, unit: null, quality }], problems: [] }
  // A bad status comes without a value. The tag's last value is stale.
  if (quality === 'bad') return { readings: [], problems: [], goneTags: [{ tag, at: measuredAtMs }] }
  const problem: PayloadProblem = { topic: tag, why: 'notANumber', shown: String(dataValue.value?.value).slice(0, 120) }
  return { readings: [], problems: [problem] }
}
const INT64_TYPE = 8
const SCALAR_ARRAY_TYPE = 0
/** Converts a variant to a number. 64-bit integers come as two 32-bit halves. */
function convertToNumber(variant: Pick<Variant, 'dataType' | 'arrayType' | 'value'> | undefined): number | null {
  const value: unknown = variant?.value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (!Array.isArray(value) || Number(variant?.arrayType) !== SCALAR_ARRAY_TYPE) return null
  const [high, low] = value as unknown[]
  if (typeof high !== 'number' || typeof low !== 'number') return null
  return (Number(variant?.dataType) === INT64_TYPE ? high | 0 : high >>> 0) * 2 ** 32 + (low >>> 0)
}
