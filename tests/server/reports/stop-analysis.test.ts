import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { line } from '@/plant/contract/line'
import { lineStop } from '@/plant/contract/line-stop'
import { stopAnalysis } from '@/areas/reports/contract/stop-analysis'
import { readSheet } from '@/server/excel/read-sheet'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
let lineId: string
let other: string
let slitter: string
let pump: string
/** Creates a line with a one-minute stop before the analysed days. */
const insertFirstStop = (id: string) =>
  plant.query(
    `insert into line_stop (site_id, id, line_id, started_at, ended_at, business_date, shift, state)
     values (1, $1, $2, '2026-01-02T00:00:00Z', '2026-01-02T00:01:00Z', '2026-01-02', 'early', 'explained')`,
    [createUuid7(), id],
  )
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const newLine = async (code: string, kind: 'spunbond' | 'slitting' | 'utility' = 'spunbond') =>
    expectOk(await staff['maint-lead'].call(line.endpoints.create, { code, name: code, kind, inUseFrom: '2026-01-01' }))
      .id
  ;[lineId, other] = [await newLine('A-1'), await newLine('A-2')]
  ;[slitter, pump] = [await newLine('A-3', 'slitting'), await newLine('A-4', 'utility')]
  for (const id of [lineId, other, slitter, pump]) await insertFirstStop(id)
  const reasons = new Map(
    (await plant.query<{ code: string; id: string }>('select code, id from stop_reason')).map((r) => [r.code, r.id]),
  )
  const enter = async (from: string, to: string, reason: string | null, of = lineId) =>
    expectOk(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId: of,
        startedAt: from,
        endedAt: to,
        ...(reason ? { reasonId: reasons.get(reason)! } : {}),
      }),
    )
  // The middle shift of the 18th ends at 24:00, the night shift of the same business date begins there.
  await enter(plantTime('23:00', '2026-11-18'), plantTime('02:00', '2026-11-19'), 'webBreak')
  await enter(plantTime('10:00', '2026-11-18'), plantTime('11:00', '2026-11-18'), 'orderChange')
  await enter(plantTime('12:00', '2026-11-18'), plantTime('12:30', '2026-11-18'), null)
  await enter(plantTime('09:00', '2026-11-19'), plantTime('09:30', '2026-11-19'), 'webBreak', other)
  // A short stop of a slitter and of a pump, which would weigh as much as a line.
  await enter(plantTime('09:00', '2026-11-17'), plantTime('09:06', '2026-11-17'), 'webBreak', slitter)
  await enter(plantTime('09:00', '2026-11-17'), plantTime('09:06', '2026-11-17'), 'webBreak', pump)
  await enter(plantTime('12:00', '2026-11-17'), plantTime('14:24', '2026-11-17'), 'webBreak')
}, 120_000)
afterAll(() => plant.close())
const analyse = async (more: object = {}) =>
  expectOk(await staff.manager.call(stopAnalysis, { from: '2026-11-18', to: '2026-11-18', ...more }))

describe('the stop analysis', () => {
  test('covers the business day, also after midnight, and splits by shift', async () => {
    const a = await analyse({ lineId })
    expect(a).toMatchObject({
      stops: 3,
      unplanned: 1,
      periodHours: 24,
      plannedHours: 1,
      unplannedHours: 3,
      unknownHours: 0.5,
      mdtHours: 3,
      mtbsHours: 19.5,
    })
    expect(a.availabilityPercent).toBeCloseTo((19.5 / 23) * 100, 2)
    expect(a.shifts.map((s) => [s.shift, s.stops, s.unplannedHours, s.periodHours])).toEqual([
      ['early', 2, 0, 8],
      ['middle', 1, 1, 8],
      // The stop began in the middle shift and counts there only.
      ['night', 0, 2, 8],
    ])
    expect(a.teams.reduce((sum, t) => sum + t.unplannedHours, 0)).toBe(3)
  })
  test('sorts the reasons with the running total and a row for unknown ones', async () => {
    expect(
      (await analyse({ lineId })).pareto.map((r) => [r.label, r.class, r.hours, Math.round(r.cumulative)]),
    ).toEqual([
      ['断网', 'unplanned', 3, 67],
      ['换单', 'planned', 1, 89],
      ['原因未说明', 'unknown', 0.5, 100],
    ])
    const english = expectOk(
      await staff.manager.call(stopAnalysis, { from: '2026-11-18', to: '2026-11-18' }, { language: 'en' }),
    )
    expect(english.pareto[0]!.label).toBe('Web break')
  })
  test('adds up lines, lists each, and filters by team', async () => {
    const all = await analyse({ to: '2026-11-19' })
    expect(all).toMatchObject({ stops: 4, periodHours: 96, unplanned: 2, mdtHours: 1.75 })
    expect(all.lines.map((l) => [l.label, l.stops])).toEqual([
      ['A-1 A-1', 3],
      ['A-2 A-2', 1],
    ])
    expect(all.trend).toMatchObject([
      { from: '2026-11-18', to: '2026-11-18', stops: 3 },
      { from: '2026-11-19', to: '2026-11-19', stops: 1 },
    ])
    const night = (await analyse({ lineId })).teams
    const teamAnalysis = await analyse({ lineId, team: night[0]!.team! })
    expect(teamAnalysis.periodHours).toBe(8)
    expect((await analyse({ lineId, shift: 'night' })).unplannedHours).toBe(2)
  })
  test('covers web lines; slitters on request, and other lines by name', async () => {
    const day = { from: '2026-11-17', to: '2026-11-17' }
    const labels = (a: Awaited<ReturnType<typeof analyse>>) => a.lines.map((l) => l.label.split(' ')[0])
    // Stopped for 2.4 of 48 h: 95 %.
    const made = await analyse(day)
    expect(made).toMatchObject({ availabilityPercent: 95, periodHours: 48, stops: 1 })
    expect(labels(made)).toEqual(['A-1', 'A-2'])
    expect(made.pareto.map((row) => row.count)).toEqual([1])
    const all = await analyse({ ...day, slitters: true })
    expect(labels(all)).toEqual(['A-1', 'A-2', 'A-3'])
    expect(all).toMatchObject({ periodHours: 72, stops: 2 })
    expect(labels(await analyse({ ...day, lineId: pump }))).toEqual(['A-4'])
  })
  test('covers a line from its first day in use', async () => {
    const day = { from: '2026-11-16', to: '2026-11-17' }
    const analysisBefore = await analyse(day)
    const newLineRow = expectOk(
      await staff['maint-lead'].call(line.endpoints.create, { code: 'A-5', name: 'A-5', kind: 'meltblown' }),
    )
    const { lines, ...totalsAfter } = await analyse(day)
    const { lines: _known, ...totalsBefore } = analysisBefore
    expect(totalsAfter).toEqual(totalsBefore)
    // Created today, so no data exists before.
    expect(lines.find((l) => l.lineId === newLineRow.id)).toMatchObject({ periodHours: 0, availabilityPercent: null })
    expectOk(
      await staff['maint-lead'].call(line.endpoints.update, {
        id: newLineRow.id,
        version: newLineRow.version,
        inUseFrom: '2026-11-17',
      }),
    )
    // In use but never run: no availability, certainly not 100 %.
    expect(await analyse({ ...day, lineId: newLineRow.id })).toMatchObject({
      periodHours: 0,
      availabilityPercent: null,
    })
    await insertFirstStop(newLineRow.id)
    // In use from 00:00 on the 17th, i.e. in the night shift of the previous business date and the whole next day.
    expect((await analyse({ ...day, lineId: newLineRow.id })).periodHours).toBe(32)
    expectOk(
      await staff['maint-lead'].call(line.endpoints.update, {
        id: newLineRow.id,
        version: newLineRow.version + 1,
        active: false,
      }),
    )
  })
  test('has no available time before the plant’s start', async () => {
    expect(await analyse({ from: '2025-06-01', to: '2025-06-30' })).toMatchObject({
      availabilityPercent: null,
      periodHours: 0,
      stops: 0,
    })
  })
  test('covers the past part of a current day', async () => {
    expect(await analyse({ from: '2026-11-20', to: '2026-11-20', lineId })).toMatchObject({
      periodHours: 2,
      stops: 0,
      mtbsHours: null,
      availabilityPercent: 100,
    })
    expect(await analyse({ from: '2026-12-20', to: '2026-12-20', lineId })).toMatchObject({
      periodHours: 0,
      availabilityPercent: null,
      pareto: [],
    })
  })
  test.each([
    ['days in the wrong order', { from: '2026-11-19' }, '4013'],
    ['401 days', { from: '2025-10-14' }, '4013'],
    ['a day that is none', { from: '2026-02-30' }, '4013'],
  ])('of %s is refused', async (_what, more, expected) => {
    expect((await staff.manager.call(stopAnalysis, { to: '2026-11-18', ...more })).errno).toBe(expected)
  })
  test('of 400 days is answered', async () => {
    expectOk(await staff.manager.call(stopAnalysis, { from: '2025-10-15', to: '2026-11-18' }))
  })
  test('needs the permission', async () => {
    expect((await staff.viewer.call(stopAnalysis, {})).errno).toBe('401')
    expect((await plant.stranger.call(stopAnalysis, {})).status).toBe(401)
  })
  test('exports to Excel with reason, length and team', async () => {
    const file = await staff['prod-lead'].call(lineStop.endpoints.export, { lineId })
    const sheet = await readSheet(file.bytes)
    expect(JSON.stringify(sheet)).toContain('断网')
    expect(JSON.stringify(sheet)).toContain('停机时长')
    expect((await staff.viewer.call(lineStop.endpoints.export, {})).errno).toBe('401')
  })
})
