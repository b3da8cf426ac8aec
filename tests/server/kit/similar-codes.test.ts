import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { customer } from '@/areas/orders/contract/customer'
import { role } from '@/areas/access/contract/role'
import { material } from '@/areas/feeding/contract/material'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import type { Resource } from '@/contract/resource'
import { buildSampleInput } from '../../contract/sample'
import { expectOk } from '../plant-staff'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

const issueOf = (field: string, value: string) => [{ path: [field], code: 'similarExists', params: { value } }]
const getIssues = (answer: { data: unknown }) =>
  ((answer.data as { issues?: { path: unknown[]; code: string; params?: object }[] } | null)?.issues ?? []).map(
    ({ path, code, params }) => ({ path, code, params }),
  )
const createMaterial = (code: string) => admin.call(material.endpoints.create, { code, name: code, kind: 'main' })

describe('a code that differs only in case or width', () => {
  test.each(['za-1', 'Za-1', ' za-1 '])('is refused for a new record: %j', async (code) => {
    await createMaterial('ZA-1')
    const answer = await createMaterial(code)
    expect(answer.errno).toBe('4003')
    expect(getIssues(answer)).toEqual(issueOf('code', 'ZA-1'))
  })
  test('is refused for a changed record, unless the code stays as it is', async () => {
    expectOk(await createMaterial('ZB-1'))
    const other = expectOk(await createMaterial('ZB-2')) as { id: string; version: number }
    const change = (patch: object, version: number) =>
      admin.call(material.endpoints.update, { id: other.id, version, ...patch })
    expect(getIssues(await change({ code: 'zb-1' }, 1))).toEqual(issueOf('code', 'ZB-1'))
    expect(expectOk(await change({ code: 'zb-2' }, 1))).toMatchObject({ code: 'zb-2', version: 2 })
  })
  test('leaves existing twins editable', async () => {
    const upper = expectOk(await createMaterial('ZC-1')) as { id: string }
    await plant.query(
      `insert into material (site_id, id, code, name, kind, active, created_at, updated_at)
       select site_id, $2, 'zc-1', 'twin', kind, active, created_at, updated_at from material where id = $1`,
      [upper.id, createUuid7()],
    )
    const [twin] = await plant.query<{ id: string; version: number }>(
      `select id, version from material where code = 'zc-1'`,
    )
    const change = (patch: object, version: number) =>
      admin.call(material.endpoints.update, { id: twin!.id, version, ...patch })
    expectOk(await change({ name: 'renamed' }, twin!.version))
    // A form sends all its fields.
    expectOk(await change({ code: 'zc-1', name: 'renamed again' }, twin!.version + 1))
    expect(getIssues(await change({ code: 'Zc-1' }, twin!.version + 2))).toEqual(issueOf('code', 'ZC-1'))
    expectOk(await change({ code: 'ZC-2' }, twin!.version + 2))
  })
  test('is refused for names in full width', async () => {
    const input = await buildSampleInput(plant, admin, role)
    expectOk(await admin.call(role.endpoints.create, { ...input, code: 'r1', name: 'Mixer 1' } as never))
    const answer = await admin.call(role.endpoints.create, { ...input, code: 'r2', name: 'ＭＩＸＥＲ 1' } as never)
    expect(getIssues(answer)).toEqual(issueOf('name', 'Mixer 1'))
  })
  test('is refused for a record that is created at the same moment', async () => {
    const numbers = Array.from({ length: 12 }, (_, i) => i)
    const answers = await Promise.all(
      numbers.map((n) => Promise.all([`ZR-${n}`, `zr-${n}`, `ＺＲ-${n}`].map((code) => createMaterial(code)))),
    )
    expect(answers.map((codes) => codes.map(({ errno }) => errno).sort())).toEqual(
      numbers.map(() => ['200', '4003', '4003']),
    )
  })
  test('has a message in both languages', async () => {
    expectOk(await admin.call(customer.endpoints.create, { code: 'CZ-1', name: '客户' }))
    const create = (language: 'zh' | 'en') =>
      admin.call(customer.endpoints.create, { code: 'cz-1', name: '客户' }, { language })
    expect(JSON.stringify(await create('zh'))).toContain('系统中已有“CZ-1”，只是大小写或全角半角不同')
    expect(JSON.stringify(await create('en'))).toContain('exists already and differs only in upper and lower case')
  })
  test('repeats the answer of a call that was applied', async () => {
    const key = createUuid7()
    const input = { code: 'ZD-1', name: 'x', kind: 'main' as const }
    const first = await admin.call(material.endpoints.create, input, { key })
    expect((await admin.call(material.endpoints.create, input, { key })).data).toEqual(first.data)
    expect((await createMaterial('ZD-1')).errno).toBe('4003')
  })
})

/** Resources whose only unique text is a code that people enter. */
const resourcesWithCode = areaContracts
  .flatMap(({ resources }): readonly Resource[] => resources)
  .filter(({ unique, fields, endpoints }) => {
    const code = fields['code']
    return endpoints.create && code?.kind === 'text' && !code.readonly && unique.some((names) => names[0] === 'code')
  })
test.each(resourcesWithCode.map((resource) => [resource.name, resource] as const))(
  '%s refuses a similar code',
  async (_name, resource) => {
    const create = resource.endpoints.create as Endpoint
    const input = await buildSampleInput(plant, admin, resource)
    const code = `TW${String(input['code'])}`.slice(0, 10)
    expectOk(await admin.call(create, { ...input, code }))
    const answer = await admin.call(create, {
      ...(await buildSampleInput(plant, admin, resource)),
      code: code.toLowerCase(),
    })
    expect(getIssues(answer)).toEqual(issueOf('code', code))
  },
)
