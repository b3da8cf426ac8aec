/** Nothing is used before it existed: lots, parts, tools, machines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { equipment } from '@/areas/equipment/contract/equipment'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { machineUseRecord } from '@/areas/equipment/contract/machine-use-record'
import { materialLot } from '@/areas/feeding/contract/material'
import { moveStock } from '@/areas/maintenance/contract/spare-part'
import { tool } from '@/areas/tools/contract/tool'
import { toolUse } from '@/areas/tools/contract/tool-use'
import {
  addOf,
  feedingPlant,
  into,
  newLot,
  newMaterial,
  runningOrder,
  type FeedingPlant,
} from '../feeding/feeding-plant'
import { at, countOf, good, newPart } from '../people'

let f: FeedingPlant
beforeAll(async () => {
  f = await feedingPlant()
}, 120_000)
afterAll(() => f.plant.close())
const tooEarly = (field: string) => ({ errno: '6000', data: { issues: [{ path: [field], code: 'tooEarly' }] } })

describe('a lot', () => {
  async function received(receivedOn: string) {
    const order = await runningOrder(f)
    const resin = await newMaterial(f)
    const lot = await newLot(f, resin.id, { receivedOn })
    const input = {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await into(f, order),
      materialId: resin.id,
      lotId: lot.id,
      kg: 100,
    }
    return { lot, input }
  }
  test('is not fed before its receipt, unless a person says why; the refusal names the clock', async () => {
    const { lot, input } = await received('2026-11-20')
    const before = { ...input, occurredAt: at('23:50', '2026-11-19') }
    const refused = await f.line.call(addOf('main'), before, { language: 'en' })
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(`Lot ${lot.number} was received on 2026-11-20`)
    expect(refused.errmsg).toContain('wrong clock')
    expect(await countOf(f.plant, 'feed', 'lot_id = $1', [lot.id])).toBe(0)
    // Ten minutes later it is the 20th by the plant's clock, though the business date is still the 19th.
    const onTheDay = good(await f.line.call(addOf('main'), { ...input, occurredAt: at('00:00', '2026-11-20') }))
    expect(onTheDay.businessDate).toBe('2026-11-19')
    expect(onTheDay.findings.map(({ code }) => code)).not.toContain('fedBeforeReceipt')
    const fed = good(await f.line.call(addOf('main'), { ...before, reason: '先用后补到货单' }))
    expect(fed.findings.map(({ code }) => code)).toContain('fedBeforeReceipt')
  })
  test('that was fed cannot be received later than that', async () => {
    const { lot, input } = await received('2026-11-18')
    good(await f.line.call(addOf('main'), { ...input, occurredAt: at('09:00', '2026-11-19') }))
    const { version } = good(await f.lead.call(materialLot.endpoints.list, { keyword: lot.number })).list[0]!
    const change = (receivedOn: string) =>
      f.lead.call(materialLot.endpoints.update, { id: lot.id, version, receivedOn })
    expect(await change('2026-11-20')).toMatchObject({
      errno: '6000',
      data: { issues: [{ path: ['receivedOn'], code: 'notAllowed' }] },
    })
    good(await change('2026-11-19'))
  })
})

test('a part is not taken out before it came in, unless a person says why', async () => {
  const { staff } = f
  const part = await newPart(staff, 0)
  const move = (kind: 'in' | 'out' | 'count', quantity: number, time: string, reason?: string) =>
    staff['maint-lead'].call(
      moveStock,
      { partId: part.id, kind, quantity, occurredAt: at(time), ...(reason ? { reason } : {}) } as never,
      { language: 'en' },
    )
  good(await move('in', 10, '09:00'))
  const refused = await move('out', 5, '08:00')
  expect(refused.errno).toBe('6000')
  expect(refused.errmsg).toContain('At 2026-11-20 08:00 only 0')
  expect(refused.errmsg).toContain('wrong clock')
  good(await move('out', 3, '09:30'))
  // At 09:10 there were 10, but 3 of them are taken at 09:30: no more than 7 can have gone before.
  expect((await move('out', 8, '09:10')).errno).toBe('6000')
  good(await move('out', 7, '09:10'))
  good(await move('in', 5, '09:40'))
  good(await move('out', 5, '08:00', '入库补单'))
})
test('what a count finds was there all along', async () => {
  const part = await newPart(f.staff, 0)
  const move = (kind: 'out' | 'count', quantity: number, time: string) =>
    f.staff['maint-lead'].call(moveStock, {
      partId: part.id,
      kind,
      quantity,
      occurredAt: at(time),
      reason: kind === 'count' ? '盘点' : null,
    } as never)
  good(await move('count', 4, '09:50'))
  good(await move('out', 4, '08:00'))
})

test('a tool is not mounted before it was bought', async () => {
  const { staff } = f
  const { lineId } = await runningOrder(f)
  const made = good(
    await staff['maint-lead'].call(tool.endpoints.create, {
      code: 'SP-NEW',
      kind: 'spinneret',
      lifeUnit: 'kg',
      boughtOn: '2026-11-20',
    }),
  )
  const mount = (occurredAt: string, removedAt: string) =>
    staff['maint-lead'].call(toolUse.endpoints.create, {
      toolId: made.id,
      kind: 'mounted',
      lineId: lineId!,
      place: 1,
      occurredAt,
      removedAt,
    })
  expect(await mount(at('08:00', '2026-11-19'), at('09:00', '2026-11-19'))).toMatchObject(tooEarly('occurredAt'))
  good(await mount(at('08:00'), at('09:00')))
})

test('a meter has no readings from before its installation', async () => {
  const { staff } = f
  const made = good(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code: 'EM-NEW',
      name: '电表',
      kind: 'electricity',
      unit: 'kWh',
      installedOn: '2026-11-20',
    }),
  )
  const read = (readAt: string) =>
    staff.maint.call(meterReading.endpoints.create, { meterId: made.id, readAt, value: 5 })
  expect(await read(at('08:00', '2026-11-19'))).toMatchObject(tooEarly('readAt'))
  good(await read(at('08:00')))
  const { id, version } = good(await staff['maint-lead'].call(meter.endpoints.list, { keyword: 'EM-NEW' })).list[0]!
  expect(
    await staff['maint-lead'].call(meter.endpoints.update, { id, version, installedOn: '2026-11-21' }),
  ).toMatchObject({ errno: '6000', data: { issues: [{ path: ['installedOn'], code: 'notAllowed' }] } })
})

test('a machine has no records from before its installation', async () => {
  const { staff } = f
  const machine = good(
    await staff['maint-lead'].call(equipment.endpoints.create, {
      code: 'M-NEW',
      name: '卷绕机',
      installedOn: '2026-11-20',
    }),
  )
  const used = (occurredAt: string) =>
    staff.maint.call(machineUseRecord.endpoints.create, {
      equipmentId: machine.id,
      state: 'notUsed',
      reason: '调试',
      occurredAt,
    })
  expect(await used(at('08:00', '2026-11-19'))).toMatchObject(tooEarly('occurredAt'))
  good(await used(at('08:00')))
  const checked = (occurredAt: string) =>
    staff.maint.call(firstLevelCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt,
      result: 'ok',
    } as never)
  expect(await checked(at('08:00', '2026-11-19'))).toMatchObject(tooEarly('occurredAt'))
  good(await checked(at('08:30')))
})
