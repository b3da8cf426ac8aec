import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metricEndpoints, orderCompletion, plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { progressList } from '@/areas/orders/contract/progress'
import { linePlan } from '@/areas/orders/contract/schedule'
import { lineBands, metricCourse, plantLosses } from '@/areas/overview/contract/course-endpoints'
import { calculateMetricValues } from '@/areas/figures/rules/metric-values'
import { zeroSums } from '@/areas/figures/rules/shift-sums'
import type { MetricResult } from '@/areas/figures/server/queries'
import { calculateTotalValues } from '@/areas/overview/server/metric-rows'
import { glanceNow, machineSituation } from '@/areas/overview/contract/glance-endpoints'
import * as calls from '@/areas/overview/contract/line-endpoints'
import { lineStop } from '@/plant/contract/line-stop'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { setTargets } from '@/areas/figures/server/writes/set-targets'
import { invalidateMetricDays } from '@/areas/figures/server/invalidate-days'
import { equipment } from '@/areas/equipment/contract/equipment'
import { workOrder } from '@/areas/orders/contract/work-order'
import { createUuid7 } from '@/contract/id'
import { readSheet } from '@/server/excel/read-sheet'
import { qualityReport } from '@/areas/sheets/contract/metric-reports'
import { plantTime, expectOk, NOW } from '../plant-staff'
import { FOREIGN_LINE_ID, createOverviewPlant, type OverviewPlant } from './overview-plant'

let p: OverviewPlant
beforeAll(async () => {
  p = await createOverviewPlant()
}, 120_000)
afterAll(() => p.plant.close())
const manager = () => p.staff.manager
const figure = (rows: readonly { figure: string }[], name: string) => rows.find((row) => row.figure === name)

describe('the glance', () => {
  test('at ten shows the night shift, worked out by hand, compared with the night before, of this site only', async () => {
    const glance = expectOk(await manager().call(glanceNow, {}))
    expect(glance).toMatchObject({
      period: 'shift',
      from: '2026-11-19',
      shift: 'night',
      running: false,
      passedPercent: 100,
    })
    // 500 + 480 + 300, plus 900 of a line retired since then: its output still counts.
    expect(figure(glance.figures, 'outputKg')).toMatchObject({ value: 2180, before: 1120, target: null, verdict: null })
    expect(figure(glance.figures, 'winderDowngradePercent')).toMatchObject({ value: 5.504587 })
    expect(JSON.stringify(glance)).not.toContain('7777')
    expect(glance.lines.map(({ label }) => label)).toEqual(['C1 C1线', 'S1 S1线', 'S2 S2线'])
  })
  test('says where the time of the night was lost', async () => {
    const losses = expectOk(await manager().call(plantLosses, { period: 'shift' }))
    expect(losses).toMatchObject({ from: '2026-11-19', shift: 'night', running: false })
    // S2 stood from 07:30 to the end of the shift at 08:00; 120 kg of a roll of S1 were downgraded.
    const stops = losses.losses.filter(({ reasonId }) => reasonId)
    expect(stops.map(({ hours, kg }) => [hours, kg])).toEqual([[0.5, null]])
    expect(losses.losses.find(({ kind }) => kind === 'downgraded')).toMatchObject({ kg: 120 })
    expect(losses.losses.map(({ hours }) => hours)).toEqual(
      losses.losses.map(({ hours }) => hours).toSorted((a, b) => b - a),
    )
    const ofOtherLine = expectOk(await manager().call(plantLosses, { period: 'shift', lineId: p.lines.S1 }))
    expect(ofOtherLine.losses.filter(({ reasonId }) => reasonId)).toEqual([])
    expect((await p.staff.quality.call(plantLosses, {})).errno).toBe('200')
    expect((await p.plant.stranger.call(plantLosses, {})).errno).toBe('401')
  })
  test('shows the last periods of the plant, and of each line for one metric', async () => {
    const course = expectOk(await manager().call(metricCourse, { figure: 'outputKg' }))
    expect(course).toMatchObject({ period: 'day', running: true })
    expect(course.periods.at(-1)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
    // The 18th: 1,120 kg; the 19th: 2,180 kg in the night and 700 kg before; nothing yet on the 20th.
    const plantValues = course.metrics.find(({ figure: name }) => name === 'outputKg')!.values
    expect(plantValues.slice(-3, -1)).toEqual([{ value: 1120 }, { value: 2880 }])
    const s1 = course.lines.find(({ lineId }) => lineId === p.lines.S1)!
    expect(s1.values.slice(-3, -1)).toEqual([{ value: 1120 }, { value: 1680 }])
    expect(course.lines.map(({ lineId }) => lineId)).not.toContain(p.lines.C1)
    expect(expectOk(await manager().call(metricCourse, {})).lines).toEqual([])
  })
  test('shows the states of the last 24 hours', async () => {
    const { lines } = expectOk(await manager().call(lineBands, {}))
    const states = (id: string) =>
      lines.find(({ lineId }) => lineId === id)!.segments.map(({ state, from, to }) => [state, from, to])
    expect(states(p.lines.S1)).toEqual([['running', plantTime('10:00', '2026-11-19'), plantTime('10:00')]])
    expect(states(p.lines.S2)).toEqual([
      ['running', plantTime('10:00', '2026-11-19'), plantTime('07:30')],
      ['standing', plantTime('07:30'), plantTime('10:00')],
    ])
    expect(states(p.lines.C1)).toEqual([['noOrder', plantTime('10:00', '2026-11-19'), plantTime('10:00')]])
  })
  test('says which line is stopped, since when and why, and which has no order', async () => {
    const { lines } = expectOk(await manager().call(glanceNow, {}))
    expect(lines.find(({ lineId }) => lineId === p.lines.S1)).toMatchObject({
      state: 'running',
      order: 'WO-1',
      kg: 980,
      reason: null,
      since: plantTime('08:00', '2026-11-18'),
    })
    const stoppedLine = lines.find(({ lineId }) => lineId === p.lines.S2)
    expect(stoppedLine).toMatchObject({ state: 'standing', since: plantTime('07:30'), kg: 300, order: 'WO-2' })
    expect(stoppedLine?.reason).toBeTruthy()
    expect(lines.find(({ lineId }) => lineId === p.lines.C1)).toMatchObject({ state: 'noOrder', web: false, kg: null })
  })
  test('shows a slitter with a jumbo as running, also without a switch-on; a finished cutting is not', async () => {
    const c1 = async () =>
      expectOk(await manager().call(glanceNow, {})).lines.find(({ lineId }) => lineId === p.lines.C1)
    const id = createUuid7()
    await p.plant.query(
      `insert into cutting (site_id, id, version, created_at, updated_at, jumbo_roll_id, slitter_id, state, lanes, started_at, business_date, shift)
        select site_id, $1, 1, $2, $2, id, $3, 'open', '[]', $2, business_date, shift from jumbo_roll where site_id = 1 limit 1`,
      [id, NOW, p.lines.C1],
    )
    expect(await c1()).toMatchObject({ state: 'running', reason: null })
    await p.plant.query(`update cutting set state = 'finished' where id = $1`, [id])
    expect(await c1()).toMatchObject({ state: 'noOrder' })
    await p.plant.query('delete from cutting where id = $1', [id])
  })
  test('shows a restarted line as running since its restart, not since its order started', async () => {
    const lead = p.staff['prod-lead']
    const stop = { lineId: p.lines.S1, startedAt: plantTime('08:40'), endedAt: plantTime('09:10') }
    const { id, version } = expectOk(await lead.call(lineStop.endpoints.create, stop))
    const { lines } = expectOk(await manager().call(glanceNow, {}))
    expect(lines.find(({ lineId }) => lineId === p.lines.S1)).toMatchObject({
      state: 'running',
      since: plantTime('09:10'),
    })
    expectOk(await lead.call(lineStop.endpoints.remove, { id, version }))
  })
  test('counts late orders without cancelled, finished or future ones', async () => {
    const found = expectOk(await manager().call(glanceNow, {}))
    expect(found).toMatchObject({ ordersLate: 2, ordersDueToday: 1, repairsOpen: 0, stopsUnexplained: 0 })
    expect(found.late.map(({ number }) => number)).toEqual(['WO-3', 'WO-2'])
  })
  test('counts as late what the progress list shows as late, including planned lateness', async () => {
    const lead = p.staff['prod-lead']
    const [order] = await p.plant.query<{ id: string }>(
      `update work_order set due_on = '2026-11-21', planned_end = '2026-11-24T10:00:00Z', state = 'planned' where number = 'WO-5' returning id`,
    )
    const { total, list } = expectOk(await lead.call(progressList, { late: true }))
    const glance = expectOk(await manager().call(glanceNow, {}))
    expect(list.map(({ id }) => id)).toContain(order?.id)
    expect(glance.ordersLate).toBe(total)
    expect(glance.late.map(({ workOrderId }) => workOrderId).sort()).toEqual(list.map(({ id }) => id).sort())
    const plan = expectOk(
      await lead.call(linePlan, { from: plantTime('00:00', '2026-11-20'), to: plantTime('00:00', '2026-11-25') }),
    )
    const lateOf = (id: string) => list.some((row) => row.id === id)
    expect(plan.map(({ workOrderId, late }) => [workOrderId, late])).toEqual(
      plan.map(({ workOrderId }) => [workOrderId, lateOf(workOrderId)]),
    )
    await p.plant.query(
      `update work_order set due_on = '2026-11-17', planned_end = null, state = 'cancelled' where number = 'WO-5'`,
    )
  })
  test('judges amounts by the elapsed time and rates by their direction', async () => {
    const target = (lineId: string | null, name: 'outputKg' | 'winderDowngradePercent', value: number) =>
      ({ lineId, team: null, figure: name, period: 'shift', day: '2026-11-19', shift: 'night', value }) as const
    const admin = p.staff.admin.userId
    await p.runInContext((ctx) =>
      setTargets({ ...ctx, person: { id: admin } } as never, [
        target(p.lines.S1, 'outputKg', 1000),
        target(p.lines.S2, 'outputKg', 200),
        target(p.lines.S1, 'winderDowngradePercent', 5),
      ]),
    )
    const glance = expectOk(await manager().call(glanceNow, {}))
    expect(figure(glance.figures, 'outputKg')).toMatchObject({ target: 1200, due: 1200, verdict: 'met' })
    // 5.5 % against a target of 5 %: higher is worse.
    expect(figure(glance.figures, 'winderDowngradePercent')).toMatchObject({ target: 5, verdict: 'missed' })
    expect(glance.lines.map(({ target: t, verdict }) => [t, verdict])).toEqual([
      [null, null],
      [1000, 'near'],
      [200, 'met'],
    ])
  })
  test('states that nothing of a future target is due yet', async () => {
    const day = '2026-11-25'
    const target = { lineId: p.lines.S1, team: null, figure: 'outputKg', period: 'day', day, shift: null, value: 500 }
    await p.runInContext((ctx) =>
      setTargets({ ...ctx, person: { id: p.staff.admin.userId } } as never, [target] as never),
    )
    const glance = expectOk(await manager().call(glanceNow, { period: 'day', day }))
    expect(glance).toMatchObject({ running: false, passedPercent: 0 })
    expect(figure(glance.figures, 'outputKg')).toMatchObject({ value: null, target: 500, due: 0, verdict: null })
    const lastMonth = expectOk(await manager().call(glanceNow, { period: 'day', day: '2026-10-25' }))
    expect(lastMonth).toMatchObject({ running: false, passedPercent: 100 })
  })
  test('judges nothing for a past day that is not yet calculated, and says so', async () => {
    await p.plant.query('delete from figure_mark')
    const [deletedDay] = await p.plant.query(
      `delete from figure_day where site_id = 1 and day = '2026-11-19' returning *`,
    )
    await p.runInContext((ctx) => invalidateMetricDays(ctx, ['2026-11-19', '2026-11-20']))
    const glance = expectOk(await manager().call(glanceNow, {}))
    // The current day is recalculated every minute, so nothing is missing.
    expect([glance.uncounted, glance.waiting]).toEqual([1, 1])
    expect(figure(glance.figures, 'outputKg')).toMatchObject({ target: 1200, due: 1200, verdict: null })
    expect(glance.figures.filter((row) => row.verdict ?? row.changePercent ?? row.yearChangePercent)).toEqual([])
    expect(glance.lines.map(({ verdict }) => verdict)).toEqual([null, null, null])
    const month = expectOk(await manager().call(metricEndpoints.output.endpoint, { period: 'month' }))
    expect(month).toMatchObject({ uncounted: 1, waiting: 2 })
    expect([...month.figures, ...month.lines].filter((row) => row.verdict ?? row.changePercent)).toEqual([])
    await p.plant.query('delete from figure_mark')
    await p.plant.query(`insert into figure_day select * from json_populate_record(null::figure_day, $1::json)`, [
      JSON.stringify(deletedDay),
    ])
    expect(expectOk(await manager().call(glanceNow, {}))).toMatchObject({ uncounted: 0 })
  })
  test('names all past days without metrics, also before the job has invalidated them', async () => {
    await p.plant.query('delete from figure_mark')
    const deletedDays = await p.plant.query(
      `delete from figure_day where site_id = 1 and day <= '2026-11-19' returning *`,
    )
    expect(deletedDays).toHaveLength(2)
    // The first roll was wound on the 18th; today is the 20th.
    const november = { from: '2026-11-01', to: '2026-11-20' }
    expect(expectOk(await manager().call(metricEndpoints.output.endpoint, { period: 'month' }))).toMatchObject({
      uncounted: 2,
      waiting: 2,
    })
    expect(expectOk(await manager().call(plantStatistics, november))).toMatchObject({ uncounted: 2, waiting: 2 })
    expect(expectOk(await manager().call(plantStatistics, { ...november, to: '2026-11-18' })).uncounted).toBe(1)
    expect(expectOk(await manager().call(qualityReport.endpoint, november)).waiting).toBe(2)
    for (const row of deletedDays)
      await p.plant.query(`insert into figure_day select * from json_populate_record(null::figure_day, $1::json)`, [
        JSON.stringify(row),
      ])
    expect(expectOk(await manager().call(plantStatistics, november))).toMatchObject({ uncounted: 0, waiting: 0 })
  })
  test('shows costs with the cost permission only', async () => {
    expect(expectOk(await manager().call(glanceNow, {})).mayCost).toBe(true)
    const atLine = expectOk(await p.staff['operator-line'].call(glanceNow, {}))
    expect(atLine).toMatchObject({ mayCost: false, cost: null, energyCost: null })
    expect(atLine.figures.map((row) => row.figure)).not.toContain('costPerKg')
    expect((await p.staff['operator-line'].call(metricEndpoints.energyCost.endpoint, {})).errno).toBe('401')
  })
  test('covers any period, even an empty one; an absurd one is refused', async () => {
    expect(expectOk(await manager().call(glanceNow, { period: 'month' }))).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
      running: true,
      // 19 days and two hours of 30 days, not of the started ones only.
      passedPercent: 63.6,
    })
    const empty = expectOk(await manager().call(glanceNow, { period: 'year', day: '2001-05-05' }))
    expect(figure(empty.figures, 'outputKg')).toMatchObject({ value: null, changePercent: null })
    expect((await manager().call(glanceNow, { period: 'day', day: '1901-01-01' })).errno).toBe('4013')
    expect((await manager().call(glanceNow, { shift: 'evening' })).errno).toBe('4013')
  })
  test('needs at most 20 database queries', async () => {
    let queryCount = 0
    await p.runInContext(async (ctx) => {
      const { loadGlance } = await import('@/areas/overview/server/glance')
      const counting = Object.create(ctx, {
        query: { value: (...args: [never]) => ((queryCount += 1), ctx.query(...args)) },
        person: { value: { id: p.staff.manager.userId, isSup: true, keys: new Set() } },
      }) as typeof ctx
      await loadGlance.run(counting, { period: 'month' })
    })
    expect(queryCount).toBeGreaterThan(5)
    expect(queryCount).toBeLessThanOrEqual(20)
  })
})

describe('metrics by line and team', () => {
  test('rank the output of the day; retired lines are not listed but their output counts', async () => {
    const metric = expectOk(
      await manager().call(metricEndpoints.mainOutput.endpoint, { period: 'day', day: '2026-11-19' }),
    )
    expect(figure(metric.figures, 'outputKg')).toMatchObject({ value: 2880, before: 1120, changePercent: 157.1 })
    expect(metric.lines.map(({ label, value, rank }) => [label, value, rank])).toEqual([
      ['S1 S1线', 1680, 1],
      ['S2 S2线', 300, 2],
    ])
    expect(metric.teams.map(({ team, value, rank }) => [team, value, rank])).toEqual([
      ['A', 2180, 1],
      ['B', 700, 2],
      ['C', 0, 3],
      ['D', 0, 3],
    ])
    const week = expectOk(
      await manager().call(metricEndpoints.mainOutput.endpoint, { period: 'week', day: '2026-11-19' }),
    )
    expect(week.teamTrend).toContainEqual({ from: '2026-11-19', to: '2026-11-19', team: 'A', value: 2180 })
  })
  test('rank fewer downgrades first; a team without a value has no rank', async () => {
    const downgradeMetric = expectOk(
      await manager().call(metricEndpoints.mainDegrade.endpoint, { period: 'day', day: '2026-11-19' }),
    )
    const ranks = downgradeMetric.teams.filter((row) => row.figure === 'winderDowngradePercent')
    expect(ranks.map(({ team, rank }) => [team, rank])).toEqual([
      ['A', 2],
      ['B', 1],
    ])
    const q1 = expectOk(await manager().call(metricEndpoints.teamQ1.endpoint, { period: 'day', day: '2026-11-19' }))
    expect(q1.teams).toEqual([])
  })
  test('compare a current period by its whole days', async () => {
    const metric = expectOk(await manager().call(metricEndpoints.output.endpoint, { period: 'week' }))
    // Monday the 16th to Thursday the 19th against four days of the week before.
    expect(metric).toMatchObject({ from: '2026-11-16', to: '2026-11-22', running: true, comparedDays: 4 })
    expect(figure(metric.figures, 'outputKg')).toMatchObject({ value: 4000, before: null, changePercent: null })
    expect(metric.trend.filter((row) => row.figure === 'outputKg').map(({ from, value }) => [from, value])).toEqual([
      ['2026-11-16', null],
      ['2026-11-17', null],
      ['2026-11-18', 1120],
      ['2026-11-19', 2880],
      ['2026-11-20', 0],
    ])
  })
  test.each(Object.entries(metricEndpoints))(
    '%s answers the plant and one line, and nobody without its keys',
    async (_, of) => {
      const all = expectOk(await p.staff.admin.call(of.endpoint, { period: 'month' }))
      expect(all.figures.map((row) => row.figure)).toEqual([...of.figures])
      const one = expectOk(await p.staff.admin.call(of.endpoint, { period: 'year', lineId: p.lines.S2 }))
      expect(one.lines.every(({ lineId }) => lineId === p.lines.S2)).toBe(true)
      expect(expectOk(await p.staff.admin.call(of.endpoint, { lineId: FOREIGN_LINE_ID })).lines).toEqual([])
      expect((await p.plant.stranger.call(of.endpoint, {})).errno).toBe('401')
    },
  )
})

describe('statistics', () => {
  const days = { from: '2026-11-18', to: '2026-11-19' }
  test('list lines with the total, and ratios of sums', async () => {
    const found = expectOk(await manager().call(plantStatistics, { by: 'line', ...days }))
    expect(found.rows.map(({ label, outputKg }) => [label, outputKg])).toEqual([
      ['OLD OLD线', 900],
      ['S1 S1线', 2800],
      ['S2 S2线', 300],
    ])
    expect(found.total).toMatchObject([{ outputKg: 4000, winderDowngradePercent: 3 }])
  })
  test('export as a workbook with filter and definitions, with the permission', async () => {
    const file = await p.staff['prod-lead'].raw(
      'GET',
      '/HOME_CS_DATA?by=team&from=2026-11-18&to=2026-11-19&format=xlsx',
    )
    expect(file.headers['content-type']).toContain('spreadsheetml')
    const sheet = await readSheet(file.bytes)
    expect(JSON.stringify(sheet)).toContain('合计')
    expect((await p.staff.quality.raw('GET', '/HOME_CS_DATA?format=xlsx')).errno).toBe('401')
    expect((await p.staff['operator-line'].call(plantStatistics, {})).errno).toBe('401')
  })
  test('of a hundred years are refused', async () => {
    const refused = await manager().call(plantStatistics, { from: '1926-01-01', to: '2026-01-01' })
    expect([refused.errno, refused.errmsg]).toMatchObject(['4013', expect.stringContaining('1830')])
  })
})

test('order completion covers seven days: on time, open, without cancelled ones', async () => {
  const completionByDay = expectOk(await manager().call(orderCompletion, {}))
  expect(
    completionByDay.map(({ day, due, onTime, open, completionPercent }) => [day, due, onTime, open, completionPercent]),
  ).toEqual([
    ['2026-11-14', 0, 0, 0, null],
    ['2026-11-15', 0, 0, 0, null],
    ['2026-11-16', 0, 0, 0, null],
    ['2026-11-17', 1, 0, 1, 0],
    // 1,100 kg of 1,000 ordered complete this order and no other.
    ['2026-11-18', 1, 1, 0, 100],
    ['2026-11-19', 0, 0, 0, null],
    ['2026-11-20', 1, 0, 1, 0],
  ])
  // The order due today may still be on time, so that one of two orders was. The card counts these rows alike.
  await p.runInContext((ctx) => recalculateMetrics(ctx, { from: '2026-11-14', to: '2026-11-20' }))
  const { total } = expectOk(await manager().call(plantStatistics, { from: '2026-11-14', to: '2026-11-20' }))
  expect(total[0]!.onTimePercent).toBe(50)
})

test('an order of the night after its due day is on time: the plant day ends with the last shift', async () => {
  await p.runInContext(async (ctx) => {
    for (const [number, finishedAt] of [
      ['WO-6', plantTime('03:00', '2026-11-18')],
      ['WO-7', plantTime('09:00', '2026-11-18')],
    ] as const)
      await ctx.rows.insert(workOrder, {
        number,
        batch: number,
        productId: p.productId,
        lineId: p.lines.S1,
        state: 'finished',
        orderedKg: 1000,
        goodKg: 1000,
        dueOn: '2026-11-17',
        startedAt: plantTime('08:00', '2026-11-16'),
        finishedAt,
      })
    await recalculateMetrics(ctx, { from: '2026-11-17', to: '2026-11-17' })
  })
  const day = expectOk(await manager().call(orderCompletion, { day: '2026-11-17' })).at(-1)!
  expect(day).toMatchObject({ due: 3, onTime: 1, finishedLate: 1, open: 1 })
  const { total } = expectOk(await manager().call(plantStatistics, { from: '2026-11-17', to: '2026-11-17' }))
  expect(total[0]!.onTimePercent).toBeCloseTo((100 * day.onTime) / day.due, 6)
})

describe('live lines', () => {
  test('use the limits of the running order before those of the tag; a stale value is marked and never outside', async () => {
    const lineRows = expectOk(await manager().call(calls.lineStatus, {}))
    expect(lineRows.map(({ lineId }) => lineId)).not.toContain(FOREIGN_LINE_ID)
    expect(lineRows.map(({ lineId }) => lineId)).not.toContain(p.lines.OLD)
    const values = lineRows.find(({ lineId }) => lineId === p.lines.S1)!.values
    expect(values.find(({ lineKey }) => lineKey === 'FRT')).toMatchObject({
      value: 152,
      low: 145,
      target: 148,
      high: 150,
      outside: true,
      stale: false,
    })
    // 150, 151 and 152 °C in the last five minutes before ten.
    expect(values.find(({ lineKey }) => lineKey === 'FRT')!.trend.map(({ value }) => value)).toEqual([
      ...Array.from({ length: 11 }, () => null),
      151,
      null,
    ])
    expect(values.find(({ lineKey }) => lineKey === 'DCD')).toMatchObject({ value: 300, stale: true, outside: false })
    // A stopped line is not expected to be warm.
    expect(lineRows.find(({ lineId }) => lineId === p.lines.S2)!.values[0]).toMatchObject({
      value: 120,
      outside: false,
    })
  })
  test.each(calls.lineKeyEndpoints.map(({ key, endpoint }) => [key, endpoint] as const))(
    '%s with its last hour',
    async (key, endpoint) => {
      const found = expectOk(await manager().call(endpoint, {}))
      const lines = { FRT: [p.lines.S1, p.lines.S2], DCD: [p.lines.S1] }[key as string] ?? []
      expect(found.map(({ lineId }) => lineId)).toEqual(lines)
      if (key === 'FRT') expect(found[0]!.trend.map(({ value }) => value)).toEqual([150, 151, 152])
      // 90 minutes ago is outside the last hour.
      if (key === 'DCD') expect(found[0]!.trend).toEqual([])
      expect((await p.staff.quality.call(endpoint, {})).errno).toBe('200')
      expect((await p.plant.stranger.call(endpoint, {})).errno).toBe('401')
    },
  )
  test('show the tags that each person chose', async () => {
    const defaultWindow = expectOk(await manager().call(calls.lineWindowNow, { lineId: p.lines.S1 }))
    expect([defaultWindow.own, defaultWindow.tags.filter(({ shown }) => shown).length]).toEqual([false, 2])
    const dcd = await p.findTagId(p.lines.S1, 'DCD')
    const set = expectOk(await manager().call(calls.setLineWindow, { lineId: p.lines.S1, tagIds: [dcd] }))
    expect(set.tags.filter(({ shown }) => shown).map(({ tagId }) => tagId)).toEqual([dcd])
    expect(expectOk(await p.staff.viewer.call(calls.lineWindowNow, { lineId: p.lines.S1 })).own).toBe(false)
    const other = await p.findTagId(p.lines.S2, 'FRT')
    expect((await manager().call(calls.setLineWindow, { lineId: p.lines.S1, tagIds: [other] })).errno).toBe('4006')
    expect((await manager().call(calls.lineWindowNow, { lineId: FOREIGN_LINE_ID })).errno).toBe('4006')
    expect(expectOk(await manager().call(calls.setLineWindow, { lineId: p.lines.S1, tagIds: [] })).own).toBe(false)
  })
  test('include halls with their violations', async () => {
    const [hall] = expectOk(await manager().call(calls.hallClimateNow, {}))
    expect(hall!.values).toMatchObject([
      { hallKey: 'temperature', value: 31, stale: false, outside: true },
      { hallKey: 'dust', value: 500, stale: true, outside: false },
    ])
    const course = expectOk(await manager().call(calls.hallClimateHistory, {}))
    expect(course.alarms.map(({ hallKey, from, to, worst }) => [hallKey, from, to, worst])).toEqual([
      ['temperature', plantTime('09:45'), plantTime('10:00'), 31],
      ['dust', plantTime('07:00'), plantTime('07:15'), 500],
    ])
    const years = await manager().call(calls.hallClimateHistory, { from: '1926-01-01T00:00:00.000Z', to: NOW })
    expect(years.errno).toBe('4013')
  })
  test('compare parameters with the standard of the running order', async () => {
    const lineRows = expectOk(await manager().call(calls.lineParametersNow, { lineId: p.lines.S1 }))
    expect(lineRows).toMatchObject([{ standard: 'PS-1 3', order: 'WO-1' }])
    expect(lineRows[0]!.parameters.map(({ key, live, outside, stale }) => [key, live, outside, stale])).toEqual([
      ['calenderTemp', 152, true, false],
      ['tension', null, false, false],
      ['DCD', 300, false, true],
    ])
    const course = expectOk(
      await manager().call(calls.lineParameterHistory, { lineId: p.lines.S1, key: 'calenderTemp' }),
    )
    expect(course.series).toMatchObject([
      { key: 'calenderTemp', high: 150, points: [{ mean: 151, low: 150, high: 152 }] },
    ])
    expect((await p.staff.maint.call(calls.lineParametersNow, {})).errno).toBe('401')
  })
  test('show stops and starts of orders with a parameter, of that line and period only', async () => {
    const lead = p.staff['prod-lead']
    const stop = { lineId: p.lines.S1, startedAt: plantTime('08:40'), endedAt: plantTime('09:10') }
    const { id, version } = expectOk(await lead.call(lineStop.endpoints.create, stop))
    const loadCourse = async (lineId: string, from?: string) =>
      expectOk(
        await manager().call(calls.lineParameterHistory, { lineId, key: 'calenderTemp', ...(from ? { from } : {}) }),
      )
    const today = await loadCourse(p.lines.S1)
    expect([today.stops, today.orders]).toEqual([[{ from: stop.startedAt, to: stop.endedAt }], []])
    const sinceStart = await loadCourse(p.lines.S1, plantTime('07:00', '2026-11-18'))
    expect(sinceStart.orders).toEqual([{ at: plantTime('08:00', '2026-11-18'), number: 'WO-1' }])
    expect((await loadCourse(p.lines.S2)).stops).not.toContainEqual({ from: stop.startedAt, to: stop.endedAt })
    expectOk(await lead.call(lineStop.endpoints.remove, { id, version }))
  })
  test('count machines by state', async () => {
    expect(expectOk(await manager().call(machineSituation, {}))).toMatchObject({ machines: 0, repairsOpen: 0 })
    const machine = expectOk(
      await p.staff['maint-lead'].call(equipment.endpoints.create, { code: 'M1', name: '泵', lineId: p.lines.S1 }),
    )
    const situation = expectOk(await manager().call(machineSituation, {}))
    expect(situation.equipment).toEqual([
      expect.objectContaining({
        equipmentId: machine.id,
        code: 'M1',
        lineId: p.lines.S1,
        state: 'inUse',
        condition: 'normal',
        lineStopped: false,
      }),
    ])
    expect(situation.repairAges.map(({ repairs }) => repairs)).toEqual([0, 0, 0, 0])
  })
})

test('the total of rows that cover only a shift that has just begun has no settled ratios either', () => {
  const sums = { ...zeroSums, woundKg: 0, fedKg: 900, calendarMinutes: 25, operatingMinutes: 25 }
  const toRow = (isUnsettled: boolean, woundKg = 0): MetricResult => {
    const rowSums = { ...sums, woundKg }
    return { key: {}, sums: rowSums, values: calculateMetricValues(rowSums), isUnsettled, lineScope: null }
  }
  expect(calculateTotalValues([toRow(true), toRow(true)])).toMatchObject({
    inputOutputPercent: null,
    oeePercent: null,
    outputKg: 0,
  })
  // 450 of 1800 kg, with a row of an earlier shift.
  expect(calculateTotalValues([toRow(true), toRow(false, 450)])).toMatchObject({ inputOutputPercent: 25 })
})
