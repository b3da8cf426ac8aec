import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedPareto } from '@/areas/laboratory/contract/stored-charts'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { setSeason } from '@/areas/standards/contract/season'
import { good } from '../people'
import { laboratory, newBatch, newResult, type Lab } from './test-plant'

let l: Lab
beforeAll(async () => {
  l = await laboratory(2)
  const { admin, manager } = l.staff
  good(await l.lead.call(setSeason, { startsOn: '2026-05-01', season: 'winter' }))
  good(await l.lead.call(setSeason, { startsOn: '2026-11-21', season: 'summer' }))
  const { list } = good(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
  const next = good(await admin.call(productDocument.steps.newVersion, { id: list[0]!.id }))
  const bySeason = good(
    await admin.call(productStandard.endpoints.update, {
      id: next.id,
      version: next.version,
      indexes: [
        { indexId: l.index.gsm, season: 'winter', lsl: 14, usl: 16 },
        { indexId: l.index.gsm, season: 'summer', lsl: 10, usl: 20 },
      ],
    } as never),
  )
  const { version } = good(
    await admin.call(productDocument.steps.submit, {
      id: next.id,
      version: bySeason.version,
      approvers: [manager.userId],
    }),
  )
  good(await manager.call(productDocument.steps.ratify, { id: next.id, version, decision: 'approved' }))
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
