/** What the operation log tells of rows that its reader may not open: who did what when, and no value of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationLog } from '@/areas/access/contract/log'
import { user } from '@/areas/access/contract/user'
import { costChange } from '@/areas/cost/contract/order-cost'
import { getRowTitle } from '@/server/crud/audit'
import { electricBill } from '@/areas/energy/contract/electric-bill'
import { lobbyLink } from '@/areas/boards/contract/lobby-link'
import { runAsSystem } from '@/server/start-application'
import { personWith } from './new-person'
import { testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let auditor: Caller
let bookkeeper: Caller
beforeAll(async () => {
  plant = await testPlant()
  auditor = await personWith(plant, 'auditor', ['operationLogView', 'operationLogExport'])
  bookkeeper = await personWith(plant, 'books', ['operationLogView', 'energyUnitPriceView'])
}, 120_000)
afterAll(() => plant.close())
const entriesOf = async (who: Caller, resource: string) =>
  (await who.call(operationLog.endpoints.list, { resource })).data.list

test('values of a list are told to who may open it, and what was done to everybody who reads the log', async () => {
  await runAsSystem(plant.app, 'test.bill', async (ctx) => {
    const bill = await ctx.rows.insert(electricBill, { month: '2026-03-01', totalKwh: 1000, totalCny: 90569.38 })
    await ctx.rows.update(electricBill, bill.id, { totalCny: 104849.36 })
    await ctx.rows.remove(electricBill, bill.id)
  })
  const told = await entriesOf(auditor, 'electricBill')
  expect(told.map(({ action }) => action).sort()).toEqual(['delete', 'insert', 'update'])
  for (const { before, after } of told) expect([before, after]).toEqual([{}, {}])
  expect(JSON.stringify(await entriesOf(bookkeeper, 'electricBill'))).toContain('104849.36')
})
test('a fingerprint of a secret stands in no entry, also not in one from before', async () => {
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
  const [held] = await plant.query<{ text: string }>(
    `select string_agg(concat(before::text, after::text), ' ') as text from operation_log where resource = 'lobbyLink'`,
  )
  expect(held!.text).toContain('hall')
  expect(held!.text).not.toContain(hash)
  await plant.query(`update operation_log set after = after || $1::jsonb where resource = 'lobbyLink'`, [
    JSON.stringify({ secretHash: hash }),
  ])
  expect(JSON.stringify(await entriesOf(admin, 'lobbyLink'))).not.toContain(hash)
})
test('a reader of English reads of people by the names they have there, others as they were called then', async () => {
  const admin = await plant.as('admin')
  const [own] = await plant.query<{ id: string; version: number; name: string }>(
    "select id, version, account_name as name from app_user where user_name = 'admin'",
  )
  await admin.call(user.endpoints.update, { id: own!.id, version: own!.version, accountNameEn: 'Wu Haibo' })
  const read = async (language: 'zh' | 'en') =>
    (await admin.call(operationLog.endpoints.list, { rowId: own!.id }, { language })).data.list[0]!
  expect(await read('zh')).toMatchObject({ userName: own!.name, rowTitle: own!.name })
  expect(await read('en')).toMatchObject({ userName: 'Wu Haibo', rowTitle: 'Wu Haibo' })
})
test('a change of cost is called by its order', () => {
  expect(getRowTitle(costChange, { workOrderId: 'order', at: 'time' })).toBe('order time')
})
