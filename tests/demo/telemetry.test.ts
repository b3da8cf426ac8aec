import { afterAll, beforeAll, expect, test } from 'vitest'
import { line, plantArea } from '@/plant/contract/line'
import { loadMeterUsage, sumMeterUsage } from '@/areas/telemetry/server/queries'
import { runAsSystem } from '@/server/start-application'
import { addBills } from '@/demo/bills'
import { BulkStore } from '@/demo/bulk'
import { createDemoEra } from '@/demo/demo-era'
import { buildLayout } from '@/demo/lines'
import { buildStaff } from '@/demo/people'
import { storePrices } from '@/demo/prices'
import { Dice } from '@/demo/random'
import { storeMinuteReadings } from '@/demo/telemetry/store-gauges'
import { buildTelemetry } from '@/demo/telemetry'
import { addMonths, DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import { createTestPlant, type TestPlant } from '../server/harness'

const NOW = new Date('2026-11-20T02:07:00.000Z')
const era = createDemoEra(NOW, 'Asia/Shanghai', 'zh')
let plant: TestPlant
let sb: string
const stop = { from: NOW.getTime() - 3 * DAY_MS, to: NOW.getTime() - 3 * DAY_MS + 6 * HOUR_MS }
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  const dice = new Dice('test')
  const roles = await plant.query<{ code: string; id: string }>('select code, id from role')
  const staff = buildStaff(dice.branch('people'), era, new Map(roles.map((r) => [r.code, r.id])))
  const layout = buildLayout(dice.branch('site'), era, staff, 1)
  sb = layout.lines[0]!.id
  const stops = [{ id: sb, lineId: sb, startedAt: toMoment(stop.from), endedAt: toMoment(stop.to) }]
  const part = buildTelemetry(dice.branch('telemetry'), era, { layout, place: 1, stops })
  await plant.app.db.transaction(
    async (client) => {
      const store = await BulkStore.open(client, 1, () => undefined)
      for (const each of layout.batches)
        if (each.resource.name === line.name || each.resource.name === plantArea.name)
          await store.add({ ...each, rows: each.rows.map((row) => ({ ...row, principalId: null })) })
      for (const each of part.batches) await store.add(each)
      await store.flush()
      const cpuBefore = process.cpuUsage()
      await part.fillSeries!(client, 1)
      const { user, system } = process.cpuUsage(cpuBefore)
      process.stdout.write(`readings of the demonstration: ${((user + system) / 1e6).toFixed(1)} s of a processor\n`)
    },
    { statementTimeoutMs: 600_000 },
  )
}, 300_000)
afterAll(() => plant.close())

test('every meter has thirteen months; a parent meter shows the sum of its children and a little more', async () => {
  const [totals] = await plant.query<{ meters: number; days: number; quarters: number; raw: number }>(
    `select (select count(distinct tag_id)::int from usage_day) as meters, (select count(*)::int from usage_day) as days,
       (select sum(cardinality(used) - 1)::int from usage_slots) as quarters, (select count(*)::int from reading) as raw`,
  )
  process.stdout.write(`${JSON.stringify(totals)}\n`)
  expect(totals!.meters).toBeGreaterThanOrEqual(55)
  expect(totals!.days).toBe(totals!.meters * 397)
  const ids = new Map(
    (
      await plant.query<{ id: string; code: string }>(`select meter_id as id, code from tag where meter_id is not null`)
    ).map((t) => [t.code, t.id]),
  )
  const line = [...ids].filter(([code]) => code.startsWith('SB1-E'))
  const sums = await runAsSystem(plant.app, 'test', (ctx) =>
    sumMeterUsage(ctx, {
      meterIds: line.map(([, id]) => id),
      periods: [{ key: 'all', from: '2026-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z' }],
    }),
  )
  const whole = sums.find((s) => s.meterId === ids.get('SB1-E'))!.used
  const parts = sums.filter((s) => s.meterId !== ids.get('SB1-E')).reduce((sum, s) => sum + s.used, 0)
  expect(whole / parts).toBeCloseTo(1.018, 3)
})
test('a line that stands uses less', async () => {
  const [row] = await plant.query<{ id: string }>(`select meter_id as id from tag where code = 'SB1-E'`)
  const used = async (from: number, to: number) =>
    (
      await runAsSystem(plant.app, 'test', (ctx) =>
        loadMeterUsage(ctx, { meterIds: [row!.id], from: toMoment(from), to: toMoment(to), step: 'hour' }),
      )
    ).map((h) => h.used)
  const standingUsage = await used(stop.from + HOUR_MS, stop.to - HOUR_MS)
  const running = await used(stop.to + HOUR_MS, stop.to + 5 * HOUR_MS)
  expect(Math.max(...standingUsage)).toBeLessThan(Math.min(...running) / 3)
})
test('raw readings of the last days match the roll-ups', async () => {
  const rows = await plant.query<{ tag: string; raw: number; used: number }>(
    `select t.code as tag, max(r.value) - min(r.value) as raw, (select sum(used) from usage_day d where d.tag_id = t.id and d.day between '2026-11-13' and '2026-11-19') as used
     from tag t join reading r on r.tag_id = t.id and r.at >= '2026-11-12T16:00:00Z' and r.at <= '2026-11-19T16:00:00Z' where t.kind = 'counter' and r.standing = 0 group by t.id, t.code`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(55)
  for (const { raw, used } of rows) expect(raw).toBeCloseTo(used, 1)
})
test('the lines report the tags of their machines every minute of a day', async () => {
  const rows = await plant.query<{ line: string; n: number; keys: string[] }>(
    `select split_part(t.code, '/', 1) as line, count(*)::int as n, array_agg(distinct t.line_key order by t.line_key) as keys
     from reading r join tag t on t.id = r.tag_id where t.line_key is not null group by 1 order by 1`,
  )
  const keys = Object.fromEntries(rows.map((row) => [row.line, row.keys]))
  // There is no calender, oiling machine or dryer behind meltblown dies, and a spunbond line has no dies.
  expect(keys['MB1']).toEqual(['DCD', 'HBR', 'HBT', 'MBS', 'MEE', 'MPS'])
  expect(keys['SB1']).toEqual(['CS', 'DRYER', 'FRT', 'MBS', 'MEE', 'MPS', 'ORS', 'OT', 'PRE', 'SRT'])
  expect(keys['SM1']).toHaveLength(13)
  for (const row of rows) expect(row.n).toBeGreaterThan(row.keys.length * 1440)
})

test('roll-ups of line tags match the readings, and the newest reading is displayed', async () => {
  const rows = await plant.query<
    Record<'raw' | 'slots' | 'low' | 'high' | 'sum' | 'counted' | 'last' | 'shown', number>
  >(
    `select r.n as raw, g.n as slots, r.low - g.low as low, r.high - g.high as high, r.sum, g.sum as counted, r.last, s.value as shown
     from (select tag_id, count(*)::int as n, min(value) as low, max(value) as high, sum(value) as sum, (array_agg(value order by at desc))[1] as last, max(at) as at
       from reading where tag_id in (select id from tag where line_key is not null) group by 1) r
     join (select tag_id, sum(c)::int as n, min(l) as low, max(h) as high, sum(u) as sum from gauge_slots, unnest(n, low, high, sum) x(c, l, h, u)
       where starts_at >= (select min(at) from reading where tag_id in (select id from tag where line_key is not null)) group by 1) g using (tag_id)
     join tag_state s on s.tag_id = r.tag_id and s.at = r.at`,
  )
  expect(rows).toHaveLength(6 + 10 + 13)
  for (const row of rows) {
    expect(row).toMatchObject({ slots: row.raw, low: 0, high: 0, shown: row.last })
    expect(row.counted).toBeCloseTo(row.sum, 3)
  }
})

test('older line readings, up to 35 days, are stored per quarter of an hour and include the stop', async () => {
  const days = await plant.query<{ days: number; first: string; last: string; whole: boolean }>(
    `select count(*)::int as days, min(day)::text as first, max(day)::text as last,
       bool_and(cardinality(n) = 96 and (day >= '2026-11-19' or 15 = all (n))) as whole
     from gauge_slots g join tag t on t.id = g.tag_id where t.line_key is not null group by tag_id`,
  )
  expect(days).toHaveLength(6 + 10 + 13)
  for (const each of days) expect(each).toEqual({ days: 37, first: '2026-10-15', last: '2026-11-20', whole: true })
  // From 10:07 to 16:07 on the plant's clock, three days ago: quarters from 10:00, whose middle is after the start of the stop.
  const stood = await plant.query<{ quarters: number[] }>(
    `select array_agg(q.n::int - 1 order by q.n) as quarters from gauge_slots g join tag t on t.id = g.tag_id, unnest(g.sum) with ordinality q(sum, n)
     where t.line_key = 'MPS' and t.line_id = '${sb}' and g.day = '2026-11-17' and q.sum = 0 group by tag_id`,
  )
  expect(stood).toEqual([{ quarters: Array.from({ length: 24 }, (_, i) => 40 + i) }])
})

test('a day of the previous week gets every minute, its quarters match, and displayed values stay', async () => {
  const loadTagStates = () => plant.query(`select tag_id, at, value from tag_state order by 1`)
  const previousStates = await loadTagStates()
  await plant.query(`insert into setting (site_id, name, value) values (1, 'demo', $1)`, [
    JSON.stringify({ seed: 1, scale: 1, at: NOW.toISOString(), language: 'zh' }),
  ])
  await plant.query(
    `insert into line_stop (site_id, id, line_id, started_at, ended_at) values (1, gen_random_uuid(), $1, $2, $3)`,
    [sb, toMoment(stop.from), toMoment(stop.to)],
  )
  await runAsSystem(plant.app, 'test', (ctx) => storeMinuteReadings(ctx, 2))
  const rows = await plant.query<
    Record<'raw' | 'zeros' | 'slots' | 'low' | 'high' | 'sum' | 'counted', number> & { key: string; line: string }
  >(
    `select t.line_key as key, t.line_id as line, r.n as raw, r.zeros, g.n as slots, r.low - g.low as low, r.high - g.high as high, r.sum, g.sum as counted
     from (select tag_id, count(*)::int as n, (count(*) filter (where value = 0))::int as zeros, min(value) as low, max(value) as high, sum(value) as sum
       from reading where at >= '2026-11-16T16:00:00Z' and at < '2026-11-17T16:00:00Z' group by 1) r
     join (select tag_id, sum(c)::int as n, min(l) as low, max(h) as high, sum(u) as sum from gauge_slots, unnest(n, low, high, sum) x(c, l, h, u)
       where day = '2026-11-17' group by 1) g using (tag_id) join tag t on t.id = tag_id where t.line_key is not null`,
  )
  expect(rows).toHaveLength(6 + 10 + 13)
  for (const row of rows) {
    expect(row).toMatchObject({ raw: 1440, slots: 1440, low: 0, high: 0 })
    expect(row.counted).toBeCloseTo(row.sum, 3)
    // The stop of six hours, to the minute.
    if (row.key === 'MPS') expect(row.zeros).toBe(row.line === sb ? 6 * 60 : 0)
  }
  expect(await loadTagStates()).toEqual(previousStates)
})

test('the grid bills each closed month as the main meter measured; one peak differs, with a reason', async () => {
  await plant.app.db.transaction(async (client) => {
    await storePrices(client, 1, await BulkStore.open(client, 1, () => undefined), era)
  })
  const mains = await plant.query<{ meterId: string; by: string }>(
    `select t.meter_id as "meterId", (select id from app_user limit 1) as by from tag t where t.code in ('EM1-M1', 'EM1-M2')`,
  )
  const tops = mains.map(({ meterId }) => ({ meterId, medium: 'electricity' as const }))
  await runAsSystem(plant.app, 'test', (ctx) => addBills(ctx, era, { topMeters: tops, authorId: mains[0]!.by }))
  const bills = await plant.query<
    Record<'kwh' | 'cny' | 'peak' | 'lines', number> & { month: string; note: string | null }
  >(
    `select month::text, total_kwh::float8 as kwh, total_cny::float8 as cny, peak_kwh::float8 as peak, note,
       (coalesce(critical_cny, 0) + peak_cny + normal_cny + low_cny + coalesce(deep_cny, 0) + demand_cny + transmission_cny + surcharge_cny + power_factor_cny)::float8 as lines
     from electric_bill order by month`,
  )
  // The history begins in October: eleven complete months since, minus the two open ones.
  expect(bills.map(({ month }) => month)).toEqual([
    '2025-11-01',
    '2025-12-01',
    ...Array.from({ length: 8 }, (_, i) => `2026-0${i + 1}-01`),
  ])
  const meterUsage = await runAsSystem(plant.app, 'test', (ctx) =>
    sumMeterUsage(ctx, {
      meterIds: tops.map(({ meterId }) => meterId),
      periods: bills.map(({ month }) => ({
        key: month,
        from: getDayStart(ctx, month),
        to: getDayStart(ctx, addMonths(month, 1)),
      })),
    }),
  )
  for (const [i, { month, kwh, cny, lines, note }] of bills.entries()) {
    const own = meterUsage.filter(({ key }) => key === month).reduce((sum, { used }) => sum + used, 0)
    expect(cny).toBeCloseTo(lines, 2)
    const odd = i === bills.length - 2
    expect(note !== null).toBe(odd)
    expect(Math.abs(kwh / own - 1)).toBeLessThan(odd ? 0.008 : 0.002)
    if (odd) expect(kwh / own - 1).toBeGreaterThan(0.002)
  }
})

test('a few readings are impossible, and no sum includes them', async () => {
  const rows = await plant.query<{ reason: string; state: string; value: number; kept: number | null }>(
    `select o.reason, o.state, o.value::float8 as value, r.value as kept from odd_reading o left join reading r on r.tag_id = o.tag_id and r.at = o.read_at and r.standing > 0 order by o.reason`,
  )
  expect(rows.map(({ reason }) => reason)).toEqual(['backwards', 'backwards', 'tooFast', 'unitChanged', 'unknownTag'])
  for (const { reason, state, value, kept } of rows) {
    expect(state).toBe('open')
    expect(kept).toBe(reason.startsWith('u') ? null : value)
  }
})
