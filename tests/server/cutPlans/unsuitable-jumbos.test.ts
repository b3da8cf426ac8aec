/** Jumbos without good metres, and requests that cannot be planned. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { proposeCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { downgradeRoll, retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { finishCutting } from '@/areas/slitting/contract/slitting-commands'
import { expectOk } from '../plant-staff'
import { doffJumboRoll } from '../rolls/winder-plant'
import {
  createSlitter,
  createSlitterPlant,
  doffJumbo,
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

const order = { widthMm: 1000, slittingPattern: null, rollLengthM: 5000, dueOn: '2026-11-25', orderedRolls: 60 }
const doffAnother = ({ jumbo, orderId }: { jumbo: { lineId: string }; orderId: string }) =>
  doffJumboRoll(
    h.staff,
    { line: { id: jumbo.lineId }, order: { id: orderId } },
    { widthMm: 3200, grossKg: 490, coreKg: 10 },
  )
type Grade = 'downgraded' | 'waste'
const downgrade = async (id: string, ...spans: (readonly [fromM: number, toM: number, grade: Grade])[]) =>
  expectOk(
    await h.staff['prod-lead'].call(downgradeRoll, {
      id,
      downgrades: spans.map(([fromM, toM, grade]) => ({ fromM, toM, grade, defect: 'hole' })),
    } as never),
  )
const propose = async (orderId: string, more: object = {}) =>
  h.operator.call(
    proposeCuts,
    { slitterId: (await createSlitter(h.staff)).id, workOrderIds: [orderId], ...more } as never,
    { language: 'en' },
  )

test('a jumbo without good metres is left out of the plan and named; one that is partly good is planned', async () => {
  const first = await doffJumbo(h, {}, order)
  const [partly, wasted] = [await doffAnother(first), await doffAnother(first)]
  await downgrade(first.jumbo.id, [0, 10_000, 'downgraded'])
  await downgrade(partly.id, [0, 9000, 'waste'])
  await downgrade(wasted.id, [0, 10_000, 'waste'])
  const plan = expectOk(await propose(first.orderId))
  expect(plan.jumbos).toBe(1)
  expect(new Set(plan.cuts.map(({ jumboRollId }) => jumboRollId))).toEqual(new Set([partly.id]))
  expect(plan.leftOutJumbos).toEqual([
    { jumboRollId: first.jumbo.id, jumbo: first.jumbo.number, leftM: 10_000, reason: 'downgraded' },
    { jumboRollId: wasted.id, jumbo: wasted.number, leftM: 10_000, reason: 'waste' },
  ])
})
test('a remnant counts by its remaining metres', async () => {
  const run = await startCuttingRun(h, {}, undefined, order)
  // The outer 5,000 m are cut. Of the whole jumbo, 5,000 m are good; of the remnant none.
  await downgrade(run.jumbo.id, [0, 3000, 'downgraded'], [3000, 5000, 'waste'])
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock' } as never))
  expect(expectOk(await propose(run.orderId))).toMatchObject({
    jumbos: 0,
    cuts: [],
    leftOutJumbos: [{ jumboRollId: run.jumbo.id, leftM: 5000, reason: 'downgraded' }],
  })
})
test('a scrapped, cut or unknown jumbo, or a closed order, is refused with the reason', async () => {
  const first = await doffJumbo(h, {}, order)
  expect(expectOk(await propose(first.orderId, { jumboRollIds: [first.jumbo.id] })).jumbos).toBe(1)
  const scrapped = await doffAnother(first)
  expectOk(await h.staff['prod-lead'].call(retireRoll, { id: scrapped.id, action: 'scrap', reason: '受潮' } as never))
  const jumboRollIds = [first.jumbo.id, scrapped.id]
  expect(await propose(first.orderId, { jumboRollIds })).toMatchObject({
    errno: '6000',
    errmsg: `Jumbo ${scrapped.number} is "Scrapped" and cannot be planned`,
  })
  const run = await startCuttingRun(h, {}, undefined, order)
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'waste', gapReason: '短米' } as never))
  expect(await propose(run.orderId, { jumboRollIds: [run.jumbo.id] })).toMatchObject({
    errno: '6000',
    errmsg: `Jumbo ${run.jumbo.number} is "Cut" and cannot be planned`,
  })
  expect((await propose(first.orderId, { jumboRollIds: [createUuid7(9)] })).errno).toBe('4006')
  const [closed] = await h.plant.query<{ number: string }>(
    `update work_order set state = 'closed' where id = $1 returning number`,
    [first.orderId],
  )
  expect(await propose(first.orderId)).toMatchObject({
    errno: '6000',
    errmsg: `Order ${closed!.number} is "Closed" and gets no more rolls`,
  })
})
