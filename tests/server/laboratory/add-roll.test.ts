import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishBatch, testBatch } from '@/areas/laboratory/contract/test-batch'
import { addRoll } from '@/areas/laboratory/contract/test-data-endpoints'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { product } from '@/areas/standards/contract/product'
import { expectOk, NOW } from '../plant-staff'
import { createLaboratory, createBatch, createResult, type Lab } from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory(4)
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())
const resultsOf = async (batchId: string) => expectOk(await l.lab.call(testResult.endpoints.list, { batchId })).list

test('a roll without an order enters a batch with an empty result per index of its standard', async () => {
  const batch = await createBatch(l, { workOrderId: null })
  const roll = l.rolls[0]!
  expectOk(await l.lab.call(addRoll, { batchId: batch.id, jumboRollId: roll.id }))
  const opened = await resultsOf(batch.id)
  expect(opened.map(({ indexId }) => indexId).toSorted()).toEqual([l.index.gsm, l.index.md].toSorted())
  expect(opened[0]).toMatchObject({
    jumboRollId: roll.id,
    workOrderId: l.orderId,
    lineId: l.lineId,
    retest: 0,
    samples: [],
    n: 0,
  })
  // A second roll in the same batch.
  expectOk(await l.lab.call(addRoll, { batchId: batch.id, jumboRollId: l.rolls[1]!.id }))
  expect(await resultsOf(batch.id)).toHaveLength(4)
})
test('a roll with a first result is refused, naming the batch that has it', async () => {
  const [first, second, roll] = [await createBatch(l), await createBatch(l, { workOrderId: null }), l.rolls[2]!]
  await createResult(l, first, l.index.gsm, roll, ['15'])
  expectOk(await l.lab.call(addRoll, { batchId: second.id, jumboRollId: roll.id }))
  expect((await resultsOf(second.id)).map(({ indexId }) => indexId)).toEqual([l.index.md])
  const again = await l.lab.call(addRoll, { batchId: second.id, jumboRollId: roll.id })
  expect([again.errno, again.errmsg]).toEqual(['6000', expect.stringMatching(/已有首次结果.*复测/)])
})
test('a roll added to several batches at once enters one of them', async () => {
  const batches = await Promise.all(Array.from({ length: 6 }, () => createBatch(l, { workOrderId: null })))
  const roll = l.rolls[3]!
  const answers = await Promise.all(
    batches.map((batch) => l.lab.call(addRoll, { batchId: batch.id, jumboRollId: roll.id })),
  )
  expect(answers.map(({ errno }) => errno).toSorted()).toEqual(['200', ...Array<string>(5).fill('6000')])
  const opened = await Promise.all(batches.map(({ id }) => resultsOf(id)))
  expect(opened.flat().map(({ indexId }) => indexId)).toHaveLength(2)
})
test('a missing roll, a roll of another product and a closed batch are refused', async () => {
  const batch = await createBatch(l, { workOrderId: null })
  const bare = await l.lab.call(addRoll, { batchId: batch.id })
  expect(bare.data).toMatchObject({ issues: [{ path: ['jumboRollId'], code: 'missing' }] })
  const [made] = expectOk(await l.staff.admin.call(product.endpoints.list, {})).list
  const other = expectOk(
    await l.staff.admin.call(product.endpoints.create, {
      ...Object.fromEntries(
        Object.keys(product.fields).map((name) => [name, made![name as keyof typeof made] ?? null]),
      ),
      code: 'P-OTHER',
      name: '其他产品',
    } as never),
  )
  const foreign = await createBatch(l, { workOrderId: null, productId: other.id })
  const wrong = await l.lab.call(addRoll, { batchId: foreign.id, jumboRollId: l.rolls[0]!.id })
  expect([wrong.errno, wrong.errmsg]).toEqual(['6000', expect.stringContaining('P-OTHER')])
  await createResult(l, batch, l.index.opu, l.rolls[0]!, ['0.5'])
  expectOk(await l.lead.call(publishBatch, { id: batch.id }))
  const closed = await l.lab.call(addRoll, { batchId: batch.id, jumboRollId: l.rolls[1]!.id })
  expect([closed.errno, closed.errmsg]).toEqual(['6000', expect.stringContaining('已发布')])
  expect(expectOk(await l.lab.call(testBatch.endpoints.list, { workOrderId: l.orderId })).total).toBeGreaterThan(0)
})
