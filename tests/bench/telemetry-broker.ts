/** Readings that arrive through a broker, and the broker's throughput without storage. */
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { createBroker } from '../server/telemetry/mosquitto'
import type { ServerProcess } from './server-process'
import { call, GATEWAY, MINUTE, TAGS, valueOf, type TelemetrySizes } from './telemetry-tags'

/** Number of readings in one message of a buffering gateway. */
export const A_LIST = 20

/** Time from the first message to the last stored reading: first one reading per message, then lists. */
export async function measureBroker(
  server: ServerProcess,
  token: string,
  codes: readonly string[],
  { messages, readings, from }: TelemetrySizes & { from: number },
): Promise<{ single: number; lists: number; carried: number }> {
  const broker = await createBroker()
  const sender = await connectAsync(broker.url, { clientId: 'bench' })
  try {
    const carried = await measureBrokerRate(broker.url, sender, messages)
    await server.verify(token)
    const { id } = await call<{ id: string }>(server, token, '/telemetry/inlet', {
      name: 'bench',
      kind: 'mqtt',
      url: broker.url,
      patterns: [{ topic: 'bench/{key}', tag: '{key}' }],
      accountId: GATEWAY,
      enabled: true,
    })
    const inlet = async () =>
      (
        await call<{ list: { id: string; state: string; received: number; lastError: string | null }[] }>(
          server,
          token,
          '/telemetry/inlet',
        )
      ).list.find((one) => one.id === id)!
    await until(async () => (await inlet()).state === 'connected')
    // Counters continue slowly from the values sent by HTTP.
    const readingOf = (tag: number, step: number, at: number) => ({
      value: tag % 2 === 0 ? valueOf(tag, step) : valueOf(tag, from) + step / 100,
      at: Math.round(at),
    })
    const rate = async (of: number, send: () => Promise<void>) => {
      const { received } = await inlet()
      const began = performance.now()
      await send()
      await until(async () => (await inlet()).received >= received + of)
      return of / ((performance.now() - began) / 1000)
    }
    const steps = Math.floor(messages / TAGS)
    const begin = Date.now() - 5 * 60 * MINUTE
    const single = await rate(messages, () =>
      publish(sender, messages, (n) => {
        const [tag, step] = [n % TAGS, Math.floor(n / TAGS)]
        return {
          tag: codes[tag]!,
          text: JSON.stringify(readingOf(tag, step, begin + (step * 2 * 60 * MINUTE) / steps)),
        }
      }),
    )
    const listed = Math.ceil(readings / 4 / A_LIST)
    const gap = (2 * 60 * MINUTE) / ((listed / TAGS) * A_LIST)
    const lists = await rate(listed * A_LIST, () =>
      publish(sender, listed, (n) => {
        const [tag, first] = [n % TAGS, Math.floor(n / TAGS) * A_LIST]
        const list = Array.from({ length: A_LIST }, (_, i) =>
          readingOf(tag, steps + first + i, begin + 2 * 60 * MINUTE + (first + i) * gap),
        )
        return { tag: codes[tag]!, text: JSON.stringify(list) }
      }),
    )
    return { single, lists, carried }
  } finally {
    await sender.endAsync(true)
    await broker.close()
  }
}
/** Maximum number of messages sent before the broker confirms the first. */
const MOST_UNDER_WAY = 1_000
async function publish(
  sender: MqttClient,
  messages: number,
  message: (n: number) => { tag: string; text: string },
): Promise<void> {
  let under: Promise<unknown>[] = []
  for (let n = 0; n < messages; n++) {
    const { tag, text } = message(n)
    under.push(sender.publishAsync(`bench/${tag}`, text, { qos: 1 }))
    if (under.length < MOST_UNDER_WAY) continue
    await Promise.all(under)
    under = []
  }
  await Promise.all(under)
}
/** Messages per second through the broker to a program that only acknowledges them. */
async function measureBrokerRate(url: string, sender: MqttClient, messages: number): Promise<number> {
  const listener = await connectAsync(url, {
    clientId: 'bench-bare',
    protocolVersion: 5,
    properties: { receiveMaximum: 8_000 },
  })
  let come = 0
  listener.on('message', () => come++)
  await listener.subscribeAsync('bench/#', { qos: 1 })
  const began = performance.now()
  await publish(sender, messages, (n) => ({ tag: String(n % TAGS), text: JSON.stringify({ value: 21.5, at: n }) }))
  await until(async () => come >= messages)
  await listener.endAsync(true)
  return messages / ((performance.now() - began) / 1000)
}
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 5 * MINUTE; await pause(50))
    if (await holds()) return
  throw new Error('never came to hold')
}
