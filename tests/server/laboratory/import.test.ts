import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { labImport } from '@/areas/laboratory/contract/lab-import'
import { publishBatch, testBatch, withdrawBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import type { Row } from '@/contract/resource'
import { writeWorksheets } from '@/server/excel/write-worksheet'
import { buildArchive } from '../excel/build-archive'
import { expectOk, NOW } from '../plant-staff'
import { createLaboratory, createBatch, createResult, type Lab } from './laboratory-plant'

let l: Lab
beforeAll(async () => {
  l = await createLaboratory(14)
}, 120_000)
beforeEach(() => l.plant.clock.set(NOW))
afterAll(() => l.plant.close())

const csv = (...lines: string[]): Buffer => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
const quoted = (text: string) => `"${text}"`
type Import = Row<typeof labImport>
const send = async (file: Buffer, fields: Record<string, string> = {}, name = 'lab.csv') => {
  const answer = await l.lead.upload('/quality/up_file', file, fields, name)
  return {
    ...answer,
    row: answer.data as unknown as Import,
    rows: (answer.data as unknown as { rows: { row: number; message: string }[] } | null)?.rows,
  }
}
const [first, second] = [() => l.rolls[0]!.number!, () => l.rolls[1]!.number!]
/** Rolls that no other test uses. */
const roll = (n: number): string => l.rolls[n]!.number!
const valuesOf = async (batch: string) => {
  const { list } = expectOk(await l.lab.call(testBatch.endpoints.list, { keyword: batch }))
  const found = await Promise.all(
    list.map(async ({ id }) => expectOk(await l.lab.call(testResult.endpoints.list, { batchId: id })).list),
  )
  return found.flat()
}

describe('a laboratory worksheet', () => {
  test('is recognised by its headings in any order, with commas, text dates and repeated index columns', async () => {
    const file = csv(
      '纵向强力 (N/50mm),单位面积质量1,单位面积质量2,卷号,检测日期,备注',
      `${quoted('51,2')},15.0,15.2,${first()},2026/11/20,a`,
      `48.8,14.9,<0.5,${second()},2026年11月20日,b`,
    )
    const trial = await send(file, { dryRun: 'true', batch: 'IMP-1' })
    expect(trial.errno).toBe('200')
    expect(trial.row.columns.map(({ role }) => role)).toEqual(['index', 'index', 'index', 'roll', 'testedAt', 'ignore'])
    expect(trial.row).toMatchObject({ state: 'proposed', rows: 2, values: 6 })
    const warnings = [
      { row: 1, column: '', message: '这些有内容的列不导入：备注', warning: true },
      { row: 2, column: 'E', message: '第 2–3 行只有日期，没有时刻：按 00:00 导入', warning: true },
    ]
    expect(trial.row.issues).toMatchObject(warnings)
    expect(await valuesOf('IMP-1')).toEqual([])
    const info = expectOk(await l.lead.raw('GET', `/quality/get_excel_info?id=${trial.row.id}`)) as unknown as Import
    expect(info).toMatchObject({ id: trial.row.id, values: 6 })

    const { errno, row } = await send(file, { batch: 'IMP-1' })
    expect(errno).toBe('200')
    expect(row).toMatchObject({ state: 'stored', values: 6, issues: warnings })
    const results = await valuesOf('IMP-1')
    expect(results).toHaveLength(4)
    const gsm = results.find((one) => one.indexId === l.index.gsm && one.jumboRollId === l.rolls[0]!.id)
    expect(gsm).toMatchObject({ n: 2, mean: 15.1, lineId: l.lineId })
    expect(gsm?.samples.map(({ text }) => text)).toEqual(['15.0', '15.2'])
    const below = results.find((one) => one.indexId === l.index.gsm && one.jumboRollId === l.rolls[1]!.id)
    expect(below).toMatchObject({ n: 1, below: 1 })
    const md = results.find((one) => one.indexId === l.index.md && one.jumboRollId === l.rolls[0]!.id)
    expect(md?.mean).toBe(51.2)
    const { list } = expectOk(await l.lab.call(testBatch.endpoints.list, { keyword: 'IMP-1' }))
    expect(list[0]).toMatchObject({ source: 'file', testedAt: '2026-11-19T16:00:00.000Z', importId: row.id })
  })
  test('warns that a batch takes the latest of several test times', async () => {
    const file = csv(
      '卷号,样品号,检测时间,单位面积质量',
      `${roll(5)},1,2026-11-20 00:40,15.0`,
      `${roll(5)},2,2026-11-20 01:00,15.1`,
    )
    const message = '批次 IMP-TIMES 有 2 个检测时间，该批次按最晚的 2026-11-20 01:00 保存'
    const { row } = await send(file, { dryRun: 'true', batch: 'IMP-TIMES' })
    expect(row.issues).toMatchObject([{ row: 2, message, warning: true }])
  })

  test('with a batch that exists is refused by the check as by the import, also in other case and width', async () => {
    const file = csv('卷号,上油率', `${roll(13)},0.40`)
    expect((await send(file, { batch: 'IMP-There' })).errno).toBe('200')
    for (const batch of ['IMP-There', 'imp-there', 'ＩＭＰ-Ｔhere']) {
      const retested = csv('卷号,上油率,复测', `${roll(13)},0.40,1`)
      const trial = await send(retested, { dryRun: 'true', batch })
      const expected = expect.stringContaining('检测批次 IMP-There 已存在') as string
      expect([batch, trial.row.issues]).toMatchObject([batch, [{ row: 2, warning: false, message: expected }]])
      expect(await send(retested, { batch })).toMatchObject({ errno: '6000', errmsg: expected })
    }
  })
  test('names rolls in full width or another case, and finds samples that repeat in another spelling', async () => {
    const toFullWidth = (text: string) =>
      text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    const spellings = [toFullWidth(roll(12)), `　${roll(12).toLowerCase()} `]
    expect(spellings[0]).not.toBe(roll(12))
    const distinct = csv('卷号,样品号,上油率', ...spellings.map((text, i) => `${text},${i + 1},0.4${i}`))
    expect((await send(distinct, { batch: 'IMP-WIDE' })).errno).toBe('200')
    expect(await valuesOf('IMP-WIDE')).toMatchObject([{ jumboRollId: l.rolls[12]!.id, n: 2 }])
    const repeated = csv('卷号,样品号,上油率', ...spellings.map((text) => `${text},1,0.40`))
    const trial = await send(repeated, { dryRun: 'true', batch: 'IMP-WIDE-2' })
    expect(trial.row.issues).toContainEqual(expect.objectContaining({ row: 3, warning: false }))
  })
  test('names the worksheets that are not imported', async () => {
    const buildSheet = (sheetName: string) => ({
      sheetName,
      timeZone: 'Asia/Shanghai',
      columns: ['卷号', '单位面积质量'].map((header) => ({ header, kind: 'text' as const })),
      rows: [[first(), '15.0']],
    })
    const file = await buffer(writeWorksheets([buildSheet('十一月'), buildSheet('十月')]))
    const trial = await send(file, { dryRun: 'true' }, 'lab.xlsx')
    expect(trial.row.values).toBe(1)
    expect(trial.row.issues[0]).toMatchObject({ warning: true, message: expect.stringContaining('十月') as string })
  })
  test('is refused as a whole, each problem named by row in the reader’s language', async () => {
    const { errno, rows } = await send(
      csv(
        '卷号,样品号,单位面积质量,检测日期',
        `${roll(5)},1,abc,2026-11-20`,
        `${roll(5)},2,${quoted('1,234')},2026-11-20`,
        `${roll(5)},x,15.0,20/11/20`,
        'NO-SUCH-ROLL,1,15.0,2026-11-20',
        ',1,15.0,2026-11-20',
      ),
      { batch: 'IMP-2' },
    )
    expect(errno).toBe('6000')
    expect(rows?.map(({ row, message }) => [row, message])).toEqual([
      [2, expect.stringContaining('不是数值')],
      [3, expect.stringContaining('千位分隔')],
      [4, expect.stringContaining('不是明确的日期')],
      [4, expect.stringContaining('整数')],
      [6, expect.stringContaining('没有卷号')],
      [5, expect.stringContaining('NO-SUCH-ROLL')],
    ])
    expect(await valuesOf('IMP-2')).toEqual([])
  })
  test('with swapped columns is refused', async () => {
    const { errno, rows } = await send(
      csv('卷号,单位面积质量,纵向强力', `${roll(5)},50.1,15.2`, `${roll(4)},49.6,14.9`),
      { batch: 'IMP-3' },
    )
    expect(errno).toBe('6000')
    expect(rows?.[0]?.message).toMatch(/列可能放错/)
  })
  test('without a roll or index column says so and accepts a manual assignment', async () => {
    const file = (at: number) => csv('标识,克', `${roll(at)},15.1`)
    const { rows } = await send(file(2), { batch: 'IMP-4' })
    expect(rows?.map(({ message }) => message)).toEqual([
      expect.stringContaining('没有找到卷号列'),
      expect.stringContaining('没有一列的表头是检测项目'),
    ])
    const columns = JSON.stringify([
      { column: 1, role: 'roll' },
      { column: 2, role: 'index', indexId: l.index.gsm },
    ])
    expect((await send(file(2), { batch: 'IMP-4', columns })).errno).toBe('200')
    // The assignment of these headings is now stored.
    expect((await send(file(3), { batch: 'IMP-5' })).errno).toBe('200')
    const again = await send(file(4), { batch: 'IMP-5' })
    expect([again.errno, again.errmsg]).toEqual(['6000', expect.stringContaining('IMP-5')])
  })
  test('needs the manual assignment once: the corrected file uses the same', async () => {
    const line = (value: string) => csv('件,面密度', `${roll(5)},${value}`)
    const columns = JSON.stringify([
      { column: 1, role: 'roll' },
      { column: 2, role: 'index', indexId: l.index.gsm },
    ])
    const trial = await send(line('15.1?'), { dryRun: 'true', columns })
    expect(trial.row.issues).toHaveLength(1)
    const mended = await send(line('15.1'), { dryRun: 'true' })
    expect(mended.row).toMatchObject({ values: 1, issues: [] })
  })
  test('with merged headings is refused at the cell', async () => {
    const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
    const { buildWorkbookFile } = await import('../excel/build-archive')
    void buildArchive
    const sheet = buildWorkbookFile(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${cell('A1', '卷号')}${cell('B1', '单位面积质量')}</row><row r="2">${cell('A2', first())}${cell('B2', '15')}</row></sheetData><mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
    )
    const { errno, errmsg } = await send(sheet, { batch: 'IMP-6' }, 'lab.xlsx')
    expect(errno).toBe('6000')
    expect(errmsg).toMatch(/合并/)
  })
})

describe('an import', () => {
  test('is replaced by the corrected file and can be undone with the password', async () => {
    const { row } = await send(csv('卷号,单位面积质量', `${roll(6)},15.1`), { batch: 'IMP-7' })
    const answer = await l.lead.raw('PUT', '/quality/up_file', {})
    expect(answer.errno).toBe('4042')
    const undo = (caller: Lab['lead']) =>
      caller.raw('POST', '/quality/delete_mongo_data', { id: row.id, reason: '文件弄错' })
    const unverified = await l.plant.as('quality-lead', { verified: false })
    const undoAnswer = await undo(unverified)
    expect([undoAnswer.errno, undoAnswer.data]).toEqual(['6000', { verification: true }])
    expect(await valuesOf('IMP-7')).toHaveLength(1)
    const done = await undo(l.lead)
    expect(done.errno).toBe('200')
    expect(done.data).toMatchObject({ state: 'undone', undoneReason: '文件弄错' })
    expect(await valuesOf('IMP-7')).toEqual([])
    expect((await undo(l.lead)).errno).toBe('6000')
    const [trail] = await l.plant.query<{ n: number }>(
      `select count(*)::int as n from operation_log where resource = 'labImport' and row_id = $1`,
      [row.id],
    )
    expect(trail?.n).toBeGreaterThan(0)
  })
  test('cannot be undone after one of its batches was published', async () => {
    const { row } = await send(csv('卷号,单位面积质量', `${roll(7)},15.1`), { batch: 'IMP-8' })
    const { list } = expectOk(await l.lab.call(testBatch.endpoints.list, { keyword: 'IMP-8' }))
    expectOk(await l.lead.call(publishBatch, { id: list[0]!.id }))
    const refused = await l.lead.raw('POST', '/quality/delete_mongo_data', { id: row.id, reason: 'x' })
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringContaining('已发布')])
    expect(await valuesOf('IMP-8')).toHaveLength(1)
  })
  test('adds no second first result of a roll: existing ones are named by row, retests are separate', async () => {
    const head = '卷号,样品号,单位面积质量,纵向强力'
    const bare = await createBatch(l)
    await createResult(l, bare, l.index.gsm, l.rolls[8]!, ['15.1'])
    const file = csv(head, `${roll(9)},1,15.0,50`, `${roll(8)},1,15.4,50`, `${roll(8)},2,15.5,51`)
    const expectedFaults = [[3, expect.stringContaining(bare.number)]]
    const trial = await send(file, { dryRun: 'true', batch: 'IMP-9' })
    expect(trial.row.issues.map(({ row, message, warning }) => [row, message, warning])).toEqual([
      [...expectedFaults[0]!, false],
    ])
    const refused = await send(file, { batch: 'IMP-9' })
    expect(refused.errno).toBe('6000')
    expect(refused.rows?.map(({ row, message }) => [row, message])).toEqual(expectedFaults)
    expect(await valuesOf('IMP-9')).toEqual([])
    // Another index, or a retest, is a separate result.
    expectOk(await send(csv('卷号,纵向强力', `${roll(8)},50`), { batch: 'IMP-9' }))
    expectOk(await send(csv('卷号,单位面积质量,复测', `${roll(8)},15.4,1`), { batch: 'IMP-10' }))
    const twice = await send(csv('卷号,单位面积质量,复测', `${roll(8)},15.3,1`), { batch: 'IMP-11' })
    expect(twice.rows?.map(({ row, message }) => [row, message])).toEqual([[2, expect.stringContaining('IMP-10')]])
  })
  test('adds no roll twice across its own batches', async () => {
    const file = csv('卷号,单位面积质量,批号', `${roll(9)},15.1,A-1`, `${roll(9)},15.2,A-1`, `${roll(9)},15.3,A-2`)
    const { errno, rows } = await send(file)
    expect([errno, rows?.map(({ row, message }) => [row, message])]).toEqual([
      '6000',
      [[4, expect.stringContaining('A-1')]],
    ])
  })
  test('replaces its previous version in preview and import, and ignores withdrawn batches', async () => {
    const [published] = [await createBatch(l)]
    await createResult(l, published, l.index.gsm, l.rolls[10]!, ['15.1'])
    expectOk(await l.lead.call(publishBatch, { id: published.id }))
    expectOk(await l.lead.call(withdrawBatch, { id: published.id, reason: '卷号填错' }))
    const copy = expectOk(await l.lab.call(testBatch.endpoints.list, { mendsId: published.id })).list[0]!
    expectOk(await l.lead.call(testBatch.endpoints.remove, { id: copy.id }))
    const { errno, row } = await send(csv('卷号,单位面积质量', `${roll(10)},15.2`), { batch: 'IMP-12' })
    expect(errno).toBe('200')
    const mended = csv('卷号,单位面积质量', `${roll(10)},15.9`)
    for (const dryRun of ['true', 'false']) {
      const again = await l.lead.upload(
        '/quality/up_file',
        mended,
        { id: row.id, batch: 'IMP-12', dryRun },
        'lab.csv',
        'file',
        'PUT',
      )
      expect([again.errno, (again.data as unknown as Import).issues]).toEqual(['200', []])
    }
    expect((await valuesOf('IMP-12')).map(({ mean }) => mean)).toEqual([15.9])
  })
  test('keeps the limits of the form: lanes, retests, sample numbers, test times', async () => {
    const { errno, rows } = await send(
      csv(
        '卷号,位置,样品号,复测,上油率,检测时间',
        `${roll(10)},0,1,,0.41,2026-11-20 09:40`,
        `${roll(10)},201,2,,0.41,2026-11-20 09:40`,
        `${roll(10)},1,0,,0.41,2026-11-20 09:40`,
        `${roll(10)},1,3,301,0.41,2026-11-20 09:40`,
        `${roll(10)},1,4,,0.41,2026-11-20 09:40`,
        `${roll(10)},2,4,,0.41,2026-11-20 09:40`,
        `${roll(10)},1,4,,0.42,2026-11-20 09:40`,
        `${roll(10)},1,5,,0.41,2062-11-20 09:40`,
        `${roll(10)},1,6,,0.41,2026-11-20 10:30`,
        `${roll(10)},1,7,,0.41,2005-11-20 09:40`,
        `${roll(10)},1,8,,0.41,2026-11-20`,
      ),
      { batch: 'IMP-13' },
    )
    expect(errno).toBe('6000')
    expect(rows?.map(({ row, message }) => [row, message])).toEqual([
      [2, expect.stringContaining('1 到 200')],
      [3, expect.stringContaining('1 到 200')],
      [4, expect.stringContaining('1 到 1000')],
      [5, expect.stringContaining('0 到 99')],
      [8, expect.stringContaining('样品 4 在第 6 行已有')],
      [9, expect.stringContaining('2062-11-20 09:40 晚于现在')],
      [10, expect.stringContaining('2026-11-20 10:30 晚于现在')],
      [11, expect.stringContaining('2005-11-20 09:40 早于')],
    ])
    expect(await valuesOf('IMP-13')).toEqual([])
  })
  test('separated by semicolons is refused if its only comma may separate thousands', async () => {
    const { errno, rows } = await send(csv('卷号;单位面积质量', `${roll(5)};1,234`), { batch: 'IMP-18' })
    expect([errno, rows?.[0]?.message]).toEqual(['6000', expect.stringContaining('千位分隔')])
  })
  test('dates each batch by its own rows', async () => {
    const { errno } = await send(
      csv('卷号,批号,上油率,检测时间', `${roll(6)},,0.40,2026-11-20 09:20`, `${roll(7)},IMP-15,0.41,2026-11-20 09:50`),
      { batch: 'IMP-14' },
    )
    expect(errno).toBe('200')
    const { list } = expectOk(await l.lab.call(testBatch.endpoints.list, { keyword: 'IMP-15' }))
    expect(list.map(({ testedAt }) => testedAt)).toEqual(['2026-11-20T01:50:00.000Z'])
  })
  test('leaves out statistics, also in a layout that was confirmed without them', async () => {
    const layout = '卷号,上油率1,上油率'
    expect((await send(csv(layout, `${roll(8)},0.40,0.42`), { batch: 'IMP-16' })).errno).toBe('200')
    const { row } = await send(csv(`${layout}（CV）`, `${roll(8)},0.40,1.4`), { batch: 'IMP-17', dryRun: 'true' })
    expect(row.columns.map(({ role }) => role)).toEqual(['roll', 'index', 'ignore'])
    expect(row.issues[0]).toMatchObject({ row: 1, column: 'C', warning: true })
    expect(row.issues[0]?.message).toContain('该列不导入')
  })
  test('accepts 20,000 rows', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, i) =>
        `${roll(11 + (i % 3))},${(i % 900) + 1},${(15 + (i % 10) / 10).toFixed(1)},B-${Math.floor(i / 900)},${Math.floor(i / 900)}`,
    )
    const { errno, errmsg, row } = await send(csv('卷号,样品号,单位面积质量,批号,复测', ...lines))
    expect([errno, errmsg]).toEqual(['200', ''])
    expect(row.values).toBe(20_000)
    const [sum] = await l.plant.query<{ n: number }>(
      `select sum(n)::int as n from test_result r join test_batch b on b.id = r.batch_id where b.import_id = $1`,
      [row.id],
    )
    expect(sum?.n).toBe(20_000)
  }, 60_000)
})
