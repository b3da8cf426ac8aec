import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DataType, MonitoringMode, StatusCodes, Variant } from 'node-opcua-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveTags } from '@/areas/telemetry/contract/telemetry-endpoints'
import { inlet } from '@/areas/telemetry/contract/inlet'
import { tag } from '@/areas/telemetry/contract/tag'
import { toSentQuality } from '@/areas/telemetry/server/opcua/listen-to-server'
import type { TestPlant } from '../harness'
import { good, NOW, staffed, type Staff } from '../people'
import { until } from './mosquitto'
import { listening, newKeys, newServer } from './opcua-server'

let plant: TestPlant
let staff: Staff
let machine: Awaited<ReturnType<typeof newServer>>
let tagId: string
let url: string
const { keys, gone } = newKeys()
const AT = Date.parse(NOW) - 60_000

beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  await started()
  tagId = good(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code: 'SB1.MPS',
      name: 'MPS',
      kind: 'gauge',
      unit: 'm/min',
      everyS: 60,
    }),
  ).id
  const [account] = await plant.query<{ id: string }>(
    `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
     select 1, gen_random_uuid(), 'machine', 'Machine', id, 'service' from role where code = 'GATEWAY' returning id`,
  )
  good(
    await staff.admin.call(inlet.endpoints.create, {
      name: 'SB1',
      kind: 'opcua',
      url,
      nodes: [{ nodeId: 'ns=1;s=speed', tag: 'SB1.MPS' }],
      samplingMs: 100,
      accountId: account!.id,
      enabled: true,
    }),
  )
})
afterAll(async () => {
  await machine.server.shutdown()
  await plant.close()
  gone()
})

async function started(port = 0): Promise<void> {
  machine = await newServer({ port, keys })
  shows(0, AT)
  await machine.start()
  url = machine.url()
}
const shows = (value: number, at: number, status = StatusCodes.Good) => machine.shows(value, at, status)
const stored = () =>
  plant.query<{ value: number; quality: number; at: string }>(
    'select value, quality, at from reading where tag_id = $1 order by at',
    [tagId],
  )
describe('OPC UA', () => {
  test('values with the time of their source and the quality of their status', async () => {
    const listener = await listening(plant, { watchMs: 50 })
    await until('connected', () => listener.status.state === 'connected')
    await until('the first', async () => (await stored()).length === 1)
    shows(51.2, AT + 1000)
    await until('the second', async () => (await stored()).length === 2)
    shows(51.3, AT + 2000, StatusCodes.UncertainLastUsableValue)
    await until('the third', async () => (await stored()).length === 3)
    expect(await stored()).toEqual([
      { value: 0, quality: 0, at: new Date(AT).toISOString() },
      { value: 51.2, quality: 0, at: new Date(AT + 1000).toISOString() },
      { value: 51.3, quality: 1, at: new Date(AT + 2000).toISOString() },
    ])
    await listener.close()
    // What it shows to servers is kept in memory.
    expect(existsSync(join(homedir(), '.config', 'node-opcua-default-nodejs'))).toBe(false)
  })

  test('an item that falls silent while its node changes is found out and asked for anew', async () => {
    const watched: { setMonitoringMode(mode: MonitoringMode): void }[] = []
    machine.server.once('create_session', (session) =>
      session.once('new_subscription', (subscription: EventEmitter) =>
        subscription.on('monitoredItem', (item: (typeof watched)[number]) => watched.push(item)),
      ),
    )
    const listener = await listening(plant, { watchMs: 50, itemSilentMs: 300 })
    await until('connected', () => listener.status.state === 'connected')
    await until('watched', () => watched.length === 1)
    const before = (await stored()).length
    // The server forgets to watch, and says nothing of it.
    for (const item of watched) item.setMonitoringMode(MonitoringMode.Disabled)
    shows(61, AT + 10_000)
    await until('read', async () => (await stored()).length === before + 1)
    shows(62, AT + 11_000)
    shows(63, AT + 12_000)
    await until('told again', async () => (await stored()).at(-1)?.value === 63)
    await listener.close()
  })

  test('the server goes and comes back', async () => {
    const listener = await listening(plant, { watchMs: 50 })
    await until('connected', () => listener.status.state === 'connected')
    const port = Number(new URL(url.replace('opc.tcp', 'http')).port)
    await machine.server.shutdown()
    await until('told', () => listener.status.state !== 'connected')
    expect(listener.status.lastError).not.toBeNull()
    await started(port)
    await until('connected again', () => listener.status.state === 'connected')
    shows(71, AT + 20_000)
    await until('stored', async () => (await stored()).at(-1)?.value === 71)
    // A status without a value: what it showed is none of now.
    machine.node.setValueFromSource(
      new Variant({ dataType: DataType.Null }),
      StatusCodes.BadSensorFailure,
      new Date(AT + 21_000),
    )
    await until('stale', async () => good(await staff.admin.call(liveTags, { tagIds: [tagId] }))[0]!.stale)
    await listener.close()
  })

  test.each([
    [StatusCodes.Good, 'good'],
    [StatusCodes.GoodClamped, 'good'],
    [StatusCodes.UncertainSensorNotAccurate, 'uncertain'],
    [StatusCodes.BadNoCommunication, 'bad'],
  ])('%s', (status, quality) => expect(toSentQuality(status)).toBe(quality))
})
