import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  loadGaugeSlots,
  loadLiveValues,
  listMissingHours,
  loadMeterUsage,
  sumMeterUsage,
} from '@/areas/telemetry/server/queries'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { tag } from '@/areas/telemetry/contract/tag'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, NOW, createStaffedPlant, type Staff } from '../plant-staff'
import {
  buildBatch,
  runInContext,
  createCounter,
  createGauge,
  loadOddReadings,
  sendBatch,
  loadUsage,
  type ReadingInputs,
} from './meter-tags'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

describe('a batch of readings', () => {
  test('is summed by quarter, hour and day in any order; a repeat counts once', async () => {
    const { code, meterId } = await createCounter(staff)
    const shuffledReadings: ReadingInputs = [
      ['08:30', 1120],
      ['08:00', 1000],
      ['09:00', 1200],
      ['08:15', 1050],
      ['08:45', 1180],
      ['09:15', 1260],
    ]
    expect(await sendBatch(staff, code, shuffledReadings)).toEqual({
      stored: 6,
      repeated: 0,
      revised: 0,
      apart: 0,
      unknown: [],
    })
    expect(await sendBatch(staff, code, shuffledReadings)).toEqual({
      stored: 0,
      repeated: 6,
      revised: 0,
      apart: 0,
      unknown: [],
    })
    expect(await loadUsage(plant, meterId, 'hour')).toEqual([
      [plantTime('08:00'), 200, 0],
      [plantTime('09:00'), 60, 0],
    ])
    const quarters = await runInContext(plant, (ctx) =>
      loadMeterUsage(ctx, { meterIds: [meterId], from: plantTime('08:00'), to: plantTime('09:00'), step: 'quarter' }),
    )
    expect(quarters.map((q) => q.used)).toEqual([50, 70, 60, 20])
    const days = await runInContext(plant, (ctx) =>
      loadMeterUsage(ctx, {
        meterIds: [meterId],
        from: plantTime('00:00'),
        to: plantTime('00:00', '2026-11-21'),
        step: 'day',
      }),
    )
    expect(days).toEqual([{ meterId, at: plantTime('00:00'), used: 260, estimatedShare: 0 }])
    expect(await countRows(plant, 'reading', 'tag_id in (select id from tag where code = $1)', [code])).toBe(6)
  })
  test('sums any period to the second', async () => {
    const { code, meterId } = await createCounter(staff)
    await sendBatch(staff, code, [
      ['23:30', 100, '2026-11-18'],
      ['00:30', 200, '2026-11-19'],
      ['01:00', 260, '2026-11-19'],
      ['01:00', 2060, '2026-11-20'],
    ])
    const sums = await runInContext(plant, (ctx) =>
      sumMeterUsage(ctx, {
        meterIds: [meterId],
        periods: [
          { key: 'a', from: plantTime('23:45', '2026-11-18'), to: plantTime('00:15', '2026-11-19') },
          { key: 'b', from: plantTime('00:30', '2026-11-19'), to: plantTime('00:40', '2026-11-19') },
          { key: 'none', from: plantTime('00:00', '2026-01-01'), to: plantTime('00:00', '2026-01-02') },
          { key: 'all', from: plantTime('00:00', '2026-11-01'), to: plantTime('00:00', '2026-11-30') },
        ],
      }),
    )
    expect(sums.map((s) => [s.key, Math.round(s.used * 1000) / 1000])).toEqual([
      ['a', 50],
      ['all', 1960],
      ['b', 20],
    ])
    expect(sums.find((s) => s.key === 'all')!.estimated).toBeCloseTo(1900, 3)
  })
  test('revises an earlier value, updates the sums, and keeps the old value', async () => {
    const { code, meterId } = await createCounter(staff)
    await sendBatch(staff, code, [
      ['08:00', 1000],
      ['08:30', 1100],
      ['09:00', 1200],
    ])
    expect(await sendBatch(staff, code, [['08:30', 1150]])).toMatchObject({ stored: 0, revised: 1 })
    // A replaced value sent again by a repeating gateway changes nothing.
    expect(await sendBatch(staff, code, [['08:30', 1100]])).toMatchObject({ repeated: 1, revised: 0 })
    const quarters = await runInContext(plant, (ctx) =>
      loadMeterUsage(ctx, { meterIds: [meterId], from: plantTime('08:00'), to: plantTime('09:00'), step: 'quarter' }),
    )
    expect(quarters.map((q) => q.used)).toEqual([75, 75, 25, 25])
    expect(await countRows(plant, 'reading_revision', 'tag_id in (select id from tag where code = $1)', [code])).toBe(1)
  })
  test('is stored completely or not at all; too large a batch is refused unread', async () => {
    const { code, tagId } = await createCounter(staff)
    const batch = buildBatch(code, [['08:00', 1000]])
    const broken = { readings: [...batch.readings, { ...batch.readings[0]!, at: 'yesterday' }] }
    expect(await staff.admin.call(sendReadings, broken)).toMatchObject({
      errno: '4013',
      data: { issues: [{ path: ['readings', 1, 'at'], code: 'badMoment' }] },
    })
    const tooMany = { readings: Array.from({ length: 10_001 }, () => batch.readings[0]!) }
    expect((await staff.admin.call(sendReadings, tooMany)).errno).toBe('4013')
    const million = `{"readings":[${'{"tag":"E","at":"2026-11-20T00:00:00Z","value":1},'.repeat(1_000_000).slice(0, -1)}]}`
    const refused = await staff.admin.raw('POST', '/telemetry/readings', million, {
      'content-type': 'application/json',
    })
    expect(refused.status).toBe(413)
    expect(await countRows(plant, 'reading', 'tag_id = $1', [tagId])).toBe(0)
  }, 60_000)
  test('names every unknown tag', async () => {
    const readings = Array.from({ length: 201 }, (_, i) => buildBatch(`NO-${i}`, [['08:00', 1]]).readings[0]!)
    expect(expectOk(await staff.admin.call(sendReadings, { readings })).unknown).toHaveLength(201)
  })
  test('needs the permission', async () => {
    const { code } = await createCounter(staff)
    expect((await staff.viewer.call(sendReadings, buildBatch(code, [['08:00', 1]]))).errno).toBe('401')
    expect((await plant.stranger.call(sendReadings, buildBatch(code, [['08:00', 1]]))).status).toBe(401)
  })
})

describe('impossible readings', () => {
  test('are set aside once with a reason and count in no sum', async () => {
    const { code, meterId, tagId } = await createCounter(staff)
    const batch = {
      readings: [
        ...buildBatch(code, [
          ['08:00', 1000],
          ['08:15', 400],
          ['08:30', 1100],
          ['08:45', 6000],
          ['09:00', 1200],
          ['09:10', 'NaN'],
          ['12:00', 1300],
        ]).readings,
        { ...buildBatch(code, [['09:15', 1.3]]).readings[0]!, unit: 'MWh' },
        ...buildBatch('NOBODY', [['08:00', 1]]).readings,
      ],
    }
    expect(expectOk(await staff.admin.call(sendReadings, batch))).toEqual({
      stored: 5,
      repeated: 0,
      revised: 0,
      apart: 6,
      unknown: [{ tag: 'NOBODY' }],
    })
    expect((await loadOddReadings(plant, code)).map((o) => [o.reason, o.shown])).toEqual([
      ['backwards', '400'],
      ['tooFast', '6000'],
      ['notANumber', 'NaN'],
      ['unitChanged', '1.3'],
      ['future', '1300'],
    ])
    expect((await loadOddReadings(plant, 'NOBODY')).map((o) => o.reason)).toEqual(['unknownTag'])
    expect((await loadUsage(plant, meterId, 'hour')).map(([, used]) => used)).toEqual([200])
    expect(expectOk(await staff.admin.call(sendReadings, batch))).toMatchObject({ stored: 0, apart: 0 })
    expect(await loadOddReadings(plant, code)).toHaveLength(5)
    expect(await countRows(plant, 'reading', 'tag_id = $1', [tagId])).toBe(5)
  })
  test('of a reset counter wait for the next reading, then count', async () => {
    const { code, meterId, tagId } = await createCounter(staff)
    const live = () => runInContext(plant, (ctx) => loadLiveValues(ctx, [tagId]))
    await sendBatch(staff, code, [
      ['08:00', 5000],
      ['08:15', 20],
    ])
    expect((await loadOddReadings(plant, code)).map((o) => o.reason)).toEqual(['backwards'])
    expect(await loadUsage(plant, meterId)).toEqual([])
    // A value set aside is not shown as the current value.
    expect(await live()).toMatchObject([{ value: 5000, at: plantTime('08:00'), lateS: null }])
    await sendBatch(staff, code, [['08:30', 50]])
    expect(await loadOddReadings(plant, code)).toEqual([])
    expect(await live()).toMatchObject([{ value: 50, at: plantTime('08:30') }])
    expect((await loadUsage(plant, meterId)).map(([, used]) => used)).toEqual([20, 30])
  })
  test('of bad quality are stored and count nowhere', async () => {
    const { code, meterId } = await createCounter(staff)
    const [first, second, third] = buildBatch(code, [
      ['08:00', 100],
      ['08:15', 0],
      ['08:30', 130],
    ]).readings
    const readings = [first!, { ...second!, quality: 'bad' as const }, third!]
    expect(expectOk(await staff.admin.call(sendReadings, { readings }))).toMatchObject({ stored: 3, apart: 0 })
    expect((await loadUsage(plant, meterId)).map(([, used]) => used)).toEqual([15, 15])
    expect(await loadOddReadings(plant, code)).toEqual([])
  })
})

describe('gaps', () => {
  test('are filled evenly and marked; too long ones are left open and reported', async () => {
    const { code, meterId } = await createCounter(staff)
    await sendBatch(staff, code, [
      ['06:00', 1000],
      ['06:15', 1010],
      ['09:15', 1130],
      ['09:30', 1140],
    ])
    expect(await loadUsage(plant, meterId, 'hour')).toEqual([
      [plantTime('06:00'), 40, 0.75],
      [plantTime('07:00'), 40, 1],
      [plantTime('08:00'), 40, 1],
      [plantTime('09:00'), 20, 0.5],
    ])
    const missing = await runInContext(plant, (ctx) =>
      listMissingHours(ctx, { meterIds: [meterId], day: '2026-11-20' }),
    )
    expect(missing.map((m) => [m.at, m.measuredShare, m.estimated])).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((h) => [plantTime(`0${h}:00`), 0, false]),
      [plantTime('06:00'), 0.25, true],
      [plantTime('07:00'), 0, true],
      [plantTime('08:00'), 0, true],
      [plantTime('09:00'), 0.25, true],
    ])
    const long = await createCounter(staff)
    await sendBatch(staff, long.code, [
      ['08:00', 1000, '2026-11-10'],
      ['08:00', 9000, '2026-11-20'],
      ['08:15', 9025, '2026-11-20'],
    ])
    expect((await loadOddReadings(plant, long.code)).map((o) => o.reason)).toEqual(['longGap'])
    expect((await loadUsage(plant, long.meterId)).map(([, used]) => used)).toEqual([25])
  })
})

describe('gauges', () => {
  test('store mean, lowest, highest and last per slot; a revision replaces its value', async () => {
    const { code, tagId } = await createGauge(staff)
    await sendBatch(staff, code, [
      ['08:05', 150],
      ['08:01', 140],
      ['08:10', 160],
      ['08:20', 155],
    ])
    await sendBatch(staff, code, [
      ['08:10', 190],
      ['08:10', 190],
    ])
    const slots = await runInContext(plant, (ctx) =>
      loadGaugeSlots(ctx, { tagIds: [tagId], from: plantTime('08:00'), to: plantTime('09:00'), step: 'quarter' }),
    )
    expect(slots).toEqual([
      { tagId, at: plantTime('08:00'), n: 3, expected: 15, mean: 160, low: 140, high: 190, last: 190 },
      { tagId, at: plantTime('08:15'), n: 1, expected: 15, mean: 155, low: 155, high: 155, last: 155 },
    ])
  })
  test('show whether the current value is stale', async () => {
    const { code, tagId } = await createGauge(staff, { high: 170 })
    const never = await createGauge(staff)
    await sendBatch(staff, code, [['09:59', 175]])
    const live = () => runInContext(plant, (ctx) => loadLiveValues(ctx, [tagId, never.tagId]))
    expect(await live()).toMatchObject([
      {
        tagId,
        value: 175,
        at: plantTime('09:59'),
        stale: false,
        outside: true,
        lateS: 60,
        quality: 'good',
        source: 'http',
      },
      { tagId: never.tagId, value: null, stale: true, outside: false },
    ])
    plant.clock.set(plantTime('10:05'))
    expect((await live())[0]).toMatchObject({ value: 175, stale: true })
    plant.clock.set(NOW)
    // A late reading is not the current value.
    await sendBatch(staff, code, [['09:00', 140]])
    expect((await live())[0]).toMatchObject({ value: 175, at: plantTime('09:59') })
  })
  test('show every tag of a large plant', async () => {
    const tags = await plant.query<{ id: string }>(
      `insert into tag (site_id, id, code, name, kind, unit)
       select 1, gen_random_uuid(), 'MANY-' || n, 'Many', 'gauge', '°C' from generate_series(1, 2001) n returning id`,
    )
    const live = await runInContext(plant, (ctx) =>
      loadLiveValues(
        ctx,
        tags.map(({ id }) => id),
      ),
    )
    expect(live).toHaveLength(2001)
    await plant.query(`delete from tag where code like 'MANY-%'`)
  })
})

describe('tags', () => {
  test('keep kind and unit once they have readings, and cannot be deleted', async () => {
    const { code, tagId } = await createCounter(staff)
    const change = (patch: Record<string, unknown>, version: number) =>
      staff['maint-lead'].call(tag.endpoints.update, { id: tagId, version, ...patch })
    expect((await change({ unit: 'MWh' }, 1)).errno).toBe('200')
    expect((await change({ unit: 'kWh' }, 2)).errno).toBe('200')
    await sendBatch(staff, code, [['08:00', 1]])
    expect((await change({ unit: 'MWh' }, 3)).errno).toBe('6000')
    expect((await change({ name: '主表' }, 3)).errno).toBe('200')
    expect((await staff['maint-lead'].call(tag.endpoints.remove, { id: tagId })).errno).toBe('6000')
  })
})
