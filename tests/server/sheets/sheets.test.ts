import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counterFeed, feedAddCommands } from '@/areas/feeding/contract/feed'
import { correctReportSum, currentReportSum, recalculateDays } from '@/areas/sheets/contract/correction-endpoints'
import {
  finishedReport,
  hoursCorrection,
  hoursReport,
  storeMaterialReport,
  materialReport,
  reportExport,
} from '@/areas/sheets/contract/detail-reports'
import {
  customReport,
  customReportExport,
  monthlyOutputReport,
  qualityReport,
} from '@/areas/sheets/contract/metric-reports'
import { recalculateMetrics } from '@/areas/figures/server/queries/corrections'
import { loadTotalMetrics } from '@/areas/figures/server/queries/metrics'
import { createUuid7 } from '@/contract/id'
import { readWorkbook } from '@/server/excel/read-workbook'
import { runAsSystem } from '@/server/start-application'
import { at, countOf, good } from '../people'
import type { Caller } from '../harness'
import { feedingPlant, into, newLot, newMaterial, runningOrder, type FeedingPlant } from '../feeding/feeding-plant'

let f: FeedingPlant
let accountant: Caller
let lineId: string
let otherLine: string
const DAY = '2026-11-19'
const limits = {
  maxBytes: 1e7,
  maxUnpacked: 1e8,
  maxRows: 10_000,
  maxColumns: 100,
  maxCells: 1e6,
  maxText: 1e7,
  maxSeconds: 20,
}
beforeAll(async () => {
  f = await feedingPlant()
  accountant = await f.plant.as('accountant')
}, 120_000)
afterAll(() => f.plant.close())
const add = (kind: string) => feedAddCommands.find((one) => one.kind === kind)!.endpoint

describe('material consumption', () => {
  test('is what was fed less what was taken back, packing apart from the shares', async () => {
    const order = await runningOrder(f)
    lineId = order.lineId!
    await f.plant.query('update work_order set started_at = $2 where id = $1', [order.id, at('06:00', DAY)])
    const resin = await newMaterial(f)
    const white = await newMaterial(f, 'sub')
    const film = await newMaterial(f, 'pack')
    const hopperId = await into(f, order)
    const other = await into(f, order, 'B')
    const feed = async (kind: string, materialId: string, kg: number, hopper: string | null) =>
      good(
        await f.line.call(add(kind), {
          workOrderId: order.id,
          lineId,
          materialId,
          lotId: (await newLot(f, materialId)).id,
          hopperId: hopper,
          kg,
          occurredAt: at('09:00'),
        } as never),
      )
    const first = await feed('main', resin.id, 100, hopperId)
    await feed('main', resin.id, 60, hopperId)
    await feed('sub', white.id, 10, other)
    await feed('pack', film.id, 7, null)
    good(await f.lead.call(counterFeed, { id: first.id, counterId: createUuid7(), kg: 20, reason: '多记' } as never))
    // 100 + 60 − 20 of resin, 10 of masterbatch: 140 of 150 is 93.33 %.
    const days = { from: '2026-11-20', to: '2026-11-20' }
    const { rows, total } = good(await f.lead.call(materialReport, days))
    const of = (id: string) => rows.find(({ materialId }) => materialId === id)
    expect(of(resin.id)).toMatchObject({ kg: 140, percent: 93.33, kind: 'main', feeds: 3 })
    expect(of(white.id)).toMatchObject({ kg: 10, percent: 6.67 })
    expect(of(film.id)).toMatchObject({ kg: 7, percent: null })
    expect(total).toMatchObject([{ kg: 157, feeds: 5 }])
    const byDay = good(await f.lead.call(materialReport, { ...days, by: ['day', 'kind'] }))
    expect(byDay.rows.map(({ day, kind, kg }) => [day, kind, kg])).toEqual([
      ['2026-11-20', 'main', 140],
      ['2026-11-20', 'sub', 10],
      ['2026-11-20', 'pack', 7],
    ])
    expect(good(await f.lead.call(materialReport, { from: DAY, to: DAY })).rows).toEqual([])
    good(await f.lead.call(storeMaterialReport, { ...days, note: '核对' }))
    expect(good(await f.lead.call(materialReport, days)).kept).toContainEqual(
      expect.objectContaining({ name: 'main', value: 140 }),
    )
    expect((await f.line.call(materialReport, days)).errno).toBe('401')
  })
  test('as a file has its lines, the sum, the filters, and prints in pages one sheet wide', async () => {
    const days = { from: '2026-11-20', to: '2026-11-20', lineId }
    const answer = await f.lead.call(materialReport, { ...days, format: 'xlsx' } as never)
    const sheet = await readWorkbook(answer.bytes, limits)
    expect(sheet.header).toEqual(['类别', '物料', '重量 (kg)', '占比 (%)', '投料次数'])
    expect(sheet.rows.at(-1)).toEqual(['合计', null, 157, null, 5])
    const english = await f.lead.call(materialReport, { ...days, format: 'xlsx' } as never, { language: 'en' })
    expect((await readWorkbook(english.bytes, limits)).header[2]).toBe('Weight (kg)')
  })
})

test('quality reads its month and takes it out, and no other sheet of finished goods', async () => {
  const quality = await f.plant.as('quality-lead')
  const days = { from: DAY, to: DAY }
  expect(good(await quality.call(qualityReport, days)).by).toEqual(['month', 'line'])
  const file = await quality.call(reportExport, { ...days, sheet: 'quality' })
  expect((await readWorkbook(file.bytes, limits)).header).toContain('Q1 一等品率 (%)')
  expect((await quality.call(monthlyOutputReport, days)).errno).toBe('401')
  expect((await quality.call(reportExport, { ...days, sheet: 'finished' })).errno).toBe('401')
})

describe('hours', () => {
  const handover = (line: string, people: string[], absent: string[], kind = 'squadLeader') =>
    f.plant.query(
      `insert into handover (site_id, id, created_at, updated_at, kind, state, line_id, business_date, shift, team, people, absent) values (1, $1, now(), now(), $2, 'taken', $3, $4, 'early', 'A', $5, $6)`,
      [createUuid7(), kind, line, DAY, JSON.stringify(people), JSON.stringify(absent)],
    )
  test('are people of signed shifts by its length, without those absent; two lines share a person', async () => {
    otherLine = (await runningOrder(f)).lineId!
    const [a, b, c] = [f.lead.userId, f.line.userId, f.quality.userId]
    await handover(lineId, [a, b, c], [c])
    await handover(lineId, [a, b], [], 'packaging')
    await handover(otherLine, [b], [])
    const { rows, total } = good(await f.lead.call(hoursReport, { from: DAY, to: DAY }))
    const of = (id: string) => rows.find(({ userId }) => userId === id)
    // Early is 8 h: a on one line, b on two lines but one shift; c was absent.
    expect(of(a)).toMatchObject({ shifts: 1, hours: 8 })
    expect(of(b)).toMatchObject({ shifts: 1, hours: 8 })
    expect(of(c)).toBeUndefined()
    expect(total).toMatchObject([{ people: 2, hours: 16 }])
    const lines = good(await f.lead.call(hoursReport, { from: DAY, to: DAY, by: ['line'] })).rows
    expect(lines.find((row) => row.lineId === lineId)).toMatchObject({ people: 2, hours: 12 })
    expect(lines.find((row) => row.lineId === otherLine)).toMatchObject({ people: 1, hours: 4 })
    // Of a team alone: b's half at the other line is another team's, and does not become a's.
    await f.plant.query(`update handover set team = 'B' where line_id = $1`, [otherLine])
    const teamA = good(await f.lead.call(hoursReport, { from: DAY, to: DAY, team: 'A' }))
    expect(teamA.total).toMatchObject([{ people: 2, hours: 12 }])
    await f.plant.query(`update handover set team = 'A' where line_id = $1`, [otherLine])
  })
  test('are those that output is divided by', async () => {
    const days = { from: DAY, to: DAY }
    const [total] = good(await f.lead.call(hoursReport, days)).total
    const over = (lineIds?: string[]) =>
      runAsSystem(f.plant.app, 'test.hours', async (ctx) => {
        await recalculateMetrics(ctx, days)
        return (await loadTotalMetrics(ctx, { ...days, ...(lineIds ? { lineIds } : {}) })).sums.labourHours
      })
    expect(await over()).toBe(total!.signedHours)
    expect([await over([lineId]), await over([otherLine])]).toEqual([12, 4])
  })
  test('are put right by a counter-line with a reason, never below zero, never ahead', async () => {
    const line = { businessDate: DAY, lineId, shift: 'early', reason: '提前下班' }
    const create = hoursCorrection.endpoints.create
    expect((await f.lead.call(create, { ...line, hours: -2, reason: '' })).errno).toBe('4042')
    expect((await f.lead.call(create, { ...line, hours: -12.5 })).errmsg).toContain('12')
    expect((await f.lead.call(create, { ...line, hours: 0 })).errno).toBe('4013')
    expect((await f.lead.call(create, { ...line, hours: 2, shift: 'noSuch' })).errno).toBe('4013')
    expect((await f.lead.call(create, { ...line, hours: 2, businessDate: '2026-11-25' })).errno).toBe('4013')
    expect((await f.line.call(create, { ...line, hours: 2 })).errno).toBe('401')
    expect(await countOf(f.plant, 'hours_correction')).toBe(0)
    const row = good(await f.lead.call(create, { ...line, hours: -2, userId: f.lead.userId }))
    expect(row).toMatchObject({ hours: -2, enteredBy: f.lead.userId, reason: '提前下班' })
    const { rows, total } = good(await f.lead.call(hoursReport, { from: DAY, to: DAY }))
    expect(rows.find(({ userId, signedHours }) => userId === f.lead.userId && signedHours)).toMatchObject({
      signedHours: 8,
    })
    expect(total).toMatchObject([{ signedHours: 16, correctedHours: -2, hours: 14 }])
  })
})

describe('any dates', () => {
  test('are bounded, and keys and columns are those that there are', async () => {
    const ages = { from: '1926-01-01', to: '2026-01-01' }
    const answers = await Promise.all([
      accountant.call(customReport, ages),
      accountant.call(monthlyOutputReport, ages),
      accountant.call(materialReport, ages),
      accountant.call(hoursReport, ages),
      accountant.call(finishedReport, ages),
    ])
    expect(answers.map(({ errno }) => errno)).toEqual(['4013', '4013', '4013', '4013', '4013'])
    expect((await accountant.call(customReport, { from: DAY, to: '2026-11-01' })).errno).toBe('4013')
    expect((await accountant.call(customReport, { from: DAY, to: DAY, by: ['password'] })).errno).toBe('4013')
    expect((await accountant.call(customReport, { from: DAY, to: DAY, columns: ['site_id'] })).errno).toBe('4013')
    const { columns, by } = good(
      await accountant.call(customReport, { from: DAY, to: DAY, by: ['day', 'line'], columns: ['outputKg', 'fedKg'] }),
    )
    expect([by, columns]).toEqual([
      ['day', 'line'],
      ['outputKg', 'fedKg'],
    ])
    const file = await accountant.call(customReportExport, { from: DAY, to: DAY, columns: ['oeePercent'] })
    expect(file.headers['content-type']).toContain('spreadsheetml')
  })
})

describe('a figure that is put right', () => {
  const shift = { businessDate: DAY, shift: 'early', reason: '秤坏' }
  test('needs a value or a difference and a reason, never below zero; what was counted stays', async () => {
    const lead = await f.plant.as('prod-lead')
    const of = { ...shift, lineId, sum: 'fedKg' as const }
    expect((await lead.call(correctReportSum, of)).errno).toBe('4042')
    expect((await lead.call(correctReportSum, { ...of, value: 5, difference: 5 })).errno).toBe('4013')
    expect((await lead.call(correctReportSum, { ...of, difference: 0 })).errno).toBe('4013')
    expect((await lead.call(correctReportSum, { ...of, difference: -1 })).errno).not.toBe('200')
    expect((await lead.call(correctReportSum, { ...of, reason: ' ', value: 5 })).errno).not.toBe('200')
    expect((await f.line.call(correctReportSum, { ...of, value: 5 })).errno).toBe('401')
    expect(await countOf(f.plant, 'figure_correction')).toBe(0)
    const row = good(await lead.call(correctReportSum, { ...of, value: 40 }))
    expect(row).toMatchObject({ before: 0, delta: 40, userId: lead.userId, reason: '秤坏' })
    const { difference: _none, reason: _why, ...asked } = { ...of, difference: null }
    expect(good(await lead.call(currentReportSum, asked))).toEqual({ value: 40 })
    expect((await accountant.call(currentReportSum, asked)).errno).toBe('401')
    const { rows, total } = good(
      await accountant.call(customReport, { from: DAY, to: DAY, by: ['shift', 'line'], columns: ['fedKg'] }),
    )
    expect(rows.find((one) => one.lineId === lineId)?.fedKg).toBe(40)
    expect(total[0]?.fedKg).toBe(40)
  })
  test('each sum is put right by who edits the sheet of it', async () => {
    const lead = await f.plant.as('prod-lead')
    const of = { ...shift, lineId, difference: 1 }
    const [{ authority }] = (await f.plant.query(`select authority from role where code = 'PROD-LEAD'`)) as [
      { authority: unknown },
    ]
    const now = async (sqlText: string, value: string) => {
      await f.plant.query(`update role set authority = ${sqlText}, version = version + 1 where code = 'PROD-LEAD'`, [
        value,
      ])
      f.plant.app.changes.publishSoon(new Set(['role']), [])
    }
    await now(
      `authority - (select array_agg(id::text) from menu where url like '%Edit' and url <> $1)`,
      'workHoursEdit',
    )
    const asked = async (sum: 'labourHours' | 'fedKg' | 'recycledKg' | 'kwh' | 'slitKg' | 'standingMinutes') => {
      return (await lead.call(correctReportSum, { ...of, sum })).errno
    }
    expect(await asked('labourHours')).toBe('200')
    for (const sum of ['fedKg', 'kwh', 'slitKg', 'standingMinutes'] as const) expect(await asked(sum)).toBe('401')
    await now('$1::jsonb', JSON.stringify(authority))
    for (const sum of ['recycledKg', 'slitKg', 'standingMinutes'] as const) expect(await asked(sum)).toBe('200')
    expect(await asked('kwh')).toBe('401')
    expect((await accountant.call(correctReportSum, { ...of, sum: 'kwh' })).errno).toBe('200')
    expect((await accountant.call(correctReportSum, { ...of, sum: 'fedKg' })).errno).toBe('401')
  })
  test('days counted anew say what would change, and store nothing as a trial; 62 days at most', async () => {
    const tried = good(await accountant.call(recalculateDays, { from: DAY, to: DAY, dryRun: true }))
    expect(tried).toMatchObject({ dryRun: true, days: 1 })
    expect((await accountant.call(recalculateDays, { from: '2026-01-01', to: DAY })).errno).toBe('4013')
    expect((await accountant.call(recalculateDays, { from: DAY, to: '2026-11-01' })).errno).toBe('4013')
    // The correction stands after the days were counted for good.
    good(await accountant.call(recalculateDays, { from: DAY, to: DAY }))
    const { total } = good(
      await accountant.call(customReport, { from: DAY, to: DAY, by: ['line'], columns: ['fedKg'] }),
    )
    expect(total[0]?.fedKg).toBe(40)
  })
})
