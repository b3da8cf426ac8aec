/** Readings stored, judged, summed up and durable, compared with a bare program that writes the same rows into the same database. */
import { hasBroker } from '../server/telemetry/mosquitto'
import { opened } from './plant-rows'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'
import { atLeast, atMost, withoutLimit, notMeasured, type Figure } from './table'
import { A_LIST, measureBroker } from './telemetry-broker'
import { call, GATEWAY, MINUTE, TAGS, valueOf, type TelemetrySizes } from './telemetry-tags'

/** Readings in a call: twenty minutes of a gateway with a hundred tags. */
const A_CALL = 2_000
/** Gateways that send in parallel, each with its own tags; a gateway waits for an answer before it sends again. */
const GATEWAYS = 4

export async function measureTelemetry(settings: ServerSettings, sizes: TelemetrySizes): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  await addGateway(settings)
  const server = await startServer(settings)
  let sent: { http: number; figures: Figure[] }
  let together: number
  let mqtt: { single: number; lists: number; carried: number } | null
  try {
    const { token } = await server.signIn()
    const codes = await newTags(server, token)
    sent = await measureHttp(server, token, codes, sizes.readings)
    const half = Math.round(sizes.readings / 2)
    together = await sendByGateways(server, token, codes, half, sizes.readings / TAGS)
    mqtt = hasBroker
      ? await measureBroker(server, token, codes, { ...sizes, from: (sizes.readings + half) / TAGS })
      : null
  } finally {
    await server.stop()
  }
  const bare = await measureBareRate(settings, sizes.readings)
  return [
    withoutLimit(`bare program, ${A_CALL.toLocaleString('en')} rows a transaction by unnest`, bare, 'rows/s'),
    withoutLimit(
      `HTTP, ${GATEWAYS} gateways, ${A_CALL.toLocaleString('en')} readings a call of ${TAGS / GATEWAYS} tags`,
      together,
      'readings/s',
    ),
    atLeast(`HTTP, ${GATEWAYS} gateways: share of the bare program`, together / bare, 0.6, ''),
    withoutLimit(`HTTP, one gateway that waits for each answer, of ${TAGS} tags`, sent.http, 'readings/s'),
    atLeast('HTTP, one gateway: share of the bare program', sent.http / bare, 0.6, ''),
    ...(mqtt === null
      ? [notMeasured('MQTT', 'mosquitto is not installed')]
      : [
          withoutLimit(`MQTT, QoS 1, ${A_LIST} readings a message`, mqtt.lists, 'readings/s'),
          atLeast('MQTT: share of the bare program', mqtt.lists / bare, 0.6, ''),
          // A broker and its two clients carry fewer messages than the database takes rows; the broker is then the upper bound.
          withoutLimit('MQTT, QoS 1, messages that nobody stores', mqtt.carried, 'messages/s'),
          withoutLimit('MQTT, QoS 1, one reading a message', mqtt.single, 'readings/s'),
          atLeast(
            'MQTT, one reading a message: share of messages that nobody stores',
            mqtt.single / mqtt.carried,
            0.6,
            '',
          ),
        ]),
    ...sent.figures,
  ]
}

/** A service account for readings of the broker. */
async function addGateway(settings: ServerSettings): Promise<void> {
  const db = await opened(settings)
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
async function newTags(server: ServerProcess, token: string): Promise<string[]> {
  const codes = Array.from({ length: TAGS }, (_, n) => `BENCH-${n}`)
  for (const [n, code] of codes.entries()) {
    const common = { code, name: code, everyS: 60 }
    if (n % 2 === 0) await call(server, token, '/telemetry/tag', { ...common, kind: 'gauge', unit: '°C' })
    else {
      const { id } = await call<{ id: string }>(server, token, '/meter/meter', {
        code,
        name: code,
        kind: 'electricity',
        unit: 'kWh',
        counter: true,
      })
      const counter = { ...common, kind: 'counter', unit: 'kWh', meterId: id, mostPerHour: 1000 }
      await call(server, token, '/telemetry/tag', counter)
    }
  }
  return codes
}
/** Start of the readings sent by HTTP, before those of the broker. */
const beginOf = (readings: number): number => Date.now() - 6 * 60 * MINUTE - (readings / TAGS) * MINUTE
/** The n-th call of a gateway, with tags from index `first`. */
function batchOf(codes: readonly string[], first: number, n: number, begin: number): object {
  const minutes = A_CALL / codes.length
  return {
    source: 'bench',
    readings: Array.from({ length: minutes }, (_, m) => n * minutes + m).flatMap((minute) =>
      codes.map((tag, t) => ({
        tag,
        at: new Date(begin + minute * MINUTE).toISOString(),
        value: valueOf(first + t, minute),
        unit: null,
        quality: null,
      })),
    ),
  }
}
async function sendBatch(server: ServerProcess, token: string, batch: object): Promise<void> {
  const sent = await call<{ stored: number; apart: number }>(server, token, '/telemetry/readings', batch)
  if (sent.stored !== A_CALL || sent.apart > 0) throw new Error(`${sent.stored} stored, ${sent.apart} apart`)
}
/** Several gateways in parallel, after the minutes that one gateway sent before. Returns readings per second of all. */
async function sendByGateways(
  server: ServerProcess,
  token: string,
  codes: readonly string[],
  readings: number,
  minutesBefore: number,
): Promise<number> {
  const each = TAGS / GATEWAYS
  const calls = Math.ceil(readings / A_CALL / GATEWAYS)
  const callsBefore = Math.ceil((minutesBefore * each) / A_CALL)
  const begin = beginOf(readings + minutesBefore * TAGS)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: GATEWAYS }, async (_, g) => {
      const own = codes.slice(g * each, (g + 1) * each)
      for (let n = 0; n < calls; n++) await sendBatch(server, token, batchOf(own, g * each, callsBefore + n, begin))
    }),
  )
  return (calls * A_CALL * GATEWAYS) / ((performance.now() - began) / 1000)
}
async function measureHttp(
  server: ServerProcess,
  token: string,
  codes: readonly string[],
  readings: number,
): Promise<{ http: number; figures: Figure[] }> {
  const begin = beginOf(1.5 * readings)
  const calls = Math.ceil(readings / A_CALL)
  const memoryAtRest = server.memory('now')
  let halfway = memoryAtRest
  server.forgetPeak()
  const began = performance.now()
  for (let n = 0; n < calls; n++) {
    await sendBatch(server, token, batchOf(codes, 0, n, begin))
    if (n === Math.floor(calls / 2)) halfway = server.memory('now')
  }
  const http = (calls * A_CALL) / ((performance.now() - began) / 1000)
  const grown = server.memory('now') - halfway
  return {
    http,
    figures: [
      withoutLimit(
        `memory, highest above rest while ${readings.toLocaleString('en')} readings came in`,
        server.memory('peak') - memoryAtRest,
        'MiB',
      ),
      atMost('memory, grown over the second half of them', grown, 50, 'MiB'),
    ],
  }
}

/** Rows of readings per second, durable with each transaction, without judging and summing. */
async function measureBareRate(settings: ServerSettings, readings: number): Promise<number> {
  const db = await opened(settings)
  try {
    await db.pool.query(
      `create table bare_reading (site_id integer not null, tag_id uuid not null, at timestamp(3) with time zone not null, value double precision not null,
         quality smallint not null, received_at timestamp(3) with time zone not null, primary key (site_id, tag_id, at)) partition by range (at)`,
    )
    await db.pool.query('create table bare_reading_all partition of bare_reading default')
    const ids = Array.from({ length: TAGS }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    const minutes = A_CALL / TAGS
    const begin = Date.now() - (readings / TAGS) * MINUTE
    const began = performance.now()
    const calls = Math.ceil(readings / A_CALL)
    for (let n = 0; n < calls; n++) {
      const rows = Array.from({ length: minutes }, (_, m) => n * minutes + m).flatMap((minute) =>
        ids.map((id, t) => ({ id, at: new Date(begin + minute * MINUTE).toISOString(), value: valueOf(t, minute) })),
      )
      await db.pool.query(
        `insert into bare_reading (site_id, tag_id, at, value, quality, received_at)
         select 1, t, a, v, 0, now() from unnest($1::uuid[], $2::timestamptz[], $3::float8[]) r(t, a, v) on conflict do nothing`,
        [rows.map(({ id }) => id), rows.map(({ at }) => at), rows.map(({ value }) => value)],
      )
      await db.waitUntilDurable()
    }
    return (calls * A_CALL) / ((performance.now() - began) / 1000)
  } finally {
    await db.close()
  }
}
