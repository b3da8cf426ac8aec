import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counterFeed, feedAddCommands } from '@/areas/feeding/contract/feed'
import { massBalanceReport } from '@/areas/feeding/contract/feeding-endpoints'
import { removeRoll, weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { trace } from '@/areas/tracing/contract/trace'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, NOW, fetchRow, runJob, createStaffedPlant, type Staff } from '../plant-staff'
import { createMill as theMill } from './hopper-plant'
import { doffJumboRoll, startRunningOrder } from './winder-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const mill = (more: Parameters<typeof theMill>[2] = {}) => theMill(plant, staff, more)

describe('the lots of a roll', () => {
  test('are the first kilograms in each hopper, and add up to its weight', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 900)
    await m.feed('W1', '08:00', 25)
    await m.feed('R2', '08:05', 2000)
    const first = await m.doffRoll('08:20', '08:50')
    expect(first.lots.map(({ kg, hopperId }) => [kg, hopperId])).toEqual([
      [470.4, m.hoppers.a],
      [9.6, m.hoppers.b],
    ])
    expect(first.unknownKg).toBe(0)
    const second = await m.doffRoll('08:50', '09:20')
    expect(Object.keys(await m.loadLots(second)).sort()).toEqual(['R1', 'R2', 'W1'])
    const third = await m.doffRoll('09:20', '09:50')
    // 5.8 kg of the masterbatch were left.
    expect([(await m.loadLots(third))['W1'], await m.loadUnknownKg(third)]).toEqual([5.8, 3.8])
    expect((await m.loadBalance('R1')).insideKg).toBe(0)
    expect(await m.loadBalance('R2')).toMatchObject({ fedKg: 2000, insideKg: 1488.8, rolls: 2 })
  })
  test('follow an order change: the silo keeps its resin, the old colour leaves first', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 3000)
    await m.feed('B1', '08:00', 15)
    const blue = await m.doffRoll('08:20', '08:50')
    await plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      m.order.id,
      plantTime('08:55'),
    ])
    const next = await startRunningOrder(plant, staff)
    await plant.query(
      'update work_order set line_id = $2, process_standard_id = (select process_standard_id from work_order where id = $3) where id = $1',
      [next.order.id, m.line.id, m.order.id],
    )
    const other = { ...m, order: next.order }
    const white = feedAddCommands.find((one) => one.kind === 'sub')!.endpoint
    expectOk(
      await staff['operator-line'].call(white, {
        workOrderId: next.order.id,
        lineId: m.line.id,
        hopperId: m.hoppers.b,
        lotId: await m.findOrCreateLot('W1'),
        materialId: (await fetchRow<{ material_id: string }>(plant, 'material_lot', await m.findOrCreateLot('W1')))
          .material_id,
        kg: 40,
        occurredAt: plantTime('08:56'),
      }),
    )
    const first = await doffJumboRoll(staff, other, { startedAt: plantTime('09:10'), occurredAt: plantTime('09:40') })
    const second = await doffJumboRoll(staff, other, { startedAt: plantTime('09:40'), occurredAt: plantTime('09:55') })
    expect(await m.loadLots(blue)).toEqual({ R1: 470.4, B1: 9.6 })
    expect(Object.keys(await m.loadLots(first)).sort()).toEqual(['B1', 'R1', 'W1'])
    expect((await m.loadLots(first))['B1']).toBe(5.4)
    expect(await m.loadLots(second)).toEqual({ R1: 470.4, W1: 9.6 })
  })
  test('end when a hopper is emptied; returned material is in the store again, the rest is the gap', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 3000)
    const fed = await m.feed('B1', '08:00', 50)
    await m.doffRoll('08:20', '08:50')
    const out = expectOk(
      await staff['operator-line'].call(counterFeed, {
        id: fed.id,
        cause: 'changedOver',
        reason: 'x',
        occurredAt: plantTime('08:55'),
      }),
    )
    expect([out.kg, out.lots.map(({ kg }) => kg), out.shift]).toEqual([-40.4, [40.4], 'early'])
    await m.feed('W1', '08:56', 40)
    const second = await m.doffRoll('09:10', '09:40')
    expect(await m.loadLots(second)).toEqual({ R1: 470.4, W1: 9.6 })
    expect(await m.loadBalance('B1')).toMatchObject({ fedKg: 50, rollsKg: 9.6, emptiedKg: 40.4, insideKg: 0 })
    expect((await fetchRow<{ left_kg: number }>(plant, 'material_lot', await m.findOrCreateLot('B1'))).left_kg).toBe(
      49_990.4,
    )
    const w = (
      await plant.query<{ id: string }>(`select id from feed where lot_id = $1`, [await m.findOrCreateLot('W1')])
    )[0]!
    expectOk(
      await staff['operator-line'].call(counterFeed, {
        id: w.id,
        cause: 'emptied',
        kg: 0,
        reason: 'x',
        occurredAt: plantTime('09:50'),
      }),
    )
    expect(await m.loadBalance('W1')).toMatchObject({ emptiedKg: 30.4, insideKg: 0 })
    expect(expectOk(await staff['prod-lead'].call(massBalanceReport, { workOrderId: m.order.id }))).toMatchObject({
      fedKg: 3049.6,
      inProcessKg: 960,
      hopperKg: 2059.2,
      gapKg: 30.4,
    })
    // Packing is in no hopper, and used material cannot be taken out again.
    expect((await staff['operator-line'].call(counterFeed, { id: out.id, cause: 'emptied', reason: 'x' })).errno).toBe(
      '6000',
    )
  })
  test('are recalculated after a late scan, correction, weight or undone roll', async () => {
    const [late, inTime] = [await mill(), await mill()]
    // The true events in order.
    await inTime.feed('R1', '08:00', 300)
    await inTime.feed('W1', '08:00', 100)
    await inTime.feed('R2', '08:15', 700)
    await inTime.feed('R3', '08:30', 2000)
    const good1 = [
      await inTime.doffRoll('08:20', '08:50', { grossKg: 500, coreKg: 10 }),
      await inTime.doffRoll('08:50', '09:10'),
      await inTime.doffRoll('09:20', '09:50'),
    ]
    await inTime.recordWaste('08:45', 20)
    // The same events in another order, with mistakes and corrections.
    const w = await late.feed('W1', '08:00', 100)
    const second = await late.doffRoll('08:50', '09:10')
    expect(await late.loadLots(second)).toEqual({ W1: 9.6 })
    expect(await late.loadUnknownKg(second)).toBe(470.4)
    await late.feed('R3', '08:30', 2000)
    const slip = await late.feed('R2', '08:15', 1700)
    const first = await late.doffRoll('08:20', '08:50')
    const never = await late.doffRoll('09:10', '09:20')
    const third = await late.doffRoll('09:20', '09:50')
    await late.feed('R1', '08:00', 300)
    expectOk(await staff['operator-line'].call(counterFeed, { id: slip.id, kg: 1000, reason: 'x' }))
    expectOk(await staff['operator-line'].call(weighRoll, { id: first.id, grossKg: 500, coreKg: 10 } as never))
    expectOk(await staff['operator-line'].call(removeRoll, { id: never.id, reason: 'x' } as never))
    await late.recordWaste('08:45', 20)
    for (const [i, roll] of [first, second, third].entries()) {
      expect(await late.loadLots(roll), String(i)).toEqual(await inTime.loadLots(good1[i]!))
      expect(await late.loadUnknownKg(roll)).toBe(0)
    }
    expect(await late.loadLots(never)).toEqual({})
    for (const lot of ['R1', 'R2', 'R3', 'W1']) {
      const { fedKg, rollsKg, lostKg, insideKg } = await late.loadBalance(lot)
      expect(await inTime.loadBalance(lot)).toMatchObject({ fedKg, rollsKg, lostKg, insideKg })
    }
    // A late recalculation overwrites no edit.
    expect((await fetchRow<{ version: number }>(plant, 'jumbo_roll', second.id)).version).toBe(second.version)
    expect(w.kg).toBe(100)
  })
  test('a recall names every roll that can contain the lot and no other', async () => {
    const m = await mill()
    await m.feed('W1', '08:00', 200)
    await m.feed('R1', '08:00', 480)
    const rolls = [await m.doffRoll('08:20', '08:50')]
    await m.feed('R2', '08:41', 500)
    rolls.push(await m.doffRoll('08:50', '09:20'))
    await m.feed('R3', '08:42', 2000)
    rolls.push(await m.doffRoll('09:20', '09:35'), await m.doffRoll('09:35', '09:50'))
    const findRollIndexes = async (lot: string) =>
      expectOk(await staff['prod-lead'].call(trace, { kind: 'materialLot', id: await m.findOrCreateLot(lot) }))
        .nodes.filter(({ kind }) => kind === 'jumboRoll')
        .map(({ id }) => rolls.findIndex((roll) => roll.id === id))
        .sort()
    expect(await findRollIndexes('R1')).toEqual([0, 1])
    // Fed nine minutes before the first roll was doffed, so not in the web for ten minutes.
    expect(await findRollIndexes('R2')).toEqual([1, 2])
    expect(await findRollIndexes('R3')).toEqual([1, 2, 3])
    expect(await findRollIndexes('W1')).toEqual([0, 1, 2, 3])
  })
  test('without a standard follow the proportions of the order’s feeds', async () => {
    const m = await mill({ hasTarget: false })
    await m.feed('R1', '08:00', 970)
    await m.feed('W1', '08:00', 30)
    const roll = await m.doffRoll('08:20', '08:50')
    expect(await m.loadLots(roll)).toEqual({ R1: 465.6, W1: 14.4 })
    await m.feed('R2', '09:30', 500)
    expect(await m.loadLots(roll)).toEqual({ R1: 470.4, W1: 9.6 })
  })
  test('of many rolls are calculated by the job, which survives an interruption', async () => {
    const m = await mill()
    const made = Array.from({ length: 70 }, (_, i) => ({
      id: createUuid7(Date.parse(NOW) + i),
      from: 490 + i,
      to: 491 + i,
    }))
    await plant.query(
      `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, expected_kg, grade, business_date, started_at, doffed_at, created_at, updated_at)
       select 1, (r->>'id')::uuid, 'X' || (r->>'id'), 'uncut', $1, $2, $3, 200, 10, 10, 'good', '2026-11-20', timestamptz '2026-11-20T00:00:00+08:00' + (r->>'from')::int * interval '1 minute', timestamptz '2026-11-20T00:00:00+08:00' + (r->>'to')::int * interval '1 minute', now(), now() from jsonb_array_elements($4::jsonb) r`,
      [m.order.id, m.order.productId, m.line.id, JSON.stringify(made)],
    )
    await m.feed('R1', '08:00', 600)
    await m.feed('W1', '08:00', 100)
    expect(await m.loadLots(made[0]!)).toEqual({})
    await runJob(plant, 'lots-of-rolls')
    for (const roll of made.slice(0, 55)) expect(await m.loadLots(roll)).toEqual({ R1: 9.8, W1: 0.2 })
    expect(await m.loadLots(made.at(-1)!)).toEqual({ W1: 0.2 })
    // A late scan before all others: its transaction discards the states, and the job recalculates them.
    await m.feed('R0', '07:55', 100)
    expect(await m.loadLots(made.at(-1)!)).toEqual({ W1: 0.2 })
    await runJob(plant, 'lots-of-rolls')
    expect(await m.loadLots(made.at(-1)!)).toEqual({ R1: 9.8, W1: 0.2 })
    expect(await m.loadBalance('R1')).toMatchObject({ fedKg: 600, rollsKg: 586 })
    const states = await plant.query('select at from hopper_content where line_id = $1', [m.line.id])
    await runJob(plant, 'lots-of-rolls')
    expect(await plant.query('select at from hopper_content where line_id = $1', [m.line.id])).toHaveLength(
      states.length,
    )
  })
})
