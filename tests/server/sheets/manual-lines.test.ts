/** What a person enters with a minus takes off what is there, and never more. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { inputLine, outputLine } from '@/areas/sheets/contract/input-output'
import type { TestPlant } from '../harness'
import { at, countOf, good, NOW, staffed, type Staff } from '../people'
import { feed, jumbo, newFloor, type Floor } from '../handover/floor'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
beforeEach(() => plant.clock.set(NOW))
afterAll(() => plant.close())

const DAY = '2026-11-20'
const EVE = '2026-11-19'
const write = outputLine.endpoints
/** A line of output on a floor, with a reason. */
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
const refused = (said: string) => ({ errno: '6000', errmsg: expect.stringContaining(said) })
/** A line that wound one roll of 600 kg today. */
async function wound(): Promise<Floor> {
  const floor = await newFloor(plant, staff)
  await jumbo(plant, floor, at('08:30'))
  return floor
}

describe('a line of output with a minus', () => {
  test('takes off what the line wound of the product that day, and no more', async () => {
    const floor = await wound()
    expect(await add(floor, -600.5)).toMatchObject(refused('600'))
    expect(await add(floor, -1, { businessDate: EVE })).toMatchObject(refused(EVE))
    const other = await newFloor(plant, staff)
    expect(await add({ ...floor, productId: other.productId }, -1)).toMatchObject(refused('0 kg'))
    expect(await add({ ...floor, line: other.line }, -1)).toMatchObject(refused('0 kg'))
    good(await add(floor, -400))
    expect(await add(floor, -201)).toMatchObject(refused('200'))
    good(await add(floor, -200))
  })
  test('takes off what the order that it names has, whatever another order has', async () => {
    const floor = await wound()
    // Another order of the same product on the same line, of which 50 kg were entered.
    const second = createUuid7()
    await plant.query(
      `insert into work_order select (jsonb_populate_record(t, jsonb_build_object('id', $2::uuid, 'number', 'HW-second', 'batch', 'B-second'))).* from work_order t where id = $1`,
      [floor.order.id, second],
    )
    good(await add(floor, 50, { workOrderId: second }))
    expect(await add(floor, -51, { workOrderId: second })).toMatchObject(refused('HW-second'))
    good(await add(floor, -50, { workOrderId: second }))
    expect(await add(floor, -601, { workOrderId: floor.order.id })).toMatchObject(refused('600'))
    good(await add(floor, -600, { workOrderId: floor.order.id }))
  })
  test('takes off no more rolls than there are', async () => {
    const floor = await wound()
    expect(await add(floor, -10, { rolls: -2 })).toMatchObject(refused('1 卷'))
    good(await add(floor, -10, { rolls: -1 }))
  })
  test('is not left alone: what it takes off is neither taken back, made less nor moved', async () => {
    const floor = await newFloor(plant, staff)
    const row = good(await add(floor, 100))
    good(await add(floor, -80))
    expect(await remove(row)).toMatchObject(refused('80 kg'))
    expect(await change(row, { kg: 79 })).toMatchObject(refused('80 kg'))
    expect(await change(row, { businessDate: EVE })).toMatchObject(refused('80 kg'))
    expect(await countOf(plant, 'output_line', `line_id = '${floor.line.id}' and kg = 100`)).toBe(1)
    const less = good(await change(row, { kg: 80 }))
    expect(less).toMatchObject({ kg: 80 })
  })
  test('is of a shift that has begun, entered and moved', async () => {
    const floor = await wound()
    const row = good(await add(floor, 10))
    for (const businessDate of ['2026-11-21', '2026-07-20']) {
      expect((await add(floor, 10, { businessDate })).errno).toBe('4013')
      expect((await change(row, { businessDate })).errno).toBe('4013')
    }
    expect((await change(row, { shift: 'middle' })).errno).toBe('4013')
    good(await change(row, { businessDate: '2026-11-18' }))
  })
  test('of two at once one is refused', async () => {
    const floor = await wound()
    const both = await Promise.all([add(floor, -400), add(floor, -400)])
    expect(both.map(({ errno }) => errno).toSorted()).toEqual(['200', '6000'])
  })
  test('may be put right step by step, where rolls taken back have left a day below zero', async () => {
    const floor = await wound()
    const row = good(await add(floor, -400))
    await plant.query(`update jumbo_roll set state = 'deleted' where line_id = $1`, [floor.line.id])
    const better = good(await change(row, { kg: -100 }))
    expect(await change(better, { kg: -150 })).toMatchObject({ errno: '6000' })
    good(await remove(better))
  })
})
test('a line of input with a minus takes off what was fed, and is not left alone', async () => {
  const floor = await newFloor(plant, staff)
  await feed(plant, floor, at('08:00'), 100)
  const [fed] = await plant.query<{ material_id: string }>(`select material_id from feed where line_id = $1`, [
    floor.line.id,
  ])
  const of = { businessDate: DAY, lineId: floor.line.id, materialId: fed!.material_id, reason: '漏扫一袋' }
  const enter = (kg: number, more: object = {}) =>
    staff['prod-lead'].call(inputLine.endpoints.create, { ...of, kg, ...more } as never)
  expect(await enter(-101)).toMatchObject(refused('100'))
  const added = good(await enter(25))
  good(await enter(-120))
  const { id, version } = added
  const moved = { id, version, businessDate: '2026-11-21' }
  expect((await staff['prod-lead'].call(inputLine.endpoints.update, moved as never)).errno).toBe('4013')
  expect(await staff['prod-lead'].call(inputLine.endpoints.remove, { id, version })).toMatchObject(refused('20 kg'))
})
