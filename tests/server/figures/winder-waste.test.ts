/** Waste metres of a jumbo count once: in the statistics and the handover as in the totals of the order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadMetrics } from '@/areas/figures/server/queries/metrics'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { buildShiftSnapshot } from '@/areas/handover/server/shift-snapshot'
import { downgradeRoll, retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { teamOutput } from '@/areas/rolls/contract/jumbo-endpoints'
import { finishCutting } from '@/areas/slitting/contract/slitting-commands'
import { getShiftAt } from '@/plant/rules/shift'
import { loadPlantCalendar } from '@/plant/server/plant'
import { runAsSystem } from '@/server/start-application'
import { expectOk, plantTime } from '../plant-staff'
import {
  createSlitterPlant,
  doffJumbo,
  doffNextSet,
  loadOrderMetrics,
  startCuttingRun,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

const DAY = '2026-11-20'
const downgrade = async (id: string, fromM: number, toM: number) =>
  expectOk(
    await h.staff['prod-lead'].call(downgradeRoll, {
      id,
      downgrades: [{ fromM, toM, grade: 'waste', defect: 'hole' }],
    } as never),
  )
const retire = async (id: string, action: 'consume' | 'scrap') =>
  expectOk(await h.staff['prod-lead'].call(retireRoll, { id, action, reason: '受潮' } as never))

/** Expects the waste of an order in its totals and in the statistics; `winder` are good, downgraded and waste kg of its jumbo. */
async function expectWaste(orderId: string, wasteKg: number, winder: readonly [number, number, number]): Promise<void> {
  const { stored, calculated } = await loadOrderMetrics(h.plant, orderId)
  expect(stored).toEqual(calculated)
  expect(stored).toMatchObject({ wasteKg })
  const [sums] = await runAsSystem(h.plant.app, 'test.figures', async (ctx) => {
    await recalculateMetrics(ctx, { from: DAY, to: DAY })
    const rows = await loadMetrics(ctx, { from: DAY, to: DAY, by: ['order'] })
    return rows.filter(({ key }) => key.order === orderId)
  })
  expect(sums!.values.wasteKg).toBe(wasteKg)
  const { woundGoodKg, woundDowngradedKg, woundWasteKg } = sums!.sums
  expect([woundGoodKg, woundDowngradedKg, woundWasteKg]).toEqual(winder)
}
/** Loads the handover of the line that wound a jumbo. */
const loadHandover = (lineId: string) =>
  runAsSystem(h.plant.app, 'test.figures', async (ctx) => {
    const { rotation, timeZone } = await loadPlantCalendar(ctx)
    return buildShiftSnapshot(ctx, lineId, getShiftAt(plantTime('08:30'), rotation, timeZone))
  })

/** Loads kg and downgraded kg of the teams at the line that wound a jumbo. */
const loadTeamOutput = async (lineId: string) =>
  expectOk(await h.staff['prod-lead'].call(teamOutput, { lineId, from: DAY, to: DAY })).map(({ kg, downgradedKg }) => [
    kg,
    downgradedKg,
  ])

/** Downgrades metres of a jumbo of 10,000 m and 480 kg in the hall, and cuts its outer 5,000 m. */
async function cutHalf(fromM: number, toM: number) {
  // The lanes of 1,000 mm and 160 mm of the jumbo of 3,200 mm: 237 kg of slit rolls.
  const run = await startCuttingRun(h)
  await downgrade(run.jumbo.id, fromM, toM)
  await expectWaste(run.orderId, 0, [408, 72, 0])
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  return run
}
const finish = async (run: Awaited<ReturnType<typeof cutHalf>>) =>
  expectOk(
    await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock', trimKg: 3, wasteKg: 0 } as never),
  )

test('waste metres of a remnant are waste once it is scrapped, with its other metres', async () => {
  const run = await cutHalf(0, 1500)
  await expectWaste(run.orderId, 0, [408, 72, 0])
  await finish(run)
  await expectWaste(run.orderId, 0, [408, 72, 0])
  expect(await loadHandover(run.jumbo.lineId)).toMatchObject({ goodKg: 408, downgradedKg: 72, wasteKg: 0 })
  await retire(run.jumbo.id, 'scrap')
  // The remnant of 5,000 m weighs 240 kg; it is waste of the slitter.
  await expectWaste(run.orderId, 240, [408, 72, 0])
})
test('waste metres that are cut are waste of the slit rolls, not of the remnant that is sold', async () => {
  const run = await cutHalf(8500, 10_000)
  // 1,500 of the 5,000 m of 237 kg.
  await expectWaste(run.orderId, 71.1, [408, 72, 0])
  await finish(run)
  await retire(run.jumbo.id, 'consume')
  await expectWaste(run.orderId, 71.1, [408, 72, 0])
})
test('waste metres on both sides of the cut are divided', async () => {
  const run = await cutHalf(4000, 5500)
  // 500 of the 5,000 m of 237 kg are cut; 1,000 of 10,000 m of 480 kg are sold.
  await expectWaste(run.orderId, 23.7, [408, 72, 0])
  await finish(run)
  await h.plant.query('delete from figure_mark')
  await retire(run.jumbo.id, 'consume')
  expect(await h.plant.query('select day::text from figure_mark')).toContainEqual({ day: DAY })
  await expectWaste(run.orderId, 71.7, [408, 24, 48])
  expect(await loadHandover(run.jumbo.lineId)).toMatchObject({ goodKg: 408, downgradedKg: 24, wasteKg: 48 })
  expect(await loadTeamOutput(run.jumbo.lineId)).toEqual([[480, 24]])
})
test('waste metres of a jumbo that is sold uncut, and all of a scrapped one', async () => {
  const sold = await doffJumbo(h)
  await downgrade(sold.jumbo.id, 0, 1500)
  // 1,500 of the 10,000 m of 480 kg.
  expect(await loadTeamOutput(sold.jumbo.lineId)).toEqual([[480, 72]])
  await retire(sold.jumbo.id, 'consume')
  await expectWaste(sold.orderId, 72, [408, 0, 72])
  expect(await loadTeamOutput(sold.jumbo.lineId)).toEqual([[480, 0]])
  const scrapped = await doffJumbo(h)
  await downgrade(scrapped.jumbo.id, 0, 1500)
  await retire(scrapped.jumbo.id, 'scrap')
  await expectWaste(scrapped.orderId, 480, [0, 0, 480])
  expect(await loadHandover(scrapped.jumbo.lineId)).toMatchObject({ goodKg: 0, downgradedKg: 0, wasteKg: 480 })
  expect(await loadTeamOutput(scrapped.jumbo.lineId)).toEqual([[480, 0]])
})
