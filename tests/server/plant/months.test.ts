import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counterFeed, feed, feedAddCommands } from '@/areas/feeding/contract/feed'
import { materialLot } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import { machineRun } from '@/areas/rolls/contract/machine-run'
import {
  requestMonthReopening,
  closeMonth,
  keepMonthClosed,
  plantMonth,
  reopenMonth,
} from '@/plant/contract/plant-month'
import { createUuid7 } from '@/contract/id'
import { at, countOf, good, sync } from '../people'
import { approvedMonth, closedMonth, reopenedMonth } from '../closed-month'
import type { Caller } from '../harness'
import { feedingPlant, into, newLot, newMaterial, runningOrder, type FeedingPlant } from '../feeding/feeding-plant'

let f: FeedingPlant
let finance: Caller
beforeAll(async () => {
  f = await feedingPlant()
  finance = await f.plant.as('admin')
}, 120_000)
afterAll(() => f.plant.close())

const LATE = at('12:00', '2026-10-31')
const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
async function fedLine(more: object = {}, receivedOn = '2026-11-01') {
  const order = await runningOrder(f)
  await f.plant.query('update work_order set started_at = $2 where id = $1', [order.id, at('06:00', '2026-10-30')])
  const material = await newMaterial(f)
  const lot = await newLot(f, material.id, { receivedOn })
  const body = {
    workOrderId: order.id,
    lineId: order.lineId!,
    materialId: material.id,
    lotId: lot.id,
    hopperId: await into(f, order),
    kg: 100,
    ...more,
  }
  return { order, body, lot }
}
const fed = async (body: object, occurredAt: string, id = createUuid7()) =>
  (await sync(f.line, [{ op: addMain, body: { id, ...body }, occurredAt }]))[0]!

describe('the books of a month', () => {
  test('are closed by finance alone, with the password, once the month is over', async () => {
    expect((await f.lead.call(closeMonth, { month: '2026-09' })).errno).toBe('401')
    const unverified = await f.plant.as('admin', { verified: false })
    expect((await unverified.call(closeMonth, { month: '2026-09' })).data).toMatchObject({ verification: true })
    expect((await finance.call(closeMonth, { month: '2026-11' })).errmsg).toContain('2026-11')
    expect((await finance.call(closeMonth, { month: '2026-13' })).errno).toBe('6000')
    expect(await countOf(f.plant, 'plant_month')).toBe(0)
    expect((await finance.call(closeMonth, { month: '2026-09', reason: '三季度' })).errmsg).toContain('还缺 2 个审核')
    await approvedMonth(f.plant, '2026-09')
    const row = good(await finance.call(closeMonth, { month: '2026-09', reason: '三季度' }))
    expect(row).toMatchObject({ month: '2026-09', state: 'closed', closedBy: finance.userId })
    expect((await finance.call(closeMonth, { month: '2026-09' })).errmsg).toMatch(/^2026-09 已由 .+ 结账$/)
  })

  test('take no fact any more: a late one of a phone comes back with the month, what it is and who closed it; nothing is written', async () => {
    const { body } = await fedLine({}, '2026-10-10')
    const early = createUuid7()
    expect(await fed(body, LATE, early)).toMatchObject({ errno: '200' })
    await closedMonth(f.plant, '2026-10')
    const late = createUuid7()
    const refused = await fed(body, LATE, late)
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain('2026-10')
    expect(refused.errmsg).toContain('2026-10-31')
    expect(refused.errmsg).toContain('投料')
    expect(await countOf(f.plant, 'feed', 'id = $1', [late])).toBe(0)
    // After midnight, but of the night shift that began on the last day.
    expect((await fed(body, at('03:00', '2026-11-01'))).errno).toBe('6000')
    expect((await fed(body, at('09:00', '2026-11-01'))).errno).toBe('200')
    expect((await fed(body, at('09:00', '2026-11-20'))).errno).toBe('200')
  })

  test('a correction is a counter-line of the open month; the closed line stays as it was', async () => {
    const [line] = await f.plant.query<{ id: string; kg: number; version: number }>(
      `select id, kg, version from feed where business_date = '2026-10-31' order by id limit 1`,
    )
    good(await f.lead.call(counterFeed, { id: line!.id, counterId: createUuid7(), kg: 10, reason: '多记' } as never))
    const [counter] = await f.plant.query<{ day: string }>(
      `select business_date::text as day from feed where counter_of = $1`,
      [line!.id],
    )
    expect(counter!.day).toBe('2026-11-20')
    const after = await f.plant.query(`select id, kg, version from feed where id = $1`, [line!.id])
    expect(after[0]).toMatchObject({ kg: line!.kg })
  })

  test('a lot received in a closed month keeps its kilograms, while its place may change; neither is it removed', async () => {
    const material = await newMaterial(f)
    const lot = good(
      await f.lead.call(materialLot.endpoints.create, {
        number: 'LOT-NOV',
        materialId: material.id,
        receivedOn: '2026-11-02',
        receivedKg: 500,
      }),
    )
    const back = await f.lead.call(materialLot.endpoints.update, {
      id: lot.id,
      version: lot.version,
      receivedOn: '2026-10-30',
    })
    expect(back.errno).toBe('6000')
    await f.plant.query(`update material_lot set received_on = '2026-10-30' where id = $1`, [lot.id])
    const change = (patch: object) =>
      f.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version, ...patch })
    expect((await change({ receivedKg: 400 })).errno).toBe('6000')
    expect((await f.lead.call(materialLot.endpoints.remove, { id: lot.id })).errno).toBe('6000')
    expect((await change({ place: 'A-3' })).errno).toBe('200')
    expect(await countOf(f.plant, 'material_lot', 'id = $1 and received_kg = 500', [lot.id])).toBe(1)
  })

  test('what counts by a moment that is still empty belongs to no month yet', async () => {
    const { order } = await fedLine()
    const id = createUuid7()
    await f.plant.query(
      `insert into machine_run (site_id, id, created_at, updated_at, machine, line_id, work_order_id, on_at, business_date, shift) values (1, $1, now(), now(), 'winder', $2, $3, $4, '2026-10-31', 'night')`,
      [id, order.lineId, order.id, at('02:00', '2026-11-01')],
    )
    expect(machineRun.monthBooking?.dateField).toBe('offAt')
    expect(
      (
        await f.line.call(recycle.endpoints.create, {
          workOrderId: order.id,
          lineId: order.lineId!,
          kind: 'edgeTrim',
          destination: 'sold',
          kg: 5,
          occurredAt: LATE,
        } as never)
      ).errno,
    ).toBe('6000')
  })

  test('are opened again from the last one backwards, by two people, with a reason; then the phone may send it again', async () => {
    const accountant = await f.plant.as('accountant')
    const manager = await f.plant.as('manager')
    expect((await accountant.call(requestMonthReopening, { month: '2026-09', reason: '漏记' })).errmsg).toContain(
      '2026-09',
    )
    expect((await accountant.call(requestMonthReopening, { month: '2026-10' } as never)).errno).toBe('4042')
    // Nobody asked yet; then nobody agrees to what they asked for themselves; then somebody else does.
    expect((await manager.call(reopenMonth, { month: '2026-10' })).errno).toBe('6000')
    good(await accountant.call(requestMonthReopening, { month: '2026-10', reason: '漏记投料' }))
    expect((await accountant.call(reopenMonth, { month: '2026-10' })).errno).toBe('6000')
    expect((await f.lead.call(reopenMonth, { month: '2026-10' })).errno).toBe('401')
    const unverified = await f.plant.as('manager', { verified: false })
    expect((await unverified.call(reopenMonth, { month: '2026-10' })).data).toMatchObject({ verification: true })
    good(await manager.call(keepMonthClosed, { month: '2026-10' }))
    expect((await manager.call(reopenMonth, { month: '2026-10' })).errno).toBe('6000')
    expect(await countOf(f.plant, 'plant_month', `month = '2026-10' and state = 'closed'`)).toBe(1)
    const row = await reopenedMonth(f.plant, '2026-10')
    expect(row).toMatchObject({ askedBy: accountant.userId, reopenedBy: manager.userId, reason: '漏记' })
    const { body } = await fedLine({}, '2026-10-10')
    expect((await fed(body, LATE)).errno).toBe('200')
    const { list } = good(await f.line.call(plantMonth.endpoints.list, {}))
    expect(list.map(({ month, state }) => [month, state])).toEqual([
      ['2026-10', 'reopened'],
      ['2026-09', 'closed'],
    ])
    expect(feed.monthBooking).toEqual({ dateField: 'businessDate' })
  })
})
