import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { applyCuts, proposeCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { startCutting } from '@/areas/slitting/contract/slitting-commands'
import { countRows, expectOk, fetchRow } from '../plant-staff'
import { createSlitter, createSlitterPlant, doffJumbo, type SlitterPlant } from '../slitting/slitter-plant'
import { doffJumboRoll } from '../rolls/winder-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

describe('a cut plan', () => {
  test('is proposed with its bound and the first-fit result, and applied as a person edited it', async () => {
    const { jumbo, orderId } = await doffJumbo(
      h,
      {},
      { slittingPattern: '2×1250 + 1×630', orderedRolls: 12, rollLengthM: 2500, dueOn: '2026-11-25' },
    )
    const run = { line: { id: jumbo.lineId }, order: { id: orderId } }
    const more = await doffJumboRoll(h.staff, run, { widthMm: 3200, grossKg: 490, coreKg: 10 })
    const slitterId = (await createSlitter(h.staff)).id
    const plan = expectOk(await h.operator.call(proposeCuts, { slitterId, workOrderIds: [orderId] }))
    expect(plan).toMatchObject({ orders: 1, jumbos: 2, unplanned: [], late: [] })
    expect(plan.cuts.reduce((sum, c) => sum + c.sets, 0)).toBe(4)
    expect(plan.cuts[0]).toMatchObject({ jumbo: jumbo.number, lengthM: 2500, trimMm: 70, widthMm: 3200 })
    expect(plan.trimPercent).toBeCloseTo(2.188, 2)
    expect(plan.trimPercent).toBeGreaterThanOrEqual(plan.boundPercent ?? 0)
    expect(plan.firstFitPercent).toBeGreaterThanOrEqual(plan.trimPercent ?? 0)
    const cuts = plan.cuts.map(({ jumboRollId, sets, lengthM, lanes }) => ({ jumboRollId, sets, lengthM, lanes }))
    expect(
      (
        await h.operator.call(applyCuts, {
          slitterId,
          cuts: [{ ...cuts[0]!, lanes: [{ width: 3300, count: 1 }] }],
        } as never)
      ).errno,
    ).toBe('6000')
    // An edited plan must remain cuttable: within the jumbo’s metres, at least one metre, and not at a winder.
    const whole = { ...cuts[0]!, sets: 1, lengthM: 9000 }
    const impossible = async (more: object) =>
      h.operator.call(applyCuts, { slitterId, cuts: [whole], ...more } as never, { language: 'en' })
    expect(await impossible({ cuts: [{ ...whole, sets: 2 }] })).toMatchObject({
      errno: '6000',
      errmsg: `Jumbo ${plan.cuts[0]!.jumbo} has 10,000 m left, not 18,000 m`,
    })
    expect(await impossible({ cuts: [whole, whole] })).toMatchObject({
      errno: '6000',
      errmsg: `Jumbo ${plan.cuts[0]!.jumbo} has 10,000 m left, not 18,000 m`,
    })
    expect((await impossible({ cuts: [{ ...whole, lengthM: 0 }] })).errno).toBe('4013')
    expect((await impossible({ slitterId: jumbo.lineId })).errno).toBe('6000')
    const queue = expectOk(await h.operator.call(applyCuts, { slitterId, cuts } as never))
    // Queued cuts count at any slitter; replaced ones do not.
    expect((await impossible({})).errno).toBe('6000')
    const other = (await createSlitter(h.staff)).id
    expect((await impossible({ slitterId: other })).errno).toBe('6000')
    expect(
      expectOk(await h.operator.call(proposeCuts, { slitterId: other, workOrderIds: [orderId] })).cuts.some((c) =>
        queue.some((q) => q.jumboRollId === c.jumboRollId),
      ),
    ).toBe(false)
    expect(queue[0]).toMatchObject({
      slitterId,
      workOrderId: orderId,
      jumboRollId: jumbo.id,
      sequence: 1,
      cuttingId: null,
      sets: cuts[0]!.sets,
    })
    expectOk(await h.operator.call(applyCuts, { slitterId, cuts: cuts.slice(0, 1), replace: true } as never))
    expect(await countRows(h.plant, 'cut_order', 'slitter_id = $1', [slitterId])).toBe(1)
    const [line] = expectOk(await h.operator.call(cutOrder.endpoints.list, { slitterId })).list
    const begun = expectOk(
      await h.operator.call(startCutting, {
        jumboRollId: jumbo.id,
        slitterId,
        cutOrderId: line!.id,
        lanes: line!.lanes,
        lengthM: 2500,
      } as never),
    )
    expect(await fetchRow(h.plant, 'cut_order', line!.id)).toMatchObject({ cutting_id: begun.id })
    // A jumbo on a slitter is not planned.
    expect((await h.operator.call(applyCuts, { slitterId, cuts: cuts.slice(0, 1) } as never)).errno).toBe('6000')
    expect(
      expectOk(await h.operator.call(proposeCuts, { slitterId, workOrderIds: [orderId] })).cuts.every(
        (c) => c.jumboRollId === more.id,
      ),
    ).toBe(true)
  })
  test('lists what an order lacks', async () => {
    const { orderId } = await doffJumbo(h, {}, { slittingPattern: null, widthMm: null, rollLengthM: null })
    const slitterId = (await createSlitter(h.staff)).id
    expect(expectOk(await h.operator.call(proposeCuts, { slitterId, workOrderIds: [orderId] })).unplanned).toEqual([
      { workOrderId: orderId, rolls: 10, reason: 'noWidth' },
    ])
    expect((await h.operator.call(proposeCuts, { slitterId, workOrderIds: [createUuid7(9)] })).errno).toBe('4006')
    expect((await h.staff.quality.call(proposeCuts, { slitterId })).errno).toBe('401')
  })
})
