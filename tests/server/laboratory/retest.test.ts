import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishBatch, testBatch, withdrawBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import * as calls from '@/areas/laboratory/contract/test-data-endpoints'
import { runAsSystem } from '@/server/start-application'
import { expectOk, NOW } from '../plant-staff'
import {
  summarizePublished,
  createLaboratory,
  createBatch,
  createResult,
  toSamples,
  type Lab,
} from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory()
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

describe('a retest', () => {
  const asOpened = { samples: [], retestReason: '夹具打滑' }
  test('is opened with a reason after the first result, which stays; it counts once it has a value', async () => {
    const roll = l.rolls[2]!
    const first = await createBatch(l)
    await createResult(l, first, l.index.opu, roll, ['0.61'])
    expectOk(await l.lead.call(publishBatch, { id: first.id }))
    const second = await createBatch(l)
    const entered = { batchId: second.id, jumboRollId: roll.id, indexIds: [l.index.opu] }
    const bare = await l.lab.call(calls.openRetest, entered as never)
    expect(bare.data).toMatchObject({ issues: [{ path: ['retestReason'], code: 'missing' }] })
    expectOk(await l.lab.call(calls.openRetest, { ...entered, retestReason: '夹具打滑' }))
    const opened = expectOk(await l.lab.call(testResult.endpoints.list, { batchId: second.id })).list
    expect(opened).toMatchObject([{ ...asOpened, retest: 1, indexId: l.index.opu, lineId: l.lineId, n: 0 }])
    const again = await l.lab.call(calls.openRetest, { ...entered, retestReason: '再测' })
    expect([again.errno, again.errmsg]).toEqual(['6000', expect.stringContaining(second.number)])
    const looked = expectOk(await l.lab.call(calls.checkBatch, { batchId: second.id }))
    expect(looked.list.map(({ message }) => message)).toContainEqual(expect.stringMatching(/复测 1.*没有数值/))
    // A retest published without a value does not replace the first result.
    await createResult(l, second, l.index.md, roll, ['50'])
    expectOk(await l.lead.call(publishBatch, { id: second.id }))
    const summary = async () => {
      let found: Awaited<ReturnType<typeof summarizePublished>> = []
      await runAsSystem(l.plant.app, 'test', async (ctx) => {
        found = await summarizePublished(ctx, { jumboRollIds: [roll.id] })
      })
      return found.find(({ indexId }) => indexId === l.index.opu)
    }
    expect(await summary()).toMatchObject({ n: 1, mean: 0.61 })
    expectOk(await l.lead.call(withdrawBatch, { id: second.id, reason: '漏填' }))
    const copy = expectOk(await l.lab.call(testBatch.endpoints.list, { mendsId: second.id })).list[0]!
    const [empty] = expectOk(
      await l.lab.call(testResult.endpoints.list, { batchId: copy.id, indexId: l.index.opu }),
    ).list
    expect(empty).toMatchObject(asOpened)
    expectOk(
      await l.lab.call(testResult.endpoints.update, {
        id: empty!.id,
        version: empty!.version,
        samples: toSamples('0.48'),
      } as never),
    )
    expectOk(await l.lead.call(publishBatch, { id: copy.id }))
    expect(await summary()).toMatchObject({ n: 1, mean: 0.48 })
    const all = expectOk(await l.lab.call(testResult.endpoints.list, { jumboRollId: roll.id, batchId: first.id })).list
    expect(all).toMatchObject([{ retest: 0, mean: 0.61 }])
    const third = await createBatch(l)
    expectOk(await l.lab.call(calls.openRetest, { ...entered, batchId: third.id, retestReason: '客户要求' }))
    expect(expectOk(await l.lab.call(testResult.endpoints.list, { batchId: third.id })).list).toMatchObject([
      { retest: 2 },
    ])
    expectOk(await l.lead.call(testBatch.endpoints.remove, { id: third.id }))
  })
  test('needs a first result, a reason and an open batch', async () => {
    const batch = await createBatch(l)
    const retestInput = { batchId: batch.id, jumboRollId: l.rolls[0]!.id, retestReason: '夹具打滑' }
    const none = await l.lab.call(calls.openRetest, { ...retestInput, indexIds: [l.index.opu] })
    expect([none.errno, none.errmsg]).toEqual(['6000', expect.stringContaining('没有首次结果')])
    const silent = await l.lab.call(testResult.endpoints.create, {
      batchId: batch.id,
      jumboRollId: l.rolls[0]!.id,
      indexId: l.index.opu,
      samples: toSamples('1'),
      retest: 1,
    } as never)
    expect(silent.data).toMatchObject({ issues: [{ path: ['retestReason'], code: 'missing' }] })
    await createResult(l, batch, l.index.opu, l.rolls[0]!, ['0.5'])
    expectOk(await l.lead.call(publishBatch, { id: batch.id }))
    const closed = await l.lab.call(calls.openRetest, { ...retestInput, indexIds: [l.index.opu] })
    expect([closed.errno, closed.errmsg]).toEqual(['6000', expect.stringContaining('已发布')])
  })
})
