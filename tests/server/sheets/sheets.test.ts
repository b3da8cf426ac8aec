import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctReportSum } from '@/areas/monthClosing/contract/correction-endpoints'
import { counterFeed, feedAddCommands } from '@/areas/feeding/contract/feed'
import {
  finishedReport,
  hoursCorrection,
  hoursReport,
  storeMaterialReport,
  materialReport,
  reportExport,
} from '@/areas/sheets/contract/detail-reports'
import { customReport, energyReport, monthlyOutputReport, qualityReport } from '@/areas/sheets/contract/metric-reports'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { loadTotalMetrics } from '@/areas/figures/server/queries/metrics'
import { loadEnergyReport, loadQualityReport } from '@/areas/sheets/server/quality-energy-stop-reports'
import type { Field } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import { readWorkbook } from '@/server/excel/read-workbook'
import { runAsSystem } from '@/server/start-application'
import { plantTime, countRows, expectOk } from '../plant-staff'
import type { Caller } from '../harness'
import {
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
  type FeedingPlant,
} from '../feeding/feeding-plant'

let f: FeedingPlant
let accountant: Caller
let lineId: string
let otherLine: string
const DAY = '2026-11-19'
const limits = {
  maxBytes: 1e7,
  maxUnpackedBytes: 1e8,
  maxRows: 10_000,
  maxColumns: 100,
  maxCells: 1e6,
  maxCharacters: 1e7,
  maxSeconds: 20,
}
beforeAll(async () => {
  f = await createFeedingPlant()
  accountant = await f.plant.as('accountant')
}, 120_000)
afterAll(() => f.plant.close())
const add = (kind: string) => feedAddCommands.find((one) => one.kind === kind)!.endpoint

describe('material consumption', () => {
  test('is fed minus returned material, packing outside the shares', async () => {
    const order = await createRunningOrder(f)
    lineId = order.lineId!
    await f.plant.query('update work_order set started_at = $2 where id = $1', [order.id, plantTime('06:00', DAY)])
    const resin = await createMaterial(f)
    const white = await createMaterial(f, 'sub')
    const film = await createMaterial(f, 'pack')
    const hopperId = await findOrCreateHopper(f, order)
    const other = await findOrCreateHopper(f, order, 'B')
    const feed = async (kind: string, materialId: string, kg: number, hopper: string | null) =>
      expectOk(
        await f.line.call(add(kind), {
          workOrderId: order.id,
          lineId,
          materialId,
          lotId: (await createLot(f, materialId)).id,
          hopperId: hopper,
          kg,
          occurredAt: plantTime('09:00'),
        } as never),
      )
    const first = await feed('main', resin.id, 100, hopperId)
    await feed('main', resin.id, 60, hopperId)
    await feed('sub', white.id, 10, other)
    await feed('pack', film.id, 7, null)
    expectOk(
      await f.lead.call(counterFeed, { id: first.id, counterId: createUuid7(), kg: 20, reason: '多记' } as never),
    )
    // 100 + 60 − 20 of resin, 10 of masterbatch: 140 of 150 is 93.33 %.
    const days = { from: '2026-11-20', to: '2026-11-20' }
    const { rows, total } = expectOk(await f.lead.call(materialReport.endpoint, days))
    const rowOfMaterial = (id: string) => rows.find(({ materialId }) => materialId === id)
    expect(rowOfMaterial(resin.id)).toMatchObject({ kg: 140, percent: 93.33, kind: 'main', feeds: 3 })
    expect(rowOfMaterial(white.id)).toMatchObject({ kg: 10, percent: 6.67 })
    expect(rowOfMaterial(film.id)).toMatchObject({ kg: 7, percent: null })
    expect(total).toMatchObject([{ kg: 157, feeds: 5 }])
    const byDay = expectOk(await f.lead.call(materialReport.endpoint, { ...days, by: ['day', 'kind'] }))
    expect(byDay.rows.map(({ day, kind, kg }) => [day, kind, kg])).toEqual([
      ['2026-11-20', 'main', 140],
      ['2026-11-20', 'sub', 10],
      ['2026-11-20', 'pack', 7],
    ])
    expect(expectOk(await f.lead.call(materialReport.endpoint, { from: DAY, to: DAY })).rows).toEqual([])
    expectOk(await f.lead.call(storeMaterialReport, { ...days, note: '核对' }))
    expect(expectOk(await f.lead.call(materialReport.endpoint, days)).kept).toContainEqual(
      expect.objectContaining({ name: 'main', value: 140 }),
    )
    expect((await f.line.call(materialReport.endpoint, days)).errno).toBe('401')
  })
  test('exports lines, sum and filters, and prints one page wide', async () => {
    const days = { from: '2026-11-20', to: '2026-11-20', lineId }
    const answer = await f.lead.call(materialReport.endpoint, { ...days, format: 'xlsx' } as never)
    const sheet = await readWorkbook(answer.bytes, limits)
    expect(sheet.header).toEqual(['类别', '物料', '重量 (kg)', '占比 (%)', '投料次数', '来源'])
    expect(sheet.rows.at(-1)).toEqual(['合计', null, 157, null, 5, null])
    const english = await f.lead.call(materialReport.endpoint, { ...days, format: 'xlsx' } as never, { language: 'en' })
    expect((await readWorkbook(english.bytes, limits)).header[2]).toBe('Weight (kg)')
  })
})

test('is readable and exportable for quality, unlike other reports', async () => {
  const quality = await f.plant.as('quality-lead')
  const days = { from: DAY, to: DAY }
  expect(expectOk(await quality.call(qualityReport.endpoint, days)).by).toEqual(['month', 'line'])
  const file = await quality.call(reportExport, { ...days, sheet: 'quality' })
  expect((await readWorkbook(file.bytes, limits)).header).toContain('Q1 一等品率 (%)')
  expect((await quality.call(monthlyOutputReport.endpoint, days)).errno).toBe('401')
  expect((await quality.call(reportExport, { ...days, sheet: 'finished' })).errno).toBe('401')
})

describe('hours', () => {
  const handover = (line: string, people: string[], absent: string[], kind = 'squadLeader') =>
    f.plant.query(
      `insert into handover (site_id, id, created_at, updated_at, kind, state, line_id, business_date, shift, team, people, absent) values (1, $1, now(), now(), $2, 'taken', $3, $4, 'early', 'A', $5, $6)`,
      [createUuid7(), kind, line, DAY, JSON.stringify(people), JSON.stringify(absent)],
    )
  test('are people of signed shifts times shift length, without absences; two lines share a person', async () => {
    otherLine = (await createRunningOrder(f)).lineId!
    const [a, b, c] = [f.lead.userId, f.line.userId, f.quality.userId]
    await handover(lineId, [a, b, c], [c])
    await handover(lineId, [a, b], [], 'packaging')
    await handover(otherLine, [b], [])
    const { rows, total } = expectOk(await f.lead.call(hoursReport.endpoint, { from: DAY, to: DAY }))
    const rowOfUser = (id: string) => rows.find(({ userId }) => userId === id)
    // Early is 8 h: a works on one line, b on two lines in one shift, c was absent.
    expect(rowOfUser(a)).toMatchObject({ shifts: 1, hours: 8 })
    expect(rowOfUser(b)).toMatchObject({ shifts: 1, hours: 8 })
    expect(rowOfUser(c)).toBeUndefined()
    expect(total).toMatchObject([{ people: 2, hours: 16 }])
    const lines = expectOk(await f.lead.call(hoursReport.endpoint, { from: DAY, to: DAY, by: ['line'] })).rows
    expect(lines.find((row) => row.lineId === lineId)).toMatchObject({ people: 2, hours: 12 })
    expect(lines.find((row) => row.lineId === otherLine)).toMatchObject({ people: 1, hours: 4 })
    // For one team: b’s half at the other line belongs to another team and is not given to a.
    await f.plant.query(`update handover set team = 'B' where line_id = $1`, [otherLine])
    const teamA = expectOk(await f.lead.call(hoursReport.endpoint, { from: DAY, to: DAY, team: 'A' }))
    expect(teamA.total).toMatchObject([{ people: 2, hours: 12 }])
    await f.plant.query(`update handover set team = 'A' where line_id = $1`, [otherLine])
  })
  test('are the divisor of the output', async () => {
    const days = { from: DAY, to: DAY }
    const [total] = expectOk(await f.lead.call(hoursReport.endpoint, days)).total
    const loadHours = (lineIds?: string[]) =>
      runAsSystem(f.plant.app, 'test.hours', async (ctx) => {
        await recalculateMetrics(ctx, days)
        return (await loadTotalMetrics(ctx, { ...days, ...(lineIds ? { lineIds } : {}) })).sums.labourHours
      })
    expect(await loadHours()).toBe(total!.signedHours)
    expect([await loadHours([lineId]), await loadHours([otherLine])]).toEqual([12, 4])
  })
  test('are corrected by a counter-line with a reason, never below zero, never ahead', async () => {
    const line = { businessDate: DAY, lineId, shift: 'early', reason: '提前下班' }
    const create = hoursCorrection.endpoints.create
    expect((await f.lead.call(create, { ...line, hours: -2, reason: '' })).errno).toBe('4042')
    expect((await f.lead.call(create, { ...line, hours: -12.5 })).errmsg).toContain('12')
    expect((await f.lead.call(create, { ...line, hours: 0 })).errno).toBe('4013')
    expect((await f.lead.call(create, { ...line, hours: 2, shift: 'noSuch' })).errno).toBe('4013')
    expect((await f.lead.call(create, { ...line, hours: 2, businessDate: '2026-11-25' })).errno).toBe('4013')
    expect((await f.line.call(create, { ...line, hours: 2 })).errno).toBe('401')
    expect(await countRows(f.plant, 'hours_correction')).toBe(0)
    const row = expectOk(await f.lead.call(create, { ...line, hours: -2, userId: f.lead.userId }))
    expect(row).toMatchObject({ hours: -2, enteredBy: f.lead.userId, reason: '提前下班' })
    const { rows, total } = expectOk(await f.lead.call(hoursReport.endpoint, { from: DAY, to: DAY }))
    expect(rows.find(({ userId, signedHours }) => userId === f.lead.userId && signedHours)).toMatchObject({
      signedHours: 8,
    })
    expect(total).toMatchObject([{ signedHours: 16, correctedHours: -2, hours: 14 }])
  })
})

describe('any period', () => {
  test('is bounded, with fixed permissions and columns', async () => {
    const ages = { from: '1926-01-01', to: '2026-01-01' }
    const answers = await Promise.all([
      accountant.call(customReport.endpoint, ages),
      accountant.call(monthlyOutputReport.endpoint, ages),
      accountant.call(materialReport.endpoint, ages),
      accountant.call(hoursReport.endpoint, ages),
      accountant.call(finishedReport.endpoint, ages),
    ])
    expect(answers.map(({ errno }) => errno)).toEqual(['4013', '4013', '4013', '4013', '4013'])
    expect((await accountant.call(customReport.endpoint, { from: DAY, to: '2026-11-01' })).errno).toBe('4013')
    expect((await accountant.call(customReport.endpoint, { from: DAY, to: DAY, by: ['password'] })).errno).toBe('4013')
    expect((await accountant.call(customReport.endpoint, { from: DAY, to: DAY, columns: ['site_id'] })).errno).toBe(
      '4013',
    )
    const { columns, by } = expectOk(
      await accountant.call(customReport.endpoint, {
        from: DAY,
        to: DAY,
        by: ['day', 'line'],
        columns: ['outputKg', 'fedKg'],
      }),
    )
    expect([by, columns]).toEqual([
      ['day', 'line'],
      ['outputKg', 'fedKg'],
    ])
    const file = await accountant.call(customReport.workbook!, { from: DAY, to: DAY, columns: ['oeePercent'] })
    expect(file.headers['content-type']).toContain('spreadsheetml')
  })
})

describe('a report with lines', () => {
  beforeAll(async () => {
    const lead = await f.plant.as('prod-lead')
    const correction = { businessDate: DAY, shift: 'early', lineId, difference: 1, reason: '秤坏' } as const
    expectOk(await lead.call(correctReportSum, { ...correction, sum: 'slitKg' }))
    expectOk(await accountant.call(correctReportSum, { ...correction, sum: 'kwh' }))
  })
  test.each(['quality', 'energy'] as const)(
    '%s is cut at the requested rows, which are more in a workbook',
    async (name) => {
      const days = { from: '2026-11-01', to: '2026-11-30', by: ['line'] } as never
      const load = (maxRows: number) =>
        runAsSystem(f.plant.app, 'test.report', async (ctx) => {
          const { rows, total, cut } =
            name === 'quality'
              ? await loadQualityReport(ctx, days, maxRows)
              : await loadEnergyReport(ctx, days, maxRows)
          return { rows, total, cut }
        })
      const [whole, cutReport] = [await load(100), await load(0)]
      expect(whole.rows.length).toBeGreaterThan(0)
      expect(cutReport).toEqual({ rows: [], cut: true, total: whole.total })
    },
  )
})
test('costs are restricted in every column of a report, also of its meters', () => {
  const fields = [energyReport, qualityReport, customReport].flatMap(({ tables }) =>
    tables.flatMap((table) => Object.values<Field>(table.fields)),
  )
  const costs = fields.filter((field) => 'unit' in field && field.unit?.startsWith('CNY'))
  expect(costs.length).toBeGreaterThan(3)
  expect(costs.filter(({ viewPermissions }) => !viewPermissions)).toEqual([])
})
