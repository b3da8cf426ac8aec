import { HOUR_MS, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { missingHours } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import type { EnergyMeter, Tree } from './meters'

/** Lists the meters without a reading in the last full hour. */
export async function silentMeters(ctx: Context, tree: Tree): Promise<EnergyMeter[]> {
  const hour = Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS
  const { day } = toLocalTime(toMoment(hour), ctx.timeZone)
  const missing = await missingHours(ctx, { meterIds: tree.meterIds, day })
  const silent = new Set(
    missing.filter(({ at }) => Math.abs(toMillis(at) - hour) < HOUR_MS).map(({ meterId }) => meterId),
  )
  return tree.counting.filter(({ meterId }) => silent.has(meterId))
}
