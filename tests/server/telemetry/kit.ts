/** What the tests of telemetry share: tags of meters, batches, and what is known of them afterwards. */
import { meter } from '@/areas/equipment/contract/meter'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { tag } from '@/areas/telemetry/contract/tag'
import { loadMeterUsage, type UsageStep } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { at, good, type Staff } from '../people'

let serial = 0
export const inside = <T>(plant: TestPlant, work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAsSystem(plant.app, 'test', work)

/** A counter of electricity, read every quarter of an hour, of at most 500 kWh an hour. */
export async function newCounter(staff: Staff, more: Record<string, unknown> = {}) {
  const code = `E-${++serial}`
  const of = good(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code,
      name: `电表${serial}`,
      kind: 'electricity',
      unit: 'kWh',
      counter: true,
      ...(more['rollsOverAt'] ? { rollsOverAt: more['rollsOverAt'] as number } : {}),
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
export async function newGauge(staff: Staff, more: Record<string, unknown> = {}) {
  const code = `G-${++serial}`
  const made = good(
    await staff['maint-lead'].call(tag.endpoints.create, {
      code,
      name: `温度${serial}`,
      kind: 'gauge',
      unit: '°C',
      everyS: 60,
      ...more,
    }),
  )
  return { code, tagId: made.id }
}
/** Time of the plant's clock, value, and the day if it is another. */
export type Given = readonly (readonly [time: string, value: unknown, day?: string])[]
export const batchOf = (code: string, given: Given) => ({
  readings: given.map(([time, value, day]) => ({
    tag: code,
    at: at(time, day),
    value: value as number,
    unit: null,
    quality: null,
  })),
})
export const send = async (staff: Staff, code: string, given: Given) =>
  good(await staff.admin.call(sendReadings, batchOf(code, given)))
/** What a meter used in the slots of 20 November. */
export const usageOn = async (plant: TestPlant, meterId: string, step: UsageStep = 'quarter') =>
  (
    await inside(plant, (ctx) =>
      loadMeterUsage(ctx, { meterIds: [meterId], from: at('00:00'), to: at('00:00', '2026-11-21'), step }),
    )
  ).map(({ at: moment, used, estimatedShare }) => [moment, used, estimatedShare] as const)
export const oddOf = (plant: TestPlant, code: string) =>
  plant.query<{ id: string; version: number; reason: string; state: string; shown: string }>(
    'select id, version, reason, state, shown from odd_reading where tag_code = $1 order by read_at, shown',
    [code],
  )
