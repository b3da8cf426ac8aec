/** Plants whose shifts differ from the usual ones: the first begins on the evening before, or the night has another name. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addFirstInspection } from '@/areas/quality/contract/inspections'
import { stockHistory } from '@/areas/stock/contract/stock-endpoints'
import { lineStop } from '@/plant/contract/line-stop'
import { shiftRotation } from '@/plant/contract/rotation'
import { runAsSystem } from '@/server/start-application'
import { closeMonthAs } from '../closed-month'
import { createFloor, type Floor } from '../handover/running-line'
import type { TestPlant } from '../harness'
import { createStaffedPlant, expectOk, plantTime, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
let floor: Floor
const startPlant = async (shifts: readonly { key: string; startMinute: number }[]) => {
  ;({ plant, staff } = await createStaffedPlant())
  await runAsSystem(plant.app, 'test', (ctx) =>
    ctx.rows.insert(shiftRotation, {
      effectiveFrom: '2026-08-01',
      kind: 'custom',
      anchorDay: '2026-08-01',
      shifts: [...shifts],
      cycle: shifts.map(({ key }) => ({ shift: key })),
      teams: shifts.map((_, offset) => ({ key: 'ABC'[offset]!, offset })),
    }),
  )
  floor = await createFloor(plant, staff)
}

describe('a plant whose first shift begins at 22:30 on the evening before', () => {
  beforeAll(
    () =>
      startPlant([
        { key: 'night', startMinute: -90 },
        { key: 'early', startMinute: 390 },
        { key: 'middle', startMinute: 870 },
      ]),
    120_000,
  )
  afterAll(() => plant.close())
  // It is 1 November by the business date, but still 31 October by the calendar.
  beforeEach(() => plant.clock.set(plantTime('22:45', '2026-10-31')))

  test('its current business date has a stock', async () => {
    const stock = expectOk(await staff.manager.call(stockHistory, { day: '2026-11-01' }))
    expect(stock).toMatchObject({ day: '2026-11-01' })
    expect((await staff.manager.call(stockHistory, { day: '2026-11-02' })).errno).toBe('4013')
  })
  test('October can be closed, and takes no record any more', async () => {
    const [reason] = await plant.query<{ id: string }>(`select id from stop_reason where code = 'webBreak'`)
    const stop = (from: string, to: string) =>
      staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId: floor.line.id,
        startedAt: plantTime(from, '2026-10-31'),
        endedAt: plantTime(to, '2026-10-31'),
        reasonId: reason!.id,
      })
    await closeMonthAs(plant, '2026-10')
    const refused = await stop('15:00', '15:10')
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain('2026-10')
    expectOk(await stop('22:32', '22:40'))
  })
})

describe('a plant whose night shift is called C', () => {
  beforeAll(
    () =>
      startPlant([
        { key: 'A', startMinute: 480 },
        { key: 'C', startMinute: 1200 },
      ]),
    120_000,
  )
  afterAll(() => plant.close())

  test('an order of the morning has records of the night that began on the day before', async () => {
    plant.clock.set(plantTime('01:00', '2026-11-11'))
    await plant.query(`update work_order set created_at = $1, started_at = $1 where id = $2`, [
      plantTime('00:20', '2026-11-11'),
      floor.order.id,
    ])
    const record = expectOk(
      await staff['operator-line'].call(addFirstInspection, {
        lineId: floor.line.id,
        workOrderId: floor.order.id,
        result: 'ok',
        items: [
          { item: '网带张力', result: 'ok', value: null, unit: null, note: null, low: null, target: null, high: null },
        ],
      } as never),
    )
    expect(record).toMatchObject({ businessDate: '2026-11-10', shift: 'C' })
  })
})
