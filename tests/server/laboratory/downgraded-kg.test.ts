/** The laboratory’s downgraded kilograms count once, however the jumbo is cut. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedPareto } from '@/areas/laboratory/contract/stored-charts'
import { batchDowngrades } from '@/areas/laboratory/contract/test-data-endpoints'
import { testBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { testIndex } from '@/areas/standards/contract/test-index'
import { expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

test('a downgrade of the jumbo that its slit rolls inherit counts once', async () => {
  const lead = await h.plant.as('quality-lead')
  const run = await startCuttingRun(h)
  await h.plant.query(
    `update jumbo_roll set downgrades = '[{"fromM": 0, "toM": 10000, "grade": "downgraded", "defect": "shade", "reason": null}]', grade = 'downgraded' where id = $1`,
    [run.jumbo.id],
  )
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  const index = expectOk(
    await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 }),
  )
  const { productId } = run.jumbo
  const batch = expectOk(
    await lead.call(testBatch.endpoints.create, {
      number: 'T-1',
      workOrderId: run.orderId,
      productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  expectOk(
    await lead.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId: index.id,
      jumboRollId: run.jumbo.id,
      samples: [{ no: 1, text: '15.0' }],
    } as never),
  )
  const kg = set.slit.reduce((sum, { expectedKg }) => sum + Number(expectedKg), 0)
  const { bars } = expectOk(await lead.call(storedPareto, { of: 'defects' }))
  expect(bars).toMatchObject([{ key: 'shade', cumulative: 1 }])
  expect(bars[0]!.value).toBeCloseTo(kg, 1)
  const { list } = expectOk(await lead.call(batchDowngrades, { batchId: batch.id }))
  expect(list.map(({ of, roll }) => `${of} ${roll}`).sort()).toEqual(
    set.slit.map(({ number }) => `slit ${number}`).sort(),
  )
})
