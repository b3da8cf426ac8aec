import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectInspection } from '@/areas/incoming/contract/inspection-commands'
import { materialInspection } from '@/areas/incoming/contract/material-inspection'
import type { ImportResult } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { newLot } from '../feeding/feeding-plant'
import { countOf, good } from '../people'
import { begin, incomingPlant, measured, waitingLot, type IncomingPlant, type Inspection } from './incoming-plant'

let f: IncomingPlant
beforeAll(async () => {
  f = await incomingPlant()
}, 120_000)
afterAll(() => f.plant.close())

const send = (lines: string[], fields: Record<string, string> = {}) =>
  f.qualityLead.upload('/quality/cm_excel', Buffer.from(`\uFEFF${lines.join('\r\n')}`), fields, 'readings.csv')
const head = '物料批次;批量（件/只）;已检件数;检验日期;熔体流动速率 (g/10min);外观;备注'.split(';')
const csv = (...rows: string[][]) => [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(','))
const ofLot = async (lotId: string): Promise<Inspection> =>
  good(await f.inspector.call(materialInspection.endpoints.list, { lotId })).list[0]!

test('a sheet with decimal commas and days as text begins inspections, and goes on with those that are open', async () => {
  const { material, lot } = await waitingLot(f, { kg: 250 })
  const other = await newLot(f, material.id, { state: 'quarantine' })
  const lines = csv(
    [lot.number, '10', '10', '2026/11/18', '35,2; 35,4', '合格', '船运'],
    [other.number, '', '', '2026年11月19日', '39,5', 'NG', ''],
  )
  const trial = (await send(lines, { dryRun: 'true' })).data as unknown as ImportResult
  expect(trial).toMatchObject({ created: 2, rows: 2, dryRun: true })
  expect(await countOf(f.plant, 'material_inspection')).toBe(0)
  expect((await send(lines)).data).toMatchObject({ created: 2, updated: 0, dryRun: false })
  const first = await ofLot(lot.id)
  expect(first).toMatchObject({ inspectedOn: '2026-11-18', lotSize: 10, examined: 10, result: 'pass', note: '船运' })
  expect(first.items[0]).toMatchObject({ n: 2, mean: 35.3, min: 35.2, max: 35.4, judgement: 'ok' })
  expect(await ofLot(other.id)).toMatchObject({ inspectedOn: '2026-11-19', result: 'fail', nonconforming: 1 })
  // The same lot again goes on with what is open: one column, the rest stays.
  const again = [`物料批次,熔体流动速率 (g/10min)`, `${lot.number},"36,1"`]
  expect((await send(again)).data).toMatchObject({ created: 0, updated: 1 })
  const after = await ofLot(lot.id)
  expect(after).toMatchObject({ id: first.id, inspectedOn: '2026-11-18', examined: 10 })
  expect(after.readings).toEqual([
    { item: 0, sample: 1, value: 36.1, ok: null },
    { item: 1, sample: 1, value: null, ok: true },
  ])
  expect(await countOf(f.plant, 'material_inspection')).toBe(2)
})
test('all or nothing: what is no reading, no item of the standard, or decided already is named with its row', async () => {
  const { lot } = await waitingLot(f)
  const fault = async (lines: string[]) => {
    const answer = await send(lines)
    expect(answer.errno).toBe('6000')
    const [row] = (answer.data as unknown as { rows: { row: number; message: string }[] }).rows
    return [row?.row, row?.message]
  }
  const before = await countOf(f.plant, 'material_inspection')
  expect(await fault(csv([lot.number, '10', '10', '2026-11-18', '约 35', '合格', '']))).toEqual([
    2,
    '“约 35”不是 熔体流动速率 g/10min 的检测值',
  ])
  // Thousands or decimals: not guessed.
  expect((await fault(csv([lot.number, '10', '10', '2026-11-18', '1,234', '合格', ''])))[1]).toContain('1,234')
  expect((await fault(csv([lot.number, '10', '10', '31/02/2026', '35', '合格', ''])))[0]).toBe(2)
  expect((await fault(csv(['NO-SUCH-LOT', '10', '10', '2026-11-18', '35', '合格', ''])))[0]).toBe(2)
  const cores = await waitingLot(f, {
    kind: 'pack',
    standard: { items: [{ name: '内径', unit: 'mm', low: 76, high: 77 }] },
  })
  expect((await fault(csv([cores.lot.number, '10', '10', '2026-11-18', '35', '', ''])))[1]).toContain('没有检验项目')
  expect(await countOf(f.plant, 'material_inspection')).toBe(before)
  expect((await send(csv([lot.number, '40', '40', '2026-11-18', '39', '合格', '']))).errno).toBe('200')
  const row = await ofLot(lot.id)
  good(await f.qualityLead.call(rejectInspection, { id: row.id, reason: '熔指超标' }))
  expect((await fault(csv([lot.number, '40', '40', '2026-11-18', '35', '合格', ''])))[1]).toContain('已判定')
  expect(await ofLot(lot.id)).toMatchObject({ state: 'rejected', result: 'fail' })
  expect((await f.inspector.upload('/quality/cm_excel', Buffer.from(csv().join('\n')), {}, 'x.csv')).errno).toBe('401')
})
test('an export has a column for each item, and reads as an import', async () => {
  const file = await f.qualityLead.call(materialInspection.endpoints.export, {})
  const sheet = await readSheet(file.bytes)
  const at = (name: string) => sheet.header.findIndex((one) => one.startsWith(name))
  expect(at('熔体流动速率')).toBeGreaterThan(0)
  const rows = sheet.rows.map((row) => [row[at('检验结果')], String(row[at('熔体流动速率')] ?? ''), row[at('外观')]])
  expect(rows).toContainEqual(['合格', '36.1', '合格'])
  expect(rows).toContainEqual(['不合格', '39.5', '不合格'])
  expect((await f.inspector.call(materialInspection.endpoints.export, {})).errno).toBe('401')
  const template = await readSheet((await f.qualityLead.call(materialInspection.endpoints.template, {})).bytes)
  expect(template.header.join()).toContain('熔体流动速率')
  expect(template.header.join()).not.toContain('判定人')
})

describe('the own export says nothing new', () => {
  const roundTrip = async (language: 'zh' | 'en') => {
    const { bytes } = await f.qualityLead.call(materialInspection.endpoints.export, {}, { language })
    const answer = await f.qualityLead.upload('/quality/cm_excel', bytes, { dryRun: 'true' }, 'own.xlsx')
    return { errno: answer.errno, errmsg: answer.errmsg, ...(answer.data as unknown as Partial<ImportResult>) }
  }
  const expectNothingNew = async () => {
    const rows = await countOf(f.plant, 'material_inspection')
    for (const language of ['zh', 'en'] as const)
      expect(await roundTrip(language)).toMatchObject({ errno: '200', rows, unchanged: rows, created: 0, updated: 0 })
  }
  test('of a lot that was inspected again, whose first inspection is decided', async () => {
    const { lot } = await waitingLot(f)
    const first = await measured(f, await begin(f, lot.id), [39])
    good(await f.qualityLead.call(rejectInspection, { id: first.id, reason: '超标' }))
    await expectNothingNew()
    const second = await measured(f, await begin(f, lot.id, { inspectedOn: '2026-11-19' }), [35])
    await expectNothingNew()
    expect(await ofLot(lot.id)).toMatchObject({ id: second.id, version: second.version })
  })
  test('of more readings than a text of the plant has characters, and of samples that are not numbered through', async () => {
    const { lot } = await waitingLot(f, { kg: 25_000 })
    await measured(f, await begin(f, lot.id), [], {
      readings: Array.from({ length: 125 }, (_, i) => ({ item: 0, sample: 2 * i + 3, value: 35 + i / 1000, ok: null })),
    })
    await expectNothingNew()
  })
  test('of items whose English names are the same', async () => {
    const items = [
      { name: '灰分', nameEn: 'Ash', unit: '%', low: 0, target: 1, high: 2 },
      { name: '灼烧残渣', nameEn: 'ash', unit: '%', low: 0, target: 1, high: 2 },
    ]
    const { lot } = await waitingLot(f, { standard: { items } })
    await measured(f, await begin(f, lot.id), [], {
      readings: [0, 1].map((item) => ({ item, sample: 1, value: 0.5 + item, ok: null })),
    })
    await expectNothingNew()
  })
})
