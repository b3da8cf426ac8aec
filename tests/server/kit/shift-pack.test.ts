import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShiftPackPage } from '@/contract/sync'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let worker: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  worker = await plant.as('maint')
}, 120_000)
afterAll(() => plant.close())

async function loadPack(cursor?: string): Promise<ShiftPackPage> {
  const answer = await worker.raw('GET', `/shift_pack${cursor ? `?cursor=${cursor}` : ''}`)
  expect(answer.errno).toBe('200')
  return answer.data as unknown as ShiftPackPage
}
const recordRemovals = (count: number) =>
  plant.query(
    `insert into gone_row (site_id, resource, row_id, gone_at)
     select 1, 'equipment', gen_random_uuid(), now() from generate_series(1, $1::int)`,
    [count],
  )

test('starts over after more removals than a pack can hold, so that a phone keeps no removed row', async () => {
  const { cursor, more } = await loadPack()
  expect(more).toBe(false)
  await recordRemovals(50_000)
  const full = await loadPack(cursor)
  expect(full.reset).toBe(false)
  expect(full.gone['equipment']).toHaveLength(50_000)
  await recordRemovals(1)
  expect(await loadPack(cursor)).toMatchObject({ reset: true, gone: {} })
})
