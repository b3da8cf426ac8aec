/** Shared by the telemetry tests: meter tags, batches of readings, and queries of the results. */
import { meter } from '@/areas/equipment/contract/meter'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { tag } from '@/areas/telemetry/contract/tag'
import { loadMeterUsage, type UsageStep } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, type Staff } from '../plant-staff'

let serial = 0
export const runInContext = <T>(plant: TestPlant, work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAsSystem(plant.app, 'test', work)

/** Creates an electricity counter, read every 15 minutes, with at most 500 kWh per hour. */
export async function createCounter(staff: Staff, more: Record<string, unknown> = {}) {
  const code = `E-${++serial}`
  const meterRow = expectOk(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code,
      name: `电表${serial}`,
      kind: 'electricity',
      unit: 'kWh',
      counter: true,
      ...(more['rollsOverAt'] ? { rollsOverAt: more['rollsOverAt'] as number } : {}),
    }),
  )
  const createdTag = expectOk(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code,
      name: meterRow.name,
      kind: 'counter',
      unit: 'kWh',
      meterId: meterRow.id,
      everyS: 900,
      mostPerHour: 500,
      ...more,
    }),
  )
  return { code, meterId: meterRow.id, tagId: createdTag.id }
}
export async function createGauge(staff: Staff, more: Record<string, unknown> = {}) {
  const code = `G-${++serial}`
  const createdTag = expectOk(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code,
      name: `温度${serial}`,
      kind: 'gauge',
      unit: '°C',
      everyS: 60,
      ...more,
    }),
  )
  return { code, tagId: createdTag.id }
}
/** Readings as plant time, value, and optionally another day. */
export type ReadingInputs = readonly (readonly [time: string, value: unknown, day?: string])[]
export const buildBatch = (code: string, readings: ReadingInputs) => ({
  readings: readings.map(([time, value, day]) => ({
    tag: code,
    at: plantTime(time, day),
    value: value as number,
    unit: null,
    quality: null,
  })),
})
export const sendBatch = async (staff: Staff, code: string, readings: ReadingInputs) =>
  expectOk(await staff.admin.call(sendReadings, buildBatch(code, readings)))
/** Loads the usage of a meter per slot on 20 November. */
export const loadUsage = async (plant: TestPlant, meterId: string, step: UsageStep = 'quarter') =>
  (
    await runInContext(plant, (ctx) =>
      loadMeterUsage(ctx, {
        meterIds: [meterId],
        from: plantTime('00:00'),
        to: plantTime('00:00', '2026-11-21'),
        step,
      }),
    )
  ).map(({ at: moment, used, estimatedShare }) => [moment, used, estimatedShare] as const)
export const loadOddReadings = (plant: TestPlant, code: string) =>
  plant.query<{ id: string; version: number; reason: string; state: string; shown: string }>(
    'select id, version, reason, state, shown from odd_reading where tag_code = $1 order by read_at, shown',
    [code],
  )
