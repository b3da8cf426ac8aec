import { afterAll, beforeAll, expect, test } from 'vitest'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { closeMonthAs } from '../closed-month'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())

test('a manual reading cannot be added to a closed month or removed from it', async () => {
  const { id: meterId } = expectOk(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code: 'W-1',
      name: '车间水表',
      kind: 'water',
      unit: 'm³',
      counter: true,
    }),
  )
  const enterReading = (value: number, readAt: string) =>
    staff['maint-lead'].call(meterReading.endpoints.create, { meterId, value, readAt })
  const firstReading = expectOk(await enterReading(100, plantTime('08:00', '2026-10-05')))
  await closeMonthAs(plant, '2026-10')
  const lateAnswer = await enterReading(150, plantTime('08:00', '2026-10-20'))
  expect(lateAnswer.errno).toBe('6000')
  expect(lateAnswer.errmsg).toContain('2026-10')
  expect((await staff['maint-lead'].call(meterReading.endpoints.remove, { id: firstReading.id })).errno).toBe('6000')
  expect(await plant.query('select value from meter_reading')).toEqual([{ value: 100 }])
  // Nor can a reading of an earlier, open month change the use in the closed month.
  const earlierAnswer = await enterReading(0, plantTime('08:00', '2026-09-20'))
  expect(earlierAnswer.errmsg).toContain('2026-10')
  expect(await plant.query('select value, used from meter_reading')).toEqual([{ value: 100, used: 0 }])
  // The open month continues from the last reading of the closed month.
  expect(expectOk(await enterReading(180, plantTime('08:00', '2026-11-02'))).used).toBe(80)
})
