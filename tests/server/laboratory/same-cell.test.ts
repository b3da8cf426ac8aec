/** Two people who enter the same cell, or the same result, one of them without a network. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { addRoll } from '@/areas/laboratory/contract/test-data-endpoints'
import { createUuid7 } from '@/contract/id'
import type { SyncAnswer } from '@/contract/sync'
import type { Caller } from '../harness'
import { good, NOW } from '../people'
import { laboratory, newBatch, newResult, samplesOf, type Lab } from './test-plant'

let l: Lab
beforeAll(async () => {
  l = await laboratory(8)
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

/** What becomes of a command that a phone sends when it has a network again. */
async function sent(who: Caller, op: string, body: object, baseVersion: number | null = null) {
  const one = {
    id: createUuid7(),
    userId: who.userId,
    clientId: 'phone',
    seq: ++seq,
    schemaVersion: 1,
    occurredAt: NOW,
  }
  const answer = await who.raw('POST', '/sync', { ops: [{ ...one, op, body, baseVersion }], sentAt: NOW })
  const [first] = (answer.data as unknown as { answers: SyncAnswer[] }).answers
  return { status: first!.status, data: (first!.data ?? {}) as Record<string, unknown> }
}
let seq = 0
const texts = (row: unknown) => (row as { samples: { text: string }[] }).samples.map(({ text }) => text).join(' ')
const stored = async (batchId: string) => good(await l.lab.call(testResult.endpoints.list, { batchId })).list

test('the second of two who enter a cell gets a conflict with both values, and one result stays', async () => {
  const batch = await newBatch(l)
  const theirs = await newResult({ ...l, lab: l.lead }, batch, l.index.gsm, l.rolls[0]!, ['210', '212', '211'])
  const entered = { batchId: batch.id, indexId: l.index.gsm, jumboRollId: l.rolls[0]!.id }
  const mine = { ...entered, id: createUuid7(), samples: samplesOf('230', '232', '231') }
  const answer = await sent(l.lab, testResult.endpoints.create.name, mine)
  expect(answer.status).toBe('conflict')
  expect([texts(answer.data['mine']), texts(answer.data['theirs'])]).toEqual(['230 232 231', '210 212 211'])
  expect(answer.data['theirs']).toMatchObject({ id: theirs.id, version: 1 })
  // Whose it is, is told with it.
  expect(answer.data['by']).toMatchObject({ id: l.lead.userId, name: expect.stringMatching(/./) })
  expect((await stored(batch.id)).map(texts)).toEqual(['210 212 211'])
  // What was chosen of the two is written over the version that was seen.
  const update = { id: theirs.id, version: 1, samples: samplesOf('230', '232', '231') }
  expect((await sent(l.lab, testResult.endpoints.update.name, update, 1)).status).toBe('done')
  expect((await stored(batch.id)).map(texts)).toEqual(['230 232 231'])
})
test('the same values are done, in a new cell and in a changed one', async () => {
  const batch = await newBatch(l)
  const first = await newResult(l, batch, l.index.gsm, l.rolls[3]!, ['15.1', '14.9'])
  const entered = { batchId: batch.id, indexId: l.index.gsm, jumboRollId: l.rolls[3]!.id }
  const again = { ...entered, id: createUuid7(), samples: samplesOf('15,1', '14.9') }
  const answer = await sent(l.lead, testResult.endpoints.create.name, again)
  expect([answer.status, answer.data['id']]).toEqual(['done', first.id])
  const change = { id: first.id, version: 1, samples: samplesOf('15.2') }
  good(await l.lab.call(testResult.endpoints.update, change as never))
  expect((await sent(l.lead, testResult.endpoints.update.name, change, 1)).status).toBe('done')
  const other = { ...change, samples: samplesOf('15.3') }
  expect((await sent(l.lead, testResult.endpoints.update.name, other, 1)).status).toBe('conflict')
  expect((await stored(batch.id)).map(texts)).toEqual(['15.2'])
})
test('a cell that was opened empty takes the first value entered', async () => {
  const batch = await newBatch(l)
  const roll = l.rolls[1]!
  good(await l.lab.call(addRoll, { batchId: batch.id, jumboRollId: roll.id }))
  const before = await stored(batch.id)
  const row = await newResult(l, batch, l.index.gsm, roll, ['15.1'])
  expect(before.map(({ id }) => id)).toContain(row.id)
  expect(await stored(batch.id)).toHaveLength(before.length)
})
test('no way of writing leaves two results of a roll, index and retest in a batch', async () => {
  const batch = await newBatch(l)
  const first = await newResult(l, batch, l.index.gsm, l.rolls[4]!, ['15.1'])
  await newResult(l, batch, l.index.gsm, l.rolls[2]!, ['15.2'])
  const moved = await l.lab.call(testResult.endpoints.update, {
    id: first.id,
    version: 1,
    jumboRollId: l.rolls[2]!.id,
  } as never)
  expect(moved.errno).toBe('4003')
})
test('a result that another batch has is not entered a second time, in a new cell or one that was opened empty', async () => {
  const roll = l.rolls.at(-1)!
  const [first, second, opened] = [await newBatch(l), await newBatch(l), await newBatch(l)]
  good(await l.lab.call(addRoll, { batchId: opened.id, jumboRollId: roll.id }))
  const [empty] = (await stored(opened.id)).filter(({ indexId }) => indexId === l.index.gsm)
  await newResult(l, first, l.index.gsm, roll, ['15.1', '15.2'])
  const entered = { batchId: second.id, indexId: l.index.gsm, jumboRollId: roll.id }
  const again = { ...entered, id: createUuid7(), samples: samplesOf('15.4') }
  const answer = await l.lab.call(testResult.endpoints.create, again as never)
  expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(first.number)])
  const filled = await l.lab.call(testResult.endpoints.update, {
    id: empty!.id,
    version: empty!.version,
    samples: samplesOf('15.4'),
  } as never)
  expect([filled.errno, filled.errmsg]).toEqual(['6000', expect.stringContaining(first.number)])
  // A phone without a network has its value kept, with the reason.
  expect((await sent(l.lab, testResult.endpoints.create.name, again)).status).not.toBe('done')
  // What the first batch has may be corrected, and a retest is another result.
  await newResult(l, second, l.index.gsm, roll, ['15.4'], { retest: 1, retestReason: '首测取样不当' })
  expect((await stored(second.id)).map(({ retest }) => retest)).toEqual([1])
})
test('a result is not moved to a roll or index of which another batch has one', async () => {
  const [there, here] = [await newBatch(l), await newBatch(l)]
  await newResult(l, there, l.index.opu, l.rolls[5]!, ['0.5'])
  const mine = await newResult(l, here, l.index.opu, l.rolls[4]!, ['0.6'])
  const other = await newResult(l, here, l.index.md, l.rolls[5]!, ['50'])
  const moved = (row: { id: string }, to: object) =>
    l.lab.call(testResult.endpoints.update, { id: row.id, version: 1, ...to } as never)
  for (const answer of [
    await moved(mine, { jumboRollId: l.rolls[5]!.id }),
    await moved(other, { indexId: l.index.opu }),
  ])
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(there.number)])
})
test('two who enter it into two batches at once: one of them has it', async () => {
  const roll = l.rolls.at(-2)!
  const batches = await Promise.all([newBatch(l), newBatch(l), newBatch(l)])
  const entered = { indexId: l.index.md, jumboRollId: roll.id, samples: samplesOf('50') }
  const answers = await Promise.all(
    batches.map((batch) => l.lab.call(testResult.endpoints.create, { ...entered, batchId: batch.id } as never)),
  )
  expect(answers.map(({ errno }) => errno).toSorted()).toEqual(['200', '6000', '6000'])
})
