import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { labImport } from '@/areas/laboratory/contract/lab-import'
import { publishBatch } from '@/areas/laboratory/contract/test-batch'
import { storedPareto } from '@/areas/laboratory/contract/stored-charts'
import { checkBatch } from '@/areas/laboratory/contract/test-data-endpoints'
import { productStandard } from '@/areas/standards/contract/product-standard'
import type { Row } from '@/contract/resource'
import { roundTo } from '@/plant/rules/rounding'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import { runAsSystem } from '@/server/start-application'
import { expectOk } from '../plant-staff'
import {
  createLaboratory,
  createBatch,
  createResult,
  ratifyNextVersion,
  summarizePublished,
  type Lab,
} from './laboratory-plant'

/** The index has one decimal, its limits two: GB/T 8170 rounds a result to those of the limits. */
let l: Lab
beforeAll(async () => {
  l = await createLaboratory(3)
  const { list } = expectOk(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
  const id = await ratifyNextVersion(l, list[0]!.id, [
    { indexId: l.index.gsm, lsl: 14.25, usl: 15.75 },
    { indexId: l.index.md, lsl: 22, comparison: 'full' },
  ])
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

test('with full comparison the report shows no mean that contradicts its judgement', async () => {
  const batch = await createBatch(l)
  // One decimal would be 22.0 for both, but only 21.96 is below 22.
  await createResult(l, batch, l.index.md, l.rolls[0]!, ['21.95', '21.97'])
  await createResult(l, batch, l.index.md, l.rolls[1]!, ['22.03', '22.05'])
  const { bytes } = await l.lead.raw('GET', `/quality/down_report?batchId=${batch.id}`)
  const { rows } = await readSheet(bytes)
  const getReported = (number: string | null) =>
    rows.filter((row) => row[1] === number).map((row) => [row[7], row.at(-1)])
  expect(getReported(l.rolls[0]!.number)).toEqual([[21.96, '低于下限']])
  expect(getReported(l.rolls[1]!.number)).toEqual([[22, '合格']])
})

test('the report formats its cells with all digits of the mean', async () => {
  const batch = await createBatch(l)
  // The mean of 21.9997 is below 22; with three decimals Excel would display 22.000.
  await createResult(l, batch, l.index.md, l.rolls[2]!, ['21.9996', '21.9998'])
  const { bytes } = await l.lead.raw('GET', `/quality/down_report?batchId=${batch.id}`)
  expect((await readSheet(bytes)).rows.map((row) => [row[7], row.at(-1)])).toEqual([[21.9997, '低于下限']])
  const zip = new ZipReader(bytes, 1e9)
  const [sheet, styles] = await Promise.all(
    ['xl/worksheets/sheet1.xml', 'xl/styles.xml'].map(async (part) => (await buffer(zip.read(part))).toString()),
  )
  const cellFormats = [...styles!.split('<cellXfs')[1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, format]) => format)
  const getFormatCode = (column: string) => {
    const [, style] = new RegExp(`<c r="${column}\\d+" s="(\\d+)"><v>`).exec(sheet!)!
    return new RegExp(`numFmtId="${cellFormats[Number(style)]}" formatCode="([^"]*)"`).exec(styles!)?.[1]
  }
  // Columns H to J are mean, min and max, M the lower limit.
  expect(['H', 'I', 'J', 'M'].map(getFormatCode)).toEqual(['#,##0.0000', '#,##0.0000', '#,##0.0000', '#,##0.000'])
})

test('the mean of several rolls is rounded once', async () => {
  const batch = await createBatch(l)
  const values = [
    ['12.34', '12.34', '12.35'],
    ['12.35', '12.35', '12.36'],
    ['12.35', '12.35', '12.36'],
  ]
  for (const [i, texts] of values.entries()) await createResult(l, batch, l.index.opu, l.rolls[i]!, texts)
  expectOk(await l.lead.call(publishBatch, { id: batch.id }))
  let summaries: Awaited<ReturnType<typeof summarizePublished>> = []
  await runAsSystem(l.plant.app, 'test', async (ctx) => {
    summaries = await summarizePublished(ctx, { jumboRollIds: l.rolls.map(({ id }) => id) })
  })
  const summary = summaries.find(({ indexId }) => indexId === l.index.opu)!
  // 111.15 ÷ 9 = 12.35 exactly, and 12.35 rounds to the even 12.4.
  expect(summary).toMatchObject({ n: 9, rolls: 3, mean: 12.35 })
  expect(roundTo(summary.mean!, 1)).toBe(12.4)
  // Deviations of 0.01 twice below (12.34) and twice above (12.36): Σ = 0.0004 over 8.
  expect(summary.deviation).toBeCloseTo(Math.sqrt(0.0004 / 8), 6)
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
