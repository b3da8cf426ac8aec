import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { startCutting } from '@/areas/slitting/contract/slitting-commands'
import { countRows, expectOk } from '../plant-staff'
import { createSlitterPlant, doffJumbo, createSlitter, WIDE_LANES, type SlitterPlant } from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

test('a release of a plan lists its impossible cuts and releases the others', async () => {
  const made = [await doffJumbo(h), await doffJumbo(h), await doffJumbo(h)]
  const slitterId = (await createSlitter(h.staff)).id
  const cuts = made.map(({ jumbo, orderId }) => ({
    jumboRollId: jumbo.id,
    sets: 2,
    lengthM: 5000,
    lanes: WIDE_LANES.map((lane) => ({ ...lane, workOrderId: orderId })),
  }))
  // One jumbo is now on another slitter; another has fewer metres than planned.
  const other = await createSlitter(h.staff)
  expectOk(
    await h.operator.call(startCutting, {
      jumboRollId: made[0]!.jumbo.id,
      slitterId: other.id,
      lanes: WIDE_LANES,
      lengthM: 5000,
    } as never),
  )
  cuts[2]!.sets = 3
  const apply = (which: typeof cuts) =>
    h.operator.call(applyCuts, { slitterId, cuts: which } as never, { language: 'en' })
  const refused = await apply(cuts)
  expect(refused.errno).toBe('6000')
  expect(refused.data).toEqual({
    refusedCuts: [
      { at: 0, why: refused.errmsg },
      { at: 2, why: expect.stringContaining(made[2]!.jumbo.number ?? '?') },
    ],
  })
  expect(await countRows(h.plant, 'cut_order', 'slitter_id = $1', [slitterId])).toBe(0)
  expect(expectOk(await apply([cuts[1]!]))).toHaveLength(1)
})
