// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { areaClients } from '@/areas/clients'
import { readPersistedSession } from '@/client/api/phone'
import { openPhoneStore } from '@/client/api/phone-store'
import { registerAreas } from '@/client/area-registry'
import { acceptLogin } from '@/client/session/session'
import type { Endpoint } from '@/contract/endpoint'
import { signInPerson } from '../signed-in'

const contracts: string[] = []
registerAreas(
  areaClients.map((area) => {
    const { contract } = area
    return contract ? { ...area, contract: () => (contracts.push(area.name), contract()) } : area
  }),
)
const EQUIPMENT = '01999633-c800-799d-ade5-3fdaae140c65'
const MOMENT = '2026-11-20T02:00:00.000Z'
const REPAIR = '01a1f8f3-63a1-70fe-bc4e-cf4278e6e7ed'

/** The network only delivers the shift pack. */
const givePack = (pack: object) =>
  vi.stubGlobal('fetch', (address: string) =>
    String(address).includes('shift_pack')
      ? Promise.resolve(
          new Response(JSON.stringify({ errno: '200', errmsg: '', data: pack }), {
            headers: { 'content-type': 'application/json' },
          }),
        )
      : Promise.reject(new TypeError('no network')),
  )

it('a repair reported on this phone is never overlaid as an incomplete row, however early its list appears', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  signInPerson()
  const phone = await openPhoneStore()
  await phone.reportSignIn({ userId: 'u1', userName: 'li', token: 't' }, null)
  await phone.save({
    endpoint: reportRepair as unknown as Endpoint<never, unknown>,
    body: { id: REPAIR, equipmentId: EQUIPMENT, faultKind: 'mechanical', severity: 'medium', images: [] },
  })
  for (const look of [1, 2]) {
    const rows: Record<string, unknown>[][] = []
    const stop = phone.watchOverlay('repair', (lay) => rows.push(lay([], 0)))
    await vi.waitFor(() => expect(rows.flat().length).toBeGreaterThan(0), { timeout: 15_000 })
    stop()
    for (const row of rows.flat())
      expect({ look, state: row['state'], workImages: row['workImages'] }).toEqual({
        look,
        state: 'reported',
        workImages: [],
      })
  }
})

it('a phone without unsent commands loads no contract; with a report, that of its area', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  signInPerson({ id: 'u6' })
  const phone = await openPhoneStore()
  await phone.reportSignIn({ userId: 'u6', userName: 'li', token: 't' }, null)
  contracts.length = 0
  let laid = 0
  const stops = ['repair', 'equipment'].map((of) => phone.watchOverlay(of, () => laid++))
  await vi.waitFor(() => expect(laid).toBe(2))
  expect(contracts).toEqual([])
  await phone.save({
    endpoint: reportRepair as unknown as Endpoint<never, unknown>,
    body: { equipmentId: EQUIPMENT, faultKind: 'mechanical', severity: 'medium', images: [] },
  })
  await vi.waitFor(() => expect(laid).toBe(3))
  expect(contracts.filter((name) => name !== 'maintenance')).toEqual([])
  for (const stop of stops) stop()
})

it('a start with the stored session writes nothing; changes are stored when reported', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  acceptLogin({ token: 't7', userid: 'u7', userName: 'li', list: [] }, true)
  const li = { userId: 'u7', userName: 'li', token: 't7' }
  const phone = await openPhoneStore()
  await phone.reportSignIn(li, { menu: 'of the login' })
  const next = await openPhoneStore()
  await next.reportSignIn(li, { menu: 'of the start' })
  expect((await readPersistedSession())?.['menu']).toBe('of the login')
  await next.reportRightsChange({ menu: 'of today' })
  expect(await readPersistedSession()).toMatchObject({ menu: 'of today', userId: 'u7', token: 't7' })
  // Another session of the same person is a new login.
  await next.reportSignIn({ ...li, token: 't8' }, { menu: 'of the second login' })
  expect(await readPersistedSession()).toMatchObject({ menu: 'of the second login', token: 't8' })
})

it('rows of the shift pack have the names of their references', async () => {
  const ORDER = '01999633-c800-799d-ade5-3fdaae140c66'
  const handover = {
    id: REPAIR,
    lineId: EQUIPMENT,
    people: ['01999633-c800-799d-ade5-3fdaae140c67'],
    facts: [{ orders: [{ workOrderId: ORDER }] }],
  }
  const refs = { [ORDER]: 'WO-1', [EQUIPMENT]: 'SB1', '01999633-c800-799d-ade5-3fdaae140c67': '李班长' }
  const pack = {
    cursor: 'c',
    reset: true,
    more: false,
    rows: { handover: [handover] },
    gone: {},
    refs,
    refsEn: {},
    preparedAt: MOMENT,
  }
  givePack(pack)
  signInPerson({ id: 'u2' })
  const phone = await openPhoneStore()
  await phone.reportSignIn({ userId: 'u2', userName: 'li', token: 't' }, null)
  await vi.waitFor(async () => expect((await phone.loadPackRows('handover')).refs).toEqual(refs), { timeout: 15_000 })
})

it('names from a newer pack are known at once, however many', async () => {
  const packOf = (hour: number) => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      id: `01999633-c800-799d-ade5-${String(hour * 100 + i).padStart(12, '0')}`,
      lineId: `01999633-c800-799d-adff-${String(hour * 100 + i).padStart(12, '0')}`,
    }))
    const refs = Object.fromEntries(rows.map(({ lineId }, i) => [lineId, `${hour}:${i}`]))
    return {
      cursor: `c${hour}`,
      reset: false,
      more: false,
      rows: { feed: rows },
      gone: {},
      refs,
      refsEn: {},
      preparedAt: MOMENT,
    }
  }
  signInPerson({ id: 'u9' })
  const phone = await openPhoneStore()
  const named = async () => Object.keys((await phone.loadPackRows('feed')).refs).length
  for (const hour of [1, 2]) {
    givePack(packOf(hour))
    await phone.reportSignIn({ userId: 'u9', userName: 'li', token: `t9-${hour}` }, null)
    await vi.waitFor(async () => expect((await phone.loadPackRows('feed')).rows).toHaveLength(hour * 30))
    expect(await named()).toBe(hour * 30)
  }
})

it('a row of the shift pack without a name is not offered by its id', async () => {
  const rows = {
    jumboRoll: [
      { id: REPAIR, number: null },
      { id: EQUIPMENT, number: 'B1-001' },
    ],
  }
  givePack({ cursor: 'c', reset: true, more: false, rows, gone: {}, refs: {}, refsEn: {}, preparedAt: MOMENT })
  signInPerson({ id: 'u3' })
  const phone = await openPhoneStore()
  await phone.reportSignIn({ userId: 'u3', userName: 'li', token: 't' }, null)
  await vi.waitFor(async () => expect((await phone.loadPackRows('jumboRoll')).rows).toHaveLength(2), {
    timeout: 15_000,
  })
  expect(await phone.findOptions('jumboRoll', '', [])).toEqual([{ id: EQUIPMENT, label: 'B1-001' }])
  expect(await phone.findOptions('jumboRoll', REPAIR.slice(0, 8), [])).toEqual([])
  expect(await phone.findOptions('jumboRoll', '', [REPAIR, EQUIPMENT])).toEqual([{ id: EQUIPMENT, label: 'B1-001' }])
})

it('rolls of the shift pack are offered newest first, and all of them by typing', async () => {
  const jumboRoll = Array.from({ length: 60 }, (_, i) => ({
    id: `01999633-c800-799d-ade5-${String(i).padStart(12, '0')}`,
    number: `B1-${String(i).padStart(3, '0')}`,
    startedAt: new Date(Date.parse(MOMENT) + i * 60_000).toISOString(),
  }))
  givePack({
    cursor: 'c',
    reset: true,
    more: false,
    rows: { jumboRoll },
    gone: {},
    refs: {},
    refsEn: {},
    preparedAt: MOMENT,
  })
  signInPerson({ id: 'u4' })
  const phone = await openPhoneStore()
  await phone.reportSignIn({ userId: 'u4', userName: 'li', token: 't' }, null)
  await vi.waitFor(async () => expect((await phone.loadPackRows('jumboRoll')).rows).toHaveLength(60), {
    timeout: 15_000,
  })
  const all = await phone.findOptions('jumboRoll', '', [])
  expect([all.length, all[0]?.label, all.at(-1)?.label]).toEqual([60, 'B1-059', 'B1-000'])
  expect((await phone.findOptions('jumboRoll', '-003', [])).map(({ label }) => label)).toEqual(['B1-003'])
})

it('a person who has left is known by name, and not offered', async () => {
  const user = [
    { id: EQUIPMENT, accountName: '李明', state: 'active' },
    { id: REPAIR, accountName: '李华', state: 'suspended' },
  ]
  givePack({
    cursor: 'c',
    reset: true,
    more: false,
    rows: { user },
    gone: {},
    refs: {},
    refsEn: {},
    preparedAt: MOMENT,
  })
  signInPerson({ id: 'u5' })
  const phone = await openPhoneStore()
  await phone.reportSignIn({ userId: 'u5', userName: 'li', token: 't' }, null)
  await vi.waitFor(async () => expect((await phone.loadPackRows('user')).rows).toHaveLength(2), { timeout: 15_000 })
  expect(await phone.findOptions('user', '李', [])).toEqual([{ id: EQUIPMENT, label: '李明' }])
  expect(await phone.findOptions('user', '', [REPAIR])).toEqual([{ id: REPAIR, label: '李华' }])
})
