import { afterAll, beforeAll, expect, test } from 'vitest'
import type { labImport } from '@/areas/laboratory/contract/lab-import'
import { storedPareto } from '@/areas/laboratory/contract/stored-charts'
import { checkBatch } from '@/areas/laboratory/contract/test-data-endpoints'
import { productStandard } from '@/areas/standards/contract/product-standard'
import type { Row } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { expectOk } from '../plant-staff'
import { createLaboratory, createBatch, createResult, ratifyNextVersion, type Lab } from './laboratory-plant'

/** The index has one decimal, its limits two: GB/T 8170 rounds a result to those of the limits. */
let l: Lab
beforeAll(async () => {
  l = await createLaboratory(3)
  const { list } = expectOk(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
  const id = await ratifyNextVersion(l, list[0]!.id, [{ indexId: l.index.gsm, lsl: 14.25, usl: 15.75 }])
  await l.plant.query(`update work_order set product_standard_id = $1`, [id])
}, 120_000)
afterAll(() => l.plant.close())

test('check, report and Pareto judge values alike', async () => {
  const batch = await createBatch(l)
  await createResult(l, batch, l.index.gsm, l.rolls[0]!, ['14.25', '14.24', '15.754', '15.756'])
  await createResult(l, batch, l.index.gsm, l.rolls[1]!, ['14.25', '14.25'])
  const { list } = expectOk(await l.lab.call(checkBatch, { batchId: batch.id }))
  expect(
    list.filter(({ problem }) => problem === 'low' || problem === 'high').map(({ problem, value }) => [problem, value]),
  ).toEqual([
    ['low', 14.24],
    ['high', 15.756],
  ])
  const span = { from: '2026-11-19T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
  const { bars } = expectOk(await l.lab.call(storedPareto, { of: 'indexes', ...span } as never))
  expect(bars.map(({ key, value }) => [key, value])).toEqual([[l.index.gsm, 2]])
  const { bytes } = await l.lead.raw('GET', `/quality/down_report?batchId=${batch.id}`)
  const { rows } = await readSheet(bytes)
  // 14.25 of the second roll passes: the mean is shown with the digits it was judged by.
  expect(rows.some((row) => row[1] === l.rolls[1]!.number && row[7] === 14.25 && row.at(-1) === '合格')).toBe(true)
})

test('the check warns if limits have more decimals than the index', async () => {
  const csv = (...lines: string[]) => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
  const answer = await l.lead.upload(
    '/quality/up_file',
    csv('卷号,单位面积质量', `${l.rolls[2]!.number},15.0`),
    { dryRun: 'true', batch: 'FINE' },
    'lab.csv',
  )
  expect((answer.data as unknown as Row<typeof labImport>).issues).toEqual([
    {
      row: 2,
      column: 'B',
      header: '单位面积质量',
      warning: true,
      message: '限值有 2 位小数，该项目只有 1 位：结果按限值的位数修约后比较，请核对读数是否有 2 位小数',
    },
  ])
  const sheet = csv('代码,名称,小数位', 'GSM,单位面积质量,0', 'OPU,上油率,2')
  const trial = await l.staff.admin.upload('/plant/test_index_import', sheet, { dryRun: 'true' }, 'index.csv')
  expect(trial.data).toMatchObject({
    warned: 1,
    warnings: [{ row: 2, message: '现行标准的限值有 2 位小数，该项目只有 0 位：读数会不够精确' }],
  })
})
