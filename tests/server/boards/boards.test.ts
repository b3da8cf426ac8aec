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
import { productionPrediction } from '@/areas/boards/contract/prediction'
import { recalculateMetrics } from '@/areas/figures/server/queries'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { at, good, staffed, type Staff } from '../people'
import { doffed, running } from '../rolls/winder-plant'

const TODAY = '2026-11-20'
const YESTERDAY = '2026-11-19'
let plant: TestPlant
let staff: Staff
let lineId: string
const lead = () => staff['prod-lead']
const count = (from: string, to = from) =>
  runAsSystem(plant.app, 'test', (ctx) => recalculateMetrics(ctx, { from, to }))
const cell = (of: { cells: readonly { of: string; item: string }[] }, who: string, item: string) =>
  of.cells.find((one) => one.of === who && one.item === item)
const row = async <R>(text: string): Promise<R> => (await plant.query<R>(text))[0]!

const refused = async (input: Record<string, unknown>, language: 'zh' | 'en' = 'en') => {
  const before = await row<{ n: string }>(`select count(*) as n from figure_correction`)
  const answer = await lead().call(board.setLineBoard, { day: TODAY, lineId, ...input } as never, { language })
  expect(answer.errno).not.toBe('200')
  expect(await row(`select count(*) as n from figure_correction`)).toEqual(before)
  return answer.errmsg
}
const difference = (item: string, by: unknown, reason = 'counted by hand') => ({
  differences: [{ item, difference: by, reason }],
})

beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  const run = await running(plant, staff)
  lineId = run.at.id
  await plant.query(`update line set in_use_from = '2026-11-01' where id = $1`, [lineId])
  // Two rolls of 480 kg in the early shift of team B (2026-11-20), as expected by their grammage.
  await doffed(staff, run, { occurredAt: at('08:40') })
  await doffed(staff, run, { occurredAt: at('09:40') })
  await count(YESTERDAY, TODAY)
}, 120_000)
afterAll(() => plant.close())

describe('the board of lines', () => {
  test('shows what was wound against the share of the target, and says what may be edited', async () => {
    // November 2026: 30 days of three shifts. 900 a shift is 81,000 a month and 2,700 a day.
    good(
      await lead().call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'month', day: '2026-11-01', shift: null, value: 81_000 }],
      }),
    )
    const now = good(await lead().call(board.lineBoard, {}))
    expect(now).toMatchObject({
      from: TODAY,
      to: TODAY,
      today: TODAY,
      editable: true,
      powerOnLocked: true,
      editDays: 7,
    })
    expect(cell(now, lineId, 'outputKg')).toMatchObject({
      value: 960,
      counted: null,
      target: 2700,
      reachedPercent: 35.6,
    })
    const early = good(await lead().call(board.lineBoard, { day: TODAY, shift: 'early' }))
    expect(cell(early, lineId, 'outputKg')).toMatchObject({ value: 960, target: 900, reachedPercent: 106.7 })
    const fresh = good(await staff.viewer.call(board.freshLineBoard, { lineId }))
    expect(cell(fresh, lineId, 'outputKg')).toMatchObject({ value: 960 })
  })
  test('refreshing writes nothing', async () => {
    const counts = () =>
      row<{ audit: string; figures: string; day: string }>(
        `select (select count(*) from operation_log) as audit, (select coalesce(max(xmin::text), '') from shift_figure) as figures, (select coalesce(max(counted_at)::text, '') from figure_day) as day`,
      )
    const before = await counts()
    good(await lead().call(board.freshLineBoard, {}))
    expect(await counts()).toEqual(before)
  })
  test('books a difference beside the computed figure, and every sum follows', async () => {
    const after = good(
      await lead().call(board.setLineBoard, {
        day: TODAY,
        lineId,
        differences: [{ item: 'outputKg', difference: -60, reason: '称重误差' }],
      }),
    )
    expect(cell(after, lineId, 'outputKg')).toMatchObject({ value: 900, counted: 960 })
    const month = good(await lead().call(board.lineMonthBoard, { month: TODAY }))
    expect(cell(month, lineId, 'outputKg')).toMatchObject({ value: 900, counted: 960, target: 81_000 })
    expect(month.days.find((one) => one.day === TODAY && one.item === 'outputKg')).toMatchObject({
      value: 900,
      target: 2700,
    })
    expect(month.days.filter((one) => one.item === 'outputKg' && one.of === lineId)).toHaveLength(30)
    const kept = await plant.query(`select sum, delta, before, reason, cause from figure_correction`)
    expect(kept).toEqual([
      expect.objectContaining({ sum: 'woundKg', delta: -60, before: 960, reason: '称重误差', cause: 'person' }),
    ])
    // A form that is sent twice, such as after a lost answer, is booked once; the same amount for another reason is another one.
    const again = (reason: string, value = -60) =>
      lead().call(board.setLineBoard, {
        day: TODAY,
        lineId,
        differences: [{ item: 'outputKg', difference: value, reason }],
      })
    expect(cell(good(await again('称重误差')), lineId, 'outputKg')).toMatchObject({ value: 900, counted: 960 })
    expect(cell(good(await again('再次复核')), lineId, 'outputKg')).toMatchObject({ value: 840, counted: 960 })
    expect(cell(good(await again('复核撤回', 60)), lineId, 'outputKg')).toMatchObject({ value: 900, counted: 960 })
    // Counting anew from the facts keeps it.
    await count(TODAY)
    expect(cell(good(await lead().call(board.lineBoard, {})), lineId, 'outputKg')).toMatchObject({ value: 900 })
    const team = (await row<{ team: string }>(`select team from shift_figure where shift = 'early' and wound_kg > 0`))
      .team
    const teams = good(await lead().call(board.teamBoard, {}))
    expect(cell(teams, team, 'outputKg')).toMatchObject({ value: 900 })
  })
  test('refuses what makes no sense, each with a sentence, and changes nothing', async () => {
    expect(await refused(difference('outputKg', -901))).toContain('it would fall below 0')
    expect(await refused(difference('outputKg', -901), 'zh')).toContain('小于 0')
    expect(await refused(difference('outputKg', 0))).toBe('The difference must be a number other than 0')
    expect(await refused(difference('outputKg', 'a lot'))).toContain('difference')
    expect(await refused(difference('outputKg', 5, '  '))).not.toBe('')
    expect(await refused(difference('runHours', 1))).toBe('The power-on time of the current date cannot be edited')
    expect(await refused({ day: '2026-11-12', ...difference('outputKg', 5) })).toBe(
      'Only the last 7 days may be edited',
    )
    // The clock of whoever asks is ahead.
    expect(await refused({ day: '2026-11-21', ...difference('outputKg', 5) })).toContain('has not begun yet')
    // Nothing is written of a request of which one part is wrong.
    expect(
      await refused({
        differences: [
          { item: 'outputKg', difference: 5, reason: 'a' },
          { item: 'outputKg', difference: -5000, reason: 'b' },
        ],
      }),
    ).toContain('below 0')
  })
  test('changes the power-on time of a day that is over, by the time of its stops', async () => {
    // Its order had begun the day before that: the line worked all day.
    await plant.query(`update work_order set started_at = '2026-11-18T00:00:00Z' where line_id = $1`, [lineId])
    await count(YESTERDAY)
    const before = good(await lead().call(board.lineBoard, { day: YESTERDAY }))
    expect(cell(before, lineId, 'runHours')).toMatchObject({ value: 24 })
    const answer = await lead().call(
      board.setLineBoard,
      { day: YESTERDAY, lineId, differences: [{ item: 'runHours', difference: -1.5, reason: 'stop not entered' }] },
      { language: 'en' },
    )
    expect(cell(good(answer), lineId, 'runHours')).toMatchObject({ value: 22.5, counted: 24 })
  })
  test('leaves boards to read alone without the right to edit', async () => {
    const input = { day: TODAY, lineId, ...difference('outputKg', 5) } as never
    expect((await staff.viewer.call(board.setLineBoard, input)).errno).toBe('401')
    expect((await staff.viewer.call(setBoardSetting, { items: [], editDays: 3 })).errno).toBe('401')
    expect((await plant.stranger.call(board.lineBoard, {})).status).toBe(401)
  })
  test('is bounded to five years, and knows a line that is gone from one that is not used', async () => {
    const far = await lead().call(board.lineBoard, { day: '1926-11-20' }, { language: 'en' })
    expect(far).toMatchObject({ errno: '6000', errmsg: '1926-11-20 lies more than five years from today' })
    const period = await lead().call(lineTargets, { from: '1926-01-01', to: '2026-01-01' }, { language: 'en' })
    expect(period.errno).toBe('4013')
    expect(period.errmsg).toContain('1830')
    const gone = await lead().call(
      board.lineBoard,
      { lineId: '018f0000-0000-7000-8000-000000000000' },
      { language: 'en' },
    )
    expect(gone).toMatchObject({ errno: '4006', errmsg: 'This line does not exist or was removed' })
    await plant.query(`update line set active = false where id = $1`, [lineId])
    const kept = good(await lead().call(board.lineBoard, {}))
    expect(kept.subjects.find(({ of }) => of === lineId)).toMatchObject({ active: false })
    expect(await refused(difference('outputKg', 5))).toContain('no longer in use')
    await plant.query(`update line set active = true where id = $1`, [lineId])
  })
  test('keeps to the items and days that the plant set', async () => {
    good(await lead().call(setBoardSetting, { items: [{ item: 'outputKg' }, { item: 'oeePercent' }], editDays: 0 }))
    const set = good(await lead().call(board.lineBoard, { day: YESTERDAY }))
    expect(set).toMatchObject({ items: [{ item: 'outputKg' }, { item: 'oeePercent' }], editDays: 0, editable: false })
    expect(await refused({ day: YESTERDAY, ...difference('outputKg', 5) })).toBe('Only the last 0 days may be edited')
    good(await lead().call(setBoardSetting, { items: [], editDays: 7 }))
  })
})

describe('targets', () => {
  test('are told apart by month, day and shift; who changed one is kept, from what to what', async () => {
    good(
      await lead().call(setLineTargets, {
        targets: [
          { lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: 3000 },
          { lineId, figure: 'outputKg', period: 'shift', day: '2026-11-25', shift: 'night', value: 700 },
        ],
      }),
    )
    const month = good(await lead().call(board.lineMonthBoard, { month: '2026-11-03', lineId }))
    // Early and middle have a third of the day's each, the night its own.
    expect(month.days.find(({ day, item }) => day === '2026-11-25' && item === 'outputKg')).toMatchObject({
      target: 2700,
    })
    good(
      await staff.manager.call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: 3300 }],
      }),
    )
    const { targets } = good(await lead().call(lineTargets, { from: '2026-11-25', to: '2026-11-25', lineId }))
    expect(targets.find(({ period }) => period === 'day')).toMatchObject({ value: 3300, figure: 'outputKg' })
    const history = good(await lead().call(targetChange.endpoints.list, { size: 50 }))
    const changes = history.list.filter(({ day, period }) => day === '2026-11-25' && period === 'day')
    expect(changes).toHaveLength(2)
    expect(changes).toContainEqual(expect.objectContaining({ before: null, after: 3000, userId: lead().userId }))
    expect(changes).toContainEqual(expect.objectContaining({ before: 3000, after: 3300, userId: staff.manager.userId }))
    // The same again is no change.
    const again = good(
      await lead().call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: 3300 }],
      }),
    )
    expect(again).toEqual({ changed: 0 })
    good(
      await lead().call(setLineTargets, {
        targets: [{ lineId, figure: 'outputKg', period: 'day', day: '2026-11-25', shift: null, value: null }],
      }),
    )
    expect(
      good(await lead().call(lineTargets, { from: '2026-11-25', to: '2026-11-25', lineId }))
        .targets.map((t) => t.period)
        .sort(),
    ).toEqual(['month', 'shift'])
  })
  test('of 0, of less, or in words are refused with a sentence, and so is part of a list', async () => {
    const set = (value: unknown) =>
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
    expect((await set(0)).errmsg).toBe('A target must be greater than 0. Leave it empty to remove it')
    expect((await set(-5)).errno).toBe('4013')
    expect((await set('plenty')).errno).toBe('4013')
    expect(good(await lead().call(lineTargets, { from: '2026-11-26', to: '2026-11-27' })).targets).toEqual([
      expect.objectContaining({ figure: 'outputKg', period: 'month' }),
    ])
  })
  test('that nobody can reach are refused with what can be, of lines, of teams and by a difference', async () => {
    const set = (figure: string, value: number, language: 'zh' | 'en' = 'en') =>
      lead().call(board.setLineBoard, { day: '2026-11-26', lineId, targets: [{ figure, value }] } as never, {
        language,
      })
    expect((await set('outputKg', 1e12)).errmsg).toMatch(/at most 240,000 kg can be reached/)
    expect((await set('outputKg', 1e12, 'zh')).errmsg).toMatch(/240,000 kg/)
    expect((await set('oeePercent', 100.1)).errmsg).toContain('at most 100 %')
    good(await set('oeePercent', 100))
    const { items } = good(await lead().call(board.teamBoard, {}))
    const { most } = items.find(({ item }) => item === 'outputKg')!
    const team = (value: number) =>
      lead().call(setTeamTargets, {
        targets: [{ team: 'A', figure: 'outputKg', period: 'day', day: '2026-11-26', shift: null, value }],
      })
    good(await team(most!))
    expect((await team(most! + 1)).errno).toBe('6000')
    expect(await refused(difference('outputKg', 1e9))).toMatch(/more than the 240,000 kg that can be reached/)
    expect(await plant.query(`select value from figure_target where day = '2026-11-26' order by value`)).toEqual([
      { value: 100 },
      { value: most },
    ])
    await plant.query(`delete from figure_target where day = '2026-11-26'`)
  })
  test('of teams count for the shifts that a team works, and are set on their board', async () => {
    good(
      await lead().call(setTeamTargets, {
        targets: [{ team: 'A', figure: 'goodKg', period: 'month', day: '2026-11-01', shift: null, value: 50_000 }],
      }),
    )
    expect(good(await staff.viewer.call(teamTargets, { from: '2026-11-01', team: 'A' })).targets).toEqual([
      expect.objectContaining({ of: 'A', label: '甲班', figure: 'goodKg', value: 50_000 }),
    ])
    const month = good(await lead().call(board.teamMonthBoard, { month: '2026-11-20', team: 'A' }))
    expect(cell(month, 'A', 'goodKg')).toMatchObject({ target: expect.closeTo(50_000, 6) })
    const after = good(
      await lead().call(board.setTeamMonthBoard, {
        month: '2026-11-20',
        team: 'A',
        targets: [{ figure: 'goodKg', value: 45_000 }],
      }),
    )
    expect(cell(after, 'A', 'goodKg')).toMatchObject({ target: expect.closeTo(45_000, 6) })
    expect(
      (await lead().call(board.setTeamBoard, { day: TODAY, team: 'A', targets: [{ figure: 'goodKg', value: 0 }] }))
        .errno,
    ).toBe('6000')
  })
})

describe('the forecast', () => {
  test('says that there is too little data in the first three weeks', async () => {
    const said = good(await staff.manager.call(productionPrediction, { lineId }))
    expect(said).toMatchObject({ tooLittle: true, neededDays: 21, method: null, points: [], scores: [] })
    expect((await lead().call(productionPrediction, { steps: 36_500 })).errno).toBe('4013')
    expect((await lead().call(productionPrediction, { lineId: '018f0000-0000-7000-8000-000000000000' })).errno).toBe(
      '4006',
    )
  })
  test('forecasts two weeks from what was made, with intervals and every method’s error', async () => {
    await plant.query(
      `insert into shift_figure (site_id, id, version, created_at, updated_at, kind, business_date, shift, line_id, wound_kg)
       select 1, gen_random_uuid(), 1, now(), now(), 'counted', d::date, 'early', $1, 10000 + 20 * (d::date - '2026-08-01'::date) - 4000 * (extract(isodow from d) = 7)::int
       from generate_series('2026-08-01'::date, '2026-11-15'::date, interval '1 day') d`,
      [lineId],
    )
    const said = good(await staff.manager.call(productionPrediction, { lineId }))
    expect(said).toMatchObject({ tooLittle: false, today: TODAY })
    expect(said.points).toHaveLength(14)
    expect(said.points[0]!.day).toBe(TODAY)
    expect(said.scores.map(({ method }) => method)).toEqual(['seasonalNaive', 'holtWinters', 'orderBook'])
    const chosen = said.scores.find(({ method }) => method === said.method)!
    expect(chosen.mase!).toBeLessThanOrEqual(said.scores[0]!.mase!)
    expect(said.scores[2]).toMatchObject({ origins: 0, mase: null })
    for (const point of said.points) expect(point.low95!).toBeLessThanOrEqual(point.high95!)
  })
})
