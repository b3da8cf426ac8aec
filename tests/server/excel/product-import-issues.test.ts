import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportResult } from '@/contract/resource'
import { createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'
import { buildTextCell, buildSheetXml, buildWorkbookFile } from './build-archive'

// An office's workbook of products: with an additional column, and a word in a number column.
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())
const send = (lines: string[], fields: Record<string, string> = {}) =>
  staff.admin.upload(
    '/plant/product_import',
    Buffer.from(`\uFEFF${lines.join('\r\n')}`),
    { dryRun: 'true', ...fields },
    'products.csv',
  )
const getFaults = (answer: { data: unknown }) =>
  (answer.data as { rows: { header: string; message: string; issue: { code: string } }[] }).rows.map((row) => [
    row.header,
    row.issue.code,
    row.message,
  ])

test('reports an unknown column, and leaves it out on request', async () => {
  const lines = ['编码,名称,类别,克重 (g/m²),采购备注', 'P-15,纺粘 15 克,纺粘,15,老李']
  const refusal = await send(lines)
  expect(getFaults(refusal)).toEqual([['采购备注', 'unknownField', '未知字段']])
  const checkResult = (await send(lines, { leaveOut: 'true' })).data as unknown as ImportResult
  expect(checkResult).toMatchObject({ rows: 1, created: 1, dryRun: true })
  expect(JSON.stringify(checkResult)).not.toContain('老李')
  // The answer names the column and the rows with a value in it, before the import and after it.
  expect(checkResult).toMatchObject({
    leftOut: 1,
    warnings: [{ row: 2, message: '列“采购备注”无法识别，不会导入；有内容的 1 行：2' }],
  })
  const allLines = [...lines, 'P-16-2,纺粘 16 克,纺粘,16,', 'P-17-2,纺粘 17 克,纺粘,17,急']
  const imported = (await send(allLines, { leaveOut: 'true', dryRun: 'false' })).data as unknown as ImportResult
  expect(imported).toMatchObject({ created: 3, leftOut: 2, warned: 1 })
  expect(imported.warnings[0]!.message).toBe('列“采购备注”无法识别，没有导入；有内容的 2 行：2, 4')
})
test('codes of a CSV file that a spreadsheet may have turned into dates are reported', async () => {
  const lines = [
    '编码,名称,类别,克重 (g/m²)',
    '5-Mar,2026/3/6,纺粘,15',
    'P-3-5,纺粘 15 克,纺粘,15',
    '3月5日,纺粘 15 克,纺粘,15',
    '2026-03-08,3-8,纺粘,15',
  ]
  const columnIn = (done: string) => [
    {
      row: 2,
      message: `“编码”列第 2, 4–5 行（5-Mar、3月5日、2026-03-08）像是表格软件由编码变成的日期${done}；如不对，请把该列设为“文本”格式后重新填写`,
    },
    {
      row: 2,
      message: `“名称”列第 2 行（2026/3/6）像是表格软件由编码变成的日期${done}；如不对，请把该列设为“文本”格式后重新填写`,
    },
  ]
  expect((await send(lines)).data).toMatchObject({ created: 4, warned: 2, warnings: columnIn('，将按原样导入') })
  expect((await send(lines, { dryRun: 'false' })).data).toMatchObject({
    created: 4,
    warnings: columnIn('，已按原样导入'),
  })
})
test('a value of the wrong type is refused with the expected type', async () => {
  const head = '编码,名称,类别,克重 (g/m²),启用'
  expect(getFaults(await send([head, 'P-15,纺粘 15 克,纺粘,十五,也许']))).toEqual([
    ['克重 (g/m²)', 'notNumber', '须为数字（单元格：“十五”）'],
    ['启用', 'wrongType', '类型不正确，应为“是”或“否”（单元格：“也许”）'],
  ])
  const [fault] = getFaults(await send([head, 'P-15,纺粘 15 克,布,15,是']))
  expect(fault?.slice(0, 2)).toEqual(['类别', 'notAnOption'])
  expect(fault?.[2]).toMatch(/^不是可选项，应为：.*纺粘/)
})
test('empty cells that clear stored values are reported with their rows; a column that is absent clears nothing', async () => {
  const head = '编码,名称,类别,克重 (g/m²),颜色,备注'
  await send(
    [head, 'P-81,纺粘 81,纺粘,15,白色,易卷边', 'P-82,纺粘 82,纺粘,15,白色,', 'P-83,纺粘 83,纺粘,15,蓝色,老客户'],
    {
      dryRun: 'false',
    },
  )
  const lines = [head, 'P-81,纺粘 81,纺粘,16,白色,', 'P-82,纺粘 82,纺粘,16,,', 'P-83,纺粘 83,纺粘,16,,老客户']
  const message = (column: string, rows: string, count: number) =>
    `列“${column}”为空的 ${count} 行已有内容，导入后将被清空（第 ${rows} 行）。如要保留，请补填或删除该列`
  expect((await send(lines)).data).toMatchObject({
    updated: 3,
    warned: 2,
    warnings: [
      { row: 2, message: message('备注', '2', 1) },
      { row: 3, message: message('颜色', '3–4', 2) },
    ],
  })
  const withoutColumns = ['编码,名称,类别,克重 (g/m²)', 'P-81,纺粘 81,纺粘,17']
  expect((await send(withoutColumns, { dryRun: 'false' })).data).toMatchObject({ updated: 1, warnings: [] })
  expect((await send(lines, { dryRun: 'false' })).data).toMatchObject({
    updated: 3,
    warnings: [{ message: '列“备注”为空的 1 行原有内容已被清空（第 2 行）' }, { row: 3 }],
  })
})
test('a code with other characters is refused with those that it may contain', async () => {
  const [fault] = getFaults(await send(['编码,名称,类别,克重 (g/m²)', 'P=15,纺粘 15 克,纺粘,15']))
  expect(fault?.slice(0, 2)).toEqual(['编码', 'badCode'])
  expect(fault?.[2]).toContain('. / _ # + -')
})
test('a price that occurs twice is refused with a column that the file has', async () => {
  const lines = ['介质,生效日期,单价', '天然气,2026-12-01,3.5', '天然气,2026-12-01,3.6']
  const answer = await staff.admin.upload(
    '/plant/gw_price_import',
    Buffer.from(`\uFEFF${lines.join('\r\n')}`),
    { dryRun: 'true' },
    'prices.csv',
  )
  expect(getFaults(answer).map(([header, code]) => [header, code])).toEqual([['生效日期', 'repeatsRow']])
})
test('a workbook without rows changes nothing, and is reported', async () => {
  const checked = (await send(['编码,名称,类别,克重 (g/m²)'])).data as unknown as ImportResult
  expect(checked).toMatchObject({ rows: 0, created: 0, updated: 0 })
})

test('imports rows hidden by a filter, and reports them at the check and after the import', async () => {
  const buildTextCells = (row: number, ...cells: string[]) =>
    cells.map((cell, i) => buildTextCell(`${'ABCD'[i]}${row}`, cell)).join('')
  const rows = [2, 3, 4, 5].map(
    (row) =>
      `<row r="${row}"${row < 5 ? ' hidden="1"' : ''}>${buildTextCells(row, `H-${row}`, `隐藏 ${row}`, '纺粘', '15')}</row>`,
  )
  const file = buildWorkbookFile(
    buildSheetXml(`<row r="1">${buildTextCells(1, '编码', '名称', '类别', '克重 (g/m²)')}</row>${rows.join('')}`),
  )
  const checkResult = (await staff.admin.upload('/plant/product_import', file, { dryRun: 'true' }))
    .data as unknown as ImportResult
  expect(checkResult).toMatchObject({ rows: 4, created: 4, hidden: 3, warned: 1 })
  expect(checkResult.warnings).toEqual([
    { row: 2, message: '表中有 3 行被筛选或隐藏（第 2–4 行），也会一并导入。如不需要，请先删除这些行' },
  ])
  const importResult = (await staff.admin.upload('/plant/product_import', file)).data as unknown as ImportResult
  expect(importResult).toMatchObject({ created: 4, hidden: 3, warned: 1 })
  expect(importResult.warnings[0]?.message).toContain('也已一并导入')
})
test('refuses an ambiguous date and a heading with another unit, with cell and text', async () => {
  expect(getFaults(await send(['编码,名称,类别,克重 (mm)', 'P-16,纺粘 16 克,纺粘,16']))).toEqual([
    ['克重 (mm)', 'otherUnit', '单位“mm”不能换算为“g/m²”'],
  ])
  expect(getFaults(await send(['编码,名称,类别,克重 (g/m²)', '8.93901E+18,纺粘 16 克,纺粘,16']))).toEqual([
    [
      '编码',
      'digitsLost',
      '应为文字，但表格软件已把它变成数字（科学计数法，或只保留前 15 位）；请把该列设为“文本”格式后重新填写（单元格：“8.93901E+18”）',
    ],
  ])
  const kilograms = (await send(['编码,名称,类别,克重 (kg/m²)', 'P-17,纺粘 17 克,纺粘,0.017']))
    .data as unknown as ImportResult
  expect(kilograms.changes[0]?.fields).toContainEqual({ label: '克重 (g/m²)', before: null, after: '17' })
})
