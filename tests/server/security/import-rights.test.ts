import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workOrder } from '@/areas/orders/contract/work-order'
import { equipment } from '@/areas/equipment/contract/equipment'
import { createOrder, type OrderRow } from '../orders/orders-plant'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { Caller, TestPlant } from '../harness'

// An import is many forms at once and grants no more than a form.
let plant: TestPlant
let staff: Staff
let adder: Caller
let order: OrderRow
let code: string
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  order = await createOrder({ plant, staff }, { orderedKg: 22_600 })
  code = (await plant.query<{ code: string }>('select code from product where id = $1', [order.productId]))[0]!.code
  await plant.query(
    `update role set version = version + 1, authority = (select jsonb_agg(id) from menu
       where url in ('productionScheduleView', 'productionScheduleAdd', 'equipmentLedgerView', 'equipmentLedgerUpload')) where code = 'ACCOUNTANT'`,
  )
  adder = await plant.as('accountant')
})
afterAll(() => plant.close())

const sheet = (...rows: [number: string, quantity: number][]) =>
  Buffer.from(
    `工单号,批号,产品,订购重量\n${rows.map(([number, kg]) => `${number},${order.batch},${code},${kg}`).join('\n')}\n`,
  )
const send = (who: Caller, rows: [string, number][], dryRun = false) =>
  who.upload('/plant/work_order_import', sheet(...rows), dryRun ? { dryRun: 'true' } : {}, 'orders.csv')
const kg = async () =>
  (await plant.query<{ kg: number }>('select ordered_kg::float as kg from work_order where id = $1', [order.id]))[0]!.kg

describe('the permission to add', () => {
  test('adds by import and accepts unchanged existing rows', async () => {
    expect(
      expectOk(
        await send(adder, [
          ['WO-NEW-1', 500],
          [order.number, 22_600],
        ]),
      ),
    ).toMatchObject({
      created: 1,
      updated: 0,
      unchanged: 1,
    })
  })
  test.each([false, true])('does not change existing orders; each such row is named (trial: %s)', async (dryRun) => {
    const answer = await send(
      adder,
      [
        ['WO-NEW-2', 500],
        [order.number, 99_999],
        ['WO-NEW-1', 7],
      ],
      dryRun,
    )
    expect(answer.errno).toBe('6000')
    expect((answer.data as { rows: { row: number; message: string }[] }).rows.map((r) => r.row)).toEqual([3, 4])
    expect(JSON.stringify(answer.data)).toContain('修改')
    expect(await kg()).toBe(22_600)
    expect(await plant.query(`select 1 from work_order where number = 'WO-NEW-2'`)).toEqual([])
  })
  test('does not change machines, by either import', async () => {
    expectOk(await staff['maint-lead'].call(equipment.endpoints.create, { code: 'IMP-1', name: '旧名' }))
    const bytes = Buffer.from('编码,名称\nIMP-1,新名\n')
    expect((await adder.upload('/book/upload', bytes, {}, 'm.csv')).errno).toBe('6000')
    expect((await adder.upload('/UPLOAD_FILE', bytes, { type: 'equipment' }, 'm.csv')).errno).toBe('6000')
    expect(await plant.query(`select name from equipment where code = 'IMP-1'`)).toEqual([{ name: '旧名' }])
  })
  test('accepts the same import together with the edit permission', async () => {
    expect(expectOk(await send(staff['prod-lead'], [[order.number, 23_000]]))).toMatchObject({ updated: 1 })
    expect(await kg()).toBe(23_000)
    expect(expectOk(await staff['prod-lead'].call(workOrder.endpoints.list, { keyword: order.number })).total).toBe(1)
  })
})
