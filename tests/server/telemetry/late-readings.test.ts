import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { liveTags, sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { admitOddReading, discardOddReading } from '@/areas/telemetry/contract/odd-reading'
import { loadLiveValues, loadMeterUsage } from '@/areas/telemetry/server/queries'
import { line } from '@/plant/contract/line'
import { sendSpeeds } from '@/plant/contract/line-speed'
import { setPlantSetting } from '@/plant/contract/plant-setting'
import { tag } from '@/areas/telemetry/contract/tag'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, runJob, createStaffedPlant, type Staff } from '../plant-staff'
import { runInContext, createCounter, createGauge, loadOddReadings, sendBatch, loadUsage } from './meter-tags'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

/** Returns all summaries of a tag and the state of its readings. */
const knownOf = async (tagId: string) => ({
  days: await plant.query(
    'select day, n, round(used::numeric, 4) as used, round(estimated::numeric, 4) as estimated, measured_s, last from usage_day where tag_id = $1 and (n > 0 or used > 0) order by day',
    [tagId],
  ),
  slots: await plant.query(
    `select day, (select array_agg(round(u::numeric, 4)) from unnest(used) u) as used, (select array_agg(round(u::numeric, 4)) from unnest(estimated) u) as estimated, measured from usage_slots s where tag_id = $1 and exists (select 1 from usage_day d where d.tag_id = s.tag_id and d.day = s.day and (n > 0 or d.used > 0)) order by day`,
    [tagId],
  ),
  gauges: await plant.query(
    `select day, n, (select array_agg(round(u::numeric, 4)) from unnest(sum) u) as sum, low, high, last from gauge_slots where tag_id = $1 order by day`,
    [tagId],
  ),
  readings: await plant.query('select at, value, standing from reading where tag_id = $1 order by at', [tagId]),
  odd: await plant.query('select read_at, shown, reason from odd_reading where tag_id = $1 order by 1, 2', [tagId]),
  state: await plant.query(
    'select at, value, base_at, base_value, pending_at, pending_value from tag_state where tag_id = $1',
    [tagId],
  ),
})

const MINUTE = 60_000
const BEGIN = Date.parse(plantTime('20:00', '2026-11-18'))
/** A counter read at irregular minutes, with gaps, wrong values, dips and resets. */
const story = fc
  .array(
    fc.record({
      pause: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: 60, max: 700 }) },
      ),
      step: fc.integer({ min: 0, max: 40 }),
      odd: fc.option(fc.constantFrom('wrong', 'zero', 'dip', 'reset'), { freq: 5 }),
    }),
    { minLength: 4, maxLength: 30 },
  )
  .map((steps) => {
    let [ms, value] = [BEGIN, 50_000]
    return steps.map(({ pause, step, odd }) => {
      ms += pause * MINUTE
      if (odd === 'reset') value = step
      else if (!odd) value += step
      const shown = odd === 'wrong' ? 1e6 : odd === 'zero' ? 0 : odd === 'dip' ? value - 0.1 : value
      return { at: new Date(ms).toISOString(), value: shown }
    })
  })
/** The same readings shuffled into batches, some sent twice. */
const partition = story.chain((readings) =>
  fc.record({
    readings: fc.constant(readings),
    order: fc.shuffledSubarray(readings, { minLength: readings.length, maxLength: readings.length }),
    cuts: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: readings.length, maxLength: readings.length }),
    again: fc.array(fc.boolean(), { minLength: readings.length, maxLength: readings.length }),
  }),
)
const sendTo = async (code: string, readings: readonly { at: string; value: number }[]) =>
  expectOk(
    await staff.admin.call(sendReadings, {
      readings: readings.map((r) => ({ tag: code, unit: null, quality: null, ...r })),
    }),
  )

describe('readings in any order and any batches give the same sums', () => {
  test.each(['counter', 'gauge'])(
    'make the same roll-ups of a %s as one batch in order',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(partition, async ({ readings, order, cuts, again }) => {
          const made =
            kind === 'counter'
              ? await Promise.all([createCounter(staff, { dip: 0.2 }), createCounter(staff, { dip: 0.2 })])
              : await Promise.all([createGauge(staff), createGauge(staff)])
          const [whole, parts] = made
          await sendTo(whole!.code, readings)
          for (let i = 0, b = 0; i < order.length; b++) {
            const batch = order.slice(i, (i += cuts[b]!))
            await sendTo(parts!.code, batch)
            if (again[b]) await sendTo(parts!.code, batch)
          }
          expect(await knownOf(parts!.tagId)).toEqual(await knownOf(whole!.tagId))
        }),
        { numRuns: Number(process.env['RUNS'] ?? 25), seed: 7 },
      )
    },
    300_000,
  )
})

describe('a reading set aside', () => {
  test('counts once a person accepts it, and no longer once discarded', async () => {
    const { code, meterId } = await createCounter(staff)
    await sendBatch(staff, code, [
      ['08:00', 1000],
      ['08:15', 3000],
      ['08:30', 3050],
    ])
    const [odd] = await loadOddReadings(plant, code)
    expect(odd).toMatchObject({ reason: 'tooFast', shown: '3000' })
    const admitted = expectOk(await staff['maint-lead'].call(admitOddReading, { id: odd!.id }))
    expect(admitted).toMatchObject({ state: 'admitted' })
    // The next reading counts from it.
    expect(await loadUsage(plant, meterId)).toEqual([
      [plantTime('08:00'), 2000, 0],
      [plantTime('08:15'), 50, 0],
    ])
    expectOk(await staff['maint-lead'].call(discardOddReading, { id: odd!.id }))
    expect(await loadUsage(plant, meterId)).toEqual([])
    expect((await staff.viewer.call(admitOddReading, { id: odd!.id })).errno).toBe('401')
  })
  test('of an unknown tag counts once the tag exists', async () => {
    const code = `LATER-1`
    await sendBatch(staff, code, [['08:00', 21]])
    const [odd] = await loadOddReadings(plant, code)
    expect((await staff['maint-lead'].call(admitOddReading, { id: odd!.id })).errno).toBe('6000')
    const made = expectOk(
      await staff['maint-lead'].call(tag.endpoints.create, { code, name: '油温', kind: 'gauge', unit: '°C' }),
    )
    expectOk(await staff['maint-lead'].call(admitOddReading, { id: odd!.id }))
    const [live] = await runInContext(plant, (ctx) => loadLiveValues(ctx, [made.id]))
    expect(live).toMatchObject({ value: 21, at: plantTime('08:00') })
  })
})

describe('manual meter readings', () => {
  const read = (meterId: string, time: string, value: number, more: Record<string, unknown> = {}) =>
    staff['maint-lead'].call(meterReading.endpoints.create, {
      meterId,
      readAt: plantTime(time, '2026-11-19'),
      value,
      ...more,
    })
  test('belong to a tag that the first one creates; a meter exchange is excluded', async () => {
    const meterRow = expectOk(
      await staff['maint-lead'].call(meter.endpoints.create, {
        code: 'W-1',
        name: '水表',
        kind: 'water',
        unit: 'm³',
        counter: true,
      }),
    )
    expectOk(await read(meterRow.id, '00:00', 900))
    expectOk(await read(meterRow.id, '12:00', 30, { oldFinal: 920, newStart: 10 }))
    const days = () =>
      runInContext(plant, (ctx) =>
        loadMeterUsage(ctx, {
          meterIds: [meterRow.id],
          from: plantTime('00:00', '2026-11-19'),
          to: plantTime('00:00', '2026-11-20'),
          step: 'day',
        }),
      )
    expect(await days()).toEqual([
      { meterId: meterRow.id, at: plantTime('00:00', '2026-11-19'), used: 40, estimatedShare: 1 },
    ])
    const last = expectOk(await read(meterRow.id, '18:00', 90))
    expect((await days())[0]!.used).toBe(100)
    expectOk(await staff['maint-lead'].call(meterReading.endpoints.remove, { id: last.id, version: last.version }))
    expect((await days())[0]!.used).toBe(40)
    expectOk(await read(meterRow.id, '18:00', 90))
    expect((await days())[0]!.used).toBe(100)
    expect(await plant.query('select unit, kind from tag where meter_id = $1', [meterRow.id])).toEqual([
      { unit: 'm³', kind: 'counter' },
    ])
  })
})

describe('the meter ledger', () => {
  test('shows the newest manual or automatic reading with time and source', async () => {
    const { code, meterId } = await createCounter(staff)
    const newest = async () =>
      expectOk(await staff['maint-lead'].call(liveTags, { ofMeters: true })).filter((one) => one.meterId === meterId)
    await sendBatch(staff, code, [['08:00', 700]])
    expect(await newest()).toMatchObject([{ value: 700, at: plantTime('08:00'), source: 'http' }])
    expectOk(
      await staff['maint-lead'].call(meterReading.endpoints.create, {
        meterId,
        readAt: plantTime('09:00'),
        value: 720,
      }),
    )
    expect(await newest()).toMatchObject([{ value: 720, at: plantTime('09:00'), source: 'hand' }])
    expect(expectOk(await staff['maint-lead'].call(liveTags, { ofMeters: true })).every((one) => one.meterId)).toBe(
      true,
    )
  })
})

describe('a line speed tag', () => {
  test('creates stops from its readings; the line call updates its live value', async () => {
    const lineRow = expectOk(
      await staff['maint-lead'].call(line.endpoints.create, { code: 'SP-1', name: '纺粘', kind: 'spunbond' }),
    )
    const speed = expectOk(
      await staff['maint-lead'].call(tag.endpoints.create, {
        code: 'SP-1/speed',
        name: '线速度',
        kind: 'gauge',
        unit: 'm/min',
        lineId: lineRow.id,
        lineKey: 'speed',
        everyS: 60,
      }),
    )
    await sendBatch(staff, 'SP-1/speed', [
      ['08:00', 300],
      ['08:01', 0],
      ['08:02', 0],
      ['08:05', 300],
    ])
    expect(await plant.query('select started_at, ended_at from line_stop where line_id = $1', [lineRow.id])).toEqual([
      { started_at: plantTime('08:01'), ended_at: plantTime('08:05') },
    ])
    const sent = { readings: [{ line: 'SP-1', at: plantTime('09:59'), speed: 281.5 }] }
    expect(expectOk(await staff.admin.call(sendSpeeds, sent))).toMatchObject({ stored: 1 })
    expect(expectOk(await staff.admin.call(sendSpeeds, sent))).toMatchObject({ stored: 0, repeated: 1 })
    const [live] = await runInContext(plant, (ctx) => loadLiveValues(ctx, [speed.id]))
    expect(live).toMatchObject({ value: 281.5, at: plantTime('09:59'), stale: false, lineKey: 'speed' })
    expect(await countRows(plant, 'reading', 'tag_id = $1', [speed.id])).toBe(5)
    expect(await countRows(plant, 'line_speed', 'line_id = $1', [lineRow.id])).toBe(5)
  })
})

describe('retention', () => {
  test('deletes months before the limit, keeps summaries, and sets older readings aside', async () => {
    const { code, meterId, tagId } = await createCounter(staff)
    await sendBatch(staff, code, [
      ['08:00', 100, '2026-08-03'],
      ['08:15', 110, '2026-08-03'],
      ['08:00', 200, '2026-11-19'],
    ])
    expectOk(await staff['prod-lead'].call(setPlantSetting, { key: 'readingMonths', value: 2 }))
    await runJob(plant, 'readings-forget')
    expect(await countRows(plant, 'reading', 'tag_id = $1', [tagId])).toBe(1)
    expect(await countRows(plant, 'pg_class', `relname = 'reading_2026_08'`)).toBe(0)
    const august = () =>
      runInContext(plant, (ctx) =>
        loadMeterUsage(ctx, {
          meterIds: [meterId],
          from: plantTime('00:00', '2026-08-01'),
          to: plantTime('00:00', '2026-09-01'),
          step: 'day',
        }),
      )
    expect((await august()).map((d) => d.used)).toEqual([10])
    expect(await sendBatch(staff, code, [['08:30', 115, '2026-08-03']])).toMatchObject({ stored: 0, apart: 1 })
    expect((await august()).map((d) => d.used)).toEqual([10])
    expect((await loadOddReadings(plant, code)).map((o) => o.reason)).toContain('tooOld')
  })
})
