import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyCuts } from '@/areas/rolls/contract/cut-plan-endpoints'
import { startCutting } from '@/areas/rolls/contract/slitting-commands'
import { countOf, good } from '../people'
import { hall, jumboOf, newSlitter, wide, type Hall } from './slitter-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

test('a plan with cuts that cannot be made any more is told of each of them, and released without them', async () => {
  const made = [await jumboOf(h), await jumboOf(h), await jumboOf(h)]
  const slitterId = (await newSlitter(h.staff)).id
  const cuts = made.map(({ jumbo, orderId }) => ({
    jumboRollId: jumbo.id,
    sets: 2,
    lengthM: 5000,
    lanes: wide.map((lane) => ({ ...lane, workOrderId: orderId })),
  }))
  // One is put on another slitter meanwhile, of another more is wanted than it has.
  const other = await newSlitter(h.staff)
  good(
    await h.slit.call(startCutting, {
      jumboRollId: made[0]!.jumbo.id,
      slitterId: other.id,
      lanes: wide,
      lengthM: 5000,
    } as never),
  )
  cuts[2]!.sets = 3
  const apply = (which: typeof cuts) => h.slit.call(applyCuts, { slitterId, cuts: which } as never, { language: 'en' })
  const refused = await apply(cuts)
  expect(refused.errno).toBe('6000')
  expect(refused.data).toEqual({
    refusedCuts: [
      { at: 0, why: refused.errmsg },
      { at: 2, why: expect.stringContaining(made[2]!.jumbo.number ?? '?') },
    ],
  })
  expect(await countOf(h.plant, 'cut_order', 'slitter_id = $1', [slitterId])).toBe(0)
  expect(good(await apply([cuts[1]!]))).toHaveLength(1)
})
