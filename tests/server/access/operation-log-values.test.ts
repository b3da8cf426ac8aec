/** The operation log shows who changed a row and when, but no values of rows that its reader may not open. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationLog } from '@/areas/access/contract/log'
import { user } from '@/areas/access/contract/user'
import { costChange } from '@/areas/cost/contract/order-cost'
import { getRowTitle } from '@/server/crud/audit'
import { electricBill } from '@/areas/energy/contract/electric-bill'
import { lobbyLink } from '@/areas/boards/contract/lobby-link'
import { runAsSystem } from '@/server/start-application'
import { createPersonWithKeys } from './create-person-with-keys'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let auditor: Caller
let bookkeeper: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  auditor = await createPersonWithKeys(plant, 'auditor', ['operationLogView', 'operationLogExport'])
  bookkeeper = await createPersonWithKeys(plant, 'books', ['operationLogView', 'energyUnitPriceView'])
}, 120_000)
afterAll(() => plant.close())
const loadEntries = async (who: Caller, resource: string) =>
  (await who.call(operationLog.endpoints.list, { resource })).data.list

test('only readers who may open a list see its values; every reader of the log sees the actions', async () => {
  await runAsSystem(plant.app, 'test.bill', async (ctx) => {
    const bill = await ctx.rows.insert(electricBill, { month: '2026-03-01', totalKwh: 1000, totalCny: 90569.38 })
    await ctx.rows.update(electricBill, bill.id, { totalCny: 104849.36 })
    await ctx.rows.remove(electricBill, bill.id)
  })
  const auditorEntries = await loadEntries(auditor, 'electricBill')
  expect(auditorEntries.map(({ action }) => action).sort()).toEqual(['delete', 'insert', 'update'])
  for (const { before, after } of auditorEntries) expect([before, after]).toEqual([{}, {}])
  expect(JSON.stringify(await loadEntries(bookkeeper, 'electricBill'))).toContain('104849.36')
})
test('no entry shows the fingerprint of a secret, including old entries', async () => {
  const admin = await plant.as('admin')
  const hash = 'c0ffee'.repeat(10)
  await runAsSystem(plant.app, 'test.link', async (ctx) => {
    const link = await ctx.rows.insert(lobbyLink, {
      name: 'hall',
      expiresAt: '2026-12-31T00:00:00.000Z',
      secretHash: hash,
    })
    await ctx.rows.remove(lobbyLink, link.id)
  })
  const [loggedText] = await plant.query<{ text: string }>(
    `select string_agg(concat(before::text, after::text), ' ') as text from operation_log where resource = 'lobbyLink'`,
  )
  expect(loggedText!.text).toContain('hall')
  expect(loggedText!.text).not.toContain(hash)
  await plant.query(`update operation_log set after = after || $1::jsonb where resource = 'lobbyLink'`, [
    JSON.stringify({ secretHash: hash }),
  ])
  expect(JSON.stringify(await loadEntries(admin, 'lobbyLink'))).not.toContain(hash)
})
test('English readers see the English names of people, Chinese readers the names at the time', async () => {
  const admin = await plant.as('admin')
  const [adminRow] = await plant.query<{ id: string; version: number; name: string }>(
    "select id, version, account_name as name from app_user where user_name = 'admin'",
  )
  await admin.call(user.endpoints.update, { id: adminRow!.id, version: adminRow!.version, accountNameEn: 'Wu Haibo' })
  const loadEntry = async (language: 'zh' | 'en') =>
    (await admin.call(operationLog.endpoints.list, { rowId: adminRow!.id }, { language })).data.list[0]!
  expect(await loadEntry('zh')).toMatchObject({ userName: adminRow!.name, rowTitle: adminRow!.name })
  expect(await loadEntry('en')).toMatchObject({ userName: 'Wu Haibo', rowTitle: 'Wu Haibo' })
})
test('a cost change is named after its order', () => {
  expect(getRowTitle(costChange, { workOrderId: 'order', at: 'time' })).toBe('order time')
})
