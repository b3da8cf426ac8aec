import { afterAll, beforeAll, expect, test } from 'vitest'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { sumByMeter, ignorePartialDay } from '@/areas/energy/server/energy-sums'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { plantTime, expectOk } from '../plant-staff'
import { createEnergyPlant, type EnergyPlant } from './energy-plant'

// Month sums are updated incrementally when days are calculated. Every span must equal the sum of its days.
const FIRST = '2026-09-20'
const LAST = '2026-11-16'
const DAYS = 58
const SLOTS = DAYS * 96
let energyPlant: EnergyPlant
beforeAll(async () => {
  energyPlant = await createEnergyPlant()
  await energyPlant.createMeter('SEWER', { medium: 'water' })
  const getStep = (i: number) => 0.25 + ((i * 7919) % 113) / 100
  let value = 1000
  for (let i = 0; i < SLOTS; i += 480) {
    await energyPlant.sendCounterReadings(
      'SEWER',
      new Date(Date.parse(plantTime('00:00', FIRST)) + i * 900_000).toISOString(),
      480,
      (k) => getStep(i + k),
      value,
    )
    for (let k = 0; k < 480; k++) value += getStep(i + k)
  }
  expectOk(await energyPlant.staff.admin.call(recalculateEnergy, { from: FIRST, to: LAST }))
}, 120_000)
afterAll(() => energyPlant.plant.close())

const spans: readonly (readonly [Day, Day])[] = [
  [FIRST, LAST],
  ['2026-10-01', '2026-10-31'],
  ['2026-10-01', '2026-11-16'],
  ['2026-09-30', '2026-11-01'],
  ['2026-09-20', '2026-10-31'],
  ['2026-10-02', '2026-10-30'],
  ['2026-10-31', '2026-11-01'],
  ['2026-11-03', '2026-11-03'],
  ['2026-01-01', '2026-12-31'],
]
async function expectSumsAgree(): Promise<number> {
  let comparedRows = 0
  for (const [from, to] of spans) {
    const span = ignorePartialDay({ from, to, partialDay: null, begin: '', end: '' })
    const sums = await energyPlant.runInContext((ctx) => sumByMeter(ctx, span))
    const rows = await energyPlant.plant.query<{ id: string; used: string; cost: string; unpriced: string }>(
      `select energy_meter_id as id, sum(used)::text as used, sum(cost)::text as cost, sum(unpriced)::text as unpriced
       from energy_meter_day where day >= $1 and day <= $2 group by 1`,
      [from, to],
    )
    for (const row of rows) {
      expect(sums.get(row.id), `${from} to ${to}`).toMatchObject({
        used: Number(row.used),
        cost: Number(row.cost),
        unpriced: Number(row.unpriced),
      })
      comparedRows++
    }
  }
  return comparedRows
}

test('a span equals the sum of its days, with any start and end', async () => {
  expect(await expectSumsAgree()).toBe(spans.length)
})
test('a span equals the sum of its days after a recalculation with other readings', async () => {
  for (const [i, day] of ['2026-10-01', '2026-10-17', '2026-10-31', '2026-11-01'].entries()) {
    await energyPlant.plant.query(
      `update usage_slots set used = array(select u * $2::float8 from unnest(used) as u) where day = $1`,
      [day, (i + 1) / 3],
    )
    expectOk(await energyPlant.staff.admin.call(recalculateEnergy, { from: addDays(day, -1), to: addDays(day, 1) }))
  }
  expect(await expectSumsAgree()).toBe(spans.length)
})
test('a month without days has no sums left', async () => {
  await energyPlant.plant.query(`delete from usage_slots`)
  expectOk(await energyPlant.staff.admin.call(recalculateEnergy, { from: FIRST, to: LAST }))
  const remainingRows = await energyPlant.plant.query(
    `select * from energy_meter_month where month = '2026-10-01' and (used <> 0 or cost <> 0)`,
  )
  expect(remainingRows).toEqual([])
})
