/** What is told before a batch is published, and the limits that its cells are held against while they are typed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { batchLimits, checkBatch } from '@/areas/laboratory/contract/test-data-endpoints'
import { findOutsideSamples } from '@/areas/laboratory/rules/judge-results'
import { good, NOW } from '../people'
import { laboratory, newBatch, newResult, samplesOf, type Lab } from './test-plant'

let l: Lab
beforeAll(async () => {
  l = await laboratory(3)
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

test('a check counts the cells that nobody began, names the sample, and tells of rolls in no batch', async () => {
  const batch = await newBatch(l)
  const [first, second] = l.rolls
  await newResult(l, batch, l.index.gsm, first!, ['15.0', '15.1', '20', '15.0', '15.0'])
  await newResult(l, batch, l.index.gsm, second!, ['15.0'], { samples: [{ lane: 4, no: 2, text: '12' }] })
  const found = good(await l.lab.call(checkBatch, { batchId: batch.id }))
  const said = (problem: string) => found.list.filter((one) => one.problem === problem).map(({ message }) => message)
  // The standard asks for GSM and MD of each roll; MD was begun of neither.
  expect(said('noValue')).toEqual([
    expect.stringContaining(`${first!.number} 纵向强力`),
    expect.stringContaining(`${second!.number} 纵向强力`),
  ])
  expect(said('high')).toEqual([expect.stringMatching(/样品 3：20 高于上限 16/)])
  expect(said('low')).toEqual([expect.stringMatching(/位置 4 样品 2：12 低于下限 14/)])
  expect(said('fewSamples')).toHaveLength(1)
  expect(found.untested).toBe(1)
  // What another batch has begun is no empty cell of this one.
  const other = await newBatch(l)
  await newResult(l, other, l.index.md, first!, ['50', '51'])
  const again = good(await l.lab.call(checkBatch, { batchId: batch.id })).list
  expect(again.filter(({ problem }) => problem === 'noValue')).toHaveLength(1)
})
test('the limits of a batch are those that its check judges by, for untested rolls too', async () => {
  const batch = await newBatch(l)
  const { list, rolls } = good(await l.lab.call(batchLimits, { batchId: batch.id }))
  expect(list.map(({ set, indexId, lsl, usl }) => [set, indexId, lsl, usl])).toEqual([
    [0, l.index.gsm, 14, 16],
    [0, l.index.md, 40, null],
  ])
  expect(rolls).toEqual([])
  const [gsm] = list
  const values = samplesOf('16.04', '16.06', '13.9').map((one) => ({ ...one, value: Number(one.text) }))
  // 16.04 is 16.0 when rounded, as the standard compares.
  expect(findOutsideSamples(values, gsm!).map(({ value, judgement: judged, limit }) => [value, judged, limit])).toEqual(
    [
      [16.06, 'high', 16],
      [13.9, 'low', 14],
    ],
  )
  // A batch that is of no order has the same limits as the product; rolls of an order of theirs, where those differ.
  const free = await newBatch(l, { workOrderId: null })
  await newResult(l, free, l.index.gsm, l.rolls[2]!, ['15'])
  expect(good(await l.lab.call(batchLimits, { batchId: free.id })).list).toEqual(list)
})
test('what is below the limit of detection breaks a lower limit, as the certificate judges it, and keeps an upper one', async () => {
  const batch = await newBatch(l)
  const [, second, third] = l.rolls
  await newResult(l, batch, l.index.md, third!, ['<0.5', '50'])
  await newResult(l, batch, l.index.md, second!, ['50', '50'])
  const { list } = good(await l.lab.call(checkBatch, { batchId: batch.id }))
  const low = list.filter(({ problem }) => problem === 'low')
  expect(low.map(({ message }) => message)).toEqual([expect.stringMatching(/样品 1：<0.5 低于下限 40/)])
  const below = [{ text: '<0.5', value: null, below: true }]
  const byRounding = { comparison: 'rounded', digits: 0 } as const
  expect(findOutsideSamples(below, { ...byRounding, lsl: 68, usl: null })).toMatchObject([
    { judgement: 'low', limit: 68 },
  ])
  expect(findOutsideSamples(below, { ...byRounding, lsl: null, usl: 1 })).toEqual([])
  expect(findOutsideSamples([{ ...below[0]!, excluded: true }], { ...byRounding, lsl: 68, usl: null })).toEqual([])
})
