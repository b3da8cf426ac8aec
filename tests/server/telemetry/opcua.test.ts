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
import { expectOk, NOW, createStaffedPlant, type Staff } from '../plant-staff'
import { waitUntil } from './mosquitto'
import { startListening, createKeyFolder, createOpcuaServer } from './opcua-server'

let plant: TestPlant
let staff: Staff
let machine: Awaited<ReturnType<typeof createOpcuaServer>>
let tagId: string
let url: string
const { keys, gone } = createKeyFolder()
const AT = Date.parse(NOW) - 60_000

beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await startMachine()
  tagId = expectOk(
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
  expectOk(
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

async function startMachine(port = 0): Promise<void> {
  machine = await createOpcuaServer({ port, keys })
  setMachineValue(0, AT)
  await machine.start()
  url = machine.url()
}
const setMachineValue = (value: number, at: number, status = StatusCodes.Good) => machine.shows(value, at, status)
const loadReadings = () =>
  plant.query<{ value: number; quality: number; at: string }>(
    'select value, quality, at from reading where tag_id = $1 order by at',
    [tagId],
  )
describe('OPC UA', () => {
  test('delivers values with source time and quality', async () => {
    const listener = await startListening(plant, { checkIntervalMs: 50 })
    await waitUntil('connected', () => listener.status.state === 'connected')
    await waitUntil('the first', async () => (await loadReadings()).length === 1)
    setMachineValue(51.2, AT + 1000)
    await waitUntil('the second', async () => (await loadReadings()).length === 2)
    setMachineValue(51.3, AT + 2000, StatusCodes.UncertainLastUsableValue)
    await waitUntil('the third', async () => (await loadReadings()).length === 3)
    expect(await loadReadings()).toEqual([
      { value: 0, quality: 0, at: new Date(AT).toISOString() },
      { value: 51.2, quality: 0, at: new Date(AT + 1000).toISOString() },
      { value: 51.3, quality: 1, at: new Date(AT + 2000).toISOString() },
    ])
    await listener.close()
    // The certificate shown to servers is cached.
    expect(existsSync(join(homedir(), '.config', 'node-opcua-default-nodejs'))).toBe(false)
  })

  test('detects a silent item whose node changes and subscribes again', async () => {
    const watched: { setMonitoringMode(mode: MonitoringMode): void }[] = []
    machine.server.once('create_session', (session) =>
      session.once('new_subscription', (subscription: EventEmitter) =>
        subscription.on('monitoredItem', (item: (typeof watched)[number]) => watched.push(item)),
      ),
    )
    const listener = await startListening(plant, { checkIntervalMs: 50, nodeTimeoutMs: 300 })
    await waitUntil('connected', () => listener.status.state === 'connected')
    await waitUntil('watched', () => watched.length === 1)
    const countBefore = (await loadReadings()).length
    // The server drops the subscription silently.
    for (const item of watched) item.setMonitoringMode(MonitoringMode.Disabled)
    setMachineValue(61, AT + 10_000)
    await waitUntil('read', async () => (await loadReadings()).length === countBefore + 1)
    setMachineValue(62, AT + 11_000)
    setMachineValue(63, AT + 12_000)
    await waitUntil('told again', async () => (await loadReadings()).at(-1)?.value === 63)
    await listener.close()
  })

  test('survives a server restart', async () => {
    const listener = await startListening(plant, { checkIntervalMs: 50 })
    await waitUntil('connected', () => listener.status.state === 'connected')
    const port = Number(new URL(url.replace('opc.tcp', 'http')).port)
    await machine.server.shutdown()
    await waitUntil('told', () => listener.status.state !== 'connected')
    expect(listener.status.lastError).not.toBeNull()
    await startMachine(port)
    await waitUntil('connected again', () => listener.status.state === 'connected')
    setMachineValue(71, AT + 20_000)
    await waitUntil('stored', async () => (await loadReadings()).at(-1)?.value === 71)
    // A status without a value: the previous value is not current.
    machine.node.setValueFromSource(
      new Variant({ dataType: DataType.Null }),
      StatusCodes.BadSensorFailure,
      new Date(AT + 21_000),
    )
    await waitUntil('stale', async () => expectOk(await staff.admin.call(liveTags, { tagIds: [tagId] }))[0]!.stale)
    await listener.close()
  })

  test.each([
    [StatusCodes.Good, 'good'],
    [StatusCodes.GoodClamped, 'good'],
    [StatusCodes.UncertainSensorNotAccurate, 'uncertain'],
    [StatusCodes.BadNoCommunication, 'bad'],
  ])('%s', (status, quality) => expect(toSentQuality(status)).toBe(quality))
})
