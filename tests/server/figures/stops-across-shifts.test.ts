/** The report of stops counts the minutes within its days, shift and team, as the metrics and the stop analysis do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctReportSum } from '@/areas/monthClosing/contract/correction-endpoints'
import { stopAnalysis } from '@/areas/reports/contract/stop-analysis'
import { customReport, stopReport } from '@/areas/sheets/contract/metric-reports'
import type { SumName } from '@/areas/figures/rules/shift-sums'
import { lineStop } from '@/plant/contract/line-stop'
import { readSheet } from '@/server/excel/read-sheet'
import { expectOk, plantTime, runJob } from '../plant-staff'
import { createMill, type Mill } from '../rolls/hopper-plant'
import { createSlitter, createSlitterPlant, type SlitterPlant } from '../slitting/slitter-plant'

let h: SlitterPlant
let m: Mill
let slitterId: string
beforeAll(async () => {
  h = await createSlitterPlant()
  m = await createMill(h.plant, h.staff)
  await h.plant.query(`update line set in_use_from = '2026-11-20'`)
  slitterId = (await createSlitter(h.staff)).id
  await h.plant.query(`update line set in_use_from = '2026-11-20'`)
  h.plant.clock.set('2026-12-02T02:00:00.000Z')
  const reasons = await h.plant.query<{ id: string; code: string }>('select id, code from stop_reason')
  const addStop = async (lineId: string, code: string | null, startedAt: string, endedAt: string | null) =>
    expectOk(
      await (
        await h.plant.as('prod-lead')
      ).call(lineStop.endpoints.create, {
        lineId,
        startedAt,
        endedAt,
        reasonId: reasons.find((reason) => reason.code === code)?.id ?? null,
      } as never),
    ).id
  const webLineId = m.line.id
  await addStop(webLineId, 'webBreak', plantTime('09:10'), plantTime('09:28'))
  // From the afternoon of the last day of November over the night into the morning of 1 December: 20 h.
  await addStop(webLineId, 'webBreak', plantTime('15:00', '2026-11-30'), plantTime('11:00', '2026-12-01'))
  await addStop(webLineId, null, plantTime('15:30', '2026-11-26'), plantTime('16:30', '2026-11-26'))
  await addStop(webLineId, null, plantTime('07:00', '2026-12-02'), null)
  await addStop(slitterId, 'webBreak', plantTime('10:00'), plantTime('10:30'))
  for (const name of Object.keys(h.staff) as (keyof SlitterPlant['staff'])[]) h.staff[name] = await h.plant.as(name)
  expectOk(
    await h.staff['prod-lead'].call(correctReportSum, {
      businessDate: '2026-11-26',
      shift: 'early',
      lineId: webLineId,
      sum: 'unplannedMinutes',
      difference: 24,
      reason: '停机补记',
    }),
  )
  do await runJob(h.plant, 'figures-count')
  while ((await h.plant.query('select from figure_mark limit 1')).length > 0)
}, 120_000)
afterAll(() => h.plant.close())

const NOVEMBER = { from: '2026-11-20', to: '2026-11-30' }
const DECEMBER = { from: '2026-12-01', to: '2026-12-02' }
const load = async (scope: object) => expectOk(await h.staff.admin.call(stopReport.endpoint, scope))
type Row = Awaited<ReturnType<typeof load>>['rows'][number]
const sumMinutes = (rows: readonly Row[]) => rows.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)
const loadMetrics = async (scope: object) => {
  const columns = ['standingMinutes', 'stops']
  const { total } = expectOk(await h.staff.admin.call(customReport.endpoint, { ...scope, columns }))
  return { minutes: total[0]?.standingMinutes ?? 0, stops: total[0]?.stops ?? 0 }
}
const analyse = async (scope: object) => {
  const answer = expectOk(await h.staff.admin.call(stopAnalysis, scope))
  const { plannedHours, unplannedHours, unknownHours, correctedHours, stops } = answer
  return { hours: plannedHours + unplannedHours + unknownHours + correctedHours, stops }
}

test('a stop across the end of the period counts within it, with its true times and whole length beside', async () => {
  const november = await load(NOVEMBER)
  // 18 + 60 min, 24 min corrected, and the long stop until 08:00 of 1 December: 17 h.
  expect(november.total[0]).toMatchObject({ minutes: 18 + 60 + 24 + 17 * 60, count: 3 })
  const ended = november.rows.filter(({ startedAt }) => startedAt === plantTime('15:00', '2026-11-30'))
  expect(ended.map(({ shift, minutes, count }) => [shift, minutes, count])).toEqual([
    ['early', 60, 1],
    ['middle', 480, 0],
    ['night', 480, 0],
  ])
  for (const row of ended)
    expect(row).toMatchObject({
      businessDate: '2026-11-30',
      endedAt: plantTime('11:00', '2026-12-01'),
      wholeMinutes: 1200,
      class: 'unplanned',
    })
  const december = await load(DECEMBER)
  // 3 h of the long stop, and the standing line from 07:00 to 10:00.
  expect(december.total[0]).toMatchObject({ minutes: 6 * 60, count: 1 })
  expect(december.rows.map(({ minutes, wholeMinutes, count }) => [minutes, wholeMinutes, count])).toEqual([
    [180, 1200, 0],
    [60, null, 1],
    [120, null, 0],
  ])
})
const DAYS = ['2026-11-20', '2026-11-26', '2026-11-30', '2026-12-01', '2026-12-02'].map((day) => ({
  from: day,
  to: day,
}))
describe.each([NOVEMBER, DECEMBER, { ...NOVEMBER, to: DECEMBER.to }, ...DAYS])('from $from to $to', (days) => {
  test.each([
    {},
    ...['A', 'B', 'C', 'D'].map((team) => ({ team })),
    ...['early', 'middle', 'night'].map((shift) => ({ shift })),
  ])('the report of stops agrees with the metrics and the stop analysis for %j', async (filter) => {
    const scope = { ...days, ...filter }
    const { rows, total } = await load(scope)
    const metrics = await loadMetrics(scope)
    const analysis = await analyse(scope)
    const { minutes, hours, count } = total[0] ?? { minutes: 0, hours: 0, count: 0 }
    expect(minutes).toBeCloseTo(metrics.minutes, 3)
    expect(hours).toBeCloseTo(analysis.hours, 3)
    expect([count, count]).toEqual([metrics.stops, analysis.stops])
    expect(sumMinutes(rows)).toBeCloseTo(minutes!, 3)
    expect(rows.reduce((sum, row) => sum + (row.count ?? 0), 0)).toBe(count)
    for (const row of rows) expect(row).toMatchObject(filter)
  })
})
test('stops of a slitter are listed if the slitter is chosen, as in the stop analysis', async () => {
  expect((await load(NOVEMBER)).rows.some(({ lineId }) => lineId === slitterId)).toBe(false)
  const { total } = await load({ ...NOVEMBER, lineId: slitterId })
  expect(total[0]).toMatchObject({ minutes: 30, count: 1 })
  expect((await analyse({ ...NOVEMBER, lineId: slitterId })).hours).toBeCloseTo(0.5, 3)
})
test('the workbook has the same minutes and total, and the whole length', async () => {
  const file = await h.staff.admin.call(stopReport.endpoint, { ...NOVEMBER, format: 'xlsx' }, { language: 'en' })
  const { rows } = await readSheet((file as unknown as { bytes: Uint8Array }).bytes)
  const numbers = rows.map((row) => row.filter((cell) => typeof cell === 'number'))
  // The long stop in three shifts, the others in one, the correction, and the total.
  expect(numbers.slice(-6)).toEqual([[30, 60], [60, 1200], [480, 1200], [480, 1200], [24], [18 + 60 + 24 + 17 * 60]])
})

describe('corrections of stop time', () => {
  const DAY = '2026-11-26'
  const correct = async (sum: SumName, difference: number) => {
    expectOk(
      await h.staff['prod-lead'].call(correctReportSum, {
        businessDate: DAY,
        shift: 'early',
        lineId: m.line.id,
        sum,
        difference,
        reason: `${sum} ${difference}`,
      }),
    )
    do await runJob(h.plant, 'figures-count')
    while ((await h.plant.query('select from figure_mark limit 1')).length > 0)
  }
  const scope = { from: DAY, to: DAY, by: ['day', 'shift', 'line'] }
  const loadHours = async () => {
    const columns = ['runHours', 'plannedHours', 'unplannedHours', 'unknownHours', 'correctedStopHours']
    const input = { ...scope, lineId: m.line.id, columns }
    const { rows } = expectOk(await h.staff.admin.call(customReport.endpoint, input as never))
    const row = rows.find(({ shift }) => shift === 'early') as unknown as Record<string, number>
    return columns.map((name) => row[name])
  }
  // Eight hours with half an hour of an unexplained stop, and 24 unplanned minutes corrected above.
  test.each([
    ['plannedMinutes', 12, [6.9, 0.2, 0.4, 0.5, 0]],
    ['unplannedMinutes', 6, [6.8, 0.2, 0.5, 0.5, 0]],
    ['unknownMinutes', -6, [6.9, 0.2, 0.5, 0.4, 0]],
    ['standingMinutes', 24, [6.5, 0.2, 0.5, 0.4, 0.4]],
    ['standingMinutes', -30, [7, 0.2, 0.5, 0.4, -0.1]],
  ] as const)('%s by %d: the run and stop columns of the shift add up to its length', async (sum, minutes, hours) => {
    await correct(sum, minutes)
    const values = await loadHours()
    for (const [i, value] of hours.entries()) expect(values[i], String(i)).toBeCloseTo(value, 3)
    expect(values.reduce<number>((total, value) => total + (value ?? 0), 0)).toBeCloseTo(8, 3)
    const analysis = expectOk(await h.staff.admin.call(stopAnalysis, { from: DAY, to: DAY, lineId: m.line.id }))
    expect(analysis.correctedHours).toBeCloseTo(hours[4], 3)
  })
  test('the report of stops lists them with their class, and its total agrees with the metrics', async () => {
    const { rows, total } = await load({ from: DAY, to: DAY })
    const corrections = rows.filter(({ startedAt }) => startedAt === null)
    const lines = corrections.map(({ class: stopClass, minutes, count, note }) => [note, stopClass, minutes, count])
    expect(lines.sort()).toEqual([
      ['plannedMinutes 12', 'planned', 12, 0],
      ['standingMinutes -30', null, -30, 0],
      ['standingMinutes 24', null, 24, 0],
      ['unknownMinutes -6', null, -6, 0],
      ['unplannedMinutes 6', 'unplanned', 6, 0],
      ['停机补记', 'unplanned', 24, 0],
    ])
    expect(sumMinutes(rows)).toBeCloseTo(total[0]!.minutes!, 3)
    expect(total[0]!.minutes).toBeCloseTo((await loadMetrics({ from: DAY, to: DAY })).minutes, 3)
  })
})
