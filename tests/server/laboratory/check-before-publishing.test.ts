/** Warnings before a batch is published, and the limits shown while its cells are typed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { batchLimits, checkBatch } from '@/areas/laboratory/contract/test-data-endpoints'
import { findOutsideSamples } from '@/areas/laboratory/rules/judge-results'
import { expectOk, NOW } from '../plant-staff'
import { createLaboratory, createBatch, createResult, toSamples, type Lab } from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory(3)
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

test('a check counts empty cells, names the sample, and lists rolls in no batch', async () => {
  const batch = await createBatch(l)
  const [first, second] = l.rolls
  await createResult(l, batch, l.index.gsm, first!, ['15.0', '15.1', '20', '15.0', '15.0'])
  await createResult(l, batch, l.index.gsm, second!, ['15.0'], { samples: [{ lane: 4, no: 2, text: '12' }] })
  const checkResult = expectOk(await l.lab.call(checkBatch, { batchId: batch.id }))
  const messagesOf = (problem: string) =>
    checkResult.list.filter((one) => one.problem === problem).map(({ message }) => message)
  // The standard requires GSM and MD per roll; no roll has an MD result.
  expect(messagesOf('noValue')).toEqual([
    expect.stringContaining(`${first!.number} 纵向强力`),
    expect.stringContaining(`${second!.number} 纵向强力`),
  ])
  expect(messagesOf('high')).toEqual([expect.stringMatching(/样品 3：20 高于上限 16/)])
  expect(messagesOf('low')).toEqual([expect.stringMatching(/位置 4 样品 2：12 低于下限 14/)])
  expect(messagesOf('fewSamples')).toHaveLength(1)
  expect(checkResult.untested).toBe(1)
  // Results in another batch are not empty cells of this batch.
  const other = await createBatch(l)
  await createResult(l, other, l.index.md, first!, ['50', '51'])
  const again = expectOk(await l.lab.call(checkBatch, { batchId: batch.id })).list
  expect(again.filter(({ problem }) => problem === 'noValue')).toHaveLength(1)
})
test('a batch shows the limits of its check, also for untested rolls', async () => {
  const batch = await createBatch(l)
  const { list, rolls } = expectOk(await l.lab.call(batchLimits, { batchId: batch.id }))
  expect(list.map(({ set, indexId, lsl, usl }) => [set, indexId, lsl, usl])).toEqual([
    [0, l.index.gsm, 14, 16],
    [0, l.index.md, 40, null],
  ])
  expect(rolls).toEqual([])
  const [gsm] = list
  const values = toSamples('16.04', '16.06', '13.9').map((one) => ({ ...one, value: Number(one.text) }))
  // 16.04 is 16.0 when rounded, as the standard compares.
  expect(findOutsideSamples(values, gsm!).map(({ value, judgement: judged, limit }) => [value, judged, limit])).toEqual(
    [
      [16.06, 'high', 16],
      [13.9, 'low', 14],
    ],
  )
  // A batch without an order has the limits of the product; rolls of an order have their own if they differ.
  const free = await createBatch(l, { workOrderId: null })
  await createResult(l, free, l.index.gsm, l.rolls[2]!, ['15'])
  expect(expectOk(await l.lab.call(batchLimits, { batchId: free.id })).list).toEqual(list)
})
test('a value below the detection limit breaks a lower limit and keeps an upper one, as on the certificate', async () => {
  const batch = await createBatch(l)
  const [, second, third] = l.rolls
  await createResult(l, batch, l.index.md, third!, ['<0.5', '50'])
  await createResult(l, batch, l.index.md, second!, ['50', '50'])
  const { list } = expectOk(await l.lab.call(checkBatch, { batchId: batch.id }))
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
