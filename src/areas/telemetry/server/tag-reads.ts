/** Queries of tags: live values and curves. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import type { liveTags, tagCurve } from '../contract/calls'
import { tag } from '../contract/tag'
import { gaugeOf, liveOfLine, liveOfMeters, liveValues } from './queries/gauges'
import { usageOfTags } from './queries/usage'

/** GET /telemetry/live */
export async function live(
  ctx: Context,
  { tagIds, lineId, ofMeters }: EndpointInput<typeof liveTags>,
): Promise<EndpointOutput<typeof liveTags>> {
  if (ofMeters) return [...(await liveOfMeters(ctx))]
  return [...(lineId ? await liveOfLine(ctx, lineId) : await liveValues(ctx, tagIds ?? []))]
}

const USUAL_MS = DAY_MS
/** Longest period in days by step. */
const most = { quarter: 31, hour: 92, day: 1830 } as const
const expectedIn = { quarter: 900, hour: 3600, day: 86_400 } as const
/** GET /telemetry/curve */
export async function curve(
  ctx: Context,
  input: EndpointInput<typeof tagCurve>,
): Promise<EndpointOutput<typeof tagCurve>> {
  const of = await ctx.rows.get(tag, input.tagId)
  const to = input.to ? toMillis(input.to) : ctx.now.getTime()
  const from = input.from ? toMillis(input.from) : to - USUAL_MS
  const step = input.step ?? (to - from <= 2 * DAY_MS ? 'quarter' : to - from <= 31 * 24 * HOUR_MS ? 'hour' : 'day')
  if (to <= from) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (to - from > most[step] * DAY_MS)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: most[step] } }])
  const asked = { from: toMoment(from), to: toMoment(to), step }
  if (of.kind === 'counter')
    return (await usageOfTags(ctx, { tagIds: [of.id], ...asked })).map(({ at, used, estimatedShare }) => ({
      at,
      value: used,
      low: null,
      high: null,
      n: null,
      expected: Math.max(1, Math.round(expectedIn[step] / of.everyS)),
      estimatedShare,
    }))
  return (await gaugeOf(ctx, { tagIds: [of.id], ...asked })).map(({ at, mean, low, high, n, expected }) => ({
    at,
    value: rounded(mean),
    low: rounded(low),
    high: rounded(high),
    n,
    expected,
    estimatedShare: null,
  }))
}
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
