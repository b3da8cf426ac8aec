import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedPareto, yearlyStatistics } from '@/areas/laboratory/contract/stored-charts'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { setSeason } from '@/areas/standards/contract/season'
import { expectOk } from '../plant-staff'
import { createLaboratory, createBatch, createResult, ratifyNextVersion, type Lab } from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory(3)
  expectOk(await l.lead.call(setSeason, { startsOn: '2026-05-01', season: 'winter' }))
  expectOk(await l.lead.call(setSeason, { startsOn: '2026-11-21', season: 'summer' }))
  const { list } = expectOk(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
  await ratifyNextVersion(l, list[0]!.id, [
    { indexId: l.index.gsm, season: 'winter', lsl: 14, usl: 16 },
    { indexId: l.index.gsm, season: 'summer', lsl: 10, usl: 20 },
  ])
  await createResult(l, await createBatch(l), l.index.gsm, l.rolls[0]!, ['18.0', '15.0'])
}, 120_000)
afterAll(() => l.plant.close())

test('a period over two seasons judges each roll by the season of its day', async () => {
  const over = async (from: string, to: string) =>
    expectOk(await l.lab.call(storedPareto, { of: 'indexes', from, to } as never)).bars.map(({ key, value }) => [
      key,
      value,
    ])
  expect(await over('2026-11-19T00:00:00.000Z', '2026-11-20T16:00:00.000Z')).toEqual([[l.index.gsm, 1]])
  // The season at the end of the period does not apply to earlier rolls.
  expect(await over('2026-11-19T00:00:00.000Z', '2026-11-25T00:00:00.000Z')).toEqual([[l.index.gsm, 1]])
})

test('a year is judged by the limits of each season, not only by today’s', async () => {
  l.plant.clock.set('2026-11-22T02:00:00.000Z')
  const loadYears = async () =>
    expectOk(await l.lab.call(yearlyStatistics, { productId: l.productId })).map((row) => ({
      ...row,
      product: '',
      index: '',
    }))
  // 16.5 ± 2.12: Ppk (16 − 16.5) / 3σ, by the winter limits in force at production.
  expect(await loadYears()).toEqual([
    expect.objectContaining({ year: 2026, season: 'winter', n: 2, mean: 16.5, lsl: 14, usl: 16 }),
  ])
  expect((await loadYears())[0]!.ppk).toBeCloseTo(-0.5 / (3 * Math.sqrt(4.5)), 6)
  // The same values on a summer roll without an order; rolls of this order keep the winter limits.
  await l.plant.query(
    `insert into test_result select (r).* from (select jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'rolled_at', '2026-11-21T04:00:00Z', 'jumbo_roll_id', $1::text, 'work_order_id', null)) as r from test_result t) x`,
    [l.rolls[1]!.id],
  )
  l.plant.app.changes.publishSoon(['testResult'])
  expect(await loadYears()).toEqual([
    expect.objectContaining({ season: 'summer', n: 2, lsl: 10, usl: 20, mean: 16.5 }),
    expect.objectContaining({ season: 'winter', n: 2, lsl: 14, usl: 16, mean: 16.5 }),
  ])
})

test('a value is rounded to the digits of its standard before it is judged', async () => {
  const outside = async () => {
    const span = { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T16:00:00.000Z' }
    return expectOk(await l.lab.call(storedPareto, { of: 'indexes', ...span } as never)).bars[0]?.value
  }
  const before = await outside()
  // With one decimal, 16.04 and 16.05 round to 16.0 (half to even) and 16.06 to 16.1.
  await createResult(l, await createBatch(l), l.index.gsm, l.rolls[2]!, ['16.04', '16.05', '16.06'])
  expect(await outside()).toBe((before ?? 0) + 1)
})
