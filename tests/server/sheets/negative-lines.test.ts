/** Negative manual lines subtract existing amounts, never more. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { inputLine, outputLine } from '@/areas/sheets/contract/input-output'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, NOW, createStaffedPlant, type Staff } from '../plant-staff'
import { insertFeed, insertJumbo, createFloor, type Floor } from '../handover/running-line'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
beforeEach(() => plant.clock.set(NOW))
afterAll(() => plant.close())

const DAY = '2026-11-20'
const EVE = '2026-11-19'
const write = outputLine.endpoints
/** Enters an output line with a reason. */
const add = ({ line, productId }: Floor, kg: number, more: object = {}) =>
  staff['prod-lead'].call(write.create, {
    businessDate: DAY,
    lineId: line.id,
    productId,
    kg,
    reason: '复称',
    ...more,
  } as never)
type Line = { id: string; version: number }
const change = (row: Line, more: object) =>
  staff['prod-lead'].call(write.update, { id: row.id, version: row.version, ...more } as never)
const remove = (row: Line) => staff['prod-lead'].call(write.remove, { id: row.id, version: row.version })
const refusalWith = (said: string) => ({ errno: '6000', errmsg: expect.stringContaining(said) })
/** Creates a line that wound one roll of 600 kg today. */
async function createWoundFloor(): Promise<Floor> {
  const floor = await createFloor(plant, staff)
  await insertJumbo(plant, floor, plantTime('08:30'))
  return floor
}

describe('a negative output line', () => {
  test('subtracts at most the product’s output of the line on that day', async () => {
    const floor = await createWoundFloor()
    expect(await add(floor, -600.5)).toMatchObject(refusalWith('600'))
    expect(await add(floor, -1, { businessDate: EVE })).toMatchObject(refusalWith(EVE))
    const other = await createFloor(plant, staff)
    expect(await add({ ...floor, productId: other.productId }, -1)).toMatchObject(refusalWith('0 kg'))
    expect(await add({ ...floor, line: other.line }, -1)).toMatchObject(refusalWith('0 kg'))
    expectOk(await add(floor, -400))
    expect(await add(floor, -201)).toMatchObject(refusalWith('200'))
    expectOk(await add(floor, -200))
  })
  test('subtracts at most the output of the named order', async () => {
    const floor = await createWoundFloor()
    // Another order of the same product and line, with 50 kg entered.
    const second = createUuid7()
    await plant.query(
      `insert into work_order select (jsonb_populate_record(t, jsonb_build_object('id', $2::uuid, 'number', 'HW-second', 'batch', 'B-second'))).* from work_order t where id = $1`,
      [floor.order.id, second],
    )
    expectOk(await add(floor, 50, { workOrderId: second }))
    expect(await add(floor, -51, { workOrderId: second })).toMatchObject(refusalWith('HW-second'))
    expectOk(await add(floor, -50, { workOrderId: second }))
    expect(await add(floor, -601, { workOrderId: floor.order.id })).toMatchObject(refusalWith('600'))
    expectOk(await add(floor, -600, { workOrderId: floor.order.id }))
  })
  test('subtracts at most the existing rolls', async () => {
    const floor = await createWoundFloor()
    expect(await add(floor, -10, { rolls: -2 })).toMatchObject(refusalWith('1 卷'))
    expectOk(await add(floor, -10, { rolls: -1 }))
  })
  test('protects its output against withdrawal, reduction and moves', async () => {
    const floor = await createFloor(plant, staff)
    const row = expectOk(await add(floor, 100))
    expectOk(await add(floor, -80))
    expect(await remove(row)).toMatchObject(refusalWith('80 kg'))
    expect(await change(row, { kg: 79 })).toMatchObject(refusalWith('80 kg'))
    expect(await change(row, { businessDate: EVE })).toMatchObject(refusalWith('80 kg'))
    expect(await countRows(plant, 'output_line', `line_id = '${floor.line.id}' and kg = 100`)).toBe(1)
    const less = expectOk(await change(row, { kg: 80 }))
    expect(less).toMatchObject({ kg: 80 })
  })
  test('belongs to a started shift on create, edit and move', async () => {
    const floor = await createWoundFloor()
    const row = expectOk(await add(floor, 10))
    for (const businessDate of ['2026-11-21', '2026-07-20']) {
      expect((await add(floor, 10, { businessDate })).errno).toBe('4013')
      expect((await change(row, { businessDate })).errno).toBe('4013')
    }
    expect((await change(row, { shift: 'middle' })).errno).toBe('4013')
    expectOk(await change(row, { businessDate: '2026-11-18' }))
  })
  test('is refused for one of two at once', async () => {
    const floor = await createWoundFloor()
    const both = await Promise.all([add(floor, -400), add(floor, -400)])
    expect(both.map(({ errno }) => errno).toSorted()).toEqual(['200', '6000'])
  })
  test('can be corrected stepwise when withdrawn rolls left a day below zero', async () => {
    const floor = await createWoundFloor()
    const row = expectOk(await add(floor, -400))
    await plant.query(`update jumbo_roll set state = 'deleted' where line_id = $1`, [floor.line.id])
    const better = expectOk(await change(row, { kg: -100 }))
    expect(await change(better, { kg: -150 })).toMatchObject({ errno: '6000' })
    expectOk(await remove(better))
  })
})
test('a negative input line subtracts fed material and protects it', async () => {
  const floor = await createFloor(plant, staff)
  await insertFeed(plant, floor, plantTime('08:00'), 100)
  const [fed] = await plant.query<{ material_id: string }>(`select material_id from feed where line_id = $1`, [
    floor.line.id,
  ])
  const lineInput = { businessDate: DAY, lineId: floor.line.id, materialId: fed!.material_id, reason: '漏扫一袋' }
  const enter = (kg: number, more: object = {}) =>
    staff['prod-lead'].call(inputLine.endpoints.create, { ...lineInput, kg, ...more } as never)
  expect(await enter(-101)).toMatchObject(refusalWith('100'))
  const added = expectOk(await enter(25))
  expectOk(await enter(-120))
  const { id, version } = added
  const moved = { id, version, businessDate: '2026-11-21' }
  expect((await staff['prod-lead'].call(inputLine.endpoints.update, moved as never)).errno).toBe('4013')
  expect(await staff['prod-lead'].call(inputLine.endpoints.remove, { id, version })).toMatchObject(refusalWith('20 kg'))
})
