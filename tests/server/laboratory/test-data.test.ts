import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishBatch, testBatch, withdrawBatch, customerCode } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import * as calls from '@/areas/laboratory/contract/test-data-endpoints'
import {
  listPublishedResults,
  listUntestedRolls,
  listWithdrawnBatches,
} from '@/areas/laboratory/server/queries/results'
import { customer } from '@/areas/orders/contract/customer'
import { testIndex } from '@/areas/standards/contract/test-index'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { readSheet } from '@/server/excel/read-sheet'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import { expectOk, NOW, plantTime } from '../plant-staff'
import {
  summarizePublished,
  createLaboratory,
  createBatch,
  createResult,
  ratifyNextVersion,
  toSamples,
  type Lab,
} from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory()
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
/** Tests share few rolls, so results of earlier tests are invalidated. */
const setAside = () =>
  l.plant.query(
    `update test_batch set state = 'withdrawn' where id in (select batch_id from test_result where index_id <> $1)`,
    [l.index.opu],
  )
afterAll(() => l.plant.close())
const runQuery = async <T>(ask: (ctx: Context) => Promise<T>): Promise<T> => {
  let found: T | undefined
  await runAsSystem(l.plant.app, 'test', async (ctx) => {
    found = await ask(ctx)
  })
  return found as T
}

describe('results of a roll', () => {
  beforeEach(setAside)
  test('store the entered texts and the sums of the counted values', async () => {
    const batch = await createBatch(l)
    const row = await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['15.10', '14,9', '15.2', '<0.5'])
    expect(row.samples.map(({ text, value, below }) => ({ text, value, below }))).toEqual([
      { text: '15.10', value: 15.1, below: false },
      { text: '14.9', value: 14.9, below: false },
      { text: '15.2', value: 15.2, below: false },
      { text: '<0.5', value: null, below: true },
    ])
    expect(row).toMatchObject({
      n: 3,
      min: 14.9,
      max: 15.2,
      below: 1,
      digits: 2,
      lineId: l.lineId,
      productId: l.productId,
    })
    expect(row.mean).toBeCloseTo(45.2 / 3, 8)
    expect(row.m2).toBeCloseTo(0.046666667, 8)
    const left = expectOk(
      await l.lab.call(testResult.endpoints.update, {
        id: row.id,
        version: row.version,
        samples: [...toSamples('15.10', '14.9'), { lane: 1, no: 3, text: '99', excluded: true, reason: '夹持打滑' }],
      } as never),
    )
    expect(left).toMatchObject({ n: 2, max: 15.1 })
    const bare = await l.lab.call(testResult.endpoints.update, {
      id: row.id,
      version: left.version,
      samples: [{ text: '99', excluded: true }],
    } as never)
    expect(bare.errno).toBe('4042')
    expect(bare.data).toMatchObject({ issues: [{ path: ['samples', 0, 'reason'], code: 'missing' }] })
  })
  test.each([
    ['words', 'abc', /“abc”不是数值/],
    ['a comma alone', ',', /“,”不是数值/],
    ['a comma with two readings', '1,234', /“1,234”有两种读法/],
    ['a mark without a limit', '<', /“<”不是数值/],
  ])('are refused with %s among the values and store nothing', async (_what, text, why) => {
    const batch = await createBatch(l)
    const entered = { batchId: batch.id, indexId: l.index.gsm, jumboRollId: l.rolls[0]!.id }
    const refused = await l.lab.call(testResult.endpoints.create, {
      ...entered,
      samples: toSamples('15.1', text),
    } as never)
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringMatching(why)])
    const row = await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['15.1'])
    const changed = await l.lab.call(testResult.endpoints.update, {
      id: row.id,
      version: row.version,
      samples: toSamples('15.1', text),
    } as never)
    expect([changed.errno, changed.errmsg]).toEqual(['6000', expect.stringMatching(why)])
    expect(expectOk(await l.lab.call(testResult.endpoints.list, { batchId: batch.id })).list).toMatchObject([
      { id: row.id, version: row.version, n: 1 },
    ])
  })
  test('are stored up to the largest value and number of samples', async () => {
    const batch = await createBatch(l)
    const row = await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['220', '9999999'])
    expect(row.m2).toBeCloseTo((9999999 - 220) ** 2 / 2, 3)
    const maxReadings = Array.from({ length: 500 }, (_, i) => (i % 2 ? '0' : '999999999.999'))
    expect(await createResult(l, batch, l.index.md, l.rolls[0]!, maxReadings)).toMatchObject({
      n: 500,
      max: 999999999.999,
    })
    const more = await l.lab.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId: l.index.opu,
      jumboRollId: l.rolls[0]!.id,
      samples: toSamples('1000000000'),
    } as never)
    expect([more.errno, more.errmsg]).toEqual(['6000', expect.stringContaining('999,999,999')])
  })
  test('below zero are refused unless the index allows them', async () => {
    const batch = await createBatch(l)
    const entered = { batchId: batch.id, indexId: l.index.opu, jumboRollId: l.rolls[0]!.id, samples: toSamples('-0.2') }
    const refused = await l.lab.call(testResult.endpoints.create, entered as never)
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringMatching(/“-0.2”低于 0/)])
    const row = await createResult(l, batch, l.index.opu, l.rolls[0]!, ['0.2'])
    const changed = await l.lab.call(testResult.endpoints.update, {
      id: row.id,
      version: 1,
      samples: entered.samples,
    } as never)
    expect(changed.errno).toBe('6000')
    const { version } = expectOk(await l.lab.call(testIndex.endpoints.list, { id: l.index.opu })).list[0]!
    expectOk(await l.staff.admin.call(testIndex.endpoints.update, { id: l.index.opu, version, signed: true }))
    const shrunk = await createResult(l, batch, l.index.opu, l.rolls[1]!, ['-0.2'])
    expect(shrunk.mean).toBe(-0.2)
  })
  test('need an existing roll', async () => {
    const batch = await createBatch(l)
    const none = await l.lab.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId: l.index.gsm,
      samples: [],
    } as never)
    expect(none.data).toMatchObject({ issues: [{ path: ['jumboRollId'], code: 'missing' }] })
  })
})

describe('a published batch', () => {
  beforeEach(setAside)
  test('was tested after its rolls were made, or at most a day before the recorded doff', async () => {
    const batch = await createBatch(l, { testedAt: plantTime('02:05', '2026-11-19') })
    await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['15.1'])
    const refused = await l.lead.call(publishBatch, { id: batch.id }, { language: 'en' })
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringContaining('2026-11-20 08:05') as string])
    const changed = { id: batch.id, version: batch.version, testedAt: plantTime('08:30', '2026-11-19') }
    expectOk(await l.lead.call(testBatch.endpoints.update, changed))
    expectOk(await l.lead.call(publishBatch, { id: batch.id }))
  })
  test('is closed; withdrawing it leaves an editable copy and notifies those who cited it', async () => {
    const batch = await createBatch(l)
    const empty = await l.lead.call(publishBatch, { id: batch.id })
    expect([empty.errno, empty.errmsg]).toEqual(['6000', expect.stringContaining('没有任何数值')])
    const row = await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['15.1', '14.9'])
    const published = expectOk(await l.lead.call(publishBatch, { id: batch.id }))
    expect(published).toMatchObject({ state: 'published', publishedBy: l.lead.userId })
    for (const refused of [
      await l.lab.call(testResult.endpoints.update, {
        id: row.id,
        version: row.version,
        samples: toSamples('1'),
      } as never),
      await l.lead.call(testResult.endpoints.remove!, { id: row.id }),
      await l.lead.call(testBatch.endpoints.update, { id: batch.id, version: published.version, note: 'x' }),
      await l.lead.call(testBatch.endpoints.remove, { id: batch.id }),
      await l.lab.call(testResult.endpoints.create, {
        batchId: batch.id,
        indexId: l.index.md,
        jumboRollId: l.rolls[0]!.id,
        samples: [],
      } as never),
    ])
      expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringMatching(/已发布/)])
    const bare = await l.lead.call(withdrawBatch, { id: batch.id } as never)
    expect(bare.errno).toBe('4042')
    const back = expectOk(await l.lead.call(withdrawBatch, { id: batch.id, reason: '样品弄错' }))
    expect(back).toMatchObject({ state: 'withdrawn', withdrawnReason: '样品弄错', publishedBy: l.lead.userId })
    const { list } = expectOk(await l.lab.call(testBatch.endpoints.list, { mendsId: batch.id }))
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ number: `${batch.number}-R1`, state: 'draft', publishedAt: null })
    const copies = expectOk(await l.lab.call(testResult.endpoints.list, { batchId: list[0]!.id }))
    expect(copies.list.map(({ n, mean }) => ({ n, mean }))).toEqual([{ n: 2, mean: 15 }])
    expect(await runQuery((ctx) => listWithdrawnBatches(ctx, [batch.id]))).toEqual([
      { id: batch.id, number: batch.number, reason: '样品弄错', mendedById: list[0]!.id },
    ])
    // Neither counts for a certificate.
    expect(await runQuery((ctx) => summarizePublished(ctx, { jumboRollIds: [l.rolls[0]!.id] }))).toEqual([])
    expectOk(await l.lead.call(testBatch.endpoints.remove, { id: list[0]!.id }))
  })
  test('gives certificates one value per index over all rolls; the last retest counts, the first stays', async () => {
    const [firstRoll, secondRoll, thirdRoll] = l.rolls as [Lab['rolls'][0], Lab['rolls'][0], Lab['rolls'][0]]
    const batch = await createBatch(l)
    await createResult(l, batch, l.index.gsm, firstRoll, ['14.8', '15.0', '15.2'])
    await createResult(l, batch, l.index.gsm, secondRoll, ['15.4', '<1', '15.6'])
    await createResult(l, batch, l.index.md, firstRoll, ['30', '31'])
    await createResult(l, batch, l.index.md, firstRoll, ['50', '52'], { retest: 1, retestReason: '夹具打滑' })
    expect(await runQuery((ctx) => summarizePublished(ctx, { workOrderId: l.orderId }))).toEqual([])
    expectOk(await l.lead.call(publishBatch, { id: batch.id }))
    const summaryRows = await runQuery((ctx) => summarizePublished(ctx, { workOrderId: l.orderId }))
    const byIndex = new Map(summaryRows.map((row) => [row.indexId, row]))
    expect(byIndex.get(l.index.gsm)).toEqual({
      indexId: l.index.gsm,
      n: 5,
      mean: expect.closeTo(15.2, 9) as number,
      min: 14.8,
      max: 15.6,
      deviation: expect.closeTo(Math.sqrt(0.1), 9) as number,
      below: 1,
      rolls: 2,
    })
    expect(byIndex.get(l.index.md)).toMatchObject({ n: 2, mean: 51, min: 50 })
    const rows = await runQuery((ctx) => listPublishedResults(ctx, { jumboRollIds: [firstRoll.id] }))
    expect(rows.map(({ indexId, retest }) => [indexId, retest])).toEqual(
      expect.arrayContaining([
        [l.index.gsm, 0],
        [l.index.md, 1],
      ]),
    )
    expect(rows).toHaveLength(2)
    const all = expectOk(await l.lab.call(testResult.endpoints.list, { batchId: batch.id, indexId: l.index.md }))
    expect(all.list.map(({ retest, mean }) => [retest, mean]).toSorted()).toEqual([
      [0, 30.5],
      [1, 51],
    ])
    expect(await runQuery((ctx) => listUntestedRolls(ctx, [firstRoll.id, thirdRoll.id], l.index.gsm))).toEqual([
      thirdRoll.id,
    ])
  })
})

describe('requests of the laboratory to the plant', () => {
  test('propose untested rolls with the samples of the standard, and store them as a batch', async () => {
    const ownRolls = await laboratoryRolls()
    const proposed = expectOk(await l.lab.call(calls.proposeTests, { workOrderId: l.orderId }))
    expect(proposed.map(({ roll }) => roll)).toEqual(ownRolls.untested)
    expect(proposed[0]?.indexes.map(({ indexId, samples }) => ({ indexId, samples }))).toEqual([
      { indexId: l.index.gsm, samples: 5 },
      { indexId: l.index.md, samples: 2 },
    ])
    const batch = expectOk(await l.lab.call(calls.storeProposedTests, { workOrderId: l.orderId }))
    expect(batch).toMatchObject({ source: 'auto', state: 'draft', productId: l.productId })
    const { total } = expectOk(await l.lab.call(testResult.endpoints.list, { batchId: batch.id }))
    expect(total).toBe(ownRolls.untested.length * 2)
    const again = await l.lab.call(calls.storeProposedTests, { workOrderId: l.orderId })
    expect([again.errno, again.errmsg]).toEqual(['6000', expect.stringContaining('都已有检测结果')])
    expect(expectOk(await l.lab.call(calls.proposeTests, { workOrderId: l.orderId }))).toEqual([])
  })
  async function laboratoryRolls() {
    const tested = await l.plant.query<{ id: string }>('select distinct jumbo_roll_id as id from test_result')
    const ids = new Set(tested.map(({ id }) => id))
    return { untested: l.rolls.filter(({ id }) => !ids.has(id)).map(({ number }) => number) }
  }
  test('show which rolls of an order are tested, by code', async () => {
    const codes = expectOk(await l.lab.call(calls.orderCodes, { workOrderId: l.orderId }))
    expect(codes.map(({ code, tested }) => [code, tested])).toEqual(l.rolls.map(({ number }, i) => [number, i < 2]))
  })
  test('a check lists values out of limits, outliers, repeats and gaps, and changes nothing', async () => {
    await setAside()
    const batch = await createBatch(l)
    await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['15.0', '15.1', '14.9', '15.0', '16.04'])
    await createResult(l, batch, l.index.gsm, l.rolls[1]!, ['15.0', '15.1', '14.9', '15.0', '16.06'])
    await createResult(l, batch, l.index.md, l.rolls[0]!, ['50.1', '49.8', '51.2'])
    await createResult(l, batch, l.index.md, l.rolls[1]!, ['50.1', '49.8', '51.2'])
    await createResult(l, batch, l.index.md, l.rolls[2]!, ['50'])
    await createResult(l, batch, l.index.opu, l.rolls[2]!, [])
    const checkResult = expectOk(await l.lab.call(calls.checkBatch, { batchId: batch.id }))
    const filterByProblem = (problem: string) => checkResult.list.filter((one) => one.problem === problem)
    // 16.04 is 16.0 when rounded, as the standard compares.
    expect(filterByProblem('high').map(({ value, limit }) => [value, limit])).toEqual([[16.06, 16]])
    expect(
      filterByProblem('outlier')
        .map(({ value }) => value)
        .toSorted(),
    ).toEqual([])
    expect(filterByProblem('duplicate').map(({ roll }) => roll)).toEqual([l.rolls[1]!.number])
    expect(filterByProblem('fewSamples').map(({ roll, value, limit }) => [roll, value, limit])).toEqual([
      [l.rolls[2]!.number, 1, 2],
    ])
    // An opened but empty cell, and the missing results of the third roll.
    expect(filterByProblem('noValue')).toHaveLength(2)
    expect(checkResult).toMatchObject({ results: 6, values: 17, excluded: 0 })
    expect(checkResult.list[0]?.message).toContain(l.rolls[1]!.number)
    const far = await createBatch(l)
    await createResult(l, far, l.index.gsm, l.rolls[2]!, ['15.0', '15.1', '14.9', '15.0', '15.2', '14.8', '15.9'])
    const outlier = expectOk(await l.lab.call(calls.checkBatch, { batchId: far.id })).list.filter(
      (one) => one.problem === 'outlier',
    )
    expect(outlier.map(({ value, limit }) => [value, limit])).toEqual([[15.9, 2.02]])
  })
  test('customers have their own codes for a product', async () => {
    const buyer = expectOk(await l.staff['prod-lead'].call(customer.endpoints.create, { code: 'C-9', name: '恒安' }))
    const code = expectOk(
      await l.lead.call(customerCode.endpoints.create, { code: 'HA-15', customerId: buyer.id, productId: l.productId }),
    )
    const twice = await l.lead.call(customerCode.endpoints.create, {
      code: 'HA-15',
      customerId: buyer.id,
      productId: l.productId,
    })
    expect(twice.errno).toBe('4003')
    expectOk(await l.lead.call(customerCode.endpoints.update, { id: code.id, version: code.version, name: '面层15克' }))
    const { list } = expectOk(await l.lab.call(customerCode.endpoints.list, {}))
    expect(list).toEqual([expect.objectContaining({ code: 'HA-15', name: '面层15克' })])
  })
  test('product and index lists name those with data', async () => {
    const products = expectOk(await l.lab.call(calls.testedProducts, {}))
    expect(products.map(({ productId }) => productId)).toEqual([l.productId])
    const indexes = expectOk(await l.lab.call(calls.testedIndexes, {}))
    expect(indexes.map(({ code }) => code)).toEqual(['GSM', 'MD', 'OPU'])
  })
  test('the index list counts no results of withdrawn batches', async () => {
    const countMd = async () =>
      expectOk(await l.lab.call(calls.testedIndexes, {})).find(({ indexId }) => indexId === l.index.md)?.results
    await setAside()
    expect(await countMd()).toBe(0)
    const batch = await createBatch(l)
    await createResult(l, batch, l.index.md, l.rolls[0]!, ['50.0'])
    expect(await countMd()).toBe(1)
    await setAside()
    expect(await countMd()).toBe(0)
  })
  test('the roll test report and the certificate use the version pinned by the order', async () => {
    await setAside()
    const batch = await createBatch(l)
    await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['16.5'])
    const { list } = expectOk(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
    await l.plant.query('update work_order set product_standard_id = $2 where id = $1', [l.orderId, list[0]!.id])
    await ratifyNextVersion(l, list[0]!.id, [{ indexId: l.index.gsm, lsl: 10, usl: 20 }])
    const limits = async () => {
      const answer = await l.lead.raw('GET', `/quality/down_report?batchId=${batch.id}`)
      const { rows } = await readSheet(answer.bytes)
      return rows[0]!.slice(12)
    }
    expect(await limits()).toEqual([14, 15, 16, expect.any(String)])
    const problems = expectOk(await l.lab.call(calls.checkBatch, { batchId: batch.id })).list.map(
      ({ problem }) => problem,
    )
    expect(problems).toContain('high')
    // An order without pinned limits uses the version in force.
    await l.plant.query('update work_order set product_standard_id = null where id = $1', [l.orderId])
    expect(await limits()).toEqual([10, null, 20, expect.any(String)])
  })
  test.each([
    ['down_report', 16],
    ['roll_test_data_down_report', 10],
    ['kg_down_report', 6],
    ['opu_gs_jr_down_report', 9],
  ])('%s exports as a workbook', async (path, columns) => {
    const answer = await l.lead.raw('GET', `/quality/${path}?workOrderId=${l.orderId}`)
    expect(answer.status).toBe(200)
    const sheet = await readSheet(answer.bytes)
    expect(sheet.header).toHaveLength(columns)
    expect(sheet.rows.length > 0).toBe(path !== 'kg_down_report')
  })
})
