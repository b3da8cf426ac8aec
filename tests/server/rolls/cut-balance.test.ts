/** What is found in a roll after it was cut: the order's mass balance knows it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { massBalanceReport } from '@/areas/feeding/contract/feeding-endpoints'
import { slitSet } from '@/areas/rolls/contract/slitting'
import { editSet } from '@/areas/rolls/contract/slitting-commands'
import { good } from '../people'
import { cut, doffOne, hall, weighAll, type Cut, type Hall, type Set } from './slitter-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

const balanceOf = async ({ orderId }: Cut) =>
  good(await h.staff.admin.call(massBalanceReport, { workOrderId: orderId }))
const worsen = async (run: Cut, set: Set, ...to: number[]) =>
  good(
    await h.slit.call(editSet, {
      id: set.id,
      cuttingId: run.run.id,
      rolls: [
        {
          rollId: set.slit[0]!.id,
          downgrades: to.map((toM) => ({ fromM: 0, toM, grade: 'downgraded', defect: 'hole' })),
        },
      ],
    } as never),
  )

test('metres of a slit roll that are downgraded are no good kilograms of its order', async () => {
  const run = await cut(h)
  const set = await doffOne(h, run)
  await weighAll(h, run, set)
  const before = await balanceOf(run)
  expect(before).toMatchObject({ goodKg: 480, downgradedKg: 0 })
  const kg = Number(set.slit[0]!.expectedKg)
  await worsen(run, set, 2500)
  expect(await balanceOf(run)).toMatchObject({ goodKg: 480 - kg / 2, downgradedKg: kg / 2 })
  // The same metres named twice count once.
  await worsen(run, set, 2500, 5000)
  expect(await balanceOf(run)).toMatchObject({ goodKg: 480 - kg, downgradedKg: kg, wasteKg: before.wasteKg })
})
test('what the jumbo was downgraded for, and its slit rolls inherited, counts once', async () => {
  const run = await cut(h)
  await h.plant.query(
    `update jumbo_roll set downgrades = '[{"fromM": 0, "toM": 10000, "grade": "downgraded", "defect": "shade", "reason": null}]', grade = 'downgraded' where id = $1`,
    [run.jumbo.id],
  )
  await weighAll(h, run, await doffOne(h, run))
  expect(await balanceOf(run)).toMatchObject({ goodKg: 0, downgradedKg: 480 })
})
test('a set is named after when its jumbo was put on, by the clock of the plant', async () => {
  const run = await cut(h)
  await doffOne(h, run)
  const { list, refs } = good(await h.staff.admin.call(slitSet.endpoints.list, { cuttingId: run.run.id }))
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(run.run.startedAt))
  expect(refs[list[0]!.cuttingId]).toMatch(new RegExp(` ${clock}$`))
})
