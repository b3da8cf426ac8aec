import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportResult } from '@/contract/resource'
import { staffed, type Staff } from '../people'
import type { TestPlant } from '../harness'

// A sheet of products as the office keeps it: with a column of its own, and with a word where a number belongs.
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
})
afterAll(() => plant.close())
const send = (lines: string[], fields: Record<string, string> = {}) =>
  staff.admin.upload(
    '/plant/product_import',
    Buffer.from(`\uFEFF${lines.join('\r\n')}`),
    { dryRun: 'true', ...fields },
    'products.csv',
  )
const faults = (answer: { data: unknown }) =>
  (answer.data as { rows: { header: string; message: string; issue: { code: string } }[] }).rows.map((row) => [
    row.header,
    row.issue.code,
    row.message,
  ])

test('a column that nobody knows is named, and left out when it is said so', async () => {
  const lines = ['编码,名称,类别,克重 (g/m²),采购备注', 'P-15,纺粘 15 克,纺粘,15,老李']
  const refused = await send(lines)
  expect(faults(refused)).toEqual([['采购备注', 'unknownField', '未知字段']])
  const checked = (await send(lines, { leaveOut: 'true' })).data as unknown as ImportResult
  expect(checked).toMatchObject({ rows: 1, created: 1, dryRun: true })
  expect(JSON.stringify(checked)).not.toContain('老李')
})
test('what is of the wrong kind is told what it should be', async () => {
  const head = '编码,名称,类别,克重 (g/m²),启用'
  expect(faults(await send([head, 'P-15,纺粘 15 克,纺粘,十五,也许']))).toEqual([
    ['克重 (g/m²)', 'notNumber', '须为数字'],
    ['启用', 'wrongType', '类型不正确，应为“是”或“否”'],
  ])
  const [fault] = faults(await send([head, 'P-15,纺粘 15 克,布,15,是']))
  expect(fault?.slice(0, 2)).toEqual(['类别', 'notAnOption'])
  expect(fault?.[2]).toMatch(/^不是可选项，应为：.*纺粘/)
})
test('a sheet without rows changes nothing, and says so', async () => {
  const checked = (await send(['编码,名称,类别,克重 (g/m²)'])).data as unknown as ImportResult
  expect(checked).toMatchObject({ rows: 0, created: 0, updated: 0 })
})
