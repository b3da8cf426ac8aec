import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderProgress } from '@/areas/orders/contract/progress'
import { retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { applyCuts, proposeCuts } from '@/areas/rolls/contract/cut-plan-endpoints'
import { good, NOW } from '../people'
import { cut, doffOne, hall, jumboOf, newSlitter, weighAll, type Hall } from './slitter-plant'
import { doffed } from './winder-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

const MINUTE = 60_000
const jumbo = { widthMm: 3200, grossKg: 490, coreKg: 10 }
const thousands = { widthMm: 1000, slittingPattern: null, rollLengthM: 5000, dueOn: '2026-11-25' }
/** What an order's jumbos are cut into at a slitter. */
const propose = async (slitterId: string, orderId: string, more: object = {}) =>
  good(await h.slit.call(proposeCuts, { slitterId, workOrderIds: [orderId], ...more } as never))
type Cuts = Awaited<ReturnType<typeof propose>>['cuts']
const bare = (cuts: Cuts) =>
  cuts.map(({ jumboRollId, sets, lengthM, lanes }) => ({ jumboRollId, sets, lengthM, lanes }))
const rollsOf = (cuts: Cuts) =>
  cuts.reduce((sum, { sets, lanes }) => sum + sets * lanes.reduce((n, lane) => n + lane.count, 0), 0)

test('an order whose total is met is planned no more; that its widths are off says its progress', async () => {
  const order = {
    slittingPattern: '2×1000 + 1×1100',
    orderedRolls: 6,
    orderedKg: 465,
    rollLengthM: 5000,
    dueOn: '2026-11-25',
  }
  const run = await cut(h, {}, [{ width: 1000, count: 3, workOrderId: null }], order)
  for (const _ of [1, 2]) await weighAll(h, run, await doffOne(h, run))
  await doffed(h.staff, { at: { id: run.jumbo.lineId }, order: { id: run.orderId } }, jumbo)
  // 6 of 6 rolls and 96.8 % of the kilograms, all of one width.
  expect(await propose((await newSlitter(h.staff)).id, run.orderId)).toMatchObject({ cuts: [], unplanned: [] })
  expect(good(await h.staff.admin.call(orderProgress, { id: run.orderId }))).toMatchObject({
    widthsOff: [
      { widthMm: 1000, rolls: 2 },
      { widthMm: 1100, rolls: -2 },
    ],
  })
})

test('what waits at another slitter is wanted no more, and jumbos promised there are said', async () => {
  const { jumbo: first, orderId } = await jumboOf(h, {}, { ...thousands, orderedRolls: 12 })
  const run = { at: { id: first.lineId }, order: { id: orderId } }
  const [here, there] = [await newSlitter(h.staff), await newSlitter(h.staff)]
  const plan = await propose(here.id, orderId)
  expect(rollsOf(plan.cuts)).toBe(6)
  good(await h.slit.call(applyCuts, { slitterId: here.id, cuts: bare(plan.cuts) } as never))
  // Six wait there, six have no jumbo but the one that lies there.
  const none = await propose(there.id, orderId)
  expect(none).toMatchObject({
    cuts: [],
    unplanned: [{ workOrderId: orderId, rolls: 6, reason: 'promised' }],
    promised: [{ slitterId: here.id, slitter: `${here.code} ${here.name}`, jumbos: 1 }],
    trimPercent: null,
    boundPercent: null,
  })
  for (const _ of [1, 2]) await doffed(h.staff, run, jumbo)
  expect(rollsOf((await propose(there.id, orderId)).cuts)).toBe(6)
  // A jumbo that leaves the hall gives nothing of what waits for it.
  good(await h.staff['prod-lead'].call(retireRoll, { id: first.id, action: 'scrap', reason: '受潮' } as never))
  const without = await propose(there.id, orderId)
  expect(rollsOf(without.cuts)).toBe(12)
  expect(without.promised).toEqual([])
})

test('what waits at the slitter itself stays before a plan, unless the plan is to stand in its place', async () => {
  const { jumbo: first, orderId } = await jumboOf(h, {}, { ...thousands, orderedRolls: 12 })
  await doffed(h.staff, { at: { id: first.lineId }, order: { id: orderId } }, jumbo)
  const here = await newSlitter(h.staff)
  const plan = await propose(here.id, orderId)
  good(await h.slit.call(applyCuts, { slitterId: here.id, cuts: bare(plan.cuts.slice(0, 1)) } as never))
  expect(rollsOf((await propose(here.id, orderId)).cuts)).toBe(6)
  expect(rollsOf((await propose(here.id, orderId, { replace: true })).cuts)).toBe(12)
})

test('a plan begins after what is cut and waits at its slitter, and a jumbo takes time to be put on', async () => {
  const { jumbo: first, orderId } = await jumboOf(h, {}, { ...thousands, orderedRolls: 12 })
  await doffed(h.staff, { at: { id: first.lineId }, order: { id: orderId } }, jumbo)
  const { id } = await newSlitter(h.staff)
  const plan = await propose(id, orderId)
  // Two sets of 5,000 m at 300 m/min from each jumbo, 4 min each; knives once, each jumbo once.
  const set = 5000 / 300 + 4
  const begins = Date.parse(NOW)
  expect(plan.cuts.map(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => Date.parse(at)))).toEqual([
    [begins, Math.round(begins + (2 * set + 15 + 10) * MINUTE)],
    [Math.round(begins + (2 * set + 25) * MINUTE), Math.round(begins + (4 * set + 35) * MINUTE)],
  ])
  good(await h.slit.call(applyCuts, { slitterId: id, cuts: bare(plan.cuts.slice(0, 1)) } as never))
  const behind = await propose(id, orderId)
  expect(Date.parse(behind.cuts[0]!.startsAt)).toBe(Math.round(begins + (2 * set + 25) * MINUTE))
  expect(Date.parse((await propose(id, orderId, { replace: true })).cuts[0]!.startsAt)).toBe(begins)
})
