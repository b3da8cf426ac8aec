/** More rolls than a former limit allowed: none may be dropped silently. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { labImport } from '@/areas/laboratory/contract/lab-import'
import type { Row } from '@/contract/resource'
import { NOW } from '../plant-staff'
import { createLaboratory, type Lab } from './laboratory-plant'

const ROLLS = 20_010
let l: Lab
beforeAll(async () => {
  l = await createLaboratory(1)
  await l.plant.query(
    `insert into jumbo_roll select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'number', 'MANY-' || n))).*
     from jumbo_roll t cross join generate_series(1, ${ROLLS}) n where t.id = $1`,
    [l.rolls[0]!.id],
  )
}, 240_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

test('a worksheet finds every one of 20,010 rolls', async () => {
  const lines = Array.from({ length: ROLLS }, (_, i) => `MANY-${i + 1},15.0`)
  const answer = await l.lead.upload(
    '/quality/up_file',
    Buffer.from(['卷号,单位面积质量', ...lines].join('\r\n')),
    { dryRun: 'true' },
    'lab.csv',
  )
  expect(answer.data as unknown as Row<typeof labImport>).toMatchObject({ rows: ROLLS, values: ROLLS, issues: [] })
}, 120_000)
