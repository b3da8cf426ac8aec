import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { liveTags } from '@/areas/telemetry/contract/telemetry-endpoints'
import { inlet } from '@/areas/telemetry/contract/inlet'
import { tag } from '@/areas/telemetry/contract/tag'
import { InletRunner } from '@/areas/telemetry/server/inlet-runner'
import type { CreateInput } from '@/contract/resource'
import { openSealedField } from '@/server/crud/sealed-fields'
import type { TestPlant } from '../harness'
import { good, NOW, staffed, type Staff } from '../people'
import { payloadBytes, type Metric } from '../../rules/sparkplug-bytes'
import { hasBroker, newBroker, until, type Broker } from './mosquitto'

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
  ;({ plant, staff } = await staffed())
  broker = await newBroker()
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
/** A tag and an inlet for it. */
async function newInlet(more: Partial<CreateInput<typeof inlet>> = {}) {
  const name = `N${++serial}`
  const made = good(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code: `${name}.MPS`,
      name,
      kind: 'gauge',
      unit: 'm/min',
      everyS: 60,
    }),
  )
  const row = good(
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
/** An instance of the server, as far as inlets go. */
function newRunner(): InletRunner {
  const runner = new InletRunner(plant.app, { tickMs: 100, leaseMs: 1_000 })
  runner.start()
  runners.push(runner)
  return runner
}
const shown = async (id: string) =>
  (
    await plant.query<{
      state: string
      received: number
      refused: number
      last_error: string | null
      refusals: { why: string; topic: string; shown: string }[]
    }>('select * from inlet where id = $1', [id])
  )[0]!
const connected = (id: string) => until('connected', async () => (await shown(id)).state === 'connected')
const stored = async (tagId: string): Promise<number[]> =>
  (await plant.query<{ value: number }>('select value from reading where tag_id = $1 order by at', [tagId])).map(
    (r) => r.value,
  )
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const say = (name: string, n: number) =>
  sender.publishAsync(`${name}/MPS`, JSON.stringify({ value: n, at: AT + n * 1000 }), { qos: 1 })

describe.skipIf(!hasBroker)('JSON topics', () => {
  test('values flow, what cannot be read is named, and the password is nowhere to be seen', async () => {
    const { name, tagId, row } = await newInlet()
    newRunner()
    await connected(row.id)
    await Promise.all([
      say(name, 1),
      say(name, 2),
      sender.publishAsync(`${name}/MPS`, 'out of order', { qos: 1 }),
      say(name, 3),
    ])
    await until('stored', async () => (await stored(tagId)).length === 3)
    expect(await stored(tagId)).toEqual([1, 2, 3])
    await until('told', async () => (await shown(row.id)).refused === 1 && (await shown(row.id)).received === 3)
    expect((await shown(row.id)).refusals).toMatchObject([
      { topic: `${name}/MPS`, why: 'notJson', shown: 'out of order' },
    ])
    const answers = [
      await staff.admin.call(inlet.endpoints.list, { id: row.id }),
      row,
      await plant.query('select * from operation_log'),
      await plant.query('select * from inlet_session'),
    ]
    expect(JSON.stringify(answers)).not.toContain(SECRET)
    const [kept] = await plant.query<{ password: string }>('select password from inlet where id = $1', [row.id])
    expect(kept!.password).not.toContain(SECRET)
    expect(openSealedField(plant.app, inlet, 'password', kept!.password)).toBe(SECRET)
    // It was entered for this broker and name.
    good(
      await staff.admin.call(inlet.endpoints.update, {
        id: row.id,
        version: row.version,
        url: 'mqtt://elsewhere.example.com',
        enabled: false,
      }),
    )
    expect((await plant.query('select password from inlet where id = $1', [row.id]))[0]).toEqual({ password: null })
  })

  test('the broker goes and comes back while values flow: none is lost, none counts twice', async () => {
    const { name, tagId, row } = await newInlet()
    newRunner()
    await connected(row.id)
    const said = numbers(1, 600).map((n) => say(name, n))
    await until('some arrive', async () => (await stored(tagId)).length > 0)
    await broker.stop()
    said.push(...numbers(601, 900).map((n) => say(name, n)))
    await until('told', async () => (await shown(row.id)).state !== 'connected')
    await broker.start()
    await Promise.all(said)
    await until('all arrive', async () => (await stored(tagId)).length >= 900)
    expect(await stored(tagId)).toEqual(numbers(1, 900))
    expect(await plant.query('select 1 from reading_revision where tag_id = $1', [tagId])).toEqual([])
    await connected(row.id)
  })

  test('a server that dies before it has stored, or before it has said so: sent again, counted once', async () => {
    const { name, tagId, row } = await newInlet()
    const first = newRunner()
    await connected(row.id)
    // What is received cannot be stored.
    await plant.query(`update app_user set state = 'suspended' where id = $1`, [account])
    await Promise.all(numbers(1, 20).map((n) => say(name, n)))
    await until('told', async () => (await shown(row.id)).last_error === 'the account may not send readings')
    expect(await stored(tagId)).toEqual([])
    await first.abandon()
    await plant.query(`update app_user set state = 'active' where id = $1`, [account])
    // What is stored cannot be acknowledged.
    const publish = vi
      .spyOn(plant.app.changes, 'publish')
      .mockImplementation((resources) =>
        [...resources].includes('inlet') ? Promise.resolve() : Promise.reject(new Error('killed')),
      )
    const second = newRunner()
    await until('stored', async () => (await stored(tagId)).length === 20)
    await second.abandon()
    expect(publish).toHaveBeenCalled()
    publish.mockRestore()
    newRunner()
    await say(name, 21)
    await until('all of it', async () => (await stored(tagId)).length === 21)
    expect(await stored(tagId)).toEqual(numbers(1, 21))
    await until('taken over and acknowledged', async () => (await shown(row.id)).received >= 21)
    expect(await plant.query('select 1 from reading_revision where tag_id = $1', [tagId])).toEqual([])
  })

  test('sessions that share the topics are spread over instances; one that dies is taken over within seconds', async () => {
    const { name, tagId, row } = await newInlet({ sessions: 2 })
    const [one] = [newRunner(), newRunner()]
    const holders = async () =>
      await plant.query<{ holder: string | null; received: number }>(
        'select holder, received from inlet_session where inlet_id = $1',
        [row.id],
      )
    await connected(row.id)
    await until('each has one', async () => new Set((await holders()).map((s) => s.holder)).size === 2)
    await connected(row.id)
    await Promise.all(numbers(1, 200).map((n) => say(name, n)))
    await until('all arrive', async () => (await stored(tagId)).length >= 200)
    await until('told', async () => (await holders()).reduce((sum, s) => sum + s.received, 0) >= 200)
    for (const { received } of await holders()) expect(received).toBeGreaterThan(0)
    expect((await holders()).reduce((sum, s) => sum + s.received, 0)).toBe(200)
    const began = performance.now()
    await one!.abandon()
    await Promise.all(numbers(201, 300).map((n) => say(name, n)))
    await until('all arrive', async () => (await stored(tagId)).length >= 300)
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await stored(tagId)).toEqual(numbers(1, 300))
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
    good(
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
    const live = async () => good(await staff.admin.call(liveTags, { tagIds: [tagId] }))[0]!
    newRunner()
    await connected(row.id)

    await publish('NDATA', 7, [value(1)])
    await until('a birth is asked for', () => commands.length === 1)
    // The plant's clock stands at NOW: what was measured a second ago is none of the past.
    const near = Date.parse(NOW) - 30_000
    await publish('NBIRTH', 0, birth(50), near)
    await publish('NDATA', 1, [value(51)], near + 1000)
    await publish('NDATA', 2, [value(40, { at: near - 600_000, historical: true })], near + 1500)
    await until('stored', async () => (await stored(tagId)).length === 3)
    expect(await stored(tagId)).toEqual([40, 50, 51])
    expect(await live()).toMatchObject({ value: 51, stale: false })

    await publish('NDATA', 4, [value(53)], near + 3000)
    await publish('NDATA', 3, [value(52)], near + 2000)
    await until('in order again', async () => (await stored(tagId)).length === 5)
    expect(commands).toHaveLength(1)
    await publish('NDATA', 6, [value(55)], near + 5000)
    await until('received', async () => (await shown(row.id)).refused >= 1)
    plant.clock.set(new Date(Date.parse(NOW) + 31_000))
    await until('another birth is asked for', () => commands.length === 2)
    expect(await stored(tagId)).toEqual([40, 50, 51, 52, 53])

    await publish('NBIRTH', 0, birth(56), near + 10_000)
    await until('born again', async () => (await live()).value === 56)
    expect((await live()).stale).toBe(false)
    await publish('NDEATH', undefined, [{ name: 'bdSeq', type: 'Int64', value: 0 }])
    await until('stale', async () => (await live()).stale)
    await publish('NBIRTH', 0, birth(57), near + 11_000)
    await until('known again', async () => !(await live()).stale)
    expect(await live()).toMatchObject({ value: 57 })
    plant.clock.set(NOW)
  })
})
