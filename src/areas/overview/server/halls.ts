/** Temperature, humidity and dust of halls. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { gaugeOf, liveHalls, type GaugeSlot, type LiveAtPlace } from '@/areas/telemetry/server/queries'
import { hallKeys } from '@/areas/telemetry/rules/tag'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { hallsCourse, hallsNow } from '../contract/line-calls'
import { alarmsOf } from '../rules/alarms'
import { shownLive } from './line-status'
import { round } from './figure-rows'
import { hoursOf } from './spans'

async function hallsWith(ctx: Context, areaId?: string | null) {
  const tags = await liveHalls(ctx, areaId)
  const ids = [...new Set(tags.flatMap((tag) => tag.areaId ?? []))]
  const names = await loadNames(ctx, 'plantArea', ids)
  const halls = ids
    .map((id) => ({ areaId: id, label: names[id] ?? id }))
    .sort((a, b) => a.label.localeCompare(b.label, ctx.language))
  return { tags, halls }
}
const tagOf = (tags: readonly LiveAtPlace[], areaId: string, hallKey: string) =>
  tags.find((tag) => tag.areaId === areaId && tag.hallKey === hallKey)

/** GET /ENVIRONMENT_DATA: two statements. */
export async function now(ctx: Context): Promise<EndpointOutput<typeof hallsNow>> {
  const { tags, halls } = await hallsWith(ctx)
  return halls.map((hall) => ({
    ...hall,
    values: hallKeys.flatMap((hallKey) => {
      const tag = tagOf(tags, hall.areaId, hallKey)
      return tag ? [{ hallKey, tagId: tag.tagId, unit: tag.unit, ...shownLive(tag) }] : []
    }),
  }))
}

/** GET /ENVIRONMENT_MONITORING: three statements. */
export async function course(
  ctx: Context,
  input: EndpointInput<typeof hallsCourse>,
): Promise<EndpointOutput<typeof hallsCourse>> {
  const span = hoursOf(ctx, input)
  const { tags, halls } = await hallsWith(ctx, input.areaId)
  const slots = await gaugeOf(ctx, { tagIds: tags.map(({ tagId }) => tagId), ...span })
  const by = new Map<string, GaugeSlot[]>()
  for (const slot of slots) by.set(slot.tagId, [...(by.get(slot.tagId) ?? []), slot])
  const series = halls.flatMap((hall) =>
    hallKeys.flatMap((hallKey) => {
      const tag = tagOf(tags, hall.areaId, hallKey)
      return tag
        ? [{ ...hall, hallKey, unit: tag.unit, low: tag.low, high: tag.high, found: by.get(tag.tagId) ?? [] }]
        : []
    }),
  )
  const { minutes } = span
  return {
    from: span.from,
    to: span.to,
    step: minutes,
    series: series.map(({ found, ...one }) => ({
      ...one,
      points: found.map(({ at, mean, low, high }) => ({ at, mean: round(mean), low: round(low), high: round(high) })),
    })),
    alarms: series
      .flatMap(({ found, low, high, ...one }) =>
        alarmsOf(
          found.map((slot) => ({ from: toMillis(slot.at), low: slot.low, high: slot.high })),
          { low, high, stepMs: minutes * 60_000, now: ctx.now.getTime() },
        ).map((alarm) => ({
          ...one,
          from: toMoment(alarm.from),
          to: alarm.to === null ? null : toMoment(alarm.to),
          worst: alarm.worst,
        })),
      )
      .sort((a, b) => b.from.localeCompare(a.from))
      .slice(0, 500),
  }
}
