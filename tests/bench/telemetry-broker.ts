/** Readings that arrive through a broker, and the broker's throughput without storage. */
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { createBroker } from '../server/telemetry/mosquitto'
import type { ServerProcess } from './server-process'
import { callServer, GATEWAY, MINUTE_MS, TAGS, calculateValue, type TelemetrySizes } from './telemetry-tags'

/** Number of readings per message of a buffering gateway. */
export const READINGS_PER_LIST = 20

/** Time from the first message to the last stored reading: first one reading per message, then lists. */
export async function measureBroker(
  server: ServerProcess,
  token: string,
  codes: readonly string[],
  { messages, readings, startStep }: TelemetrySizes & { startStep: number },
): Promise<{ single: number; lists: number; brokerRate: number }> {
  const broker = await createBroker()
  const sender = await connectAsync(broker.url, { clientId: 'bench' })
  try {
    const brokerRate = await measureBrokerRate(broker.url, sender, messages)
    await server.verify(token)
    const { id } = await callServer<{ id: string }>(server, token, '/telemetry/inlet', {
      name: 'bench',
      kind: 'mqtt',
      url: broker.url,
      patterns: [{ topic: 'bench/{key}', tag: '{key}' }],
      accountId: GATEWAY,
      enabled: true,
    })
    const loadInlet = async () =>
      (
        await callServer<{ list: { id: string; state: string; received: number; lastError: string | null }[] }>(
          server,
          token,
          '/telemetry/inlet',
        )
      ).list.find((row) => row.id === id)!
    await waitUntil(async () => (await loadInlet()).state === 'connected')
    // Counters continue slowly from the values sent by HTTP.
    const createReading = (tag: number, step: number, at: number) => ({
      value: tag % 2 === 0 ? calculateValue(tag, step) : calculateValue(tag, startStep) + step / 100,
      at: Math.round(at),
    })
    const measureRate = async (count: number, send: () => Promise<void>) => {
      const { received } = await loadInlet()
      const startTime = performance.now()
      await send()
      await waitUntil(async () => (await loadInlet()).received >= received + count)
      return count / ((performance.now() - startTime) / 1000)
    }
    const steps = Math.floor(messages / TAGS)
    const startMs = Date.now() - 5 * 60 * MINUTE_MS
    const single = await measureRate(messages, () =>
      publish(sender, messages, (n) => {
        const [tag, step] = [n % TAGS, Math.floor(n / TAGS)]
        return {
          tag: codes[tag]!,
          text: JSON.stringify(createReading(tag, step, startMs + (step * 2 * 60 * MINUTE_MS) / steps)),
        }
      }),
    )
    const listMessages = Math.ceil(readings / 4 / READINGS_PER_LIST)
    const gapMs = (2 * 60 * MINUTE_MS) / ((listMessages / TAGS) * READINGS_PER_LIST)
    const lists = await measureRate(listMessages * READINGS_PER_LIST, () =>
      publish(sender, listMessages, (n) => {
        const [tag, first] = [n % TAGS, Math.floor(n / TAGS) * READINGS_PER_LIST]
        const list = Array.from({ length: READINGS_PER_LIST }, (_, i) =>
          createReading(tag, steps + first + i, startMs + 2 * 60 * MINUTE_MS + (first + i) * gapMs),
        )
        return { tag: codes[tag]!, text: JSON.stringify(list) }
      }),
    )
    return { single, lists, brokerRate }
  } finally {
    await sender.endAsync(true)
    await broker.close()
  }
}
/** Maximum number of sent messages that the broker has not confirmed. */
const MAX_UNCONFIRMED = 1_000
async function publish(
  sender: MqttClient,
  messages: number,
  message: (n: number) => { tag: string; text: string },
): Promise<void> {
  let unconfirmed: Promise<unknown>[] = []
  for (let n = 0; n < messages; n++) {
    const { tag, text } = message(n)
    unconfirmed.push(sender.publishAsync(`bench/${tag}`, text, { qos: 1 }))
    if (unconfirmed.length < MAX_UNCONFIRMED) continue
    await Promise.all(unconfirmed)
    unconfirmed = []
  }
  await Promise.all(unconfirmed)
}
/** Messages per second through the broker to a program that only acknowledges them. */
async function measureBrokerRate(url: string, sender: MqttClient, messages: number): Promise<number> {
  const listener = await connectAsync(url, {
    clientId: 'bench-bare',
    protocolVersion: 5,
    properties: { receiveMaximum: 8_000 },
  })
  let receivedCount = 0
  listener.on('message', () => receivedCount++)
  await listener.subscribeAsync('bench/#', { qos: 1 })
  const startTime = performance.now()
  await publish(sender, messages, (n) => ({ tag: String(n % TAGS), text: JSON.stringify({ value: 21.5, at: n }) }))
  await waitUntil(async () => receivedCount >= messages)
  await listener.endAsync(true)
  return messages / ((performance.now() - startTime) / 1000)
}
async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (const startTime = performance.now(); performance.now() - startTime < 5 * MINUTE_MS; await pause(50))
    if (await condition()) return
  throw new Error('the condition was not met in time')
}
