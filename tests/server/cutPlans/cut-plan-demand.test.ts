import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderProgress } from '@/areas/orders/contract/progress'
import { retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { applyCuts, proposeCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { expectOk, NOW } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  doffJumbo,
  createSlitter,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { doffJumboRoll } from '../rolls/winder-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

const MINUTE = 60_000
const jumbo = { widthMm: 3200, grossKg: 490, coreKg: 10 }
const thousands = { widthMm: 1000, slittingPattern: null, rollLengthM: 5000, dueOn: '2026-11-25' }
/** Lanes into which a slitter cuts the order’s jumbos. */
const propose = async (slitterId: string, orderId: string, more: object = {}) =>
  expectOk(await h.operator.call(proposeCuts, { slitterId, workOrderIds: [orderId], ...more } as never))
type Cuts = Awaited<ReturnType<typeof propose>>['cuts']
const bare = (cuts: Cuts) =>
  cuts.map(({ jumboRollId, sets, lengthM, lanes }) => ({ jumboRollId, sets, lengthM, lanes }))
const rollsOf = (cuts: Cuts) =>
  cuts.reduce((sum, { sets, lanes }) => sum + sets * lanes.reduce((n, lane) => n + lane.count, 0), 0)

test('an order with its total reached is not planned; its progress shows which widths are off', async () => {
  const order = {
    slittingPattern: '2×1000 + 1×1100',
    orderedRolls: 6,
    orderedKg: 465,
    rollLengthM: 5000,
    dueOn: '2026-11-25',
  }
  const run = await startCuttingRun(h, {}, [{ width: 1000, count: 3, workOrderId: null }], order)
  for (const _ of [1, 2]) await weighAll(h, run, await doffNextSet(h, run))
  await doffJumboRoll(h.staff, { line: { id: run.jumbo.lineId }, order: { id: run.orderId } }, jumbo)
  // 6 of 6 rolls and 96.8 % of the kilograms, all of one width.
  expect(await propose((await createSlitter(h.staff)).id, run.orderId)).toMatchObject({ cuts: [], unplanned: [] })
  expect(expectOk(await h.staff.admin.call(orderProgress, { id: run.orderId }))).toMatchObject({
    widthsOff: [
      { widthMm: 1000, rolls: 2 },
      { widthMm: 1100, rolls: -2 },
    ],
  })
})

test('cuts planned at another slitter reduce the demand, and their jumbos are listed', async () => {
  const { jumbo: first, orderId } = await doffJumbo(h, {}, { ...thousands, orderedRolls: 12 })
  const run = { line: { id: first.lineId }, order: { id: orderId } }
  const [slitter, otherSlitter] = [await createSlitter(h.staff), await createSlitter(h.staff)]
  const plan = await propose(slitter.id, orderId)
  expect(rollsOf(plan.cuts)).toBe(6)
  expectOk(await h.operator.call(applyCuts, { slitterId: slitter.id, cuts: bare(plan.cuts) } as never))
  // Six cuts wait there; six have no jumbo except the one there.
  const none = await propose(otherSlitter.id, orderId)
  expect(none).toMatchObject({
    cuts: [],
    unplanned: [{ workOrderId: orderId, rolls: 6, reason: 'promised' }],
    promised: [{ slitterId: slitter.id, slitter: `${slitter.code} ${slitter.name}`, jumbos: 1 }],
    trimPercent: null,
    boundPercent: null,
  })
  for (const _ of [1, 2]) await doffJumboRoll(h.staff, run, jumbo)
  expect(rollsOf((await propose(otherSlitter.id, orderId)).cuts)).toBe(6)
  // A jumbo that leaves the hall cancels its planned cuts.
  expectOk(await h.staff['prod-lead'].call(retireRoll, { id: first.id, action: 'scrap', reason: '受潮' } as never))
  const without = await propose(otherSlitter.id, orderId)
  expect(rollsOf(without.cuts)).toBe(12)
  expect(without.promised).toEqual([])
})

test('a plan is refused for a machine that is no slitter or does not exist', async () => {
  const { jumbo: first, orderId } = await doffJumbo(h, {}, { ...thousands, orderedRolls: 12 })
  const errnoOf = async (slitterId: string) =>
    (await h.operator.call(proposeCuts, { slitterId, workOrderIds: [orderId] } as never)).errno
  expect(await errnoOf(first.lineId)).toBe('6000')
  expect(await errnoOf('019f0ef5-8800-7000-8000-000000000000')).toBe('4006')
})

test('planned cuts of the slitter stay in front of a new plan unless it replaces them', async () => {
  const { jumbo: first, orderId } = await doffJumbo(h, {}, { ...thousands, orderedRolls: 12 })
  await doffJumboRoll(h.staff, { line: { id: first.lineId }, order: { id: orderId } }, jumbo)
  const here = await createSlitter(h.staff)
  const plan = await propose(here.id, orderId)
  expectOk(await h.operator.call(applyCuts, { slitterId: here.id, cuts: bare(plan.cuts.slice(0, 1)) } as never))
  expect(rollsOf((await propose(here.id, orderId)).cuts)).toBe(6)
  expect(rollsOf((await propose(here.id, orderId, { replace: true })).cuts)).toBe(12)
})

test('a plan starts after the current and planned cuts, and includes the time to load a jumbo', async () => {
  const { jumbo: first, orderId } = await doffJumbo(h, {}, { ...thousands, orderedRolls: 12 })
  await doffJumboRoll(h.staff, { line: { id: first.lineId }, order: { id: orderId } }, jumbo)
  const { id } = await createSlitter(h.staff)
  const plan = await propose(id, orderId)
  // Two sets of 5,000 m at 300 m/min per jumbo plus 4 min each; knives once, each jumbo once.
  const set = 5000 / 300 + 4
  const begins = Date.parse(NOW)
  expect(plan.cuts.map(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => Date.parse(at)))).toEqual([
    [begins, Math.round(begins + (2 * set + 15 + 10) * MINUTE)],
    [Math.round(begins + (2 * set + 25) * MINUTE), Math.round(begins + (4 * set + 35) * MINUTE)],
  ])
  expectOk(await h.operator.call(applyCuts, { slitterId: id, cuts: bare(plan.cuts.slice(0, 1)) } as never))
  const behind = await propose(id, orderId)
  expect(Date.parse(behind.cuts[0]!.startsAt)).toBe(Math.round(begins + (2 * set + 25) * MINUTE))
  expect(Date.parse((await propose(id, orderId, { replace: true })).cuts[0]!.startsAt)).toBe(begins)
})
