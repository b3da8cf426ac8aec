/** Two people enter the same cell or result, one of them offline. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { addRoll } from '@/areas/laboratory/contract/test-data-endpoints'
import { createUuid7 } from '@/contract/id'
import type { SyncAnswer } from '@/contract/sync'
import type { Caller } from '../harness'
import { expectOk, NOW } from '../plant-staff'
import { createLaboratory, createBatch, createResult, toSamples, type Lab } from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory(8)
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

/** Returns the answer to a command that a phone sends after it was offline. */
async function sendOp(who: Caller, op: string, body: object, baseVersion: number | null = null) {
  const command = {
    id: createUuid7(),
    userId: who.userId,
    clientId: 'phone',
    seq: ++seq,
    schemaVersion: 1,
    occurredAt: NOW,
  }
  const answer = await who.raw('POST', '/sync', { ops: [{ ...command, op, body, baseVersion }], sentAt: NOW })
  const [first] = (answer.data as unknown as { answers: SyncAnswer[] }).answers
  return { status: first!.status, data: (first!.data ?? {}) as Record<string, unknown> }
}
let seq = 0
const texts = (row: unknown) => (row as { samples: { text: string }[] }).samples.map(({ text }) => text).join(' ')
const loadResults = async (batchId: string) => expectOk(await l.lab.call(testResult.endpoints.list, { batchId })).list

test('the second of two entries gets a conflict with both values, and one result remains', async () => {
  const batch = await createBatch(l)
  const theirs = await createResult({ ...l, lab: l.lead }, batch, l.index.gsm, l.rolls[0]!, ['210', '212', '211'])
  const entered = { batchId: batch.id, indexId: l.index.gsm, jumboRollId: l.rolls[0]!.id }
  const mine = { ...entered, id: createUuid7(), samples: toSamples('230', '232', '231') }
  const answer = await sendOp(l.lab, testResult.endpoints.create.name, mine)
  expect(answer.status).toBe('conflict')
  expect([texts(answer.data['mine']), texts(answer.data['theirs'])]).toEqual(['230 232 231', '210 212 211'])
  expect(answer.data['theirs']).toMatchObject({ id: theirs.id, version: 1 })
  // The conflict names the author.
  expect(answer.data['by']).toMatchObject({ id: l.lead.userId, name: expect.stringMatching(/./) })
  expect((await loadResults(batch.id)).map(texts)).toEqual(['210 212 211'])
  // The chosen value is saved on the version that was seen.
  const update = { id: theirs.id, version: 1, samples: toSamples('230', '232', '231') }
  expect((await sendOp(l.lab, testResult.endpoints.update.name, update, 1)).status).toBe('done')
  expect((await loadResults(batch.id)).map(texts)).toEqual(['230 232 231'])
})
test('equal values are accepted, in a new cell and in a changed one', async () => {
  const batch = await createBatch(l)
  const first = await createResult(l, batch, l.index.gsm, l.rolls[3]!, ['15.1', '14.9'])
  const entered = { batchId: batch.id, indexId: l.index.gsm, jumboRollId: l.rolls[3]!.id }
  const again = { ...entered, id: createUuid7(), samples: toSamples('15,1', '14.9') }
  const answer = await sendOp(l.lead, testResult.endpoints.create.name, again)
  expect([answer.status, answer.data['id']]).toEqual(['done', first.id])
  const change = { id: first.id, version: 1, samples: toSamples('15.2') }
  expectOk(await l.lab.call(testResult.endpoints.update, change as never))
  expect((await sendOp(l.lead, testResult.endpoints.update.name, change, 1)).status).toBe('done')
  const other = { ...change, samples: toSamples('15.3') }
  expect((await sendOp(l.lead, testResult.endpoints.update.name, other, 1)).status).toBe('conflict')
  expect((await loadResults(batch.id)).map(texts)).toEqual(['15.2'])
})
test('an empty cell takes the first value entered', async () => {
  const batch = await createBatch(l)
  const roll = l.rolls[1]!
  expectOk(await l.lab.call(addRoll, { batchId: batch.id, jumboRollId: roll.id }))
  const before = await loadResults(batch.id)
  const row = await createResult(l, batch, l.index.gsm, roll, ['15.1'])
  expect(before.map(({ id }) => id)).toContain(row.id)
  expect(await loadResults(batch.id)).toHaveLength(before.length)
})
test('a batch never has two results of one roll, index and retest, however they are written', async () => {
  const batch = await createBatch(l)
  const first = await createResult(l, batch, l.index.gsm, l.rolls[4]!, ['15.1'])
  await createResult(l, batch, l.index.gsm, l.rolls[2]!, ['15.2'])
  const moved = await l.lab.call(testResult.endpoints.update, {
    id: first.id,
    version: 1,
    jumboRollId: l.rolls[2]!.id,
  } as never)
  expect(moved.errno).toBe('4003')
})
test('a result that another batch has is refused, in a new cell and in an empty one', async () => {
  const roll = l.rolls.at(-1)!
  const [first, second, opened] = [await createBatch(l), await createBatch(l), await createBatch(l)]
  expectOk(await l.lab.call(addRoll, { batchId: opened.id, jumboRollId: roll.id }))
  const [empty] = (await loadResults(opened.id)).filter(({ indexId }) => indexId === l.index.gsm)
  await createResult(l, first, l.index.gsm, roll, ['15.1', '15.2'])
  const entered = { batchId: second.id, indexId: l.index.gsm, jumboRollId: roll.id }
  const again = { ...entered, id: createUuid7(), samples: toSamples('15.4') }
  const answer = await l.lab.call(testResult.endpoints.create, again as never)
  expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(first.number)])
  const filled = await l.lab.call(testResult.endpoints.update, {
    id: empty!.id,
    version: empty!.version,
    samples: toSamples('15.4'),
  } as never)
  expect([filled.errno, filled.errmsg]).toEqual(['6000', expect.stringContaining(first.number)])
  // The value of an offline phone is parked with the reason.
  expect((await sendOp(l.lab, testResult.endpoints.create.name, again)).status).not.toBe('done')
  // Results of the first batch may be corrected, and a retest is a separate result.
  await createResult(l, second, l.index.gsm, roll, ['15.4'], { retest: 1, retestReason: '首测取样不当' })
  expect((await loadResults(second.id)).map(({ retest }) => retest)).toEqual([1])
})
test('a result cannot be moved to a roll or index that another batch has', async () => {
  const [otherBatch, batch] = [await createBatch(l), await createBatch(l)]
  await createResult(l, otherBatch, l.index.opu, l.rolls[5]!, ['0.5'])
  const mine = await createResult(l, batch, l.index.opu, l.rolls[4]!, ['0.6'])
  const other = await createResult(l, batch, l.index.md, l.rolls[5]!, ['50'])
  const moveResult = (row: { id: string }, to: object) =>
    l.lab.call(testResult.endpoints.update, { id: row.id, version: 1, ...to } as never)
  for (const answer of [
    await moveResult(mine, { jumboRollId: l.rolls[5]!.id }),
    await moveResult(other, { indexId: l.index.opu }),
  ])
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(otherBatch.number)])
})
test('of two entries into two batches at once, one is stored', async () => {
  const roll = l.rolls.at(-2)!
  const batches = await Promise.all([createBatch(l), createBatch(l), createBatch(l)])
  const entered = { indexId: l.index.md, jumboRollId: roll.id, samples: toSamples('50') }
  const answers = await Promise.all(
    batches.map((batch) => l.lab.call(testResult.endpoints.create, { ...entered, batchId: batch.id } as never)),
  )
  expect(answers.map(({ errno }) => errno).toSorted()).toEqual(['200', '6000', '6000'])
})
