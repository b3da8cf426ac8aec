import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportResult } from '@/contract/resource'
import { createStaffedPlant, expectOk, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'
import { buildArchive, buildSheetXml, buildTextCell, buildWorkbookParts } from './build-archive'

/** Imports of real resources whose rows have their own units, and of codes that exist in another case. */
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const upload = (path: string, lines: string[], fields: Record<string, string> = {}) =>
  staff.admin.upload(path, Buffer.from(`${lines.join('\n')}\n`), fields, 'rows.csv')
const loadColumn = async (table: string, column: string, where: string) =>
  (
    await plant.query<{ value: unknown }>(`select ${column} as value from ${table} where ${where} order by ${column}`)
  ).map(({ value }) => (typeof value === 'string' && /^-?[\d.]+$/.test(value) ? Number(value) : value))
const getMessages = (answer: { data: unknown }) =>
  (answer.data as { rows: { message: string }[] }).rows.map(({ message }) => message)

describe('units of the row', () => {
  test('a power factor charge is in percent, the other charges in their own units', async () => {
    const head = '项目类型,名称,生效日期,单价'
    expectOk(await upload('/plant/electric_charge_import', [head, '力率调整（%）,力调,2026-01-01,3.5%']))
    expectOk(await upload('/plant/electric_charge_import', [`${head}（%）`, '力率调整（%）,力调,2026-02-01,2.5']))
    expectOk(
      await upload('/plant/electric_charge_import', [`${head}（元/kWh）`, '输配电价（元/kWh）,输配,2026-01-01,0.2']),
    )
    expect(await loadColumn('electric_charge', 'price', 'true')).toEqual([0.2, 2.5, 3.5])
    const answer = await upload('/plant/electric_charge_import', [
      `${head}（%）`,
      '输配电价（元/kWh）,输配,2026-02-01,3',
    ])
    expect(getMessages(answer)[0]).toContain('单位“%”不能换算为“CNY/kWh”')
  })
  test('ranges and readings of a meter in %', async () => {
    expectOk(
      await upload('/meter/meter_upload', [
        '编码,名称,仪表类别,单位,量程上限',
        'HUM-1,湿度计,其他,%,100%',
        'P-1,压力表,压力,MPa,1.6 MPa',
      ]),
    )
    expect(await loadColumn('meter', 'range_high', "code in ('HUM-1', 'P-1')")).toEqual([1.6, 100])
    const readings = ['仪表,抄表时间,读数（%）', 'HUM-1,2026-01-01 08:00,45', 'HUM-1,2026-01-01 09:00,46%']
    expectOk(await upload('/meter/reading_upload', readings))
    expect(await loadColumn('meter_reading', 'value', 'true')).toEqual([45, 46])
    const answer = await upload('/meter/reading_upload', ['仪表,抄表时间,读数', 'P-1,2026-01-01 08:00,5 kWh'])
    expect(getMessages(answer)[0]).toContain('单位“kWh”不能换算为“MPa”')
  })
  test('times in another zone than the plant are refused unless the cell names it', async () => {
    expectOk(await upload('/meter/meter_upload', ['编码,名称,仪表类别,单位', 'ZONE-1,电表,电表,kWh']))
    const answer = await upload('/meter/reading_upload', ['仪表,抄表时间（UTC）,读数', 'ZONE-1,2026-01-01 08:30,5'])
    expect(getMessages(answer)[0]).toContain('时区“UTC”不是工厂的时区')
    expectOk(await upload('/meter/reading_upload', ['仪表,抄表时间（UTC+8）,读数', 'ZONE-1,2026-01-01 08:30,5']))
    expectOk(await upload('/meter/reading_upload', ['仪表,抄表时间,读数', 'ZONE-1,2026-01-01 08:30 UTC,6']))
    const where = "meter_id = (select id from meter where code = 'ZONE-1')"
    expect(await loadColumn('meter_reading', 'read_at', where)).toEqual([
      '2026-01-01T00:30:00.000Z',
      '2026-01-01T08:30:00.000Z',
    ])
  })
  test('limits of a tag in %', async () => {
    expectOk(await upload('/telemetry/tag_upload', ['编码,名称,类型,单位,下限,上限', 'RH-1,湿度,瞬时量,%,40%,60%']))
    expect(await plant.query(`select low::float, high::float from tag where code = 'RH-1'`)).toEqual([
      { low: 40, high: 60 },
    ])
  })
  test('the minimum stock in the unit of the part', async () => {
    expectOk(await upload('/spare/part_upload', ['编码,名称,单位,最低库存（个）', 'BRG-1,轴承,个,4']))
    expect(await loadColumn('spare_part', 'minimum', "code = 'BRG-1'")).toEqual([4])
  })
})

test.each([
  ['/plant/customer_import', 'customer', '编码,名称', ['CU99', 'cu99', 'ＣＵ９９'], '客户'],
  ['/mater/material_import', 'material', '编码,名称,类别', ['VM9', 'vm9', 'vM9'], '聚丙烯,主料'],
  ['/spare/part_upload', 'spare_part', '编码,名称,单位', ['TP9', 'tp9', 'tP9'], '轴承,个'],
])('%s refuses a code that exists in another case or width', async (path, table, head, codes, otherCells) => {
  const [code, ...otherCodes] = codes
  expectOk(await upload(path, [head, `${code},${otherCells}`]))
  for (const otherCode of otherCodes) {
    const answer = await upload(path, [head, `${otherCode},${otherCells}`])
    expect(answer.errno).toBe('6000')
    expect(getMessages(answer)).toEqual([
      `系统中已有“${code}”，只是大小写或全角半角不同；如果是同一条，请用原有的写法，否则请换一个编码或名称`,
    ])
  }
  expect(await loadColumn(table, 'code', `lower(normalize(code, nfkc)) = '${code!.toLowerCase()}'`)).toEqual([code])
  expect(expectOk(await upload(path, [head, `${code},${otherCells}`]))).toMatchObject({ unchanged: 1 })
})

test('repeated headings and totals are no records', async () => {
  const head = '编码,名称,单位,最低库存'
  for (const [row, reason] of [
    ['Code,Name,Unit,', '重复的表头'],
    [head, '重复的表头'],
    ['合计,合计,个,12', '合计，不是记录'],
    ['Total:,x,个,12', '合计，不是记录'],
  ] as const) {
    const answer = await upload('/spare/part_upload', [head, 'NR-1,轴承,个,4', row])
    expect(getMessages(answer)[0]).toContain(reason)
    expect(answer.data).toMatchObject({ rows: [{ row: 3, column: 'A' }] })
  }
  expect(await loadColumn('spare_part', 'code', "code = 'NR-1'")).toEqual([])
})
test('hidden columns and other worksheets are reported at the check and after the import', async () => {
  const relation = (id: number) =>
    `<Relationship Id="rId${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="sheets/${id}.xml"/>`
  const buildRow = (row: number, ...texts: string[]) =>
    `<row r="${row}">${texts.map((text, i) => buildTextCell(`${'AB'[i]}${row}`, text)).join('')}</row>`
  const buildSheet = (code: string) =>
    buildSheetXml(buildRow(1, '编码', '名称') + buildRow(2, code, '客户')).replace(
      '<sheetData>',
      '<cols><col min="2" max="2" hidden="1"/></cols><sheetData>',
    )
  const file = buildArchive(
    buildWorkbookParts('', [
      {
        name: 'xl/workbook.xml',
        content: `<workbook><sheets>${['一月', '二月', '填写说明'].map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships>${[1, 2, 3].map((id) => relation(id)).join('')}</Relationships>`,
      },
      ...[1, 2, 3].map((id) => ({ name: `xl/sheets/${id}.xml`, content: buildSheet(`OS-${id}`) })),
    ]),
  )
  const checked = expectOk(
    await staff.admin.upload('/plant/customer_import', file, { dryRun: 'true' }),
  ) as unknown as ImportResult
  expect(checked).toMatchObject({ rows: 1, created: 1, warned: 2 })
  expect(checked.warnings).toEqual([
    { row: 1, message: '表中有隐藏的列（名称），也会一并导入。如不需要，请先删除这些列' },
    {
      row: 1,
      message: '只导入工作表“一月”，其他有内容的工作表（二月）不会导入。如需要，请另存为单独的文件再导入',
    },
  ])
  const imported = expectOk(await staff.admin.upload('/plant/customer_import', file)) as unknown as ImportResult
  expect(imported.warnings.map(({ message }) => message)).toEqual([
    '表中有隐藏的列（名称），也已一并导入',
    '只导入了工作表“一月”，其他有内容的工作表（二月）没有导入',
  ])
})
