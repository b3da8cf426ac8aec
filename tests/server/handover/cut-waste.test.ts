import { afterAll, beforeAll, expect, test } from 'vitest'
import { slittingSnapshot } from '@/areas/handover/contract/handover'
import { teamSummaryPreview } from '@/areas/handover/contract/production-records'
import { finishCutting } from '@/areas/slitting/contract/slitting-commands'
import { expectOk, plantTime } from '../plant-staff'
import {
  createSlitterPlant,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

test('the ends of a cutting are waste of the order of its jumbo, so that the orders add up to the shift', async () => {
  const run = await startCuttingRun(h)
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  expectOk(
    await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock', trimKg: 0.5, wasteKg: 2.5 } as never),
  )
  h.plant.clock.set(plantTime('10:30'))
  const expectOrderWaste = async (slitKg: number) => {
    const snapshot = expectOk(await h.operator.call(slittingSnapshot, { lineId: run.slitterId }))
    expect(snapshot).toMatchObject({ slitKg, wasteKg: 2.5, trimKg: 0.5 })
    expect(snapshot.orders).toMatchObject([{ workOrderId: run.orderId, madeKg: slitKg, wasteKg: 2.5 }])
    const summary = expectOk(
      await h.staff['prod-lead'].call(teamSummaryPreview, {
        lineId: run.slitterId,
        businessDate: snapshot.businessDate,
        shift: snapshot.shift,
      }),
    )
    expect(summary).toMatchObject([
      { workOrderId: null, wasteKg: 2.5 },
      { workOrderId: run.orderId, goodKg: slitKg, wasteKg: 2.5 },
    ])
  }
  await expectOrderWaste(237)
  // The rolls were cut in an earlier shift.
  await h.plant.query(`update slit_set set doffed_at = doffed_at - interval '1 day' where id = $1`, [set.id])
  await h.plant.query(`update slit_roll set doffed_at = doffed_at - interval '1 day' where slit_set_id = $1`, [set.id])
  await expectOrderWaste(0)
})
