import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import { dashboardContainer, storeGrid } from '@/areas/overview/contract/dashboard-container'
import type { Caller, TestPlant } from '../harness'
import { countRows, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
const roles: Record<string, string> = {}
const { create, update, remove, list } = dashboardContainer.endpoints
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  for (const one of expectOk(await staff.admin.call(role.endpoints.list, { size: 100 })).list) roles[one.code] = one.id
}, 120_000)
afterAll(() => plant.close())

const card = (key: string, name: 'output' | 'late' | 'energyCost' = 'output') =>
  ({ key, card: name, lineId: null, period: null }) as const
const listNamesFor = async (caller: Caller) => expectOk(await caller.call(list, {})).list.map(({ name }) => name)
const createShared = async (name: string, ...codes: string[]) =>
  expectOk(
    await staff['prod-lead'].call(create, {
      name,
      cards: [card('a'), card('b', 'late')],
      roleIds: codes.map((code) => roles[code]!),
    }),
  )

describe('a dashboard', () => {
  test('is visible to its owner alone, not even to an administrator', async () => {
    const ownDashboard = expectOk(await staff.viewer.call(create, { name: '我的', cards: [card('a')] }))
    expect(ownDashboard.ownerId).toBe(staff.viewer.userId)
    expect(await listNamesFor(staff.viewer)).toEqual(['我的'])
    for (const other of [staff.manager, staff['prod-lead'], staff.admin]) {
      expect(await listNamesFor(other)).toEqual([])
      const answers = [
        await other.call(update, { id: ownDashboard.id, version: ownDashboard.version, name: '你的' }),
        await other.call(storeGrid, { id: ownDashboard.id, version: ownDashboard.version, cards: [] }),
        await other.call(remove, { id: ownDashboard.id, version: ownDashboard.version }),
      ]
      expect(answers.map(({ errno }) => errno)).toEqual(['6000', '6000', '6000'])
      expect(JSON.stringify(answers)).not.toContain('我的')
    }
    expect(await countRows(plant, 'dashboard_container', `name = '我的'`)).toBe(1)
    expectOk(await staff.viewer.call(remove, { id: ownDashboard.id, version: ownDashboard.version }))
  })
  test('cannot be created for another owner, nor shared without the permission', async () => {
    const forged = await staff.viewer.call(create, { name: '假', ownerId: staff.manager.userId } as never)
    if (forged.errno === '200') expect(expectOk(forged).ownerId).toBe(staff.viewer.userId)
    expect((await staff.viewer.call(create, { name: '共享', roleIds: [roles['MANAGER']!] })).errno).toBe('401')
    const own = expectOk(await staff.viewer.call(create, { name: '自己' }))
    const shares = await staff.viewer.call(update, { id: own.id, version: own.version, roleIds: [roles['MANAGER']!] })
    expect(shares.errno).toBe('401')
    expect(await listNamesFor(staff.manager)).toEqual([])
  })
  test('that is shared is visible to its roles and to people who may share, who alone may edit it', async () => {
    const row = await createShared('早会', 'MANAGER', 'VIEWER')
    expect(await listNamesFor(staff.manager)).toEqual(['早会'])
    expect(await listNamesFor(staff.quality)).toEqual([])
    const touched = await staff.viewer.call(storeGrid, { id: row.id, version: row.version, cards: [] })
    expect([touched.errno, touched.data]).toEqual(['6000', null])
    expectOk(
      await staff.admin.call(storeGrid, { id: row.id, version: row.version, desk: [{ key: 'b', size: 'wide' }] }),
    )
  })
  test('disappears for a role after unsharing, and for a person after a role change', async () => {
    const row = await createShared('周会', 'MANAGER', 'VIEWER')
    expect(await listNamesFor(staff.viewer)).toContain('周会')
    const without = { id: row.id, version: row.version, roleIds: [roles['MANAGER']!] }
    expectOk(await staff['prod-lead'].call(update, without))
    expect(await listNamesFor(staff.viewer)).not.toContain('周会')
    const person = expectOk(await staff.admin.call(user.endpoints.list, { keyword: 'viewer', size: 20 })).list.find(
      ({ id }) => id === staff.viewer.userId,
    )!
    expectOk(
      await staff.admin.call(user.endpoints.update, {
        id: person.id,
        version: person.version,
        roleId: roles['MANAGER']!,
      }),
    )
    const again = await plant.as('viewer')
    expect(await listNamesFor(again)).toEqual(expect.arrayContaining(['周会', '早会', '自己']))
  })
})

describe('two people who arrange a dashboard at once', () => {
  test('for different screen sizes: both layouts are stored', async () => {
    const { id, version } = await createShared('双写', 'MANAGER')
    const [tablet, desk] = [[{ key: 'b', size: 'wide' as const }], [{ key: 'a', size: 'large' as const }]]
    expectOk(await staff['prod-lead'].call(storeGrid, { id, version, tablet }))
    const second = expectOk(await staff.admin.call(storeGrid, { id, version, desk }))
    expect(second).toMatchObject({ tablet, desk, version: version + 2 })
  })
  test('with the same cards: one is refused with the other’s version, and nothing is lost', async () => {
    const { id, version } = await createShared('同改', 'MANAGER')
    const both = await Promise.all(
      [staff['prod-lead'], staff.admin].map((one, i) =>
        one.call(storeGrid, { id, version, cards: [card('a'), card('b', 'late'), card(`new${i}`)] }),
      ),
    )
    expect(both.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const won = both.findIndex(({ errno }) => errno === '200')
    const refused = both[1 - won]!
    expect(JSON.stringify(refused)).toContain(`new${won}`)
    const [row] = expectOk(await staff.manager.call(list, {})).list.filter(({ name }) => name === '同改')
    expect(row!.cards.map(({ key }) => key)).toEqual(['a', 'b', `new${won}`])
  })
  test('after a delete: an old version is refused', async () => {
    const { id, version } = await createShared('没了', 'MANAGER')
    expectOk(await staff.admin.call(remove, { id, version }))
    expect((await staff['prod-lead'].call(storeGrid, { id, version, cards: [] })).errno).not.toBe('200')
    expect(await listNamesFor(staff.manager)).not.toContain('没了')
  })
})

describe('an invalid dashboard', () => {
  test.each([
    ['a card twice', { cards: [card('a'), card('a')] }],
    ['a place twice', { tablet: [card('a'), card('a')].map(({ key }) => ({ key, size: 'wide' as const })) }],
    ['a card that no catalogue has', { cards: [{ ...card('x'), card: 'weather' }] }],
    ['a size that no card has', { desk: [{ key: 'a', size: 'huge' }] }],
    ['41 cards', { cards: Array.from({ length: 41 }, (_, i) => card(`k${i}`)) }],
  ])('%s is refused with a sentence', async (_what, grid) => {
    const { id, version } = await createShared(`坏 ${_what}`, 'MANAGER')
    const answer = await staff['prod-lead'].call(storeGrid, { id, version, ...grid } as never)
    expect(answer.errno).not.toBe('200')
    expect(answer.errmsg).not.toBe('')
    const [row] = expectOk(await staff.manager.call(list, { size: 100 })).list.filter((one) => one.id === id)
    expect(row).toMatchObject({ version, cards: [{ key: 'a' }, { key: 'b' }] })
  })
})
