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
import { at, countOf, good, runJob, staffed, type Staff } from '../people'
import { inside, newCounter, newGauge, oddOf, send, usageOn } from './kit'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
afterAll(() => plant.close())

/** Everything that is known of a tag by its roll-ups, and how its readings stand. */
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
const BEGIN = Date.parse(at('20:00', '2026-11-18'))
/** A counter read at odd minutes, with gaps, wrong values, dips and resets; the moments are apart. */
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
/** The same readings in another order, cut into batches, some of them sent twice. */
const partition = story.chain((readings) =>
  fc.record({
    readings: fc.constant(readings),
    order: fc.shuffledSubarray(readings, { minLength: readings.length, maxLength: readings.length }),
    cuts: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: readings.length, maxLength: readings.length }),
    again: fc.array(fc.boolean(), { minLength: readings.length, maxLength: readings.length }),
  }),
)
const sendTo = async (code: string, readings: readonly { at: string; value: number }[]) =>
  good(
    await staff.admin.call(sendReadings, {
      readings: readings.map((r) => ({ tag: code, unit: null, quality: null, ...r })),
    }),
  )

describe('readings in any order and any batches', () => {
  test.each(['counter', 'gauge'])(
    'make the same roll-ups of a %s as one batch in order',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(partition, async ({ readings, order, cuts, again }) => {
          const made =
            kind === 'counter'
              ? await Promise.all([newCounter(staff, { dip: 0.2 }), newCounter(staff, { dip: 0.2 })])
              : await Promise.all([newGauge(staff), newGauge(staff)])
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

describe('what was kept apart', () => {
  test('counts from when a person admits it, and no more when they discard it', async () => {
    const { code, meterId } = await newCounter(staff)
    await send(staff, code, [
      ['08:00', 1000],
      ['08:15', 3000],
      ['08:30', 3050],
    ])
    const [odd] = await oddOf(plant, code)
    expect(odd).toMatchObject({ reason: 'tooFast', shown: '3000' })
    const admitted = good(await staff['maint-lead'].call(admitOddReading, { id: odd!.id }))
    expect(admitted).toMatchObject({ state: 'admitted' })
    // The next counts from it.
    expect(await usageOn(plant, meterId)).toEqual([
      [at('08:00'), 2000, 0],
      [at('08:15'), 50, 0],
    ])
    good(await staff['maint-lead'].call(discardOddReading, { id: odd!.id }))
    expect(await usageOn(plant, meterId)).toEqual([])
    expect((await staff.viewer.call(admitOddReading, { id: odd!.id })).errno).toBe('401')
  })
  test('of an unknown tag counts once there is one', async () => {
    const code = `LATER-1`
    await send(staff, code, [['08:00', 21]])
    const [odd] = await oddOf(plant, code)
    expect((await staff['maint-lead'].call(admitOddReading, { id: odd!.id })).errno).toBe('6000')
    const made = good(
      await staff['maint-lead'].call(tag.endpoints.create, { code, name: '油温', kind: 'gauge', unit: '°C' }),
    )
    good(await staff['maint-lead'].call(admitOddReading, { id: odd!.id }))
    const [live] = await inside(plant, (ctx) => loadLiveValues(ctx, [made.id]))
    expect(live).toMatchObject({ value: 21, at: at('08:00') })
  })
})

describe('readings of meters by hand', () => {
  const read = (meterId: string, time: string, value: number, more: Record<string, unknown> = {}) =>
    staff['maint-lead'].call(meterReading.endpoints.create, { meterId, readAt: at(time, '2026-11-19'), value, ...more })
  test('are readings of the tag, which is made with the first; an exchange is taken out', async () => {
    const of = good(
      await staff['maint-lead'].call(meter.endpoints.create, {
        code: 'W-1',
        name: '水表',
        kind: 'water',
        unit: 'm³',
        counter: true,
      }),
    )
    good(await read(of.id, '00:00', 900))
    good(await read(of.id, '12:00', 30, { oldFinal: 920, newStart: 10 }))
    const days = () =>
      inside(plant, (ctx) =>
        loadMeterUsage(ctx, {
          meterIds: [of.id],
          from: at('00:00', '2026-11-19'),
          to: at('00:00', '2026-11-20'),
          step: 'day',
        }),
      )
    expect(await days()).toEqual([{ meterId: of.id, at: at('00:00', '2026-11-19'), used: 40, estimatedShare: 1 }])
    const last = good(await read(of.id, '18:00', 90))
    expect((await days())[0]!.used).toBe(100)
    good(await staff['maint-lead'].call(meterReading.endpoints.remove, { id: last.id, version: last.version }))
    expect((await days())[0]!.used).toBe(40)
    good(await read(of.id, '18:00', 90))
    expect((await days())[0]!.used).toBe(100)
    expect(await plant.query('select unit, kind from tag where meter_id = $1', [of.id])).toEqual([
      { unit: 'm³', kind: 'counter' },
    ])
  })
})

describe('the ledger of meters', () => {
  test('knows the newest of what was read by hand and what a meter sends, with its time and source', async () => {
    const { code, meterId } = await newCounter(staff)
    const newest = async () =>
      good(await staff['maint-lead'].call(liveTags, { ofMeters: true })).filter((one) => one.meterId === meterId)
    await send(staff, code, [['08:00', 700]])
    expect(await newest()).toMatchObject([{ value: 700, at: at('08:00'), source: 'http' }])
    good(await staff['maint-lead'].call(meterReading.endpoints.create, { meterId, readAt: at('09:00'), value: 720 }))
    expect(await newest()).toMatchObject([{ value: 720, at: at('09:00'), source: 'hand' }])
    expect(good(await staff['maint-lead'].call(liveTags, { ofMeters: true })).every((one) => one.meterId)).toBe(true)
  })
})

describe('the speed of a line', () => {
  test('is a tag: its readings find stops, and what comes by the call of lines is its live value', async () => {
    const of = good(
      await staff['maint-lead'].call(line.endpoints.create, { code: 'SP-1', name: '纺粘', kind: 'spunbond' }),
    )
    const speed = good(
      await staff['maint-lead'].call(tag.endpoints.create, {
        code: 'SP-1/speed',
        name: '线速度',
        kind: 'gauge',
        unit: 'm/min',
        lineId: of.id,
        lineKey: 'speed',
        everyS: 60,
      }),
    )
    await send(staff, 'SP-1/speed', [
      ['08:00', 300],
      ['08:01', 0],
      ['08:02', 0],
      ['08:05', 300],
    ])
    expect(await plant.query('select started_at, ended_at from line_stop where line_id = $1', [of.id])).toEqual([
      { started_at: at('08:01'), ended_at: at('08:05') },
    ])
    const sent = { readings: [{ line: 'SP-1', at: at('09:59'), speed: 281.5 }] }
    expect(good(await staff.admin.call(sendSpeeds, sent))).toMatchObject({ stored: 1 })
    expect(good(await staff.admin.call(sendSpeeds, sent))).toMatchObject({ stored: 0, repeated: 1 })
    const [live] = await inside(plant, (ctx) => loadLiveValues(ctx, [speed.id]))
    expect(live).toMatchObject({ value: 281.5, at: at('09:59'), stale: false, lineKey: 'speed' })
    expect(await countOf(plant, 'reading', 'tag_id = $1', [speed.id])).toBe(5)
    expect(await countOf(plant, 'line_speed', 'line_id = $1', [of.id])).toBe(5)
  })
})

describe('retention', () => {
  test('takes away the months before the setting, keeps roll-ups, and older readings go apart', async () => {
    const { code, meterId, tagId } = await newCounter(staff)
    await send(staff, code, [
      ['08:00', 100, '2026-08-03'],
      ['08:15', 110, '2026-08-03'],
      ['08:00', 200, '2026-11-19'],
    ])
    good(await staff['prod-lead'].call(setPlantSetting, { key: 'readingMonths', value: 2 }))
    await runJob(plant, 'readings-forget')
    expect(await countOf(plant, 'reading', 'tag_id = $1', [tagId])).toBe(1)
    expect(await countOf(plant, 'pg_class', `relname = 'reading_2026_08'`)).toBe(0)
    const august = () =>
      inside(plant, (ctx) =>
        loadMeterUsage(ctx, {
          meterIds: [meterId],
          from: at('00:00', '2026-08-01'),
          to: at('00:00', '2026-09-01'),
          step: 'day',
        }),
      )
    expect((await august()).map((d) => d.used)).toEqual([10])
    expect(await send(staff, code, [['08:30', 115, '2026-08-03']])).toMatchObject({ stored: 0, apart: 1 })
    expect((await august()).map((d) => d.used)).toEqual([10])
    expect((await oddOf(plant, code)).map((o) => o.reason)).toContain('tooOld')
  })
})
