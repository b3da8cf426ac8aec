/** Rate at which readings are stored, checked, summed up and made durable, compared with a bare program that writes the same rows. */
import { hasBroker } from '../server/telemetry/mosquitto'
import { openPlantDatabase } from './plant-rows'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'
import { atLeast, atMost, withoutLimit, notMeasured, type Figure } from './table'
import { READINGS_PER_LIST, measureBroker } from './telemetry-broker'
import { callServer, GATEWAY, MINUTE_MS, TAGS, calculateValue, type TelemetrySizes } from './telemetry-tags'

/** Readings per call: twenty minutes of a gateway with a hundred tags. */
const READINGS_PER_CALL = 2_000
/** Gateways that send in parallel, each with its own tags; a gateway waits for an answer before it sends again. */
const GATEWAYS = 4

export async function measureTelemetry(settings: ServerSettings, sizes: TelemetrySizes): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  await createGatewayAccount(settings)
  const server = await startServer(settings)
  let httpResult: { http: number; figures: Figure[] }
  let parallelRate: number
  let mqtt: { single: number; lists: number; brokerRate: number } | null
  try {
    const { token } = await server.signIn()
    const codes = await createTags(server, token)
    httpResult = await measureHttp(server, token, codes, sizes.readings)
    const half = Math.round(sizes.readings / 2)
    parallelRate = await sendByGateways(server, token, codes, half, sizes.readings / TAGS)
    mqtt = hasBroker
      ? await measureBroker(server, token, codes, { ...sizes, startStep: (sizes.readings + half) / TAGS })
      : null
  } finally {
    await server.stop()
  }
  const bare = await measureBareRate(settings, sizes.readings)
  return [
    withoutLimit(
      `bare program, ${READINGS_PER_CALL.toLocaleString('en')} rows a transaction by unnest`,
      bare,
      'rows/s',
    ),
    withoutLimit(
      `HTTP, ${GATEWAYS} gateways, ${READINGS_PER_CALL.toLocaleString('en')} readings a call of ${TAGS / GATEWAYS} tags`,
      parallelRate,
      'readings/s',
    ),
    atLeast(`HTTP, ${GATEWAYS} gateways: share of the bare program`, parallelRate / bare, 0.6, ''),
    withoutLimit(`HTTP, one gateway that waits for each answer, of ${TAGS} tags`, httpResult.http, 'readings/s'),
    atLeast('HTTP, one gateway: share of the bare program', httpResult.http / bare, 0.6, ''),
    ...(mqtt === null
      ? [notMeasured('MQTT', 'mosquitto is not installed')]
      : [
          withoutLimit(`MQTT, QoS 1, ${READINGS_PER_LIST} readings a message`, mqtt.lists, 'readings/s'),
          atLeast('MQTT: share of the bare program', mqtt.lists / bare, 0.6, ''),
          // A broker and its two clients carry fewer messages than the database takes rows; the broker is then the upper bound.
          withoutLimit('MQTT, QoS 1, messages that nobody stores', mqtt.brokerRate, 'messages/s'),
          withoutLimit('MQTT, QoS 1, one reading a message', mqtt.single, 'readings/s'),
          atLeast(
            'MQTT, one reading a message: share of messages that nobody stores',
            mqtt.single / mqtt.brokerRate,
            0.6,
            '',
          ),
        ]),
    ...httpResult.figures,
  ]
}

/** A service account for readings of the broker. */
async function createGatewayAccount(settings: ServerSettings): Promise<void> {
  const db = await openPlantDatabase(settings)
  try {
    await db.pool.query(
      `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
       select 1, $1, 'bench-gateway', 'Gateway', id, 'service' from role where code = 'GATEWAY'`,
      [GATEWAY],
    )
    await db.waitUntilDurable()
  } finally {
    await db.close()
  }
}
async function createTags(server: ServerProcess, token: string): Promise<string[]> {
  const codes = Array.from({ length: TAGS }, (_, n) => `BENCH-${n}`)
  for (const [n, code] of codes.entries()) {
    const common = { code, name: code, everyS: 60 }
    if (n % 2 === 0) await callServer(server, token, '/telemetry/tag', { ...common, kind: 'gauge', unit: '°C' })
    else {
      const { id } = await callServer<{ id: string }>(server, token, '/meter/meter', {
        code,
        name: code,
        kind: 'electricity',
        unit: 'kWh',
        counter: true,
      })
      const counter = { ...common, kind: 'counter', unit: 'kWh', meterId: id, mostPerHour: 1000 }
      await callServer(server, token, '/telemetry/tag', counter)
    }
  }
  return codes
}
/** Returns the time of the first reading sent by HTTP; all of them are older than those of the broker. */
const calculateStartMs = (readings: number): number => Date.now() - 6 * 60 * MINUTE_MS - (readings / TAGS) * MINUTE_MS
/** The n-th call of a gateway, with tags from index `first`. */
function buildBatch(codes: readonly string[], first: number, n: number, startMs: number): object {
  const minutes = READINGS_PER_CALL / codes.length
  return {
    source: 'bench',
    readings: Array.from({ length: minutes }, (_, m) => n * minutes + m).flatMap((minute) =>
      codes.map((tag, t) => ({
        tag,
        at: new Date(startMs + minute * MINUTE_MS).toISOString(),
        value: calculateValue(first + t, minute),
        unit: null,
        quality: null,
      })),
    ),
  }
}
async function sendBatch(server: ServerProcess, token: string, batch: object): Promise<void> {
  const sent = await callServer<{ stored: number; apart: number }>(server, token, '/telemetry/readings', batch)
  if (sent.stored !== READINGS_PER_CALL || sent.apart > 0) throw new Error(`${sent.stored} stored, ${sent.apart} apart`)
}
/** Sends from several gateways in parallel, continuing after `minutesBefore`. @returns readings per second of all gateways */
async function sendByGateways(
  server: ServerProcess,
  token: string,
  codes: readonly string[],
  readings: number,
  minutesBefore: number,
): Promise<number> {
  const tagsPerGateway = TAGS / GATEWAYS
  const calls = Math.ceil(readings / READINGS_PER_CALL / GATEWAYS)
  const callsBefore = Math.ceil((minutesBefore * tagsPerGateway) / READINGS_PER_CALL)
  const startMs = calculateStartMs(readings + minutesBefore * TAGS)
  const startTime = performance.now()
  await Promise.all(
    Array.from({ length: GATEWAYS }, async (_, g) => {
      const gatewayCodes = codes.slice(g * tagsPerGateway, (g + 1) * tagsPerGateway)
      for (let n = 0; n < calls; n++)
        await sendBatch(server, token, buildBatch(gatewayCodes, g * tagsPerGateway, callsBefore + n, startMs))
    }),
  )
  return (calls * READINGS_PER_CALL * GATEWAYS) / ((performance.now() - startTime) / 1000)
}
async function measureHttp(
  server: ServerProcess,
  token: string,
  codes: readonly string[],
  readings: number,
): Promise<{ http: number; figures: Figure[] }> {
  const startMs = calculateStartMs(1.5 * readings)
  const calls = Math.ceil(readings / READINGS_PER_CALL)
  const memoryAtRest = server.readMemoryMib('now')
  let memoryHalfway = memoryAtRest
  server.forgetPeak()
  const startTime = performance.now()
  for (let n = 0; n < calls; n++) {
    await sendBatch(server, token, buildBatch(codes, 0, n, startMs))
    if (n === Math.floor(calls / 2)) memoryHalfway = server.readMemoryMib('now')
  }
  const http = (calls * READINGS_PER_CALL) / ((performance.now() - startTime) / 1000)
  const growthMib = server.readMemoryMib('now') - memoryHalfway
  return {
    http,
    figures: [
      withoutLimit(
        `memory, highest above rest while ${readings.toLocaleString('en')} readings came in`,
        server.readMemoryMib('peak') - memoryAtRest,
        'MiB',
      ),
      atMost('memory, grown over the second half of them', growthMib, 50, 'MiB'),
    ],
  }
}

/** Measures rows of readings per second with a durable commit per transaction, without checks and sums. */
async function measureBareRate(settings: ServerSettings, readings: number): Promise<number> {
  const db = await openPlantDatabase(settings)
  try {
    await db.pool.query(
      `create table bare_reading (site_id integer not null, tag_id uuid not null, at timestamp(3) with time zone not null, value double precision not null,
         quality smallint not null, received_at timestamp(3) with time zone not null, primary key (site_id, tag_id, at)) partition by range (at)`,
    )
    await db.pool.query('create table bare_reading_all partition of bare_reading default')
    const ids = Array.from({ length: TAGS }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    const minutes = READINGS_PER_CALL / TAGS
    const startMs = Date.now() - (readings / TAGS) * MINUTE_MS
    const startTime = performance.now()
    const calls = Math.ceil(readings / READINGS_PER_CALL)
    for (let n = 0; n < calls; n++) {
      const rows = Array.from({ length: minutes }, (_, m) => n * minutes + m).flatMap((minute) =>
        ids.map((id, t) => ({
          id,
          at: new Date(startMs + minute * MINUTE_MS).toISOString(),
          value: calculateValue(t, minute),
        })),
      )
      await db.pool.query(
        `insert into bare_reading (site_id, tag_id, at, value, quality, received_at)
         select 1, t, a, v, 0, now() from unnest($1::uuid[], $2::timestamptz[], $3::float8[]) r(t, a, v) on conflict do nothing`,
        [rows.map(({ id }) => id), rows.map(({ at }) => at), rows.map(({ value }) => value)],
      )
      await db.waitUntilDurable()
    }
    return (calls * READINGS_PER_CALL) / ((performance.now() - startTime) / 1000)
  } finally {
    await db.close()
  }
}
