import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectInspection } from '@/areas/incoming/contract/inspection-commands'
import { incomingField, materialInspection } from '@/areas/incoming/contract/material-inspection'
import type { ImportResult } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { buildSheetXml, buildWorkbookFile } from '../excel/build-archive'
import { createLot } from '../feeding/feeding-plant'
import { countRows, expectOk } from '../plant-staff'
import {
  beginInspection,
  createIncomingPlant,
  enterReadings,
  createQuarantinedLot,
  type IncomingPlant,
  type Inspection,
} from './incoming-plant'

let f: IncomingPlant
beforeAll(async () => {
  f = await createIncomingPlant()
}, 120_000)
afterAll(() => f.plant.close())

const send = (lines: string[], fields: Record<string, string> = {}) =>
  f.qualityLead.upload('/quality/cm_excel', Buffer.from(`\uFEFF${lines.join('\r\n')}`), fields, 'readings.csv')
const head = '物料批次;批量（件/只）;已检件数;检验日期;熔体流动速率 (g/10min);外观;备注'.split(';')
const csv = (...rows: string[][]) => [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(','))
const loadInspectionOfLot = async (lotId: string): Promise<Inspection> =>
  expectOk(await f.inspector.call(materialInspection.endpoints.list, { lotId })).list[0]!

test('an import with decimal commas and text dates begins new inspections and continues open ones', async () => {
  const { material, lot } = await createQuarantinedLot(f, { kg: 250 })
  const other = await createLot(f, material.id, { state: 'quarantine' })
  const lines = csv(
    [lot.number, '10', '10', '2026/11/18', '35,2; 35,4', '合格', '船运'],
    [other.number, '', '', '2026年11月19日', '39,5', 'NG', ''],
  )
  const trial = (await send(lines, { dryRun: 'true' })).data as unknown as ImportResult
  expect(trial).toMatchObject({ created: 2, rows: 2, dryRun: true })
  expect(await countRows(f.plant, 'material_inspection')).toBe(0)
  expect((await send(lines)).data).toMatchObject({ created: 2, updated: 0, dryRun: false })
  const first = await loadInspectionOfLot(lot.id)
  expect(first).toMatchObject({ inspectedOn: '2026-11-18', lotSize: 10, examined: 10, result: 'pass', note: '船运' })
  expect(first.items[0]).toMatchObject({ n: 2, mean: 35.3, min: 35.2, max: 35.4, judgement: 'ok' })
  expect(await loadInspectionOfLot(other.id)).toMatchObject({
    inspectedOn: '2026-11-19',
    result: 'fail',
    nonconforming: 1,
  })
  // A second import of the lot continues the open inspection: one column is added.
  const again = [`物料批次,熔体流动速率 (g/10min)`, `${lot.number},"36,1"`]
  const { changes } = (await send(again, { dryRun: 'true' })).data as unknown as ImportResult
  expect(changes.map(({ fields }) => fields)).toEqual([
    [{ label: '熔体流动速率 (g/10min)', before: '35.2; 35.4', after: '36.1' }],
  ])
  expect((await send(again)).data).toMatchObject({ created: 0, updated: 1 })
  const inspectionAfter = await loadInspectionOfLot(lot.id)
  expect(inspectionAfter).toMatchObject({ id: first.id, inspectedOn: '2026-11-18', examined: 10 })
  expect(inspectionAfter.readings).toEqual([
    { item: 0, sample: 1, value: 36.1, ok: null },
    { item: 1, sample: 1, value: null, ok: true },
  ])
  expect(await countRows(f.plant, 'material_inspection')).toBe(2)
})
test('an import reads the unit of the item and a comma between decimals, and names the forms it reads', async () => {
  const { lot } = await createQuarantinedLot(f)
  const other = await createQuarantinedLot(f)
  const row = (number: string, text: string) => csv([number, '10', '10', '2026-11-18', text, '合格', ''])
  expect((await send(row(lot.number, '35.2 g/10 min；35.4g/10min'))).errno).toBe('200')
  expect((await send(row(other.lot.number, '35.2，35.4'))).errno).toBe('200')
  for (const lotId of [lot.id, other.lot.id])
    expect((await loadInspectionOfLot(lotId)).readings).toMatchObject([{ value: 35.2 }, { value: 35.4 }, { ok: true }])
  const third = await createQuarantinedLot(f)
  expect((await send(row(third.lot.number, '35.2 kg'))).data).toMatchObject({
    rows: [
      {
        row: 2,
        message:
          '“35.2 kg”不是 熔体流动速率 (g/10min) 的检测值，请写不带其他单位的数字，多个检测值用分号隔开（如 35.2; 35.4），或写合格、不合格',
      },
    ],
  })
})
test('an import is all or nothing: invalid readings, unknown items and decided inspections are named by row', async () => {
  const { lot } = await createQuarantinedLot(f)
  const importFault = async (lines: string[]) => {
    const answer = await send(lines)
    expect(answer.errno).toBe('6000')
    const [row] = (answer.data as unknown as { rows: { row: number; message: string }[] }).rows
    return [row?.row, row?.message]
  }
  const countBefore = await countRows(f.plant, 'material_inspection')
  expect(await importFault(csv([lot.number, '10', '10', '2026-11-18', '约 35', '合格', '']))).toEqual([
    2,
    '“约 35”不是 熔体流动速率 (g/10min) 的检测值，检出限或约数不是数字；请填写实测的数字，或留空并在备注中说明',
  ])
  // Thousands separator or decimal point: ambiguous, so refused.
  expect((await importFault(csv([lot.number, '10', '10', '2026-11-18', '1,234', '合格', ''])))[1]).toContain('1,234')
  expect((await importFault(csv([lot.number, '10', '10', '31/02/2026', '35', '合格', ''])))[0]).toBe(2)
  expect((await importFault(csv(['NO-SUCH-LOT', '10', '10', '2026-11-18', '35', '合格', ''])))[0]).toBe(2)
  // Two readings or one with decimals.
  expect((await importFault(csv([lot.number, '10', '10', '2026-11-18', '35,36', '合格', ''])))[1]).toContain(
    '两个检测值',
  )
  const cores = await createQuarantinedLot(f, {
    kind: 'pack',
    standard: { items: [{ name: '内径', unit: 'mm', low: 76, high: 77 }] },
  })
  expect((await importFault(csv([cores.lot.number, '10', '10', '2026-11-18', '35', '', ''])))[1]).toContain(
    '没有检验项目',
  )
  expect(await countRows(f.plant, 'material_inspection')).toBe(countBefore)
  expect((await send(csv([lot.number, '40', '40', '2026-11-18', '39', '合格', '']))).errno).toBe('200')
  const row = await loadInspectionOfLot(lot.id)
  expectOk(await f.qualityLead.call(rejectInspection, { id: row.id, reason: '熔指超标' }))
  expect((await importFault(csv([lot.number, '40', '40', '2026-11-18', '35', '合格', ''])))[1]).toContain('已判定')
  expect(await loadInspectionOfLot(lot.id)).toMatchObject({ state: 'rejected', result: 'fail' })
  expect((await f.inspector.upload('/quality/cm_excel', Buffer.from(csv().join('\n')), {}, 'x.csv')).errno).toBe('401')
})
test('TRUE and FALSE as text are a verdict', async () => {
  const [first, second] = [await createQuarantinedLot(f), await createQuarantinedLot(f)]
  const lines = csv(
    [first.lot.number, '10', '10', '2026-11-18', '35', 'TRUE', ''],
    [second.lot.number, '10', '10', '2026-11-18', '35', 'false', ''],
  )
  expect((await send(lines)).errmsg).toBe('')
  const loadVerdict = async (lotId: string) => (await loadInspectionOfLot(lotId)).readings.at(-1)?.ok
  expect([await loadVerdict(first.lot.id), await loadVerdict(second.lot.id)]).toEqual([true, false])
})
test('a plain share beside percentages of an item is refused', async () => {
  const standard = { items: [{ name: '含水率', unit: '%', low: 0, high: 5 }] }
  const [first, second] = [await createQuarantinedLot(f, { standard }), await createQuarantinedLot(f, { standard })]
  const importMoisture = (text: string) =>
    send(['物料批次,含水率 (%)', `${first.lot.number},3%`, `${second.lot.number},${text}`])
  const refusal = await importMoisture('0.03')
  expect(refusal.data).toMatchObject({
    rows: [{ row: 3, message: expect.stringContaining('可能是百分数，也可能是比例') }],
  })
  // A cell may hold several readings.
  const severalReadings = await importMoisture('0.03; 2.5')
  expect(severalReadings.data).toMatchObject({ rows: [{ row: 3 }] })
  const besideSeveral = await send(['物料批次,含水率 (%)', `${first.lot.number},3%; 2%`, `${second.lot.number},0.03`])
  expect(besideSeveral.data).toMatchObject({ rows: [{ row: 3 }] })
  expect((await importMoisture('2.5')).errmsg).toBe('')
  expect((await loadInspectionOfLot(first.lot.id)).readings).toMatchObject([{ value: 3 }])
})
test('a wrong date is quoted', async () => {
  const { lot } = await createQuarantinedLot(f)
  for (const date of ['2026-13-45', '31.02.2026', '昨天']) {
    const answer = await send(csv([lot.number, '10', '10', date, '35', '合格', '']))
    expect(answer.errmsg).toContain(date)
  }
})
test('readings of a file with decimal commas are read with its decimal sign', async () => {
  const [{ lot }, { lot: otherLot }] = [await createQuarantinedLot(f), await createQuarantinedLot(f)]
  const head = '物料批次;熔体流动速率 (g/10min);备注'
  expect((await send([head, `${lot.number};1.234;`])).errno).toBe('6000')
  // A note says nothing about the readings.
  expect((await send([head, `${lot.number};1.234;1,5 t`])).errno).toBe('6000')
  // In a file with the reading 1,5 the point separates thousands.
  expectOk(await send([head, `${lot.number};1.234;`, `${otherLot.number};1,5;`]))
  expect((await loadInspectionOfLot(lot.id)).readings).toEqual([{ item: 0, sample: 1, value: 1234, ok: null }])
  expect((await loadInspectionOfLot(otherLot.id)).readings).toEqual([{ item: 0, sample: 1, value: 1.5, ok: null }])
})
test.each([
  ['zh', 'ND', '物料批次', '检出限'],
  ['en', '12-', 'Material lot', 'minus sign in front'],
] as const)('a refusal in %s of %j names the column and the reason', async (language, cell, head, reason) => {
  const { lot } = await createQuarantinedLot(f)
  const item = language === 'zh' ? '熔体流动速率 (g/10min)' : 'Melt flow rate (g/10min)'
  const file = Buffer.from(`\uFEFF${head},${item}\r\n${lot.number},${cell}`)
  const answer = await f.qualityLead.upload('/quality/cm_excel', file, {}, 'readings.csv', 'file', 'POST', language)
  expect(answer.errmsg).toContain(cell)
  expect(answer.errmsg).toContain(reason)
  expect(answer.data).toMatchObject({ rows: [{ row: 2, column: 'B', header: item }] })
})
describe('custom fields', () => {
  const addField = async (materialId: string, fields: Record<string, unknown>) =>
    expectOk(await f.staff.admin.call(incomingField.endpoints.create, { materialId, ...fields } as never))
  const temperature = (unit: string) => ({
    key: 'temperature',
    kind: 'number',
    labelZh: '到货料温',
    labelEn: 'Temperature on arrival',
    unit,
    decimals: 1,
  })
  /** Fills columns of the template in, which is then uploaded as a CSV file. */
  const fillTemplate = async (language: 'zh' | 'en', cells: Record<string, string>) => {
    const { bytes } = await f.qualityLead.call(materialInspection.endpoints.template, {}, { language })
    const { header } = await readSheet(bytes)
    expect(header).toEqual(expect.arrayContaining(Object.keys(cells)))
    const lines = [header, header.map((heading) => cells[heading] ?? '')]
    const file = Buffer.from(`\uFEFF${lines.map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\r\n')}`)
    return f.qualityLead.upload('/quality/cm_excel', file, {}, 'filled.csv', 'file', 'POST', language)
  }
  test('a filled template is accepted in both languages', async () => {
    const { material, lot } = await createQuarantinedLot(f)
    await addField(material.id, temperature('°C'))
    expectOk(await fillTemplate('en', { 'Material lot': lot.number, 'Temperature on arrival (°C)': '21.5' }))
    expect(await loadInspectionOfLot(lot.id)).toMatchObject({ extra: { temperature: 21.5 } })
    expectOk(await fillTemplate('zh', { 物料批次: lot.number, '到货料温 (°C)': '22' }))
    expect(await loadInspectionOfLot(lot.id)).toMatchObject({ extra: { temperature: 22 } })
  })
  test('a field of another material is refused with its heading and its material', async () => {
    const { material } = await createQuarantinedLot(f)
    await addField(material.id, { ...temperature('°C'), labelEn: 'Other temperature', labelZh: '其他温度' })
    const { lot, material: ownMaterial } = await createQuarantinedLot(f)
    const heading = 'Other temperature (°C)'
    const answer = await fillTemplate('en', { 'Material lot': lot.number, [heading]: '21.5' })
    for (const part of [heading, lot.number, ownMaterial.code, material.code, 'leave the cell empty'])
      expect(answer.errmsg).toContain(part)
    expect(answer.data).toMatchObject({ rows: [{ row: 2, header: heading, text: '21.5' }] })
  })
  test('fields of two materials with one key and different units have a column each', async () => {
    const [first, second] = [await createQuarantinedLot(f), await createQuarantinedLot(f)]
    await addField(first.material.id, { ...temperature('K'), labelZh: '料温', labelEn: 'Melt' })
    await addField(second.material.id, { ...temperature('°F'), labelZh: '料温', labelEn: 'Melt' })
    expectOk(await fillTemplate('en', { 'Material lot': first.lot.number, 'Melt (K)': '300' }))
    expectOk(await fillTemplate('en', { 'Material lot': second.lot.number, 'Melt (°F)': '80' }))
    expect(await loadInspectionOfLot(first.lot.id)).toMatchObject({ extra: { temperature: 300 } })
    expect(await loadInspectionOfLot(second.lot.id)).toMatchObject({ extra: { temperature: 80 } })
    const { bytes } = await f.qualityLead.call(materialInspection.endpoints.export, {}, { language: 'en' })
    const { header, rows } = await readSheet(bytes)
    const row = rows.find((cells) => String(cells[header.indexOf('Material lot')]).startsWith(second.lot.number))!
    expect([row[header.indexOf('Melt (K)')], row[header.indexOf('Melt (°F)')]]).toEqual([null, 80])
    expect((await f.qualityLead.upload('/quality/cm_excel', bytes, { dryRun: 'true' })).errno).toBe('200')
  })
})
test.each([
  ['熔体流动速率 (kg/10min)', '35'],
  ['熔体流动速率 (丝)', '35'],
  ['外观 (mm)', '35'],
  ['外观（‰）', '35'],
  ['熔体流动速率 (g/10min)', '35 mm'],
  ['熔体流动速率 (g/10min)', '35‰'],
  ['熔体流动速率 (g/10min)', '1 500'],
])('a heading %s with %s is refused', async (heading, cell) => {
  const { lot } = await createQuarantinedLot(f)
  const answer = await send([`物料批次,${heading}`, `${lot.number},${cell}`])
  expect(answer.errno).toBe('6000')
  expect(answer.data).toMatchObject({ rows: [{ column: 'B', header: heading }] })
})
test('the unit that a cell displays is converted to that of its item, or refused', async () => {
  const { lot } = await createQuarantinedLot(f)
  const sendFormatted = (value: string, formatCode: string) => {
    const text = (ref: string, content: string) => `<c r="${ref}" t="inlineStr"><is><t>${content}</t></is></c>`
    const sheet = buildSheetXml(
      `<row r="1">${text('A1', '物料批次')}${text('B1', '熔体流动速率 (g/10min)')}</row><row r="2">${text('A2', lot.number)}<c r="B2" s="1"><v>${value}</v></c></row>`,
    )
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${formatCode.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`
    const file = buildWorkbookFile(sheet, [{ name: 'xl/styles.xml', content: styles }])
    return f.qualityLead.upload('/quality/cm_excel', file, {}, 'readings.xlsx')
  }
  const refused = await sendFormatted('355', '0.0" mm"')
  expect(refused.errno).toBe('6000')
  expect(refused.errmsg).toContain('mm')
  expect((await sendFormatted('3.55', '0.00" g/min"')).errno).toBe('200')
  // 3.55 g in one minute are 35.5 g in ten.
  expect((await loadInspectionOfLot(lot.id)).readings).toEqual([{ item: 0, sample: 1, value: 35.5, ok: null }])
})
test('an export has a column per item and can be imported again', async () => {
  const file = await f.qualityLead.call(materialInspection.endpoints.export, {})
  const sheet = await readSheet(file.bytes)
  const columnOf = (name: string) => sheet.header.findIndex((one) => one.startsWith(name))
  expect(columnOf('熔体流动速率')).toBeGreaterThan(0)
  const rows = sheet.rows.map((row) => [
    row[columnOf('检验结果')],
    String(row[columnOf('熔体流动速率')] ?? ''),
    row[columnOf('外观')],
  ])
  expect(rows).toContainEqual(['合格', '36.1', '合格'])
  expect(rows).toContainEqual(['不合格', '39.5', '不合格'])
  expect((await f.inspector.call(materialInspection.endpoints.export, {})).errno).toBe('401')
  const template = await readSheet((await f.qualityLead.call(materialInspection.endpoints.template, {})).bytes)
  expect(template.header.join()).toContain('熔体流动速率')
  expect(template.header.join()).not.toContain('判定人')
})

describe('importing an unchanged export changes nothing', () => {
  const roundTrip = async (language: 'zh' | 'en') => {
    const { bytes } = await f.qualityLead.call(materialInspection.endpoints.export, {}, { language })
    const answer = await f.qualityLead.upload('/quality/cm_excel', bytes, { dryRun: 'true' }, 'own.xlsx')
    return { errno: answer.errno, errmsg: answer.errmsg, ...(answer.data as unknown as Partial<ImportResult>) }
  }
  const expectNothingNew = async () => {
    const rows = await countRows(f.plant, 'material_inspection')
    for (const language of ['zh', 'en'] as const)
      expect(await roundTrip(language)).toMatchObject({ errno: '200', rows, unchanged: rows, created: 0, updated: 0 })
  }
  test('an export of a lot with a decided first inspection and a second one', async () => {
    const { lot } = await createQuarantinedLot(f)
    const first = await enterReadings(f, await beginInspection(f, lot.id), [39])
    expectOk(await f.qualityLead.call(rejectInspection, { id: first.id, reason: '超标' }))
    await expectNothingNew()
    const second = await enterReadings(f, await beginInspection(f, lot.id, { inspectedOn: '2026-11-19' }), [35])
    await expectNothingNew()
    expect(await loadInspectionOfLot(lot.id)).toMatchObject({ id: second.id, version: second.version })
  })
  test('an export of many long readings and unnumbered samples', async () => {
    const { lot } = await createQuarantinedLot(f, { kg: 25_000 })
    await enterReadings(f, await beginInspection(f, lot.id), [], {
      readings: Array.from({ length: 125 }, (_, i) => ({ item: 0, sample: 2 * i + 3, value: 35 + i / 1000, ok: null })),
    })
    await expectNothingNew()
  })
  test('an export of items with equal English names', async () => {
    const items = [
      { name: '灰分', nameEn: 'Ash', unit: '%', low: 0, target: 1, high: 2 },
      { name: '灼烧残渣', nameEn: 'ash', unit: '%', low: 0, target: 1, high: 2 },
    ]
    const { lot } = await createQuarantinedLot(f, { standard: { items } })
    await enterReadings(f, await beginInspection(f, lot.id), [], {
      readings: [0, 1].map((item) => ({ item, sample: 1, value: 0.5 + item, ok: null })),
    })
    await expectNothingNew()
  })
})
