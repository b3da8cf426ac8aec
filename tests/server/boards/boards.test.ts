import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as board from '@/areas/boards/contract/board-endpoints'
import { setBoardSetting } from '@/areas/boards/contract/board-setting'
import {
  lineTargets,
  setLineTargets,
  setTeamTargets,
  targetChange,
  teamTargets,
} from '@/areas/boards/contract/target-endpoints'
import { metricEndpoints } from '@/areas/overview/contract/metric-endpoints'
import { productionPrediction } from '@/areas/boards/contract/prediction'
import { loadTotalMetrics } from '@/areas/figures/server/queries/metrics'
import { createUuid7 } from '@/contract/id'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import { createLine, doffJumboRoll, startRunningOrder } from '../rolls/winder-plant'

const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'
let plant: TestPlant
let staff: Staff
let lineId: string
const lead = () => staff['prod-lead']
const count = (from: string, to = from) =>
  runAsSystem(plant.app, 'test', (ctx) => recalculateMetrics(ctx, { from, to }))
const findCell = (of: { cells: readonly { of: string; item: string }[] }, who: string, item: string) =>
  of.cells.find((one) => one.of === who && one.item === item)
const queryRow = async <R>(text: string): Promise<R> => (await plant.query<R>(text))[0]!

const expectEditRefused = async (input: Record<string, unknown>, language: 'zh' | 'en' = 'en') => {
  const before = await queryRow<{ n: string }>(`select count(*) as n from figure_correction`)
  const answer = await lead().call(board.setLineBoard, { day: TODAY, lineId, ...input } as never, { language })
  expect(answer.errno).not.toBe('200')
  expect(await queryRow(`select count(*) as n from figure_correction`)).toEqual(before)
  return answer.errmsg
}
const difference = (item: string, by: unknown, reason = 'counted by hand') => ({
  differences: [{ item, difference: by, reason }],
})

const insertJumboRoll = (roll: {
  day: string
  kg: number
  state: string
  downgradedM: number
  team: string
  shift: 'early' | 'middle'
}) =>
  plant.query(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
     select 1, $2::uuid, ($2::uuid)::text, $3, o.id, o.product_id, $1::uuid, 10000, $4::numeric, $5, $6::jsonb, $7::date, $8, $9, $10::timestamptz, $10::timestamptz, now(), now(), '[]', '[]', '[]' from work_order o where o.line_id = $1 limit 1`,
    [
      lineId,
      createUuid7(),
      roll.state,
      roll.kg,
      roll.downgradedM ? 'downgraded' : 'good',
      JSON.stringify(
        roll.downgradedM ? [{ fromM: 0, toM: roll.downgradedM, grade: 'downgraded', defect: 'hole' }] : [],
      ),
      roll.day,
      roll.shift,
      roll.team,
      plantTime(roll.shift === 'early' ? '09:00' : '17:00', roll.day),
    ],
  )

beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const run = await startRunningOrder(plant, staff)
  lineId = run.line.id
  await plant.query(`update line set in_use_from = '2026-11-01' where id = $1`, [lineId])
  // Two rolls of 480 kg in the early shift of team B (2026-11-20); grammage and length give the same weight.
  await doffJumboRoll(staff, run, { occurredAt: plantTime('08:40') })
  await doffJumboRoll(staff, run, { occurredAt: plantTime('09:40') })
  await count(YESTERDAY, TODAY)
}, 120_000)
afterAll(() => plant.close())

describe('the board of lines', () => {
  test('shows the wound weight against the shift’s target, and which cells may be edited', async () => {
    // November 2026 has 30 days of three shifts: 900 kg a shift is 81,000 kg a month and 2,700 kg a day.
    expectOk(
      await lead().call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'month', day: '2026-11-01', shift: null, value: 81_000 }],
      }),
    )
    const dayBoard = expectOk(await lead().call(board.lineBoard, {}))
    expect(dayBoard).toMatchObject({
      from: TODAY,
      to: TODAY,
      today: TODAY,
      editable: true,
      powerOnLocked: true,
      editDays: 7,
    })
    expect(findCell(dayBoard, lineId, 'outputKg')).toMatchObject({
      value: 960,
      counted: null,
      target: 2700,
      reachedPercent: 35.6,
      // 2 h of the 24 h are over.
      due: 225,
      verdict: 'met',
    })
    const earlyBoard = expectOk(await lead().call(board.lineBoard, { day: TODAY, shift: 'early' }))
    expect(findCell(earlyBoard, lineId, 'outputKg')).toMatchObject({
      value: 960,
      target: 900,
      reachedPercent: 106.7,
      // 2 h of the 8 h are over.
      due: 225,
      verdict: 'met',
    })
    const freshBoard = expectOk(await staff.viewer.call(board.currentLineCells, { lineId }))
    expect(findCell(freshBoard, lineId, 'outputKg')).toMatchObject({ value: 960 })
  })
  test('a refresh writes nothing', async () => {
    const loadCounts = () =>
      queryRow<{ audit: string; figures: string; day: string }>(
        `select (select count(*) from operation_log) as audit, (select coalesce(max(xmin::text), '') from shift_figure) as figures, (select coalesce(max(counted_at)::text, '') from figure_day) as day`,
      )
    const before = await loadCounts()
    expectOk(await lead().call(board.currentLineCells, {}))
    expect(await loadCounts()).toEqual(before)
  })
  test('books a correction beside the computed metric, and every sum includes it', async () => {
    const boardAfter = expectOk(
      await lead().call(board.setLineBoard, {
        day: TODAY,
        lineId,
        differences: [{ item: 'outputKg', difference: -60, reason: '称重误差' }],
      }),
    )
    expect(findCell(boardAfter, lineId, 'outputKg')).toMatchObject({ value: 900, counted: 960 })
    const month = expectOk(await lead().call(board.lineMonthBoard, { month: TODAY }))
    expect(findCell(month, lineId, 'outputKg')).toMatchObject({ value: 900, counted: 960, target: 81_000 })
    expect(month.days.find((one) => one.day === TODAY && one.item === 'outputKg')).toMatchObject({
      value: 900,
      target: 2700,
    })
    expect(month.days.filter((one) => one.item === 'outputKg' && one.of === lineId)).toHaveLength(30)
    const correctionRows = await plant.query(`select sum, delta, before, reason, cause from figure_correction`)
    const correction = { delta: -60, before: 960, reason: '称重误差', cause: 'person' }
    // All of the web was first grade, so that good and first-grade web fall with the output.
    expect(correctionRows).toHaveLength(3)
    for (const sum of ['woundKg', 'woundGoodKg', 'woundFirstKg'])
      expect(correctionRows).toContainEqual(expect.objectContaining({ sum, ...correction }))
    // A form sent twice, e.g. after a lost answer, is booked once. The same amount for another reason is a second correction.
    const repeatCorrection = (reason: string, value = -60) =>
      lead().call(board.setLineBoard, {
        day: TODAY,
        lineId,
        differences: [{ item: 'outputKg', difference: value, reason }],
      })
    expect(findCell(expectOk(await repeatCorrection('称重误差')), lineId, 'outputKg')).toMatchObject({
      value: 900,
      counted: 960,
    })
    expect(findCell(expectOk(await repeatCorrection('再次复核')), lineId, 'outputKg')).toMatchObject({
      value: 840,
      counted: 960,
    })
    expect(findCell(expectOk(await repeatCorrection('复核撤回', 60)), lineId, 'outputKg')).toMatchObject({
      value: 900,
      counted: 960,
    })
    // A recount from the source rows keeps the correction.
    await count(TODAY)
    expect(findCell(expectOk(await lead().call(board.lineBoard, {})), lineId, 'outputKg')).toMatchObject({ value: 900 })
    const team = (
      await queryRow<{ team: string }>(`select team from shift_figure where shift = 'early' and wound_kg > 0`)
    ).team
    const teams = expectOk(await lead().call(board.teamBoard, {}))
    expect(findCell(teams, team, 'outputKg')).toMatchObject({ value: 900 })
  })
  test('books the same difference of two teams for each, and of two simultaneous requests one', async () => {
    const day = '2026-11-17'
    await insertJumboRoll({ day, kg: 500, state: 'uncut', downgradedM: 0, team: 'A', shift: 'early' })
    await insertJumboRoll({ day, kg: 400, state: 'uncut', downgradedM: 0, team: 'B', shift: 'middle' })
    await count(day)
    const change = (team: string) =>
      lead().call(board.setTeamBoard, { day, team, ...difference('outputKg', 50, '漏称') } as never)
    await Promise.all([change('A'), change('A')])
    expectOk(await change('B'))
    const teams = expectOk(await lead().call(board.teamBoard, { day }))
    expect(findCell(teams, 'A', 'outputKg')).toMatchObject({ value: 550, counted: 500 })
    expect(findCell(teams, 'B', 'outputKg')).toMatchObject({ value: 450, counted: 400 })
  })
  test('divides a difference of output and refuses output below its downgraded and wasted web', async () => {
    const day = '2026-11-18'
    const insertJumbo = (kg: number, state: string, downgradedM: number) =>
      insertJumboRoll({ day, kg, state, downgradedM, team: 'A', shift: 'early' })
    // 950 kg: 500 kg without downgrade, 300 of 400 kg good, 50 kg scrapped. Good are 800 kg, first grade 500 kg.
    await insertJumbo(500, 'uncut', 0)
    await insertJumbo(400, 'uncut', 2500)
    await insertJumbo(50, 'scrapped', 0)
    await count(day)
    const loadSums = () =>
      runAsSystem(plant.app, 'test', (ctx) => loadTotalMetrics(ctx, { from: day, to: day, lineIds: [lineId] }))
    const change = (item: string, by: number) =>
      lead().call(board.setLineBoard, { day, lineId, ...difference(item, by, `${item} ${by}`) } as never)
    expect((await loadSums()).sums).toMatchObject({ woundKg: 950, woundGoodKg: 800, woundFirstKg: 500 })
    expectOk(await change('outputKg', -80))
    // First grade are 500 of 800 kg, so 50 of the 80 kg.
    const lowered = await loadSums()
    expect(lowered.sums).toMatchObject({ woundKg: 870, woundGoodKg: 720, woundFirstKg: 450, woundDowngradedKg: 100 })
    expect(lowered.values.qualityPercent).toBeCloseTo((720 / 870) * 100, 9)
    // 100 kg downgraded and 50 kg wasted are counted: output can fall by 720 kg.
    expect(await expectEditRefused({ day, ...difference('outputKg', -720.5) })).toBe(
      'Winder output would be 149.5 kg. It cannot be less than 150 kg, because Downgraded at the winder + Waste at the winder counted in it are that much. If they are wrong, correct them first',
    )
    expect(await expectEditRefused({ day, ...difference('outputKg', -720.5) }, 'zh')).toMatch(/不能少于 150 kg/)
    expectOk(await change('winderDowngradedKg', 20))
    expect((await loadSums()).sums).toMatchObject({ woundKg: 870, woundGoodKg: 700, woundDowngradedKg: 120 })
    expectOk(await change('winderDowngradedKg', -20))
    // The opposite difference restores all sums.
    expectOk(await change('outputKg', 80))
    expect((await loadSums()).sums).toMatchObject({ woundKg: 950, woundGoodKg: 800, woundFirstKg: 500 })
  })
  test('refuses invalid corrections, each with a message, and changes nothing', async () => {
    expect(await expectEditRefused(difference('outputKg', -901))).toContain('it would fall below 0')
    expect(await expectEditRefused(difference('outputKg', -901), 'zh')).toContain('小于 0')
    expect(await expectEditRefused(difference('outputKg', 0))).toBe('The difference must be a number other than 0')
    expect(await expectEditRefused(difference('outputKg', 'a lot'))).toContain('difference')
    expect(await expectEditRefused(difference('outputKg', 5, '  '))).not.toBe('')
    expect(await expectEditRefused(difference('runHours', 1))).toBe(
      'The power-on time of the current date cannot be edited',
    )
    expect(await expectEditRefused({ day: '2026-11-12', ...difference('outputKg', 5) })).toBe(
      'Only the last 7 days may be edited',
    )
    // The clock of the caller is ahead.
    expect(await expectEditRefused({ day: '2026-11-21', ...difference('outputKg', 5) })).toContain('has not begun yet')
    // A request with one invalid part writes nothing.
    expect(
      await expectEditRefused({
        differences: [
          { item: 'outputKg', difference: 5, reason: 'a' },
          { item: 'outputKg', difference: -5000, reason: 'b' },
        ],
      }),
    ).toContain('below 0')
  })
  test('corrects the run hours of a past day by a difference', async () => {
    // The order began on an earlier day, so the line ran all day.
    await plant.query(`update work_order set started_at = '2026-11-18T00:00:00Z' where line_id = $1`, [lineId])
    await count(YESTERDAY)
    const boardBefore = expectOk(await lead().call(board.lineBoard, { day: YESTERDAY }))
    expect(findCell(boardBefore, lineId, 'runHours')).toMatchObject({ value: 24 })
    const answer = await lead().call(
      board.setLineBoard,
      { day: YESTERDAY, lineId, differences: [{ item: 'runHours', difference: -1.5, reason: 'stop not entered' }] },
      { language: 'en' },
    )
    expect(findCell(expectOk(answer), lineId, 'runHours')).toMatchObject({ value: 22.5, counted: 24 })
  })
  test('is read-only without the permission to edit', async () => {
    const input = { day: TODAY, lineId, ...difference('outputKg', 5) } as never
    expect((await staff.viewer.call(board.setLineBoard, input)).errno).toBe('401')
    expect((await staff.viewer.call(setBoardSetting, { items: [], editDays: 3 })).errno).toBe('401')
    expect((await plant.stranger.call(board.lineBoard, {})).status).toBe(401)
  })
  test('goes back five years, and distinguishes a deleted line from an unused one', async () => {
    const distantDayAnswer = await lead().call(board.lineBoard, { day: '1926-11-20' }, { language: 'en' })
    expect(distantDayAnswer).toMatchObject({ errno: '6000', errmsg: '1926-11-20 lies more than five years from today' })
    const period = await lead().call(lineTargets, { from: '1926-01-01', to: '2026-01-01' }, { language: 'en' })
    expect(period.errno).toBe('4013')
    expect(period.errmsg).toContain('1830')
    const deletedLineAnswer = await lead().call(
      board.lineBoard,
      { lineId: '018f0000-0000-7000-8000-000000000000' },
      { language: 'en' },
    )
    expect(deletedLineAnswer).toMatchObject({ errno: '4006', errmsg: 'This line does not exist or was removed' })
    await plant.query(`update line set active = false where id = $1`, [lineId])
    const boardAfterRemoval = expectOk(await lead().call(board.lineBoard, {}))
    expect(boardAfterRemoval.subjects.find(({ of }) => of === lineId)).toMatchObject({ active: false })
    expect(await expectEditRefused(difference('outputKg', 5))).toContain('no longer in use')
    await plant.query(`update line set active = true where id = $1`, [lineId])
  })
  test('shows only the items and days of the plant’s settings', async () => {
    expectOk(await lead().call(setBoardSetting, { items: [{ item: 'outputKg' }, { item: 'oeePercent' }], editDays: 0 }))
    const set = expectOk(await lead().call(board.lineBoard, { day: YESTERDAY }))
    expect(set).toMatchObject({ items: [{ item: 'outputKg' }, { item: 'oeePercent' }], editDays: 0, editable: false })
    expect(await expectEditRefused({ day: YESTERDAY, ...difference('outputKg', 5) })).toBe(
      'Only the last 0 days may be edited',
    )
    expectOk(await lead().call(setBoardSetting, { items: [], editDays: 7 }))
  })
})

describe('targets', () => {
  test('are separate for month, day and shift; the log shows who changed one, with old and new value', async () => {
    expectOk(
      await lead().call(setLineTargets, {
        targets: [
          { lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: 3000 },
          { lineId, figure: 'outputKg', period: 'shift', day: '2026-11-25', shift: 'night', value: 700 },
        ],
      }),
    )
    const month = expectOk(await lead().call(board.lineMonthBoard, { month: '2026-11-03', lineId }))
    // Early and middle shift get a third of the day's target each; the night shift has its own target.
    expect(month.days.find(({ day, item }) => day === '2026-11-25' && item === 'outputKg')).toMatchObject({
      target: 2700,
    })
    expectOk(
      await staff.manager.call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: 3300 }],
      }),
    )
    const { targets } = expectOk(await lead().call(lineTargets, { from: '2026-11-25', to: '2026-11-25', lineId }))
    expect(targets.find(({ period }) => period === 'day')).toMatchObject({ value: 3300, figure: 'outputKg' })
    const history = expectOk(await lead().call(targetChange.endpoints.list, { size: 50 }))
    const changes = history.list.filter(({ day, period }) => day === '2026-11-25' && period === 'day')
    expect(changes).toHaveLength(2)
    expect(changes).toContainEqual(expect.objectContaining({ before: null, after: 3000, userId: lead().userId }))
    expect(changes).toContainEqual(expect.objectContaining({ before: 3000, after: 3300, userId: staff.manager.userId }))
    // Sending the same targets again is no change.
    const repeatAnswer = expectOk(
      await lead().call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: 3300 }],
      }),
    )
    expect(repeatAnswer).toEqual({ changed: 0 })
    expectOk(
      await lead().call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: null }],
      }),
    )
    expect(
      expectOk(await lead().call(lineTargets, { from: '2026-11-25', to: '2026-11-25', lineId }))
        .targets.map((t) => t.period)
        .sort(),
    ).toEqual(['month', 'shift'])
  })
  test('of 0, below 0 or not numeric are refused with a message, together with the whole list', async () => {
    const setTargetValue = (value: unknown) =>
      lead().call(
        setLineTargets,
        {
          targets: [
            { lineId, figure: 'goodKg', period: 'day', day: '2026-11-26', shift: null, value: 100 },
            { lineId, figure: 'goodKg', period: 'day', day: '2026-11-27', shift: null, value },
          ],
        } as never,
        { language: 'en' },
      )
    expect((await setTargetValue(0)).errmsg).toBe('A target must be greater than 0. Leave it empty to remove it')
    expect((await setTargetValue(-5)).errno).toBe('4013')
    expect((await setTargetValue('plenty')).errno).toBe('4013')
    expect(expectOk(await lead().call(lineTargets, { from: '2026-11-26', to: '2026-11-27' })).targets).toEqual([
      expect.objectContaining({ figure: 'outputKg', period: 'month' }),
    ])
  })
  test('beyond the capacity are refused with the possible maximum, for lines, teams and corrections', async () => {
    const set = (figure: string, value: number, language: 'zh' | 'en' = 'en') =>
      lead().call(board.setLineBoard, { day: '2026-11-26', lineId, targets: [{ figure, value }] } as never, {
        language,
      })
    expect((await set('outputKg', 1e12)).errmsg).toMatch(/at most 240,000 kg can be reached/)
    expect((await set('outputKg', 1e12, 'zh')).errmsg).toMatch(/240,000 kg/)
    expect((await set('oeePercent', 100.1)).errmsg).toContain('at most 100 %')
    expectOk(await set('oeePercent', 100))
    const { items } = expectOk(await lead().call(board.teamBoard, {}))
    const { most } = items.find(({ item }) => item === 'outputKg')!
    const setTeamTarget = (value: number) =>
      lead().call(setTeamTargets, {
        targets: [{ team: 'A', figure: 'outputKg', period: 'day', day: '2026-11-26', shift: null, value }],
      })
    expectOk(await setTeamTarget(most!))
    expect((await setTeamTarget(most! + 1)).errno).toBe('6000')
    expect(await expectEditRefused(difference('outputKg', 1e9))).toMatch(/more than the 240,000 kg that can be reached/)
    expect(await plant.query(`select value from figure_target where day = '2026-11-26' order by value`)).toEqual([
      { value: 100 },
      { value: most },
    ])
    await plant.query(`delete from figure_target where day = '2026-11-26'`)
  })
  test('of the days up to today are due on the board of the month, as on the overview', async () => {
    const { id } = await createLine(staff, { inUseFrom: '2026-11-01' })
    const days = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
    expectOk(
      await lead().call(setLineTargets, {
        targets: days.flatMap((day) => [
          {
            lineId: id,
            figure: 'outputKg' as const,
            period: 'day' as const,
            day,
            shift: null,
            value: day < '2026-11-10' ? 1000 : 3000,
          },
          {
            lineId: id,
            figure: 'winderDowngradePercent' as const,
            period: 'day' as const,
            day,
            shift: null,
            value: day <= TODAY ? 5 : 2,
          },
        ]),
      }),
    )
    await plant.query(
      `insert into shift_figure (site_id, id, version, created_at, updated_at, kind, business_date, shift, line_id, wound_kg, wound_downgraded_kg)
       values (1, $2, 1, now(), now(), 'counted', '2026-11-05', 'early', $1, 40500, 1822.5)`,
      [id, createUuid7()],
    )
    const month = expectOk(await lead().call(board.lineMonthBoard, { month: TODAY, lineId: id }))
    // 9 days of 1 t and 11 of 3 t are 42 t. Of the 20 days, 19 and 2 of 24 hours are over, so that 40.075 t are due.
    expect(findCell(month, id, 'outputKg')).toMatchObject({ target: 72_000, due: 40_075, verdict: 'met' })
  })
  test('of a team are due when its shift is over, on the board and on the overview', async () => {
    const { team } = await queryRow<{ team: string }>(
      `select team from shift_figure where business_date = '${TODAY}' and shift = 'early' and wound_kg > 0`,
    )
    expectOk(
      await lead().call(setTeamTargets, {
        targets: [{ team, figure: 'outputKg', period: 'day', day: TODAY, shift: null, value: 800 }],
      }),
    )
    // The team works in one shift of the day, of which 2 of 8 hours are over.
    const due = { target: 800, due: 200, verdict: 'met' }
    expect(findCell(expectOk(await lead().call(board.teamBoard, { team })), team, 'outputKg')).toMatchObject(due)
    const { teams } = expectOk(await staff.manager.call(metricEndpoints.output.endpoint, { period: 'day' }))
    expect(teams.find((row) => row.team === team && row.figure === 'outputKg')).toMatchObject(due)
  })
  test('of teams apply to the shifts that the team works, and are set on the team board', async () => {
    expectOk(
      await lead().call(setTeamTargets, {
        targets: [{ team: 'A', figure: 'goodKg', period: 'month', day: '2026-11-01', shift: null, value: 50_000 }],
      }),
    )
    expect(expectOk(await staff.viewer.call(teamTargets, { from: '2026-11-01', team: 'A' })).targets).toEqual([
      expect.objectContaining({ of: 'A', label: '甲班', figure: 'goodKg', value: 50_000 }),
    ])
    const month = expectOk(await lead().call(board.teamMonthBoard, { month: '2026-11-20', team: 'A' }))
    expect(findCell(month, 'A', 'goodKg')).toMatchObject({ target: expect.closeTo(50_000, 6) })
    const boardAfter = expectOk(
      await lead().call(board.setTeamMonthBoard, {
        month: '2026-11-20',
        team: 'A',
        targets: [{ figure: 'goodKg', value: 45_000 }],
      }),
    )
    expect(findCell(boardAfter, 'A', 'goodKg')).toMatchObject({ target: expect.closeTo(45_000, 6) })
    expect(
      (await lead().call(board.setTeamBoard, { day: TODAY, team: 'A', targets: [{ figure: 'goodKg', value: 0 }] }))
        .errno,
    ).toBe('6000')
  })
})

describe('the forecast', () => {
  test('reports too little data in the first three weeks', async () => {
    const prediction = expectOk(await staff.manager.call(productionPrediction, { lineId }))
    expect(prediction).toMatchObject({ tooLittle: true, neededDays: 21, method: null, points: [], scores: [] })
    expect((await lead().call(productionPrediction, { steps: 36_500 })).errno).toBe('4013')
    expect((await lead().call(productionPrediction, { lineId: '018f0000-0000-7000-8000-000000000000' })).errno).toBe(
      '4006',
    )
  })
  test('forecasts two weeks from the past output, with intervals and the error of each method', async () => {
    await plant.query(
      `insert into shift_figure (site_id, id, version, created_at, updated_at, kind, business_date, shift, line_id, wound_kg)
       select 1, gen_random_uuid(), 1, now(), now(), 'counted', d::date, 'early', $1, 10000 + 20 * (d::date - '2026-08-01'::date) - 4000 * (extract(isodow from d) = 7)::int
       from generate_series('2026-08-01'::date, '2026-11-15'::date, interval '1 day') d`,
      [lineId],
    )
    const prediction = expectOk(await staff.manager.call(productionPrediction, { lineId }))
    expect(prediction).toMatchObject({ tooLittle: false, today: TODAY })
    expect(prediction.points).toHaveLength(14)
    expect(prediction.points[0]!.day).toBe(TODAY)
    expect(prediction.scores.map(({ method }) => method)).toEqual(['seasonalNaive', 'holtWinters', 'orderBook'])
    const chosenScore = prediction.scores.find(({ method }) => method === prediction.method)!
    expect(chosenScore.mase!).toBeLessThanOrEqual(prediction.scores[0]!.mase!)
    expect(prediction.scores[2]).toMatchObject({ origins: 0, mase: null })
    for (const point of prediction.points) expect(point.low95!).toBeLessThanOrEqual(point.high95!)
  })
})
