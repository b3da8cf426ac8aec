import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counterFeed } from '@/areas/feeding/contract/feed'
import { massBalanceReport } from '@/areas/feeding/contract/feeding-endpoints'
import { recycle } from '@/areas/feeding/contract/recycle'
import { trace } from '@/areas/tracing/contract/trace'
import { createUuid7 } from '@/contract/id'
import { setPlantSetting } from '@/plant/contract/plant-setting'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, NOW, fetchRow, runJob, createStaffedPlant, type Staff } from '../plant-staff'
import { createMill as theMill, type Mill } from './hopper-plant'
import { doffJumboRoll, startRunningOrder } from './winder-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())
const mill = (more: Parameters<typeof theMill>[2] = {}) => theMill(plant, staff, more)

/** Finishes the order of a line and starts another of the same standard there. */
async function nextOrder(m: Mill, endedAt: string): Promise<Mill> {
  await plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
    m.order.id,
    plantTime(endedAt),
  ])
  const { order } = await startRunningOrder(plant, staff)
  await plant.query(
    'update work_order set line_id = $2, process_standard_id = (select process_standard_id from work_order where id = $3) where id = $1',
    [order.id, m.line.id, m.order.id],
  )
  return {
    ...m,
    order,
    doffRoll: (from, to, more = {}) =>
      doffJumboRoll(staff, { line: m.line, order }, { startedAt: plantTime(from), occurredAt: plantTime(to), ...more }),
  }
}
/** Counts the statements sent to the database while `work` runs. */
async function statements(work: () => Promise<void>): Promise<number> {
  let count = 0
  const listened = new Map<PoolClient, PoolClient['query']>()
  const listen = (client: PoolClient) => {
    if (listened.has(client)) return
    const { query } = client
    listened.set(client, query)
    client.query = ((...given: unknown[]) => {
      count++
      return (query as (...given: unknown[]) => unknown).apply(client, given)
    }) as typeof query
  }
  const { pool } = plant.app.db
  pool.on('acquire', listen)
  try {
    await work()
  } finally {
    pool.off('acquire', listen)
    for (const [client, query] of listened) client.query = query
  }
  return count
}
const kgOf = (lots: Readonly<Record<string, number>>) =>
  Math.round(Object.values(lots).reduce((sum, kg) => sum + kg, 0) * 1000) / 1000

describe('the lot calculation', () => {
  test('assigns no lot to a roll doffed before the lot could reach the web', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 3000)
    await m.feed('W1', '08:00', 60)
    const [earlierRoll, laterRoll] = [await m.doffRoll('08:20', '08:50'), await m.doffRoll('08:50', '09:20')]
    // Material fed at 08:40 or later reaches the web after 08:50.
    await m.feed('R2', '08:40', 500)
    await m.feed('W2', '09:30', 500)
    const empty = await m.doffRoll('09:50', '09:55')
    expect(await m.loadLots(earlierRoll)).toEqual({ R1: 470.4, W1: 9.6 })
    expect(await m.loadLots(laterRoll)).toEqual({ R1: 470.4, W1: 9.6 })
    expect(await m.loadLots(empty)).toEqual({ R1: 470.4, W1: 9.6 })
    const nodes = expectOk(
      await staff['prod-lead'].call(trace, { kind: 'materialLot', id: await m.findOrCreateLot('W2') }),
    ).nodes
    expect(nodes.filter(({ kind }) => kind === 'jumboRoll')).toEqual([])
  })
  test('keeps two lots in one hopper apart and shows the unknown kilograms', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 400)
    await m.feed('R2', '08:01', 400)
    await m.feed('W1', '08:00', 60)
    const [first, second] = [await m.doffRoll('08:20', '08:50'), await m.doffRoll('08:50', '09:20')]
    const [a, b] = [await m.loadLots(first), await m.loadLots(second)]
    expect([(a['R1'] ?? 0) + (b['R1'] ?? 0), (a['R2'] ?? 0) + (b['R2'] ?? 0)]).toEqual([400, 400])
    expect(Object.keys(a).sort()).toEqual(['R1', 'R2', 'W1'])
    expect(a['R1']).toBeGreaterThan(a['R2']!)
    expect(await m.loadUnknownKg(first)).toBe(0)
    expect(await m.loadUnknownKg(second)).toBe(140.8)
    const node = expectOk(await staff['prod-lead'].call(trace, { kind: 'jumboRoll', id: second.id })).nodes.find(
      ({ id }) => id === second.id,
    )
    expect(node?.unknownKg).toBe(140.8)
  })
  test('continues over two orders and two shifts: a leftover lot enters the next order, each kilogram once', async () => {
    const m = await mill()
    await plant.query('update work_order set started_at = $2 where id = $1', [m.order.id, plantTime('06:00')])
    await m.feed('R1', '06:10', 1000)
    await m.feed('W1', '06:10', 40)
    const rolls = [await m.doffRoll('07:20', '07:50'), await m.doffRoll('08:10', '08:40')]
    const next = await nextOrder(m, '08:45')
    await m.recordWaste('08:44', 20)
    const third = await next.doffRoll('09:00', '09:20')
    expect(await m.loadLots(third)).toEqual({ R1: 39.6, W1: 9.6 })
    expect(await m.loadUnknownKg(third)).toBe(430.8)
    // The late scan of the first order’s last bag changes the second order’s roll.
    await plant.query(`update work_order set state = 'running', finished_at = null where id = $1`, [m.order.id])
    await m.feed('R2', '08:30', 2000)
    expect(await m.loadLots(third)).toMatchObject({ R2: expect.any(Number) })
    expect(await m.loadUnknownKg(third)).toBe(0)
    for (const roll of [...rolls, third]) expect(kgOf(await m.loadLots(roll))).toBe(480)
    expect(await m.loadBalance('R1')).toMatchObject({ fedKg: 1000, insideKg: 0 })
    // Three rolls of 470.4 kg of resin and 19.6 kg of waste, less the lot before.
    expect(await m.loadBalance('R2')).toMatchObject({ fedKg: 2000, insideKg: 1569.2 })
    expect(await m.loadBalance('W1')).toMatchObject({ fedKg: 40, insideKg: 10.8 })
    // For each order and shift, the fed mass is in rolls, waste or hoppers.
    const shifts = await plant.query<{ businessDate: string; shift: string }>(
      'select distinct business_date::text as "businessDate", shift from jumbo_roll where line_id = $1',
      [m.line.id],
    )
    expect(shifts).toHaveLength(2)
    for (const all of [
      [{ workOrderId: m.order.id }, { workOrderId: next.order.id }],
      shifts.map((shift) => ({ lineId: m.line.id, ...shift })),
    ]) {
      let hopperKg = 0
      for (const of of all) {
        const balance = expectOk(await staff['prod-lead'].call(massBalanceReport, of))
        expect(balance).toMatchObject({ gapKg: 0 })
        hopperKg += balance.hopperKg
      }
      expect(Math.round(hopperKg * 1000) / 1000).toBe(1569.2 + 10.8)
    }
  })
  test('adds up for an order: rolls and waste weigh as much as their lots and the unknown part', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 1000)
    await m.feed('W1', '08:00', 30)
    const rolls = [
      await m.doffRoll('08:20', '08:50', { grossKg: 497.3, coreKg: 11.1 }),
      await m.doffRoll('08:50', '09:20', { grossKg: 480.7, coreKg: 10 }),
      await m.doffRoll('09:20', '09:50'),
    ]
    const waste = await m.recordWaste('08:55', 33.3)
    for (const roll of rolls) {
      const { net_kg: net, expected_kg: expected } = await fetchRow<{ net_kg: number | null; expected_kg: number }>(
        plant,
        'jumbo_roll',
        roll.id,
      )
      expect(Math.round((kgOf(await m.loadLots(roll)) + (await m.loadUnknownKg(roll))!) * 1000)).toBe(
        Math.round((net ?? expected) * 1000),
      )
    }
    const { unknown_kg: unknown } = await fetchRow<{ unknown_kg: number }>(plant, 'recycle', waste.id)
    expect(kgOf(await m.loadLots(waste, 'recycle')) + unknown).toBe(33.3)
  })
  test('is repeated after a withdrawn feed or waste for the affected rolls, not for earlier ones', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 500)
    await m.feed('W1', '08:00', 60)
    const slip = await m.feed('R2', '08:15', 1000)
    const [first, second] = [await m.doffRoll('08:20', '08:50'), await m.doffRoll('08:50', '09:20')]
    expect(Object.keys(await m.loadLots(second))).toContain('R2')
    const waste = await m.recordWaste('08:51', 20)
    expectOk(await staff['operator-line'].call(counterFeed, { id: slip.id, reason: 'x' }))
    for (const roll of [first, second]) expect(Object.keys(await m.loadLots(roll))).not.toContain('R2')
    expect(await m.loadLots(first)).toEqual({ R1: 470.4, W1: 9.6 })
    // Of the remaining 29.6 kg, the second roll had used 15.68 kg within a minute when the waste took the rest.
    expect(await m.loadLots(second)).toEqual({ R1: 15.68, W1: 9.6 })
    expect(await m.loadLots(waste, 'recycle')).toEqual({ R1: 13.92, W1: 0.4 })
    expect(await m.loadUnknownKg(second)).toBe(454.72)
    expect(await m.loadBalance('R2')).toMatchObject({ fedKg: 0, rollsKg: 0, rolls: 0, insideKg: 0 })
    expectOk(await staff['prod-lead'].call(recycle.endpoints.remove, { id: waste.id }))
    expect(await m.loadLots(second)).toEqual({ R1: 29.6, W1: 9.6 })
  })
  test('is repeated for every roll after a change of the time to the web', async () => {
    const m = await mill()
    await m.feed('R1', '08:00', 1000)
    await m.feed('W1', '08:00', 60)
    const rolls = [
      await m.doffRoll('08:30', '08:50'),
      await m.doffRoll('08:50', '08:55'),
      await m.doffRoll('08:55', '09:15'),
    ]
    const late = await m.feed('R2', '08:32', 2000)
    expect(late.kg).toBe(2000)
    for (const minutes of [60, 12]) {
      expectOk(await staff['prod-lead'].call(setPlantSetting, { key: 'residenceDelay', value: minutes }))
      await runJob(plant, 'lots-of-rolls')
      for (const lot of ['R1', 'R2', 'W1']) await m.loadBalance(lot)
      rolls.push(await m.doffRoll(`09:${15 + rolls.length}`, `09:${16 + rolls.length}`, { lengthM: 1000 }))
      for (const lot of ['R1', 'R2', 'W1']) await m.loadBalance(lot)
    }
    expectOk(await staff['prod-lead'].call(setPlantSetting, { key: 'residenceDelay', value: 20 }))
    await runJob(plant, 'lots-of-rolls')
    expect(await m.loadBalance('R1')).toMatchObject({ fedKg: 1000, insideKg: 0 })
  })
  test('needs as many queries for one roll as for many', async () => {
    const m = await mill()
    const made = Array.from({ length: 50 }, (_, i) => ({ id: createUuid7(Date.parse(NOW) + i), from: 490 + i }))
    await m.feed('R1', '08:00', 600)
    await m.feed('W1', '08:00', 100)
    const countQueries = async (n: number) => {
      await plant.query(
        `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, expected_kg, grade, business_date, started_at, doffed_at, created_at, updated_at)
         select 1, (r->>'id')::uuid, 'Y' || (r->>'id'), 'uncut', $1, $2, $3, 200, 10, 10, 'good', '2026-11-20', timestamptz '2026-11-20T00:00:00+08:00' + (r->>'from')::int * interval '1 minute', timestamptz '2026-11-20T00:00:00+08:00' + ((r->>'from')::int + 1) * interval '1 minute', now(), now() from jsonb_array_elements($4::jsonb) r`,
        [m.order.id, m.order.productId, m.line.id, JSON.stringify(made.splice(0, n))],
      )
      return statements(() => runJob(plant, 'lots-of-rolls'))
    }
    const [queriesForOne, queriesForMany] = [await countQueries(1), await countQueries(49)]
    expect(queriesForOne).toBeGreaterThan(0)
    // A few extra housekeeping queries are allowed, but not one per roll (48 rolls).
    expect(queriesForMany).toBeLessThan(queriesForOne + 10)
  })
})
