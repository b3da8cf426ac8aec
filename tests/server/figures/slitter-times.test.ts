/** Run and stop times are those of web lines: reports leave them empty for slitters instead of showing zero. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineBoard } from '@/areas/boards/contract/board-endpoints'
import { setBoardSetting } from '@/areas/boards/contract/board-setting'
import { glanceNow } from '@/areas/overview/contract/glance-endpoints'
import { plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { stopAnalysis } from '@/areas/reports/contract/stop-analysis'
import { customReport } from '@/areas/sheets/contract/metric-reports'
import { lineStop } from '@/plant/contract/line-stop'
import { readSheet } from '@/server/excel/read-sheet'
import { expectOk, plantTime, runJob } from '../plant-staff'
import {
  createSlitterPlant,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

const DAY = '2026-11-20'
let h: SlitterPlant
let slitterId: string
beforeAll(async () => {
  h = await createSlitterPlant()
  const run = await startCuttingRun(h)
  await weighAll(h, run, await doffNextSet(h, run))
  slitterId = run.slitterId
  const [webBreak] = await h.plant.query<{ id: string }>(`select id from stop_reason where code = 'webBreak'`)
  expectOk(
    await h.staff['prod-lead'].call(lineStop.endpoints.create, {
      lineId: slitterId,
      startedAt: plantTime('09:10'),
      endedAt: plantTime('09:28'),
      reasonId: webBreak!.id,
    } as never),
  )
  await runJob(h.plant, 'figures-count')
}, 120_000)
afterAll(() => h.plant.close())

const TIME_METRICS = [
  'runHours',
  'plannedHours',
  'unplannedHours',
  'unknownHours',
  'correctedStopHours',
  'stops',
  'unplanned',
] as const
const TIME_SUMS = ['calendarMinutes', 'outsideMinutes', 'standingMinutes', 'unplannedStops', 'restoreMinutes'] as const

test('the stop analysis shows the stop of the slitter, and reports of shifts show no time at all', async () => {
  const { admin } = h.staff
  const analysis = expectOk(await admin.call(stopAnalysis, { from: DAY, to: DAY, lineId: slitterId }))
  expect(analysis).toMatchObject({ unplannedHours: 0.3, stops: 1 })
  const days = { from: DAY, to: DAY }
  const columns = ['slitKg', 'operatingMinutes', ...TIME_METRICS, ...TIME_SUMS]
  const report = expectOk(await admin.call(customReport.endpoint, { ...days, by: ['line'], columns }))
  const reportRow = report.rows.find(({ lineId }) => lineId === slitterId)!
  expect(reportRow.slitKg).toBeGreaterThan(0)
  expect(reportRow.operatingMinutes).toBeGreaterThan(0)
  for (const name of [...TIME_METRICS, ...TIME_SUMS]) expect(reportRow[name], name).toBeNull()
  const { rows } = expectOk(await admin.call(plantStatistics, { ...days, by: 'line' }))
  const statisticsRow = rows.find(({ key }) => key === slitterId)!
  for (const name of TIME_METRICS) expect(statisticsRow[name], name).toBeNull()
})
test('so do their workbooks, the glance and the board', async () => {
  const { admin } = h.staff
  const days = { from: DAY, to: DAY }
  const { rows } = expectOk(await admin.call(plantStatistics, { ...days, by: 'line' }))
  const { label, key: _key, ...values } = rows.find(({ key }) => key === slitterId)!
  const { slitOutputKg } = values
  const file = await admin.call(plantStatistics, { ...days, by: 'line', format: 'xlsx' }, { language: 'en' })
  const sheet = (await readSheet(file.bytes)).rows
  const line = sheet.find(([cell]) => cell === label)!
  expect(line).toContain(slitOutputKg)
  expect(line.filter((cell) => typeof cell === 'number')).toHaveLength(
    Object.values(values).filter((value) => value !== null).length,
  )
  const reportFile = await admin.call(
    customReport.endpoint,
    { ...days, by: ['line'], columns: ['slitKg', 'standingMinutes'], format: 'xlsx' } as never,
    { language: 'en' },
  )
  const reportLine = (await readSheet((reportFile as unknown as typeof file).bytes)).rows.find(
    ([cell]) => cell === label,
  )!
  expect(reportLine.filter((cell) => typeof cell === 'number')).toEqual([slitOutputKg])
  const glance = expectOk(await admin.call(glanceNow, { period: 'day', day: DAY }))
  expect(glance.lines.find(({ lineId }) => lineId === slitterId)?.standingMinutes ?? null).toBeNull()
  expectOk(await admin.call(setBoardSetting, { items: [{ item: 'runHours' }, { item: 'slitOutputKg' }], editDays: 7 }))
  const { cells } = expectOk(await admin.call(lineBoard, { day: DAY, lineId: slitterId }))
  expect(cells.map(({ item }) => item)).toEqual(['slitOutputKg'])
})
