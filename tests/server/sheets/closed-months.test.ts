/** Reports name the closed months of their period, and whether they show the closed books or the rolls as they are now. */
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lobbyEnergy, lobbyHeadlines, lobbyOutput, lobbyScreenData } from '@/areas/boards/contract/lobby-endpoints'
import { productionPrediction } from '@/areas/boards/contract/prediction'
import { lineMonthBoard, teamMonthBoard } from '@/areas/boards/contract/board-endpoints'
import { glanceNow } from '@/areas/overview/contract/glance-endpoints'
import { metricEndpoints, plantStatisticsReport } from '@/areas/overview/contract/metric-endpoints'
import { stopAnalysis } from '@/areas/reports/contract/stop-analysis'
import { teamAssessmentExport } from '@/areas/sheets/contract/assessment'
import { finishedReport, hoursReport, materialReport } from '@/areas/sheets/contract/detail-reports'
import { inputReport, outputReport } from '@/areas/sheets/contract/input-output'
import { inputOutputMonthReport } from '@/areas/sheets/contract/input-output-month'
import {
  batchEnergyReport,
  customReport,
  energyReport,
  monthlyOutputReport,
  qualityReport,
  shiftEnergyReport,
  stopReport,
} from '@/areas/sheets/contract/metric-reports'
import { rollStatistics, rollStatisticsWorkbook } from '@/areas/stock/contract/statistics-endpoints'
import { closeMonthAs } from '../closed-month'
import type { Caller } from '../harness'
import { expectOk, runJob } from '../plant-staff'
import {
  createSlitterPlant,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
let manager: Caller
beforeAll(async () => {
  h = await createSlitterPlant()
  manager = await h.plant.as('manager')
  const run = await startCuttingRun(h)
  await weighAll(h, run, await doffNextSet(h, run))
  await closeMonthAs(h.plant, '2026-09')
  await closeMonthAs(h.plant, '2026-10')
}, 120_000)
afterAll(() => h.plant.close())

const SPANNING = { from: '2026-10-15', to: '2026-11-20' }
const OPEN = { from: '2026-11-01', to: '2026-11-20' }
/** Unpacks all files of a workbook as one text. */
function unpack(bytes: Uint8Array): string {
  const file = Buffer.from(bytes)
  let text = ''
  // The central directory lists method, sizes and the position of each file.
  for (let at = file.indexOf('PK\u0001\u0002'); at >= 0; at = file.indexOf('PK\u0001\u0002', at + 4)) {
    const start = file.readUInt32LE(at + 42)
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const packed = file.subarray(content, content + file.readUInt32LE(at + 20))
    text += file.readUInt16LE(at + 10) === 0 ? packed.toString() : inflateRawSync(packed).toString()
  }
  return text
}

const ROLLS_NOTE = {
  en: 'Rolls as they are now; the books of 2026-10 are closed and may differ',
  zh: '按卷的现状统计；2026-10 已结账，账上数据可能不同',
}
// Only the downgrades by defect of the quality report are of the rolls as they are now; its table is of the books.
const BOOKS_NOTE = {
  en: 'The table shows 2026-10 as in the closed books. Downgrades by defect count the rolls as they are now and may differ',
  zh: '2026-10 已结账，表中为结账数据；按缺陷统计的降等按卷的现状统计，可能与结账数据不同',
}
test.each([
  [
    'finished products',
    finishedReport.endpoint,
    (days: object) => [finishedReport.endpoint, { ...days, format: 'xlsx' }],
    ROLLS_NOTE,
  ],
  [
    'quality report',
    qualityReport.endpoint,
    (days: object) => [qualityReport.endpoint, { ...days, format: 'xlsx' }],
    BOOKS_NOTE,
  ],
  ['roll statistics', rollStatistics, (days: object) => [rollStatisticsWorkbook, days], ROLLS_NOTE],
] as const)('%s name the closed months that they touch, also in the workbook', async (_, endpoint, toFile, note) => {
  const loadMonths = async (days: object) =>
    expectOk(await manager.call(endpoint as typeof rollStatistics, days as never))
  expect((await loadMonths(SPANNING)).closedMonths).toEqual(['2026-10'])
  expect((await loadMonths({ from: '2026-09-30', to: '2026-10-01' })).closedMonths).toEqual(['2026-09', '2026-10'])
  expect((await loadMonths(OPEN)).closedMonths).toEqual([])
  const loadFile = async (days: object, language: 'zh' | 'en') => {
    const [fileEndpoint, input] = toFile(days)
    return unpack(
      (await manager.call(fileEndpoint as typeof rollStatisticsWorkbook, input as never, { language })).bytes,
    )
  }
  expect(await loadFile(SPANNING, 'en')).toContain(note.en)
  expect(await loadFile(SPANNING, 'zh')).toContain(note.zh)
  expect(await loadFile(OPEN, 'en')).not.toContain('may differ')
})

const CLOSED_NOTE = 'The books of 2026-10 are closed: later corrections do not change these months'
test.each([
  ['material', materialReport, CLOSED_NOTE],
  ['hours', hoursReport, CLOSED_NOTE],
  ['batch energy', batchEnergyReport, CLOSED_NOTE],
  ['monthly output', monthlyOutputReport, CLOSED_NOTE],
  ['shift energy', shiftEnergyReport, CLOSED_NOTE],
  ['any dates', customReport, CLOSED_NOTE],
  ['stops', stopReport, CLOSED_NOTE],
  ['input', inputReport, CLOSED_NOTE],
  ['statistics', plantStatisticsReport, CLOSED_NOTE],
  ['output', outputReport, ROLLS_NOTE.en],
  [
    'energy',
    energyReport,
    'The table shows 2026-10 as in the closed books. The consumption of each meter is as read now and may differ',
  ],
] as const)('the report of %s names closed months in answer and workbook', async (_, { endpoint }, note) => {
  const admin = await h.plant.as('admin')
  const load = async (days: object) =>
    expectOk(await admin.call(endpoint as unknown as typeof rollStatistics, days as never))
  expect((await load(SPANNING)).closedMonths).toEqual(['2026-10'])
  expect((await load(OPEN)).closedMonths).toEqual([])
  const loadFile = async (days: object) =>
    unpack(
      (
        await admin.call(endpoint as unknown as typeof rollStatisticsWorkbook, { ...days, format: 'xlsx' } as never, {
          language: 'en',
        })
      ).bytes,
    )
  expect(await loadFile(SPANNING)).toContain(note)
  expect(await loadFile(OPEN)).not.toContain('2026-10')
})

test('metrics of a period, the glance and the boards name closed months', async () => {
  const admin = await h.plant.as('admin')
  const october = { day: '2026-10-15' }
  const loadMetric = async (input: object) => expectOk(await admin.call(metricEndpoints.output.endpoint, input))
  expect((await loadMetric({ period: 'month', ...october })).closedMonths).toEqual(['2026-10'])
  expect((await loadMetric({ period: 'season', ...october })).closedMonths).toEqual(['2026-10'])
  expect((await loadMetric({ period: 'month' })).closedMonths).toEqual([])
  expect(expectOk(await admin.call(glanceNow, { period: 'month', ...october })).closedMonths).toEqual(['2026-10'])
  expect(expectOk(await admin.call(lineMonthBoard, { month: '2026-10-15' })).closedMonths).toEqual(['2026-10'])
  expect(expectOk(await admin.call(teamMonthBoard, { month: '2026-10-15' })).closedMonths).toEqual(['2026-10'])
  expect(expectOk(await admin.call(lineMonthBoard, {})).closedMonths).toEqual([])
  expect(expectOk(await admin.call(stopAnalysis, SPANNING)).closedMonths).toEqual(['2026-10'])
  expect(expectOk(await admin.call(stopAnalysis, OPEN)).closedMonths).toEqual([])
})

test('workbooks of a closed month say so', async () => {
  const admin = await h.plant.as('admin')
  const english = { language: 'en' } as const
  const points = await admin.call(teamAssessmentExport, { month: '2026-10' }, english)
  expect(unpack(points.bytes)).toContain(CLOSED_NOTE)
  const month = await admin.call(inputOutputMonthReport.endpoint, { month: '2026-10', format: 'xlsx' }, english)
  expect(unpack(month.bytes)).toContain(ROLLS_NOTE.en)
})

test('large screens and the forecast name the closed months of the days that they show', async () => {
  // The rolls were wound on 2026-11-20; the charts of a screen show seven days, from 2026-11-27 on.
  h.plant.clock.set('2026-12-03T04:00:00.000Z')
  await closeMonthAs(h.plant, '2026-11')
  await runJob(h.plant, 'figures-count')
  const admin = await h.plant.as('admin')
  expect(expectOk(await admin.call(lobbyHeadlines, {})).closedMonths).toEqual([])
  expect(expectOk(await admin.call(lobbyOutput, {})).closedMonths).toEqual(['2026-11'])
  expect(expectOk(await admin.call(lobbyEnergy, {})).closedMonths).toEqual(['2026-11'])
  expect(expectOk(await admin.call(lobbyScreenData, {})).output.closedMonths).toEqual(['2026-11'])
  expect(expectOk(await admin.call(productionPrediction, {})).closedMonths).toEqual(['2026-11'])
})
