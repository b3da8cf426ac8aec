/** Handlers of the temperature, humidity and dust of halls. */
import { loadGaugeSlots, loadHallValues, type GaugeSlot, type PlacedLiveValue } from '@/areas/telemetry/server/queries'
import { hallKeys } from '@/areas/telemetry/rules/tag'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import { hallClimateHistory, hallClimateNow } from '../contract/line-endpoints'
import { findLimitAlarms } from '../rules/limit-alarms'
import { toLiveFields } from './line-status-handlers'
import { roundToSixDecimals } from './metric-rows'
import { resolveHourSpan } from './hour-span'
import { handle } from '@/server/area'

const MAX_ALARMS = 500

async function loadHalls(ctx: Context, areaId?: string | null) {
  const tags = await loadHallValues(ctx, areaId)
  const ids = [...new Set(tags.flatMap((tag) => tag.areaId ?? []))]
  const names = await loadNames(ctx, 'plantArea', ids)
  const halls = ids
    .map((id) => ({ areaId: id, label: names[id] ?? id }))
    .sort((a, b) => a.label.localeCompare(b.label, ctx.language))
  return { tags, halls }
}
const findHallTag = (tags: readonly PlacedLiveValue[], areaId: string, hallKey: string) =>
  tags.find((tag) => tag.areaId === areaId && tag.hallKey === hallKey)

/** GET /ENVIRONMENT_DATA: two SQL statements. */
export const listHallClimate = handle(hallClimateNow, async (ctx) => {
  const { tags, halls } = await loadHalls(ctx)
  return halls.map((hall) => ({
    ...hall,
    values: hallKeys.flatMap((hallKey) => {
      const tag = findHallTag(tags, hall.areaId, hallKey)
      return tag ? [{ hallKey, tagId: tag.tagId, unit: tag.unit, ...toLiveFields(tag) }] : []
    }),
  }))
})

/** GET /ENVIRONMENT_MONITORING: three SQL statements. */
export const loadHallClimateHistory = handle(hallClimateHistory, async (ctx, input) => {
  const span = resolveHourSpan(ctx, input)
  const { tags, halls } = await loadHalls(ctx, input.areaId)
  const slots = await loadGaugeSlots(ctx, { tagIds: tags.map(({ tagId }) => tagId), ...span })
  const slotsByTag = new Map<string, GaugeSlot[]>()
  for (const slot of slots) slotsByTag.set(slot.tagId, [...(slotsByTag.get(slot.tagId) ?? []), slot])
  const series = halls.flatMap((hall) =>
    hallKeys.flatMap((hallKey) => {
      const tag = findHallTag(tags, hall.areaId, hallKey)
      return tag
        ? [
            {
              ...hall,
              hallKey,
              unit: tag.unit,
              low: tag.low,
              high: tag.high,
              tagSlots: slotsByTag.get(tag.tagId) ?? [],
            },
          ]
        : []
    }),
  )
  const { minutes } = span
  return {
    from: span.from,
    to: span.to,
    step: minutes,
    series: series.map(({ tagSlots, ...hallSeries }) => ({
      ...hallSeries,
      points: tagSlots.map(({ at, mean, low, high }) => ({
        at,
        mean: roundToSixDecimals(mean),
        low: roundToSixDecimals(low),
        high: roundToSixDecimals(high),
      })),
    })),
    alarms: series
      .flatMap(({ tagSlots, low, high, ...hallSeries }) =>
        findLimitAlarms(
          tagSlots.map((slot) => ({ from: toMillis(slot.at), low: slot.low, high: slot.high })),
          { low, high, stepMs: minutes * MINUTE_MS, nowMs: ctx.now.getTime() },
        ).map((alarm) => ({
          ...hallSeries,
          from: toMoment(alarm.from),
          to: alarm.to === null ? null : toMoment(alarm.to),
          worst: alarm.worst,
        })),
      )
      .sort((a, b) => b.from.localeCompare(a.from))
      .slice(0, MAX_ALARMS),
  }
})
