import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import { dashboardContainer, storeGrid } from '@/areas/overview/contract/dashboard-container'
import type { Caller, TestPlant } from '../harness'
import { countOf, good, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
const roles: Record<string, string> = {}
const { create, update, remove, list } = dashboardContainer.endpoints
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  for (const one of good(await staff.admin.call(role.endpoints.list, { size: 100 })).list) roles[one.code] = one.id
}, 120_000)
afterAll(() => plant.close())

const card = (key: string, name: 'output' | 'late' | 'energyCost' = 'output') =>
  ({ key, card: name, lineId: null, period: null }) as const
const seenBy = async (caller: Caller) => good(await caller.call(list, {})).list.map(({ name }) => name)
const shared = async (name: string, ...codes: string[]) =>
  good(
    await staff['prod-lead'].call(create, {
      name,
      cards: [card('a'), card('b', 'late')],
      roleIds: codes.map((code) => roles[code]!),
    }),
  )

describe('a dashboard', () => {
  test('is its owner’s alone; nobody else sees, changes or deletes it, an administrator neither', async () => {
    const own = good(await staff.viewer.call(create, { name: '我的', cards: [card('a')] }))
    expect(own.ownerId).toBe(staff.viewer.userId)
    expect(await seenBy(staff.viewer)).toEqual(['我的'])
    for (const other of [staff.manager, staff['prod-lead'], staff.admin]) {
      expect(await seenBy(other)).toEqual([])
      const answers = [
        await other.call(update, { id: own.id, version: own.version, name: '你的' }),
        await other.call(storeGrid, { id: own.id, version: own.version, cards: [] }),
        await other.call(remove, { id: own.id, version: own.version }),
      ]
      expect(answers.map(({ errno }) => errno)).toEqual(['6000', '6000', '6000'])
      expect(JSON.stringify(answers)).not.toContain('我的')
    }
    expect(await countOf(plant, 'dashboard_container', `name = '我的'`)).toBe(1)
    good(await staff.viewer.call(remove, { id: own.id, version: own.version }))
  })
  test('of another owner cannot be made, and shared only by who may', async () => {
    const forged = await staff.viewer.call(create, { name: '假', ownerId: staff.manager.userId } as never)
    if (forged.errno === '200') expect(good(forged).ownerId).toBe(staff.viewer.userId)
    expect((await staff.viewer.call(create, { name: '共享', roleIds: [roles['MANAGER']!] })).errno).toBe('401')
    const own = good(await staff.viewer.call(create, { name: '自己' }))
    const shares = await staff.viewer.call(update, { id: own.id, version: own.version, roleIds: [roles['MANAGER']!] })
    expect(shares.errno).toBe('401')
    expect(await seenBy(staff.manager)).toEqual([])
  })
  test('that is shared is seen by its roles and by who may share, and changed by these alone', async () => {
    const row = await shared('早会', 'MANAGER', 'VIEWER')
    expect(await seenBy(staff.manager)).toEqual(['早会'])
    expect(await seenBy(staff.quality)).toEqual([])
    const touched = await staff.viewer.call(storeGrid, { id: row.id, version: row.version, cards: [] })
    expect([touched.errno, touched.data]).toEqual(['6000', null])
    good(await staff.admin.call(storeGrid, { id: row.id, version: row.version, desk: [{ key: 'b', size: 'wide' }] }))
  })
  test('is gone for a role that it is no longer shared with, and for a person whose role changed', async () => {
    const row = await shared('周会', 'MANAGER', 'VIEWER')
    expect(await seenBy(staff.viewer)).toContain('周会')
    const without = { id: row.id, version: row.version, roleIds: [roles['MANAGER']!] }
    good(await staff['prod-lead'].call(update, without))
    expect(await seenBy(staff.viewer)).not.toContain('周会')
    const person = good(await staff.admin.call(user.endpoints.list, { keyword: 'viewer', size: 20 })).list.find(
      ({ id }) => id === staff.viewer.userId,
    )!
    good(
      await staff.admin.call(user.endpoints.update, {
        id: person.id,
        version: person.version,
        roleId: roles['MANAGER']!,
      }),
    )
    const again = await plant.as('viewer')
    expect(await seenBy(again)).toEqual(expect.arrayContaining(['周会', '早会', '自己']))
  })
})

describe('two who arrange one at once', () => {
  test('with different widths: both are kept', async () => {
    const { id, version } = await shared('双写', 'MANAGER')
    const [tablet, desk] = [[{ key: 'b', size: 'wide' as const }], [{ key: 'a', size: 'large' as const }]]
    good(await staff['prod-lead'].call(storeGrid, { id, version, tablet }))
    const second = good(await staff.admin.call(storeGrid, { id, version, desk }))
    expect(second).toMatchObject({ tablet, desk, version: version + 2 })
  })
  test('with the same cards: one is refused with what the other stored, and nothing is lost', async () => {
    const { id, version } = await shared('同改', 'MANAGER')
    const both = await Promise.all(
      [staff['prod-lead'], staff.admin].map((one, i) =>
        one.call(storeGrid, { id, version, cards: [card('a'), card('b', 'late'), card(`new${i}`)] }),
      ),
    )
    expect(both.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const won = both.findIndex(({ errno }) => errno === '200')
    const refused = both[1 - won]!
    expect(JSON.stringify(refused)).toContain(`new${won}`)
    const [row] = good(await staff.manager.call(list, {})).list.filter(({ name }) => name === '同改')
    expect(row!.cards.map(({ key }) => key)).toEqual(['a', 'b', `new${won}`])
  })
  test('an old version after a delete is told so', async () => {
    const { id, version } = await shared('没了', 'MANAGER')
    good(await staff.admin.call(remove, { id, version }))
    expect((await staff['prod-lead'].call(storeGrid, { id, version, cards: [] })).errno).not.toBe('200')
    expect(await seenBy(staff.manager)).not.toContain('没了')
  })
})

describe('what cannot be stored', () => {
  test.each([
    ['a card twice', { cards: [card('a'), card('a')] }],
    ['a place twice', { tablet: [card('a'), card('a')].map(({ key }) => ({ key, size: 'wide' as const })) }],
    ['a card that no catalogue has', { cards: [{ ...card('x'), card: 'weather' }] }],
    ['a size that no card has', { desk: [{ key: 'a', size: 'huge' }] }],
    ['41 cards', { cards: Array.from({ length: 41 }, (_, i) => card(`k${i}`)) }],
  ])('%s is refused with a sentence', async (_what, grid) => {
    const { id, version } = await shared(`坏 ${_what}`, 'MANAGER')
    const answer = await staff['prod-lead'].call(storeGrid, { id, version, ...grid } as never)
    expect(answer.errno).not.toBe('200')
    expect(answer.errmsg).not.toBe('')
    const [row] = good(await staff.manager.call(list, { size: 100 })).list.filter((one) => one.id === id)
    expect(row).toMatchObject({ version, cards: [{ key: 'a' }, { key: 'b' }] })
  })
})
