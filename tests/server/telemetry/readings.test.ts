import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meter } from '@/areas/equipment/contract/meter'
import { sendReadings } from '@/areas/telemetry/contract/calls'
import { tag } from '@/areas/telemetry/contract/tag'
import { usageOf, usageSums } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { asSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { at, countOf, good, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
afterAll(() => plant.close())

const inside = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => asSystem(plant.app, 'test', work)
let serial = 0
/** A counter of electricity, read every quarter of an hour, of at most 500 kWh an hour. */
async function newCounter(more: Record<string, unknown> = {}) {
  const code = `E-${++serial}`
  const of = good(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code,
      name: `电表${serial}`,
      kind: 'electricity',
      unit: 'kWh',
      counter: true,
    }),
  )
  const made = good(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code,
      name: of.name,
      kind: 'counter',
      unit: 'kWh',
      meterId: of.id,
      everyS: 900,
      mostPerHour: 500,
      ...more,
    }),
  )
  return { code, meterId: of.id, tagId: made.id }
}
type Given = readonly (readonly [time: string, value: unknown, day?: string])[]
const send = async (code: string, given: Given) =>
  good(
    await staff.admin.call(sendReadings, {
      readings: given.map(([time, value, day]) => ({
        tag: code,
        at: at(time, day),
        value: value as number,
        unit: null,
        quality: null,
      })),
    }),
  )
const hours = async (meterId: string) =>
  (
    await inside((ctx) =>
      usageOf(ctx, { meterIds: [meterId], from: at('00:00'), to: at('00:00', '2026-11-21'), step: 'hour' }),
    )
  ).map(({ at: moment, used, estimatedShare }) => [moment, used, estimatedShare])
describe('a batch', () => {
  test('is summed up by quarter, hour and day, whatever its order; the same again counts once', async () => {
    const { code, meterId } = await newCounter()
    const given: Given = [
      ['08:30', 1120],
      ['08:00', 1000],
      ['09:00', 1200],
      ['08:15', 1050],
      ['08:45', 1180],
      ['09:15', 1260],
    ]
    expect(await send(code, given)).toEqual({ stored: 6, repeated: 0, revised: 0, apart: 0, unknown: [] })
    expect(await send(code, given)).toEqual({ stored: 0, repeated: 6, revised: 0, apart: 0, unknown: [] })
    expect(await hours(meterId)).toEqual([
      [at('08:00'), 200, 0],
      [at('09:00'), 60, 0],
    ])
    const quarters = await inside((ctx) =>
      usageOf(ctx, { meterIds: [meterId], from: at('08:00'), to: at('09:00'), step: 'quarter' }),
    )
    expect(quarters.map((q) => q.used)).toEqual([50, 70, 60, 20])
    const days = await inside((ctx) =>
      usageOf(ctx, { meterIds: [meterId], from: at('00:00'), to: at('00:00', '2026-11-21'), step: 'day' }),
    )
    expect(days).toEqual([{ meterId, at: at('00:00'), used: 260, estimatedShare: 0 }])
    expect(await countOf(plant, 'reading', 'tag_id in (select id from tag where code = $1)', [code])).toBe(6)
  })
  test('sums of any periods come to the second', async () => {
    const { code, meterId } = await newCounter()
    await send(code, [
      ['23:30', 100, '2026-11-18'],
      ['00:30', 200, '2026-11-19'],
      ['01:00', 260, '2026-11-19'],
      ['01:00', 2060, '2026-11-20'],
    ])
    const sums = await inside((ctx) =>
      usageSums(ctx, {
        meterIds: [meterId],
        periods: [
          { key: 'a', from: at('23:45', '2026-11-18'), to: at('00:15', '2026-11-19') },
          { key: 'b', from: at('00:30', '2026-11-19'), to: at('00:40', '2026-11-19') },
          { key: 'none', from: at('00:00', '2026-01-01'), to: at('00:00', '2026-01-02') },
          { key: 'all', from: at('00:00', '2026-11-01'), to: at('00:00', '2026-11-30') },
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
  test('another value for the same moment is a revision that the sums follow, kept beside it', async () => {
    const { code, meterId } = await newCounter()
    await send(code, [
      ['08:00', 1000],
      ['08:30', 1100],
      ['09:00', 1200],
    ])
    expect(await send(code, [['08:30', 1150]])).toMatchObject({ stored: 0, revised: 1 })
    // What was replaced, sent once more by a gateway that repeats itself, changes nothing.
    expect(await send(code, [['08:30', 1100]])).toMatchObject({ repeated: 1, revised: 0 })
    const quarters = await inside((ctx) =>
      usageOf(ctx, { meterIds: [meterId], from: at('08:00'), to: at('09:00'), step: 'quarter' }),
    )
    expect(quarters.map((q) => q.used)).toEqual([75, 75, 25, 25])
    expect(await countOf(plant, 'reading_revision', 'tag_id in (select id from tag where code = $1)', [code])).toBe(1)
  })
})
