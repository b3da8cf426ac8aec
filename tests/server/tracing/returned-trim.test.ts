import { afterAll, beforeAll, expect, test } from 'vitest'
import { massBalanceReport } from '@/areas/feeding/contract/feeding-endpoints'
import { recycle } from '@/areas/feeding/contract/recycle'
import { recallList } from '@/areas/tracing/contract/recall'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, runJob, createStaffedPlant, type Staff } from '../plant-staff'
import { createMill, type Mill } from '../rolls/hopper-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const addTrim = async (m: Mill, destination: 'hopper' | 'pellets') =>
  expectOk(
    await staff['operator-line'].call(recycle.endpoints.create, {
      workOrderId: m.order.id,
      lineId: m.line.id,
      kind: 'edgeTrim',
      destination,
      kg: 100,
      occurredAt: plantTime('08:48'),
    }),
  )
/**
 * Winds three rolls of 470.4 kg of resin. Trim of the first one leaves the line while the second lot is fed, so the trim
 * comes back behind the second lot.
 */
async function windWithTrim(destination: 'hopper' | 'pellets') {
  const m = await createMill(plant, staff)
  await m.feed('R1', '08:00', 700)
  await m.feed('W1', '08:00', 60)
  const rolls = [await m.doffRoll('08:20', '08:50')]
  const trim = await addTrim(m, destination)
  await m.feed('R2', '08:42', 400)
  rolls.push(await m.doffRoll('08:50', '09:05'))
  await m.feed('R3', '08:50', 1000)
  rolls.push(await m.doffRoll('09:05', '09:20'))
  return { m, trim, rolls }
}
const listLots = (m: Mill, rolls: readonly { id: string }[]) => Promise.all(rolls.map((roll) => m.loadLots(roll)))

test('trim returned to the hopper is not lost: it is in the hopper again, and in later rolls', async () => {
  const { m, trim, rolls } = await windWithTrim('hopper')
  expect(await m.loadLots(trim, 'recycle')).toEqual({ R1: 98, W1: 2 })
  expect(await m.loadBalance('R1')).toMatchObject({ fedKg: 700, lostKg: 0, emptiedKg: 0 })
  // Three rolls take 28.8 kg; the trim of 2 kg is inside again.
  expect(await m.loadBalance('W1')).toMatchObject({ fedKg: 60, rollsKg: 28.8, lostKg: 0, insideKg: 31.2 })
  const [, second, third] = await listLots(m, rolls)
  expect(second).toMatchObject({ R1: expect.any(Number), R2: expect.any(Number) })
  // The third roll begins after the first lot was used up, so its share of that lot came back with the trim.
  expect(third!['R1']).toBeGreaterThan(50)
  const recalled = expectOk(
    await staff.quality.call(recallList, { kind: 'materialLot', id: await m.findOrCreateLot('R1') }),
  ).rows
  expect(recalled.map(({ id }) => id).sort()).toEqual(rolls.map(({ id }) => id).sort())
  expect(expectOk(await staff['prod-lead'].call(massBalanceReport, { workOrderId: m.order.id }))).toMatchObject({
    fedKg: 2160,
    recycledKg: 0,
    // 2,160 kg fed less 1,440 kg in rolls.
    hopperKg: 720,
    gapKg: 0,
  })
})
test('the recall of an order or a jumbo follows its trim through the hopper into rolls of other orders', async () => {
  const { m, rolls } = await windWithTrim('hopper')
  const otherOrderId = (await createMill(plant, staff)).order.id
  const [first, second, third] = rolls
  await plant.query('update jumbo_roll set work_order_id = $2 where id = any($1::uuid[])', [
    [second!.id, third!.id],
    otherOrderId,
  ])
  const thirdLots = (await m.loadLots(third!)) as { R1: number }
  expect(thirdLots.R1).toBeLessThan(98)
  const recall = async (kind: 'workOrder' | 'jumboRoll', id: string) =>
    new Map(expectOk(await staff.quality.call(recallList, { kind, id })).rows.map((row) => [row.id, row]))
  for (const list of [await recall('workOrder', m.order.id), await recall('jumboRoll', first!.id)]) {
    expect(list.get(first!.id)).toMatchObject({ through: 'direct' })
    // Of the 98 kg of resin it can hold all that it drew. The 2 kg of masterbatch lie behind 60 kg, of which all rolls
    // together drew 28.8 kg.
    expect(list.get(third!.id)).toMatchObject({ through: 'hopper', maxKg: thirdLots.R1 })
  }
  // The other order has no trim, nor was any recorded while the last roll was wound.
  expect([...(await recall('workOrder', otherOrderId)).keys()].sort()).toEqual([second!.id, third!.id].sort())
  expect([...(await recall('jumboRoll', third!.id)).keys()]).toEqual([third!.id])
})
test('trim for pellets leaves the line', async () => {
  const { m, rolls } = await windWithTrim('pellets')
  expect(await m.loadBalance('R1')).toMatchObject({ fedKg: 700, lostKg: 98, insideKg: 0 })
  expect(await m.loadBalance('W1')).toMatchObject({ rollsKg: 28.8, lostKg: 2, insideKg: 29.2 })
  expect((await listLots(m, rolls))[2]!['R1']).toBeUndefined()
  expect(expectOk(await staff['prod-lead'].call(massBalanceReport, { workOrderId: m.order.id }))).toMatchObject({
    recycledKg: 100,
    hopperKg: 620,
    gapKg: 0,
  })
})
test('a full recount gives the same lots, and a corrected destination changes them', async () => {
  const { m, trim, rolls } = await windWithTrim('hopper')
  const lotsOfRolls = await listLots(m, rolls)
  const states = await plant.query<{ layers: { returnsAt?: string }[] }>(
    'select layers from hopper_content where line_id = $1',
    [m.line.id],
  )
  expect(states.some(({ layers }) => layers.some(({ returnsAt }) => returnsAt === plantTime('08:48')))).toBe(true)
  await plant.query('delete from hopper_content where line_id = $1', [m.line.id])
  await plant.query(`update jumbo_roll set lots = '[]' where line_id = $1`, [m.line.id])
  await runJob(plant, 'lots-of-rolls')
  expect(await listLots(m, rolls)).toEqual(lotsOfRolls)
  expect(await m.loadBalance('R1')).toMatchObject({ lostKg: 0 })
  expectOk(
    await staff['prod-lead'].call(recycle.endpoints.update, {
      id: trim.id,
      version: trim.version,
      destination: 'disposed',
    }),
  )
  expect(await m.loadBalance('R1')).toMatchObject({ lostKg: 98, insideKg: 0 })
  expect((await listLots(m, rolls))[2]!['R1']).toBeUndefined()
})
