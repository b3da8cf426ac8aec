/** A broker session that outlives its connections and this process: no message is acknowledged before it is durable. */
import { connect as open } from 'node:net'
import type { IClientOptions, MqttClient } from 'mqtt'
import type { InletSettings } from '../inlet-store'
import { assertReachable, inletLookup, portOf } from '../inlet-address'
import type { Connecting } from '../inlet-session'

/** Time for which the broker keeps the session without a connection, seconds. */
const KEPT_S = 30 * 86_400
/** Maximum number of unacknowledged messages in flight; the broker holds back the others. */
const MOST_ON_THEIR_WAY = 8_000

export interface Arrived {
  readonly topic: string
  readonly payload: Uint8Array
  /** Retained message: the broker had stored it before we subscribed. */
  readonly kept: boolean
  /** Acknowledges the message, so that the broker may forget it. */
  readonly done: () => void
}
export interface Listening {
  /** Topic filters. */
  readonly filters: readonly string[]
  readonly will?: { readonly topic: string; readonly payload: string }
  onConnect?(client: MqttClient): void
  onMessage(message: Arrived): void
}

/** Builds the client id. It is fixed, so that a restarted process or another instance continues the same session. */
export const clientIdOf = (inletId: string, slot: number): string => `nonwoven-mes-${inletId}-${slot}`
/**
 * Builds the subscription filter. Several sessions use a shared subscription, so that each message goes to one of
 * them.
 */
export const sharedFilter = (inlet: Pick<InletSettings, 'id' | 'sessions'>, filter: string): string =>
  inlet.sessions > 1 ? `$share/nonwoven-mes-${inlet.id}/${filter}` : filter

/** Opens a connection to the broker, subscribes to the filters and passes on messages. */
export async function openClient(
  { app, inlet, slot, status, intake }: Connecting,
  listening: Listening,
): Promise<MqttClient> {
  const { connect, MqttClient: Client } = await import('mqtt')
  await assertReachable(app, inlet.url)
  const url = new URL(inlet.url)
  const lookup = inletLookup(app, url)
  const options = optionsOf(inlet, slot, listening)
  // Without TLS the library would resolve names itself, so we open the socket with our own lookup.
  const client =
    url.protocol === 'mqtts:'
      ? connect(inlet.url, { ...options, lookup } as IClientOptions)
      : new Client(() => open({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url), lookup }), options)
  // The library acknowledges messages one by one before it reads the next. With QoS set to 0 it reads on while this
  // message waits for its batch; we send the acknowledgement afterwards.
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish') return
    const done = packet.qos === 1 ? acknowledging(client, packet.messageId) : () => undefined
    packet.qos = 0
    const { payload } = packet
    listening.onMessage({
      topic: packet.topic.toString(),
      payload: typeof payload === 'string' ? Buffer.from(payload) : payload,
      kept: packet.retain,
      done,
    })
  })
  client.handleMessage = (_packet, callback) => intake.whenRoom(() => callback())
  client.on('connect', () => {
    client.subscribe([...listening.filters], subscribing(inlet), (error, granted) => {
      const refused = granted?.find(({ qos }) => qos > 2)
      if (error ?? refused) return status.set('failed', error?.message ?? `refused by the broker: ${refused?.topic}`)
      status.set('connected')
    })
    listening.onConnect?.(client)
  })
  client.on('close', () => status.set('connecting', status.lastError ?? 'the connection was lost'))
  client.on('error', (error) =>
    status.set('failed', error.message || ('code' in error ? String(error.code) : error.name)),
  )
  return client
}

type Stream = MqttClient['stream']
/** Message ids to acknowledge by connection. A whole batch is acknowledged in one write instead of thousands. */
const toAcknowledge = new WeakMap<Stream, number[]>()
function acknowledging({ stream }: MqttClient, messageId: number | undefined): () => void {
  return () => {
    if (messageId === undefined) return
    const waiting = toAcknowledge.get(stream)
    if (waiting) return void waiting.push(messageId)
    toAcknowledge.set(stream, [messageId])
    queueMicrotask(() => acknowledge(stream))
  }
}
function acknowledge(stream: Stream): void {
  const ids = toAcknowledge.get(stream) ?? []
  toAcknowledge.delete(stream)
  // On a new connection the broker sends the message again, and its id may belong to another message.
  if (stream.destroyed) return
  const packets = Buffer.allocUnsafe(4 * ids.length)
  for (const [i, id] of ids.entries()) packets.set([PUBACK, 2, id >> 8, id & 255], 4 * i)
  stream.write(packets)
}
/**
 * MQTT 3.1.1 and 5, section 3.4: type 4, no flags, two bytes of packet identifier; in version 5 no reason code means
 * success.
 */
const PUBACK = 0x40

function optionsOf(inlet: InletSettings, slot: number, { will }: Listening): IClientOptions {
  const five = inlet.mqttVersion === '5'
  return {
    clientId: clientIdOf(inlet.id, slot),
    clean: false,
    protocolVersion: five ? 5 : 4,
    keepalive: 15,
    connectTimeout: 10_000,
    reconnectPeriod: 1_000,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
    ...(inlet.userName ? { username: inlet.userName } : {}),
    ...(inlet.password ? { password: inlet.password } : {}),
    ...(inlet.authority ? { ca: inlet.authority } : {}),
    ...(will ? { will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1 as const, retain: true } } : {}),
    ...(five ? { properties: { sessionExpiryInterval: KEPT_S, receiveMaximum: MOST_ON_THEIR_WAY } } : {}),
  }
}
/** With MQTT 5, retained messages are requested once, not at every connection. */
const subscribing = (inlet: InletSettings) =>
  inlet.mqttVersion === '5' ? { qos: 1 as const, rh: 1 } : { qos: 1 as const }

/**
 * Closes the connection at once; unacknowledged messages stay with the broker.
 * @param droppedFilters filters to unsubscribe from
 */
export async function closeClient(client: MqttClient, dropped: readonly string[]): Promise<void> {
  if (dropped.length && client.connected)
    await Promise.race([
      new Promise<void>((end) => client.unsubscribe([...dropped], () => end())),
      new Promise<void>((end) => setTimeout(end, 2_000).unref()),
    ])
  await client.endAsync(true)
}
