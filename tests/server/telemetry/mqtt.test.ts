import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveTags } from '@/areas/telemetry/contract/telemetry-endpoints'
import { inlet } from '@/areas/telemetry/contract/inlet'
import { tag } from '@/areas/telemetry/contract/tag'
import { InletRunner } from '@/areas/telemetry/server/inlet-runner'
import type { CreateInput } from '@/contract/resource'
import { openSealedField } from '@/server/seals'
import type { TestPlant } from '../harness'
import { expectOk, NOW, createStaffedPlant, type Staff } from '../plant-staff'
import { payloadBytes, type Metric } from '../../rules/sparkplug-bytes'
import { hasBroker, createBroker, waitUntil, type Broker } from './mosquitto'

let plant: TestPlant
let staff: Staff
let broker: Broker
let sender: MqttClient
let account: string
const runners: InletRunner[] = []
const SECRET = 'hush-hush-7'
const AT = Date.parse(NOW) - 3_600_000

beforeAll(async () => {
  if (!hasBroker) return
  ;({ plant, staff } = await createStaffedPlant())
  broker = await createBroker()
  sender = await connectAsync(broker.url, { clientId: 'gateway', reconnectPeriod: 50 })
  const [made] = await plant.query<{ id: string }>(
    `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
     select 1, gen_random_uuid(), 'gateway', 'Gateway', id, 'service' from role where code = 'GATEWAY' returning id`,
  )
  account = made!.id
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
  if (plant) await plant.query('update inlet set enabled = false')
})
afterAll(async () => {
  if (!hasBroker) return
  await sender.endAsync(true)
  await plant.close()
  await broker.close()
})

let serial = 0
/** Creates a tag and an inlet for it. */
async function newInlet(more: Partial<CreateInput<typeof inlet>> = {}) {
  const name = `N${++serial}`
  const made = expectOk(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code: `${name}.MPS`,
      name,
      kind: 'gauge',
      unit: 'm/min',
      everyS: 60,
    }),
  )
  const row = expectOk(
    await staff.admin.call(inlet.endpoints.create, {
      name,
      kind: 'mqtt',
      url: broker.url,
      password: SECRET,
      userName: 'mes',
      patterns: [{ topic: `${name}/{key}`, tag: `${name}.{key}` }],
      accountId: account,
      enabled: true,
      ...more,
    }),
  )
  return { name, tagId: made.id, row }
}
/** Runs the inlet part of a server instance. */
function newRunner(): InletRunner {
  const runner = new InletRunner(plant.app, { tickMs: 100, leaseMs: 1_000 })
  runner.start()
  runners.push(runner)
  return runner
}
const loadStatus = async (id: string) =>
  (
    await plant.query<{
      state: string
      received: number
      refused: number
      last_error: string | null
      refusals: { why: string; topic: string; shown: string }[]
    }>('select * from inlet where id = $1', [id])
  )[0]!
const connected = (id: string) => waitUntil('connected', async () => (await loadStatus(id)).state === 'connected')
const loadValues = async (tagId: string): Promise<number[]> =>
  (await plant.query<{ value: number }>('select value from reading where tag_id = $1 order by at', [tagId])).map(
    (r) => r.value,
  )
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const publishValue = (name: string, n: number) =>
  sender.publishAsync(`${name}/MPS`, JSON.stringify({ value: n, at: AT + n * 1000 }), { qos: 1 })

describe.skipIf(!hasBroker)('JSON topics', () => {
  test('deliver values, name unreadable ones, and never show the password', async () => {
    const { name, tagId, row } = await newInlet()
    newRunner()
    await connected(row.id)
    await Promise.all([
      publishValue(name, 1),
      publishValue(name, 2),
      sender.publishAsync(`${name}/MPS`, 'out of order', { qos: 1 }),
      publishValue(name, 3),
    ])
    await waitUntil('stored', async () => (await loadValues(tagId)).length === 3)
    expect(await loadValues(tagId)).toEqual([1, 2, 3])
    await waitUntil(
      'told',
      async () => (await loadStatus(row.id)).refused === 1 && (await loadStatus(row.id)).received === 3,
    )
    expect((await loadStatus(row.id)).refusals).toMatchObject([
      { topic: `${name}/MPS`, why: 'notJson', shown: 'out of order' },
    ])
    const answers = [
      await staff.admin.call(inlet.endpoints.list, { id: row.id }),
      row,
      await plant.query('select * from operation_log'),
      await plant.query('select * from inlet_session'),
    ]
    expect(JSON.stringify(answers)).not.toContain(SECRET)
    const [storedInlet] = await plant.query<{ password: string }>('select password from inlet where id = $1', [row.id])
    expect(storedInlet!.password).not.toContain(SECRET)
    expect(openSealedField(plant.app, inlet, 'password', storedInlet!.password)).toBe(SECRET)
    // The password belongs to this broker and user name.
    expectOk(
      await staff.admin.call(inlet.endpoints.update, {
        id: row.id,
        version: row.version,
        url: 'mqtt://elsewhere.example.com',
        enabled: false,
      }),
    )
    expect((await plant.query('select password from inlet where id = $1', [row.id]))[0]).toEqual({ password: null })
  })

  test('survive a broker restart: no value lost, none counted twice', async () => {
    const { name, tagId, row } = await newInlet()
    newRunner()
    await connected(row.id)
    const sentMessages = numbers(1, 600).map((n) => publishValue(name, n))
    await waitUntil('some arrive', async () => (await loadValues(tagId)).length > 0)
    await broker.stop()
    sentMessages.push(...numbers(601, 900).map((n) => publishValue(name, n)))
    await waitUntil('told', async () => (await loadStatus(row.id)).state !== 'connected')
    await broker.start()
    await Promise.all(sentMessages)
    await waitUntil('all arrive', async () => (await loadValues(tagId)).length >= 900)
    expect(await loadValues(tagId)).toEqual(numbers(1, 900))
    expect(await plant.query('select 1 from reading_revision where tag_id = $1', [tagId])).toEqual([])
    await connected(row.id)
  })

  test('survive a server crash before storing or acknowledging: sent again, counted once', async () => {
    const { name, tagId, row } = await newInlet()
    const first = newRunner()
    await connected(row.id)
    // Received values cannot be stored.
    await plant.query(`update app_user set state = 'suspended' where id = $1`, [account])
    await Promise.all(numbers(1, 20).map((n) => publishValue(name, n)))
    await waitUntil('told', async () => (await loadStatus(row.id)).last_error === 'the account may not send readings')
    expect(await loadValues(tagId)).toEqual([])
    await first.abandon()
    await plant.query(`update app_user set state = 'active' where id = $1`, [account])
    // Stored values cannot be acknowledged.
    const publish = vi
      .spyOn(plant.app.changes, 'publish')
      .mockImplementation((resources) =>
        [...resources].includes('inlet') ? Promise.resolve() : Promise.reject(new Error('killed')),
      )
    const second = newRunner()
    await waitUntil('stored', async () => (await loadValues(tagId)).length === 20)
    await second.abandon()
    expect(publish).toHaveBeenCalled()
    publish.mockRestore()
    newRunner()
    await publishValue(name, 21)
    await waitUntil('all of it', async () => (await loadValues(tagId)).length === 21)
    expect(await loadValues(tagId)).toEqual(numbers(1, 21))
    await waitUntil('taken over and acknowledged', async () => (await loadStatus(row.id)).received >= 21)
    expect(await plant.query('select 1 from reading_revision where tag_id = $1', [tagId])).toEqual([])
  })

  test('spread over instances by shared topics; another instance takes over within seconds', async () => {
    const { name, tagId, row } = await newInlet({ sessions: 2 })
    const [runner] = [newRunner(), newRunner()]
    const holders = async () =>
      await plant.query<{ holder: string | null; received: number }>(
        'select holder, received from inlet_session where inlet_id = $1',
        [row.id],
      )
    await connected(row.id)
    await waitUntil('each has one', async () => new Set((await holders()).map((s) => s.holder)).size === 2)
    await connected(row.id)
    await Promise.all(numbers(1, 200).map((n) => publishValue(name, n)))
    await waitUntil('all arrive', async () => (await loadValues(tagId)).length >= 200)
    await waitUntil('told', async () => (await holders()).reduce((sum, s) => sum + s.received, 0) >= 200)
    for (const { received } of await holders()) expect(received).toBeGreaterThan(0)
    expect((await holders()).reduce((sum, s) => sum + s.received, 0)).toBe(200)
    const began = performance.now()
    await runner!.abandon()
    await Promise.all(numbers(201, 300).map((n) => publishValue(name, n)))
    await waitUntil('all arrive', async () => (await loadValues(tagId)).length >= 300)
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await loadValues(tagId)).toEqual(numbers(1, 300))
    expect(new Set((await holders()).map((s) => s.holder)).size).toBe(1)
  })

  test.each([
    ['another scheme', { url: 'http://example.com' }, ['url']],
    ['a password in the address', { url: 'mqtt://a:b@example.com' }, ['url']],
    ['a pattern that is none', { patterns: [{ topic: 'a/#/b', tag: null }] }, ['patterns', 0, 'topic']],
    ['no topics', { patterns: [] }, ['patterns']],
    ['a person', { accountId: 'self' }, ['accountId']],
  ])('refused: %s', async (_, more, path) => {
    const input = {
      name: `R${++serial}`,
      kind: 'mqtt',
      url: broker.url,
      patterns: [{ topic: 'a/{b}', tag: null }],
      accountId: account,
      ...more,
    } as CreateInput<typeof inlet>
    const answer = await staff.admin.call(inlet.endpoints.create, {
      ...input,
      accountId: input.accountId === 'self' ? staff.admin.userId : input.accountId,
    })
    expect(answer.errno).not.toBe('200')
    expect(JSON.stringify(answer.data)).toContain(JSON.stringify(path))
  })
})

describe.skipIf(!hasBroker)('Sparkplug B', () => {
  test('births, data, history, a gap and a death of an edge node', async () => {
    const { name, tagId, row } = await newInlet({ kind: 'sparkplug' })
    expectOk(
      await staff.admin.call(inlet.endpoints.update, {
        id: row.id,
        version: row.version,
        patterns: [{ topic: `spBv1.0/${name}/#`, tag: '{group}.{metric}' }],
      }),
    )
    const topic = (type: string) => `spBv1.0/${name}/${type}/edge`
    const commands: string[] = []
    sender.on('message', (to) => commands.push(to))
    await sender.subscribeAsync(topic('NCMD'))
    const publish = (type: string, seq: number | undefined, metrics: Metric[], at = AT) =>
      sender.publishAsync(topic(type), Buffer.from(payloadBytes(seq, metrics, at)), { qos: 1 })
    const value = (n: number, more: Metric = {}): Metric => ({ alias: 1, type: 'Double', value: n, ...more })
    const birth = (n: number): Metric[] => [
      { name: 'bdSeq', type: 'Int64', value: 0 },
      { name: 'MPS', ...value(n) },
    ]
    const live = async () => expectOk(await staff.admin.call(liveTags, { tagIds: [tagId] }))[0]!
    newRunner()
    await connected(row.id)

    await publish('NDATA', 7, [value(1)])
    await waitUntil('a birth is asked for', () => commands.length === 1)
    // The plant’s clock is at NOW, so a value of one second ago is current.
    const near = Date.parse(NOW) - 30_000
    await publish('NBIRTH', 0, birth(50), near)
    await publish('NDATA', 1, [value(51)], near + 1000)
    await publish('NDATA', 2, [value(40, { at: near - 600_000, historical: true })], near + 1500)
    await waitUntil('stored', async () => (await loadValues(tagId)).length === 3)
    expect(await loadValues(tagId)).toEqual([40, 50, 51])
    expect(await live()).toMatchObject({ value: 51, stale: false })

    await publish('NDATA', 4, [value(53)], near + 3000)
    await publish('NDATA', 3, [value(52)], near + 2000)
    await waitUntil('in order again', async () => (await loadValues(tagId)).length === 5)
    expect(commands).toHaveLength(1)
    await publish('NDATA', 6, [value(55)], near + 5000)
    await waitUntil('received', async () => (await loadStatus(row.id)).refused >= 1)
    plant.clock.set(new Date(Date.parse(NOW) + 31_000))
    await waitUntil('another birth is asked for', () => commands.length === 2)
    expect(await loadValues(tagId)).toEqual([40, 50, 51, 52, 53])

    await publish('NBIRTH', 0, birth(56), near + 10_000)
    await waitUntil('born again', async () => (await live()).value === 56)
    expect((await live()).stale).toBe(false)
    await publish('NDEATH', undefined, [{ name: 'bdSeq', type: 'Int64', value: 0 }])
    await waitUntil('stale', async () => (await live()).stale)
    await publish('NBIRTH', 0, birth(57), near + 11_000)
    await waitUntil('known again', async () => !(await live()).stale)
    expect(await live()).toMatchObject({ value: 57 })
    plant.clock.set(NOW)
  })
})
