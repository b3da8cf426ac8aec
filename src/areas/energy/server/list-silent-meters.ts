import { HOUR_MS, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { listMissingHours } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import type { EnergyMeter, MeterTree } from './meters'

/** Lists the meters without a reading in the last full hour. */
export async function listSilentMeters(ctx: Context, tree: MeterTree): Promise<EnergyMeter[]> {
  const hourStart = Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS
  const { day } = toLocalTime(toMoment(hourStart), ctx.timeZone)
  const missing = await listMissingHours(ctx, { meterIds: tree.meterIds, day })
  const silentInstruments = new Set(
    missing.filter(({ at }) => Math.abs(toMillis(at) - hourStart) < HOUR_MS).map(({ meterId }) => meterId),
  )
  return tree.counting.filter(({ meterId }) => silentInstruments.has(meterId))
}
