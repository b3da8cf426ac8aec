/** Defects found after cutting change the order’s mass balance. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { massBalanceReport } from '@/areas/feeding/contract/feeding-endpoints'
import { slitSet } from '@/areas/slitting/contract/slitting'
import { editSet } from '@/areas/slitting/contract/slitting-commands'
import { expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
  type RollSet,
} from './slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

const balanceOf = async ({ orderId }: CuttingRun) =>
  expectOk(await h.staff.admin.call(massBalanceReport, { workOrderId: orderId }))
const worsen = async (run: CuttingRun, set: RollSet, ...to: number[]) =>
  expectOk(
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [
        {
          rollId: set.slit[0]!.id,
          downgrades: to.map((toM) => ({ fromM: 0, toM, grade: 'downgraded', defect: 'hole' })),
        },
      ],
    } as never),
  )

test('downgraded metres of a slit roll are not good kilograms of its order', async () => {
  const run = await startCuttingRun(h)
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  const balanceBefore = await balanceOf(run)
  expect(balanceBefore).toMatchObject({ goodKg: 480, downgradedKg: 0 })
  const kg = Number(set.slit[0]!.expectedKg)
  await worsen(run, set, 2500)
  expect(await balanceOf(run)).toMatchObject({ goodKg: 480 - kg / 2, downgradedKg: kg / 2 })
  // Metres named twice count once.
  await worsen(run, set, 2500, 5000)
  expect(await balanceOf(run)).toMatchObject({ goodKg: 480 - kg, downgradedKg: kg, wasteKg: balanceBefore.wasteKg })
})
test('a downgrade of the jumbo that its slit rolls inherit counts once', async () => {
  const run = await startCuttingRun(h)
  await h.plant.query(
    `update jumbo_roll set downgrades = '[{"fromM": 0, "toM": 10000, "grade": "downgraded", "defect": "shade", "reason": null}]', grade = 'downgraded' where id = $1`,
    [run.jumbo.id],
  )
  await weighAll(h, run, await doffNextSet(h, run))
  expect(await balanceOf(run)).toMatchObject({ goodKg: 0, downgradedKg: 480 })
})
test('a set is named by the plant time of its jumbo’s start', async () => {
  const run = await startCuttingRun(h)
  await doffNextSet(h, run)
  const { list, refs } = expectOk(await h.staff.admin.call(slitSet.endpoints.list, { cuttingId: run.cutting.id }))
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(run.cutting.startedAt))
  expect(refs[list[0]!.cuttingId]).toMatch(new RegExp(` ${clock}$`))
})
