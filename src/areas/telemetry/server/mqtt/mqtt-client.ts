/** A broker session that outlives its connections and this process: no message is acknowledged before it is durable. */
import { connect as connectSocket } from 'node:net'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { InletSettings } from '../inlet-store'
import { assertAllowedHost, createInletLookup, getPort } from '../inlet-address'
import type { ConnectionContext } from '../inlet-session'

/** Time for which the broker keeps the session without a connection, seconds. */
const SESSION_EXPIRY_S = 30 * 86_400
/** Maximum number of unacknowledged messages in flight; the broker holds back the others. */
const MAX_UNACKNOWLEDGED = 8_000

export interface ReceivedMessage {
  readonly topic: string
  readonly payload: Uint8Array
  /** Retained message: the broker had stored it before we subscribed. */
  readonly isRetained: boolean
  /** Acknowledges the message, so that the broker may forget it. */
  readonly acknowledge: () => void
}
export interface ListenOptions {
  readonly filters: readonly string[]
  /** The broker publishes this message if the connection is lost. */
  readonly willMessage?: { readonly topic: string; readonly payload: string }
  onConnect?(client: MqttClient): void
  onMessage(message: ReceivedMessage): void
}

/** Builds the client id. It is fixed, so that a restarted process or another instance continues the same session. */
export const buildClientId = (inletId: string, slot: number): string => `nonwoven-mes-${inletId}-${slot}`
/**
 * Builds the subscription filter. Several sessions use a shared subscription, so that each message goes to one of
 * them.
 */
export const buildSharedFilter = (inlet: Pick<InletSettings, 'id' | 'sessions'>, filter: string): string =>
  inlet.sessions > 1 ? `$share/nonwoven-mes-${inlet.id}/${filter}` : filter

/** Opens a connection to the broker, subscribes to the filters and passes on messages. */
export async function openMqttClient(
  { app, inlet, slot, status, intake }: ConnectionContext,
  listenOptions: ListenOptions,
): Promise<MqttClient> {
  const { connect, MqttClient: Client } = await import('mqtt')
  await assertAllowedHost(app, inlet.url)
  const url = new URL(inlet.url)
  const lookup = createInletLookup(app, url)
  const clientOptions = buildClientOptions(inlet, slot, listenOptions)
  // Without TLS the library would resolve names itself, so we open the socket with our own lookup.
  const client =
    url.protocol === 'mqtts:'
      ? connect(inlet.url, { ...clientOptions, lookup } as IClientOptions)
      : new Client(
          () => connectSocket({ host: url.hostname.replace(/^\[|\]$/g, ''), port: getPort(url), lookup }),
          clientOptions,
        )
  // The library acknowledges messages one by one before it reads the next. With QoS set to 0, the library reads
  // on while this message waits for its batch. We acknowledge the message when it is stored.
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish') return
    const acknowledgeMessage = packet.qos === 1 ? createAcknowledger(client, packet.messageId) : () => undefined
    packet.qos = 0
    const { payload } = packet
    listenOptions.onMessage({
      topic: packet.topic.toString(),
      payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
      isRetained: packet.retain,
      acknowledge: acknowledgeMessage,
    })
  })
  client.handleMessage = (_packet, callback) => intake.waitForRoom(() => callback())
  client.on('connect', () => {
    client.subscribe([...listenOptions.filters], buildSubscribeOptions(inlet), (error, grants) => {
      const refusedFilter = grants?.find(({ qos }) => qos > 2)
      if (error ?? refusedFilter)
        return status.set('failed', error?.message ?? `refused by the broker: ${refusedFilter?.topic}`)
      status.set('connected')
    })
    listenOptions.onConnect?.(client)
  })
  client.on('close', () => status.set('connecting', status.lastError ?? 'the connection was lost'))
  client.on('error', (error) =>
    status.set('failed', error.message || ('code' in error ? String(error.code) : error.name)),
  )
  return client
}

type Stream = MqttClient['stream']
/** Message ids to acknowledge, by connection. One write acknowledges a whole batch. */
const pendingMessageIds = new WeakMap<Stream, number[]>()
function createAcknowledger({ stream }: MqttClient, messageId: number | undefined): () => void {
  return () => {
    if (messageId === undefined) return
    const messageIds = pendingMessageIds.get(stream)
    if (messageIds) return void messageIds.push(messageId)
    pendingMessageIds.set(stream, [messageId])
    queueMicrotask(() => acknowledgePendingMessages(stream))
  }
}
function acknowledgePendingMessages(stream: Stream): void {
  const messageIds = pendingMessageIds.get(stream) ?? []
  pendingMessageIds.delete(stream)
  // On a new connection the broker sends the message again, and its id may belong to another message.
  if (stream.destroyed) return
  const packets = Buffer.allocUnsafe(4 * messageIds.length)
  for (const [i, id] of messageIds.entries()) packets.set([PUBACK_HEADER, 2, id >> 8, id & 255], 4 * i)
  stream.write(packets)
}
/**
 * MQTT 3.1.1 and 5, section 3.4: type 4, no flags, two bytes of packet identifier; in version 5 no reason code means
 * success.
 */
const PUBACK_HEADER = 0x40

function buildClientOptions(inlet: InletSettings, slot: number, { willMessage }: ListenOptions): IClientOptions {
  const isVersion5 = inlet.mqttVersion === '5'
  return {
    clientId: buildClientId(inlet.id, slot),
    clean: false,
    protocolVersion: isVersion5 ? 5 : 4,
    keepalive: 15,
    connectTimeout: 10_000,
    reconnectPeriod: 1_000,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
    ...(inlet.userName ? { username: inlet.userName } : {}),
    ...(inlet.password ? { password: inlet.password } : {}),
    ...(inlet.authority ? { ca: inlet.authority } : {}),
    ...(willMessage
      ? {
          will: {
            topic: willMessage.topic,
            payload: Buffer.from(willMessage.payload),
            qos: 1 as const,
            retain: true,
          },
        }
      : {}),
    ...(isVersion5
      ? { properties: { sessionExpiryInterval: SESSION_EXPIRY_S, receiveMaximum: MAX_UNACKNOWLEDGED } }
      : {}),
  }
}
/** With MQTT 5, retained messages are requested once, not at every connection. */
const buildSubscribeOptions = (inlet: InletSettings) =>
  inlet.mqttVersion === '5' ? { qos: 1 as const, rh: 1 } : { qos: 1 as const }

/**
 * Closes the connection at once; unacknowledged messages stay with the broker.
 * @param droppedFilters filters to unsubscribe from
 */
export async function closeMqttClient(client: MqttClient, droppedFilters: readonly string[]): Promise<void> {
  if (droppedFilters.length && client.connected)
    await Promise.race([
      new Promise<void>((resolve) => client.unsubscribe([...droppedFilters], () => resolve())),
      new Promise<void>((resolve) => setTimeout(resolve, 2_000).unref()),
    ])
  await client.endAsync(true)
}
