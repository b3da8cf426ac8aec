/** Corrections of fed and wound kilograms reach the reports that are built from feeds and rolls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setLineBoard } from '@/areas/boards/contract/board-endpoints'
import { massBalanceReport, materialTeamReport, materialTeams } from '@/areas/feeding/contract/feeding-endpoints'
import { lineSnapshot } from '@/areas/handover/contract/handover'
import { plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { correctReportSum } from '@/areas/monthClosing/contract/correction-endpoints'
import { materialReport } from '@/areas/sheets/contract/detail-reports'
import { teamOutput } from '@/areas/rolls/contract/jumbo-endpoints'
import { inputReport, outputReport } from '@/areas/sheets/contract/input-output'
import { inputOutputMonthReport } from '@/areas/sheets/contract/input-output-month'
import { customReport } from '@/areas/sheets/contract/metric-reports'
import { WORKBOOK_LIMITS } from '@/server/excel/read-sheet'
import { readWorkbook } from '@/server/excel/read-workbook'
import type { TestPlant } from '../harness'
import { createStaffedPlant, expectOk, runJob, type Staff } from '../plant-staff'
import { createMill, type Mill } from '../rolls/hopper-plant'

const DAY = '2026-11-20'
const days = { from: DAY, to: DAY }
let plant: TestPlant
let staff: Staff
let m: Mill

beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  m = await createMill(plant, staff)
  await m.feed('R1', '08:00', 1000)
  await m.feed('W1', '08:00', 20)
  await m.doffRoll('08:10', '08:20')
  await m.doffRoll('08:35', '08:50')
  await runJob(plant, 'figures-count')
}, 120_000)
afterAll(() => plant.close())

const correct = async (sum: 'fedKg' | 'woundKg', difference: number, orderId: string | null = null) =>
  expectOk(
    await staff['prod-lead'].call(correctReportSum, {
      businessDate: DAY,
      shift: 'early',
      lineId: m.line.id,
      orderId,
      sum,
      difference,
      reason: `补记 ${difference}`,
    }),
  )
const loadTotal = async (columns: ('fedKg' | 'outputKg')[]) =>
  expectOk(await staff.manager.call(customReport.endpoint, { ...days, by: ['day'], columns })).total[0]!

test('the input, the material report, the month and the handover include corrections of fed kilograms', async () => {
  await correct('fedKg', 25)
  await correct('fedKg', -5, m.order.id)
  // 1,020 kg were fed, 25 kg added to the shift and 5 kg taken from the order.
  expect((await loadTotal(['fedKg'])).fedKg).toBe(1040)
  const input = expectOk(await staff.manager.call(inputReport.endpoint, days))
  expect(input).toMatchObject({ derivedKg: 1020, correctedKg: 20, manualKg: 0, packKg: 0 })
  expect(input.rows.reduce((sum, { kg }) => sum + kg, 0)).toBe(1040)
  const corrected = input.rows.filter(({ origin }) => origin === 'correction')
  expect(corrected).toHaveLength(2)
  expect(corrected).toContainEqual(
    expect.objectContaining({ day: DAY, shift: 'early', orderId: null, materialId: null, kg: 25, reason: '补记 25' }),
  )
  const ofOrder = expectOk(await staff.manager.call(inputReport.endpoint, { ...days, orderId: m.order.id }))
  expect(ofOrder).toMatchObject({ derivedKg: 1020, correctedKg: -5 })
  const { bytes } = await staff.manager.call(inputReport.workbook!, days, { language: 'en' })
  const sheet = await readWorkbook(bytes, WORKBOOK_LIMITS)
  const kgColumn = sheet.header.findIndex((title) => String(title).includes('(kg)'))
  expect(sheet.rows.at(-1)![kgColumn]).toBe(1040)
  const material = expectOk(await staff.manager.call(materialReport.endpoint, days))
  expect(material.total).toMatchObject([{ kg: 1040, feeds: 2 }])
  // 1,000 of 1,040 kg are resin.
  expect(material.rows.map(({ kg, percent, origin }) => [kg, percent, origin])).toEqual([
    [1000, 96.15, null],
    [20, 1.92, null],
    [20, 1.92, 'correction'],
  ])
  const byDay = expectOk(await staff.manager.call(materialReport.endpoint, { ...days, by: ['day', 'team'] }))
  expect(byDay.rows).toMatchObject([{ kg: 1040, percent: 100, origin: null }])
  const month = expectOk(await staff.manager.call(inputOutputMonthReport.endpoint, { month: '2026-11' }))
  expect(month).toMatchObject({ inputKg: 1040, correctedInputKg: 20, figuresInputKg: 1040 })
  expect(month.materials.reduce((sum, { kg }) => sum + (kg ?? 0), 0)).toBe(1040)
  const snapshot = await staff['prod-lead'].call(lineSnapshot, { lineId: m.line.id, businessDate: DAY, shift: 'early' })
  expect(expectOk(snapshot).fedKg).toBe(1040)
})
test('the output, the month and the handover include corrections of wound kilograms', async () => {
  await correct('woundKg', 40, m.order.id)
  expect((await loadTotal(['outputKg'])).outputKg).toBe(1000)
  const output = expectOk(await staff.manager.call(outputReport.endpoint, days))
  expect(output).toMatchObject({ derivedKg: 960, correctedKg: 40, manualKg: 0 })
  expect(output.rows.reduce((sum, { kg }) => sum + kg, 0)).toBe(1000)
  const month = expectOk(await staff.manager.call(inputOutputMonthReport.endpoint, { month: '2026-11' }))
  // 1,000 kg wound of 1,040 kg fed.
  expect(month).toMatchObject({ outputKg: 1000, correctedOutputKg: 40, figuresOutputKg: 1000, percent: 96.154 })
  const snapshot = await staff['prod-lead'].call(lineSnapshot, { lineId: m.line.id, businessDate: DAY, shift: 'early' })
  // Two rolls of 480 kg are good; 40 kg more name no grade.
  expect(expectOk(snapshot)).toMatchObject({
    jumboKg: 1000,
    goodKg: 960,
    downgradedKg: 0,
    wasteKg: 0,
    rollCorrectedKg: 40,
    orders: [{ workOrderId: m.order.id, madeKg: 1000, goodKg: 960 }],
  })
  const { total } = expectOk(await staff.manager.call(plantStatistics, { by: 'day', ...days }))
  expect(total[0]!.inputOutputPercent).toBeCloseTo((1000 / 1040) * 100, 6)
})
test('the mass balance includes corrections, and still closes', async () => {
  // Fed 1,020 + 25 − 5 kg; wound 960 + 40 kg, which were drawn from the hoppers as well.
  const ofShift = await staff['prod-lead'].call(massBalanceReport, {
    lineId: m.line.id,
    businessDate: DAY,
    shift: 'early',
  })
  const wound = { woundKg: 1000, woundGoodKg: 960, woundDowngradedKg: 0, woundWasteKg: 0, woundCorrectedKg: 40 }
  expect(expectOk(ofShift)).toMatchObject({
    ...wound,
    fedKg: 1040,
    disposedKg: 0,
    pelletizedKg: 0,
    gapKg: 0,
    hopperKg: 40,
  })
  const ofOrder = await staff['prod-lead'].call(massBalanceReport, { workOrderId: m.order.id })
  expect(expectOk(ofOrder)).toMatchObject({ ...wound, fedKg: 1015, hopperKg: 15, gapKg: 0, closes: true })
  const [team] = expectOk(await staff['prod-lead'].call(materialTeams, days))
  expect(team).toMatchObject({ ...wound, fedKg: 1040, carriedKg: 40 })
  const { bytes } = await staff['prod-lead'].call(materialTeamReport.workbook!, days, { language: 'en' })
  const { header, rows } = await readWorkbook(bytes, WORKBOOK_LIMITS)
  const readCell = (title: string) => rows[0]![header.findIndex((cell) => String(cell).startsWith(title))]
  expect(readCell('Winder output')).toBe(1000)
  expect(readCell('Good at the winder')).toBe(960)
  expect(readCell('Corrections of winder output')).toBe(40)
})
test('a correction on a board changes the good web as well, in handover and balance alike', async () => {
  expectOk(
    await staff['prod-lead'].call(setLineBoard, {
      day: DAY,
      lineId: m.line.id,
      shift: 'early',
      targets: [],
      differences: [{ item: 'outputKg', difference: -60, reason: '秤漂移' }],
    }),
  )
  // 60 of 960 kg good web less; the 40 kg without a grade stay.
  const ofShift = await staff['prod-lead'].call(massBalanceReport, {
    lineId: m.line.id,
    businessDate: DAY,
    shift: 'early',
  })
  expect(expectOk(ofShift)).toMatchObject({ woundKg: 940, woundGoodKg: 900, woundCorrectedKg: 40, gapKg: 0 })
  const snapshot = await staff['prod-lead'].call(lineSnapshot, { lineId: m.line.id, businessDate: DAY, shift: 'early' })
  expect(expectOk(snapshot)).toMatchObject({ jumboKg: 940, goodKg: 900, rollCorrectedKg: 40 })
  // Two rolls of 480 kg, 40 kg more and 60 kg less.
  const teams = expectOk(await staff['prod-lead'].call(teamOutput, { ...days, lineId: m.line.id }))
  expect(teams).toMatchObject([{ rolls: 2, kg: 940, downgradedKg: 0 }])
})
