import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedPareto, yearlyStatistics } from '@/areas/laboratory/contract/stored-charts'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { setSeason } from '@/areas/standards/contract/season'
import { good } from '../people'
import { laboratory, newBatch, newResult, ratified, type Lab } from './test-plant'

let l: Lab
beforeAll(async () => {
  l = await laboratory(3)
  good(await l.lead.call(setSeason, { startsOn: '2026-05-01', season: 'winter' }))
  good(await l.lead.call(setSeason, { startsOn: '2026-11-21', season: 'summer' }))
  const { list } = good(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
  await ratified(l, list[0]!.id, [
    { indexId: l.index.gsm, season: 'winter', lsl: 14, usl: 16 },
    { indexId: l.index.gsm, season: 'summer', lsl: 10, usl: 20 },
  ])
  await newResult(l, await newBatch(l), l.index.gsm, l.rolls[0]!, ['18.0', '15.0'])
}, 120_000)
afterAll(() => l.plant.close())

test('a period over two seasons counts each roll by the limits of the season of its own day', async () => {
  const over = async (from: string, to: string) =>
    good(await l.lab.call(storedPareto, { of: 'indexes', from, to } as never)).bars.map(({ key, value }) => [
      key,
      value,
    ])
  expect(await over('2026-11-19T00:00:00.000Z', '2026-11-20T16:00:00.000Z')).toEqual([[l.index.gsm, 1]])
  // The season that holds at its end is not asked about rolls of before.
  expect(await over('2026-11-19T00:00:00.000Z', '2026-11-25T00:00:00.000Z')).toEqual([[l.index.gsm, 1]])
})

test('a year is judged by the limits of each of its seasons, not by those of today alone', async () => {
  l.plant.clock.set('2026-11-22T02:00:00.000Z')
  const of = async () =>
    good(await l.lab.call(yearlyStatistics, { productId: l.productId })).map((row) => ({
      ...row,
      product: '',
      index: '',
    }))
  // 16.5 ± 2.12: Ppk (16 − 16.5) / 3σ, by the winter's limits that held when it was made.
  expect(await of()).toEqual([
    expect.objectContaining({ year: 2026, season: 'winter', n: 2, mean: 16.5, lsl: 14, usl: 16 }),
  ])
  expect((await of())[0]!.ppk).toBeCloseTo(-0.5 / (3 * Math.sqrt(4.5)), 6)
  // The same values of a roll of no order that is wound in the summer: one of this order stays the winter's.
  await l.plant.query(
    `insert into test_result select (r).* from (select jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'rolled_at', '2026-11-21T04:00:00Z', 'jumbo_roll_id', $1::text, 'work_order_id', null)) as r from test_result t) x`,
    [l.rolls[1]!.id],
  )
  l.plant.app.changes.publishSoon(['testResult'])
  expect(await of()).toEqual([
    expect.objectContaining({ season: 'summer', n: 2, lsl: 10, usl: 20, mean: 16.5 }),
    expect.objectContaining({ season: 'winter', n: 2, lsl: 14, usl: 16, mean: 16.5 }),
  ])
})

test('a value is rounded as its standard says before it counts as outside', async () => {
  const outside = async () => {
    const span = { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T16:00:00.000Z' }
    return good(await l.lab.call(storedPareto, { of: 'indexes', ...span } as never)).bars[0]?.value
  }
  const before = await outside()
  // One decimal: 16.04 and 16.05 are 16.0, of two as near the even one; 16.06 is 16.1.
  await newResult(l, await newBatch(l), l.index.gsm, l.rolls[2]!, ['16.04', '16.05', '16.06'])
  expect(await outside()).toBe((before ?? 0) + 1)
})
