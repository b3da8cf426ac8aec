import { afterAll, beforeAll, expect, test } from 'vitest'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { closedMonth } from '../closed-month'
import type { TestPlant } from '../harness'
import { at, good, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
})
afterAll(() => plant.close())

test('a reading by hand is not written into a month whose books are closed, nor taken out of it', async () => {
  const { id: meterId } = good(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code: 'W-1',
      name: '车间水表',
      kind: 'water',
      unit: 'm³',
      counter: true,
    }),
  )
  const read = (value: number, readAt: string) =>
    staff['maint-lead'].call(meterReading.endpoints.create, { meterId, value, readAt })
  const first = good(await read(100, at('08:00', '2026-10-05')))
  await closedMonth(plant, '2026-10')
  const late = await read(150, at('08:00', '2026-10-20'))
  expect(late.errno).toBe('6000')
  expect(late.errmsg).toContain('2026-10')
  expect((await staff['maint-lead'].call(meterReading.endpoints.remove, { id: first.id })).errno).toBe('6000')
  expect(await plant.query('select value from meter_reading')).toEqual([{ value: 100 }])
  // The open month goes on from the last one of the closed.
  expect(good(await read(180, at('08:00', '2026-11-02'))).used).toBe(80)
})
