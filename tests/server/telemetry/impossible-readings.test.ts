/** Readings with an impossible time or value are set aside one by one and create no partition. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { loadGaugeSlots } from '@/areas/telemetry/server/queries'
import { takeReadings } from '@/areas/telemetry/server/take-readings'
import { addToMonth } from '@/server/db/partitions'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import { buildBatch, runInContext, createCounter, createGauge, loadOddReadings } from './meter-tags'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const months = async () =>
  (
    await plant.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.reading'::regclass order by 1`,
    )
  ).map(({ name }) => name)
const reading = (tag: string, moment: string, value: number) => ({ tag, at: moment, value, unit: null, quality: null })
const sendAll = async (readings: ReturnType<typeof reading>[]) =>
  expectOk(await staff.admin.call(sendReadings, { readings }))

describe('readings from before the retention period', () => {
  test('600 months of them are set aside, create no partition, and delay nobody', async () => {
    const { code } = await createGauge(staff)
    const monthsBefore = await months()
    const began = performance.now()
    const old = Array.from({ length: 600 }, (_, i) =>
      reading(code, `${1910 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01T00:00:00Z`, 150),
    )
    expect(await sendAll([...old, ...buildBatch(code, [['08:00', 151]]).readings])).toMatchObject({
      stored: 1,
      apart: 600,
    })
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(new Set((await loadOddReadings(plant, code)).map((o) => o.reason))).toEqual(new Set(['tooOld']))
    expect(await months()).toEqual([...new Set([...monthsBefore, 'reading_2026_11'])].sort())
  })
  test.each(['0001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '0099-12-31T23:59:59+14:00', '1800-01-01T00:00:00Z'])(
    'one of %s takes none of the others with it',
    async (moment) => {
      const { code, tagId } = await createGauge(staff)
      const before = await months()
      const batch = [reading(code, moment, 1), ...buildBatch(code, [['08:00', 150]]).readings]
      expect(await sendAll(batch)).toMatchObject({ stored: 1, apart: 1 })
      expect(await sendAll(batch)).toMatchObject({ stored: 0, repeated: 2, apart: 0 })
      expect(await months()).toEqual(before)
      expect((await loadOddReadings(plant, code)).map((o) => o.reason)).toEqual(['tooOld'])
      expect(await countRows(plant, 'reading', 'tag_id = $1', [tagId])).toBe(1)
    },
  )
  test('a gateway offline for a year delivers everything', async () => {
    const { code } = await createGauge(staff)
    expect(
      await sendAll([reading(code, '2025-10-01T00:00:00Z', 150), reading(code, '2025-09-30T23:59:59Z', 150)]),
    ).toMatchObject({ stored: 1, apart: 1 })
    expect(await months()).toContain('reading_2025_10')
  })
  test('a broker timestamp may be invalid', async () => {
    const { code } = await createCounter(staff)
    const outcome = await runInContext(plant, (ctx) =>
      takeReadings(ctx, {
        source: 'test',
        readings: [1e20, -1e20, 8.64e15, -8.64e15, Number.NaN, 253_402_300_800_000, Date.parse(plantTime('08:00'))].map(
          (ms, i) => ({
            tag: code,
            at: ms,
            value: 1000 + i,
          }),
        ),
      }),
    )
    expect(outcome).toMatchObject({ stored: 1, apart: 6 })
    expect((await loadOddReadings(plant, code)).map((o) => o.reason).sort()).toEqual([
      'future',
      'future',
      'future',
      'tooOld',
      'tooOld',
      'tooOld',
    ])
  })
  test('unknown tags and non-numbers are set aside, whatever their time', async () => {
    const { code } = await createGauge(staff)
    expect(
      await sendAll([
        reading('NOBODY', '0000-01-01T00:00:00Z', 1),
        { ...reading(code, '0000-06-01T00:00:00Z', 1), value: 'x' as never },
      ]),
    ).toMatchObject({ stored: 0, apart: 2 })
  })
  test('months continue across two-digit years', () => {
    expect([
      addToMonth('0001-12', 1),
      addToMonth('0099-12', 1),
      addToMonth('2026-11', 2),
      addToMonth('2026-01', -13),
    ]).toEqual(['0002-01', '0100-01', '2027-01', '2024-12'])
  })
})

describe('impossible values', () => {
  test('are set aside, and the quarter-hour keeps its sum', async () => {
    const { code, tagId } = await createGauge(staff)
    const { readings } = buildBatch(code, [
      ['08:01', 150],
      ['08:02', 1.7e308],
      ['08:03', -1.7e308],
      ['08:04', 1e12],
      ['08:05', 154],
    ])
    expect(await sendAll(readings)).toMatchObject({ stored: 2, apart: 3 })
    expect((await loadOddReadings(plant, code)).map((o) => o.reason)).toEqual([
      'beyondRange',
      'beyondRange',
      'beyondRange',
    ])
    const slots = await runInContext(plant, (ctx) =>
      loadGaugeSlots(ctx, { tagIds: [tagId], from: plantTime('08:00'), to: plantTime('08:15'), step: 'quarter' }),
    )
    expect(slots).toMatchObject([{ n: 2, mean: 152, low: 150, high: 154, last: 154 }])
    const [first] = await loadOddReadings(plant, code)
    const admitted = await staff.admin.raw('POST', '/telemetry/odd_reading_admit', { id: first!.id, version: 1 })
    expect([admitted.errno, admitted.errmsg]).toEqual(['6000', expect.stringContaining('超出')])
  })
})
