import { afterAll, beforeAll, expect, test } from 'vitest'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { sumByMeter, prepareWholeDays } from '@/areas/energy/server/energy-sums'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { at, good } from '../people'
import { energyPlant, type EnergyPlant } from './energy-plant'

// Sums of months are added to and taken from as days are counted; whatever is asked for has to be the sum of its days.
const FIRST = '2026-09-20'
const LAST = '2026-11-16'
const DAYS = 58
const SLOTS = DAYS * 96
let p: EnergyPlant
beforeAll(async () => {
  p = await energyPlant()
  await p.newMeter('SEWER', { medium: 'water' })
  const step = (i: number) => 0.25 + ((i * 7919) % 113) / 100
  let value = 1000
  for (let i = 0; i < SLOTS; i += 480) {
    await p.read(
      'SEWER',
      new Date(Date.parse(at('00:00', FIRST)) + i * 900_000).toISOString(),
      480,
      (k) => step(i + k),
      value,
    )
    for (let k = 0; k < 480; k++) value += step(i + k)
  }
  good(await p.staff.admin.call(recalculateEnergy, { from: FIRST, to: LAST }))
}, 120_000)
afterAll(() => p.plant.close())

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
async function mustAgree(): Promise<number> {
  let seen = 0
  for (const [from, to] of spans) {
    const span = prepareWholeDays({ from, to, part: null, begin: '', end: '' })
    const sums = await p.inside((ctx) => sumByMeter(ctx, span))
    const rows = await p.plant.query<{ id: string; used: string; cost: string; unpriced: string }>(
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
      seen++
    }
  }
  return seen
}

test('a span is the sum of its days, wherever its months begin', async () => {
  expect(await mustAgree()).toBe(spans.length)
})
test('so it is when days are counted again, of other readings', async () => {
  for (const [i, day] of ['2026-10-01', '2026-10-17', '2026-10-31', '2026-11-01'].entries()) {
    await p.plant.query(
      `update usage_slots set used = array(select u * $2::float8 from unnest(used) as u) where day = $1`,
      [day, (i + 1) / 3],
    )
    good(await p.staff.admin.call(recalculateEnergy, { from: addDays(day, -1), to: addDays(day, 1) }))
  }
  expect(await mustAgree()).toBe(spans.length)
})
test('and nothing is left of a month whose days are gone', async () => {
  await p.plant.query(`delete from usage_slots`)
  good(await p.staff.admin.call(recalculateEnergy, { from: FIRST, to: LAST }))
  const left = await p.plant.query(
    `select * from energy_meter_month where month = '2026-10-01' and (used <> 0 or cost <> 0)`,
  )
  expect(left).toEqual([])
})
