import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erpSource } from '@/areas/orders/contract/erp-order'
import { inlet } from '@/areas/telemetry/contract/inlet'
import { assertAllowedHost } from '@/areas/telemetry/server/inlet-address'
import type { CreateInput } from '@/contract/resource'
import type { TestPlant } from '../harness'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
let accountId: string
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  plant.app.ownPorts.add(8080)
  const [made] = await plant.query<{ id: string }>(
    `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
     select 1, gen_random_uuid(), 'gateway', 'Gateway', id, 'service' from role where code = 'GATEWAY' returning id`,
  )
  accountId = made!.id
})
afterAll(() => plant.close())

let serial = 0
const newInlet = (url: string, more: Partial<CreateInput<typeof inlet>> = {}) =>
  staff.admin.call(inlet.endpoints.create, {
    name: `inlet ${++serial}`,
    kind: 'mqtt',
    url,
    userName: 'mes',
    password: 'hush-7',
    patterns: [{ topic: 'a/{key}', tag: '{key}' }],
    accountId,
    ...more,
  })
const hasPassword = async (id: string) =>
  (await plant.query<{ has: boolean }>('select password is not null as has from inlet where id = $1', [id]))[0]!.has

describe('the password of a broker', () => {
  test.each([
    ['mqtt://broker.plant:8883', false],
    ['mqtts://broker.plant:8884', false],
    ['mqtts://other.plant:8883', false],
    ['mqtts://BROKER.plant:8883', true],
    ['mqtts://broker.plant:8883/', true],
  ])('entered for mqtts://broker.plant:8883 goes on to %s: %s', async (url, stays) => {
    const { id, version } = expectOk(await newInlet('mqtts://broker.plant:8883'))
    expectOk(await staff.admin.call(inlet.endpoints.update, { id, version, url }))
    expect(await hasPassword(id)).toBe(stays)
  })
})
describe('the password of an ERP', () => {
  test.each([
    ['http://erp.plant/orders', false],
    ['https://erp.plant:8443/orders', false],
    ['https://other.plant/orders', false],
    ['https://erp.plant/lines', true],
    ['https://ERP.plant:443/orders', true],
  ])('entered for https://erp.plant/orders goes on to %s: %s', async (url, stays) => {
    const mapping = ['externalNumber', 'productCode', 'orderedKg'].map((field) => ({ field, path: field }))
    const { id, version } = expectOk(
      await staff.admin.raw('POST', '/equ/erp_source', {
        name: `erp ${++serial}`,
        url: 'https://erp.plant/orders',
        headerName: 'authorization',
        headerValue: 'hush-8',
        mapping,
      }),
    ) as unknown as { id: string; version: number }
    expectOk(await staff.admin.call(erpSource.endpoints.update, { id, version, url }))
    const [row] = await plant.query('select header_value is not null as has from erp_source where id = $1', [id])
    expect(row).toEqual({ has: stays })
  })
})

describe('the address of an inlet', () => {
  test.each([
    'mqtt://169.254.169.254:80',
    'mqtt://[fe80::1]:1883',
    'mqtt://[::ffff:169.254.169.254]:80',
    'mqtt://[2002:a9fe:a9fe::]:80',
    'mqtt://224.0.0.1',
    'mqtt://0.0.0.0:1883',
    'mqtt://127.0.0.1:8080',
    'mqtt://[::1]:8080',
    'mqtt://[::ffff:127.0.0.1]:8080',
  ])('%s is refused on entry and on connecting', async (url) => {
    const answer = await newInlet(url)
    expect([answer.errno, answer.data]).toEqual([
      '4013',
      { issues: [expect.objectContaining({ path: ['url'], code: 'notAllowed' })] },
    ])
    await expect(assertAllowedHost(plant.app, url)).rejects.toThrow('not allowed')
  })
  test('is judged by what its name resolves to', async () => {
    await expect(assertAllowedHost(plant.app, 'mqtt://localhost:8080')).rejects.toThrow('not allowed')
    await assertAllowedHost(plant.app, 'mqtt://localhost:1883')
  })
  test.each(['mqtt://127.0.0.1:1883', 'mqtt://192.168.1.5', 'mqtts://10.0.0.7:8883', 'mqtt://[fd00::7]:1883'])(
    '%s is taken',
    async (url) => {
      expectOk(await newInlet(url))
      await assertAllowedHost(plant.app, url)
    },
  )
  test('of an OPC UA server is checked too', async () => {
    const nodes = [{ nodeId: 'ns=1;s=a', tag: 'A' }]
    const answer = await newInlet('opc.tcp://169.254.1.1:4840', { kind: 'opcua', nodes, userName: null, patterns: [] })
    expect(answer.errno).toBe('4013')
  })
})

test('and user name are visible to inlet managers; others see only existence and state', async () => {
  const { id } = expectOk(await newInlet('mqtts://secret-host.plant:8883', { name: 'hall 3', userName: 'broker-user' }))
  await plant.query(`update inlet set last_error = 'no answer from secret-host.plant' where id = $1`, [id])
  for (const who of [staff.viewer, staff['operator-line']]) {
    const answer = await who.raw('GET', `/telemetry/inlet?id=${id}`)
    if (answer.errno === '401') continue
    expect((answer.data as { list: unknown[] }).list).toMatchObject([{ name: 'hall 3', state: 'off' }])
    const all = answer.bytes.toString()
    expect(all).not.toContain('secret-host')
    expect(all).not.toContain('broker-user')
    const searched = await who.raw('GET', '/telemetry/inlet?keyword=secret-host')
    expect((searched.data as { total: number }).total).toBe(0)
  }
  expect((await staff.viewer.raw('GET', '/telemetry/inlet')).errno).toBe('200')
  const seen = expectOk(await staff.admin.call(inlet.endpoints.list, { keyword: 'hall 3' }))
  expect(seen.list).toMatchObject([{ url: 'mqtts://secret-host.plant:8883', userName: 'broker-user' }])
})
