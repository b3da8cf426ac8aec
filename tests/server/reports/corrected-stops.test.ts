/** Corrections of stop time: the stop analysis, the metrics, the repair statistics, the losses and handovers agree. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineSnapshot } from '@/areas/handover/contract/handover'
import { repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { plantLosses } from '@/areas/overview/contract/course-endpoints'
import { plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { stopAnalysis } from '@/areas/reports/contract/stop-analysis'
import { correctReportSum } from '@/areas/monthClosing/contract/correction-endpoints'
import { createUuid7 } from '@/contract/id'
import { line } from '@/plant/contract/line'
import { lineStop } from '@/plant/contract/line-stop'
import type { TestPlant } from '../harness'
import { createStaffedPlant, expectOk, plantTime, runJob, type Staff } from '../plant-staff'

const DAY = '2026-11-18'
const days = { from: DAY, to: DAY }
let plant: TestPlant
let staff: Staff
let lineId: string

beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  lineId = expectOk(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: 'K-1',
      name: 'K-1',
      kind: 'spunbond',
      inUseFrom: DAY,
    }),
  ).id
  const [reason] = await plant.query<{ id: string }>(`select id from stop_reason where code = 'webBreak'`)
  const enter = async (from: string, to: string) =>
    expectOk(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId,
        startedAt: plantTime(from, DAY),
        endedAt: plantTime(to, DAY),
        reasonId: reason!.id,
      }),
    )
  // The line counts from the begin of the day on which it is put in use: two stops, 90 minutes of 24 hours.
  await enter('08:00', '08:30')
  await enter('10:00', '11:00')
  // A machine of the line fails once.
  const machineId = createUuid7()
  await plant.query(
    `insert into equipment (site_id, id, code, name, line_id, state, created_at, updated_at) values (1, $1, 'K-P', 'K-P', $2, 'inUse', $3, $3)`,
    [machineId, lineId, plantTime('07:00', DAY)],
  )
  await plant.query(
    `insert into repair (site_id, id, number, equipment_id, line_id, state, fault_kind, severity, breakdown, reported_at, created_at, updated_at)
     values (1, $1, 'R-K', $2, $3, 'reported', 'mechanical', 'high', true, $4, now(), now())`,
    [createUuid7(), machineId, lineId, plantTime('10:00', DAY)],
  )
  await runJob(plant, 'figures-count')
}, 120_000)
afterAll(() => plant.close())

const correct = async (sum: 'standingMinutes' | 'unplannedMinutes', difference: number) =>
  expectOk(
    await staff['prod-lead'].call(correctReportSum, {
      businessDate: DAY,
      shift: 'early',
      lineId,
      sum,
      difference,
      reason: `补记 ${difference}`,
    }),
  )
const loadStatistics = async () =>
  expectOk(await staff.manager.call(plantStatistics, { by: 'line', ...days, lineId })).total[0]!
const analyse = async (more: object = {}) =>
  expectOk(await staff.manager.call(stopAnalysis, { ...days, lineId, ...more }))

test('agree with each other before a correction', async () => {
  // 22.5 of 24 hours; no stop is planned.
  expect(await loadStatistics()).toMatchObject({
    runHours: 22.5,
    availabilityPercent: 93.75,
    mtbf: 22.5,
    mtbsHours: 11.25,
  })
  expect(await analyse()).toMatchObject({ availabilityPercent: 93.75, mtbsHours: 11.25, unplannedHours: 1.5, stops: 2 })
})
test('include added stop time everywhere, and name it in the Pareto', async () => {
  await correct('standingMinutes', 90)
  // 3 of 24 hours stood: 87.5 % available, 21 hours between two stops and one failure.
  const expected = { availabilityPercent: 87.5, mtbsHours: 10.5, unplannedHours: 1.5, stops: 2 }
  expect(await loadStatistics()).toMatchObject({ ...expected, runHours: 21, mtbf: 21 })
  const analysis = await analyse()
  // The added time has no class, but counts as stopped, as the correction does in the losses of the dashboards.
  const expectedAnalysis = { ...expected, plannedHours: 0, unknownHours: 0, correctedHours: 1.5 }
  expect(analysis).toMatchObject(expectedAnalysis)
  expect(analysis.lines).toMatchObject([{ lineId, ...expectedAnalysis }])
  expect(analysis.trend).toMatchObject([expectedAnalysis])
  expect(analysis.shifts.map(({ correctedHours }) => correctedHours)).toEqual([1.5, 0, 0])
  expect(analysis.pareto.map(({ label, class: stopClass, count, hours }) => [label, stopClass, count, hours])).toEqual([
    ['断网', 'unplanned', 2, 1.5],
    ['停机时间更正', 'corrected', 0, 1.5],
  ])
  // The early shift has 8 hours, of which 3 stood; the others ran.
  expect(analysis.shifts.map(({ shift, availabilityPercent }) => [shift, availabilityPercent])).toEqual([
    ['early', 62.5],
    ['middle', 100],
    ['night', 100],
  ])
  const [team] = analysis.teams.filter(({ availabilityPercent }) => availabilityPercent === 62.5)
  expect(await analyse({ team: team!.team! })).toMatchObject({ availabilityPercent: 62.5 })
  const { rows } = expectOk(await staff['maint-lead'].call(repairStatistics, { by: 'line', ...days }))
  expect(rows.find(({ key }) => key === lineId)).toMatchObject({ operatingHours: 21, breakdowns: 1, mtbf: 21 })
  const machines = expectOk(await staff['maint-lead'].call(repairStatistics, { by: 'equipment', ...days })).rows
  expect(machines.find(({ label }) => label.includes('K-P'))).toMatchObject({ operatingHours: 21, mtbf: 21 })
  const months = expectOk(await staff['maint-lead'].call(repairStatistics, { by: 'month', ...days, lineId })).rows
  expect(months).toMatchObject([{ operatingHours: 21, mtbf: 21 }])
  const { losses, busyHours } = expectOk(await staff.manager.call(plantLosses, { period: 'day', day: DAY, lineId }))
  expect(busyHours).toBe(24)
  expect(losses.map(({ kind, hours }) => [kind, hours])).toEqual([
    ['unplannedStop', 1.5],
    ['correctedStop', 1.5],
  ])
  const snapshot = await staff['prod-lead'].call(lineSnapshot, { lineId, businessDate: DAY, shift: 'early' })
  expect(expectOk(snapshot).stopMinutes).toBe(180)
})
test('include stop time that is taken away', async () => {
  await correct('standingMinutes', -120)
  // 60 minutes remain: 95.833 % of 24 hours.
  expect((await loadStatistics()).availabilityPercent).toBeCloseTo(95.833_333, 5)
  const analysis = await analyse()
  expect(analysis).toMatchObject({ availabilityPercent: 95.833, mtbsHours: 11.5, correctedHours: -0.5 })
  expect(analysis.pareto.map(({ class: stopClass, hours }) => [stopClass, hours])).toEqual([
    ['unplanned', 1.5],
    ['corrected', -0.5],
  ])
  const { losses } = expectOk(await staff.manager.call(plantLosses, { period: 'day', day: DAY, lineId }))
  expect(losses.map(({ kind, hours }) => [kind, hours])).toEqual([['unplannedStop', 1]])
})
test('of one class belong to it, and to the time that the line stood', async () => {
  await correct('unplannedMinutes', 30)
  // 1.5 hours of web breaks and half an hour more; an earlier correction took half an hour without a class away.
  expect(await analyse()).toMatchObject({ availabilityPercent: 93.75, unplannedHours: 2, correctedHours: -0.5 })
  expect(await loadStatistics()).toMatchObject({
    runHours: 22.5,
    availabilityPercent: 93.75,
    oeeAvailabilityPercent: 93.75,
    unplannedHours: 2,
    mtbf: 22.5,
  })
  const { rows } = expectOk(await staff['maint-lead'].call(repairStatistics, { by: 'line', ...days }))
  expect(rows.find(({ key }) => key === lineId)).toMatchObject({ operatingHours: 22.5, mtbf: 22.5 })
  const snapshot = await staff['prod-lead'].call(lineSnapshot, { lineId, businessDate: DAY, shift: 'early' })
  expect(expectOk(snapshot).stopMinutes).toBe(90)
  const { losses } = expectOk(await staff.manager.call(plantLosses, { period: 'day', day: DAY, lineId }))
  expect(losses.reduce((sum, { hours }) => sum + hours, 0)).toBeCloseTo(1.5, 3)
  // Reverting it restores the availability everywhere.
  await correct('unplannedMinutes', -30)
  expect((await loadStatistics()).availabilityPercent).toBeCloseTo(95.833_333, 5)
})
test('of one class cannot take more stop time away than the line stood', async () => {
  const answer = await staff['prod-lead'].call(
    correctReportSum,
    { businessDate: DAY, shift: 'early', lineId, sum: 'unplannedMinutes', difference: -90, reason: '误' },
    { language: 'en' },
  )
  expect([answer.errno, answer.errmsg]).toEqual(['6000', 'Stopped would be -30: it cannot fall below zero'])
})
test('cannot make a line stand longer than its shift', async () => {
  const answer = await staff['prod-lead'].call(
    correctReportSum,
    { businessDate: DAY, shift: 'early', lineId, sum: 'standingMinutes', difference: 421, reason: '误' },
    { language: 'en' },
  )
  expect(answer.errno).toBe('6000')
  expect(answer.errmsg).toMatch(/would be 481 min, more than the 480 min of/)
})
