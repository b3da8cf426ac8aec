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
import { explainStop, lineStop } from '@/plant/contract/line-stop'
import { createUuid7 } from '@/contract/id'
import { plantTime, countRows, expectOk, sync } from '../plant-staff'
import { approveMonth, closeMonthAs, reopenMonthAs } from '../closed-month'
import type { Caller } from '../harness'
import {
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
  type FeedingPlant,
} from '../feeding/feeding-plant'

let f: FeedingPlant
let finance: Caller
beforeAll(async () => {
  f = await createFeedingPlant()
  finance = await f.plant.as('admin')
}, 120_000)
afterAll(() => f.plant.close())

const LATE = plantTime('12:00', '2026-10-31')
const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
async function fedLine(more: object = {}, receivedOn = '2026-11-01') {
  const order = await createRunningOrder(f)
  await f.plant.query('update work_order set started_at = $2 where id = $1', [
    order.id,
    plantTime('06:00', '2026-10-30'),
  ])
  const material = await createMaterial(f)
  const lot = await createLot(f, material.id, { receivedOn })
  const body = {
    workOrderId: order.id,
    lineId: order.lineId!,
    materialId: material.id,
    lotId: lot.id,
    hopperId: await findOrCreateHopper(f, order),
    kg: 100,
    ...more,
  }
  return { order, body, lot }
}
const sendFeed = async (body: object, occurredAt: string, id = createUuid7()) =>
  (await sync(f.line, [{ op: addMain, body: { id, ...body }, occurredAt }]))[0]!

describe('a closed month', () => {
  test('is closed by finance alone, with the password, after its end', async () => {
    expect((await f.lead.call(closeMonth, { month: '2026-09' })).errno).toBe('401')
    const unverified = await f.plant.as('admin', { verified: false })
    expect((await unverified.call(closeMonth, { month: '2026-09' })).data).toMatchObject({ verification: true })
    expect((await finance.call(closeMonth, { month: '2026-11' })).errmsg).toContain('2026-11')
    expect((await finance.call(closeMonth, { month: '2026-13' })).errno).toBe('6000')
    expect(await countRows(f.plant, 'plant_month')).toBe(0)
    expect((await finance.call(closeMonth, { month: '2026-09', reason: '三季度' })).errmsg).toContain('还缺 2 个审核')
    await approveMonth(f.plant, '2026-09')
    const row = expectOk(await finance.call(closeMonth, { month: '2026-09', reason: '三季度' }))
    expect(row).toMatchObject({ month: '2026-09', state: 'closed', closedBy: finance.userId })
    expect((await finance.call(closeMonth, { month: '2026-09' })).errmsg).toMatch(/^2026-09 已由 .+ 结账$/)
  })

  test('refuses new entries: a late phone entry returns with the month, its kind and who closed it', async () => {
    const { body } = await fedLine({}, '2026-10-10')
    const early = createUuid7()
    expect(await sendFeed(body, LATE, early)).toMatchObject({ errno: '200' })
    await closeMonthAs(f.plant, '2026-10')
    const late = createUuid7()
    const refused = await sendFeed(body, LATE, late)
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain('2026-10')
    expect(refused.errmsg).toContain('2026-10-31')
    expect(refused.errmsg).toContain('投料')
    expect(await countRows(f.plant, 'feed', 'id = $1', [late])).toBe(0)
    // After midnight, but part of the night shift that began on the last day.
    expect((await sendFeed(body, plantTime('03:00', '2026-11-01'))).errno).toBe('6000')
    expect((await sendFeed(body, plantTime('09:00', '2026-11-01'))).errno).toBe('200')
    expect((await sendFeed(body, plantTime('09:00', '2026-11-20'))).errno).toBe('200')
  })

  test('is corrected by a counter-line in the open month; the closed line stays', async () => {
    const [line] = await f.plant.query<{ id: string; kg: number; version: number }>(
      `select id, kg, version from feed where business_date = '2026-10-31' order by id limit 1`,
    )
    expectOk(
      await f.lead.call(counterFeed, { id: line!.id, counterId: createUuid7(), kg: 10, reason: '多记' } as never),
    )
    const [counter] = await f.plant.query<{ day: string }>(
      `select business_date::text as day from feed where counter_of = $1`,
      [line!.id],
    )
    expect(counter!.day).toBe('2026-11-20')
    const feedRows = await f.plant.query(`select id, kg, version from feed where id = $1`, [line!.id])
    expect(feedRows[0]).toMatchObject({ kg: line!.kg })
  })

  test('protects the kilograms of a lot and its deletion, but its place may change', async () => {
    const material = await createMaterial(f)
    const lot = expectOk(
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
    expect(await countRows(f.plant, 'material_lot', 'id = $1 and received_kg = 500', [lot.id])).toBe(1)
  })

  test('does not include rows whose moment is still empty', async () => {
    const { order } = await fedLine()
    const id = createUuid7()
    await f.plant.query(
      `insert into machine_run (site_id, id, created_at, updated_at, machine, line_id, work_order_id, on_at, business_date, shift) values (1, $1, now(), now(), 'winder', $2, $3, $4, '2026-10-31', 'night')`,
      [id, order.lineId, order.id, plantTime('02:00', '2026-11-01')],
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

  test('protects a stop that crosses its border, but lets one end that began before the closing', async () => {
    const { order } = await fedLine()
    const lineId = order.lineId!
    const enter = (startedAt: string, endedAt: string | null) =>
      f.lead.call(lineStop.endpoints.create, { lineId, startedAt, endedAt } as never)
    const crossing = await enter(plantTime('22:00', '2026-10-30'), plantTime('12:00', '2026-11-03'))
    expect([crossing.errno, crossing.errmsg]).toEqual(['6000', expect.stringContaining('2026-10-30')])
    expect((await enter(plantTime('22:00', '2026-10-30'), null)).errno).toBe('6000')
    expect(await countRows(f.plant, 'line_stop')).toBe(0)
    // A stop of the open month cannot be extended into the closed one.
    const open = expectOk(await enter(plantTime('10:00', '2026-11-04'), plantTime('11:00', '2026-11-04')))
    const explain = (id: string, version: number, patch: object) =>
      f.lead.call(explainStop, { id, version, ...patch } as never)
    const extended = await explain(open.id, open.version, { startedAt: plantTime('10:00', '2026-10-30') })
    expect(extended.errno).toBe('6000')
    // Recorded before the closing, still standing after it.
    const standingStopId = createUuid7()
    await f.plant.query(
      `insert into line_stop (site_id, id, created_at, updated_at, line_id, started_at, state, source, business_date)
       values (1, $1, now(), now(), $2, $3, 'toExplain', 'person', '2026-10-31')`,
      [standingStopId, lineId, plantTime('12:00', '2026-10-31')],
    )
    const ended = expectOk(await explain(standingStopId, 1, { endedAt: plantTime('08:00', '2026-11-02') }))
    // Its hours of October are in the books, so that it cannot change any more.
    expect((await explain(standingStopId, ended.version, { endedAt: plantTime('09:00', '2026-11-02') })).errno).toBe(
      '6000',
    )
    expect((await f.lead.call(lineStop.endpoints.remove, { id: standingStopId })).errno).toBe('6000')
  })

  test('is reopened from the last one backwards by two people with a reason; the phone may then resend', async () => {
    const accountant = await f.plant.as('accountant')
    const manager = await f.plant.as('manager')
    expect((await accountant.call(requestMonthReopening, { month: '2026-09', reason: '漏记' })).errmsg).toContain(
      '2026-09',
    )
    expect((await accountant.call(requestMonthReopening, { month: '2026-10' } as never)).errno).toBe('4042')
    // First without a request, then by the requester, then by a second person.
    expect((await manager.call(reopenMonth, { month: '2026-10' })).errno).toBe('6000')
    expectOk(await accountant.call(requestMonthReopening, { month: '2026-10', reason: '漏记投料' }))
    expect((await accountant.call(reopenMonth, { month: '2026-10' })).errno).toBe('6000')
    expect((await f.lead.call(reopenMonth, { month: '2026-10' })).errno).toBe('401')
    const unverified = await f.plant.as('manager', { verified: false })
    expect((await unverified.call(reopenMonth, { month: '2026-10' })).data).toMatchObject({ verification: true })
    expectOk(await manager.call(keepMonthClosed, { month: '2026-10' }))
    expect((await manager.call(reopenMonth, { month: '2026-10' })).errno).toBe('6000')
    expect(await countRows(f.plant, 'plant_month', `month = '2026-10' and state = 'closed'`)).toBe(1)
    const row = await reopenMonthAs(f.plant, '2026-10')
    expect(row).toMatchObject({ askedBy: accountant.userId, reopenedBy: manager.userId, reason: '漏记' })
    const { body } = await fedLine({}, '2026-10-10')
    expect((await sendFeed(body, LATE)).errno).toBe('200')
    const { list } = expectOk(await f.line.call(plantMonth.endpoints.list, {}))
    expect(list.map(({ month, state }) => [month, state])).toEqual([
      ['2026-10', 'reopened'],
      ['2026-09', 'closed'],
    ])
    expect(feed.monthBooking).toEqual({ dateField: 'businessDate' })
  })
})
