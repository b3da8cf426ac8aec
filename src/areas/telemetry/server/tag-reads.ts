/** Queries of tags: live values and curves. */
import { refuseInput } from '@/contract/errno'
import { DAY_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { liveTags, tagCurve } from '../contract/telemetry-endpoints'
import { tag } from '../contract/tag'
import { loadGaugeSlots, loadLineLiveValues, loadMeterLiveValues, loadLiveValues } from './queries/gauges'
import { loadTagUsage, type UsageStep } from './queries/usage'
import { roundToMillionth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

/** GET /telemetry/live */
export const listLiveValues = handle(liveTags, async (ctx, { tagIds, lineId, ofMeters }) => {
  if (ofMeters) return [...(await loadMeterLiveValues(ctx))]
  return [...(lineId ? await loadLineLiveValues(ctx, lineId) : await loadLiveValues(ctx, tagIds ?? []))]
})

const DEFAULT_PERIOD_MS = DAY_MS
/** Longest period in days by step. */
const maxDaysByStep = { quarter: 31, hour: 92, day: 1830 } as const
const secondsByStep = { quarter: 900, hour: 3600, day: 86_400 } as const
/** Returns the default step for a period. */
function chooseStep(periodMs: number): UsageStep {
  if (periodMs <= 2 * DAY_MS) return 'quarter'
  return periodMs <= 31 * DAY_MS ? 'hour' : 'day'
}
/** GET /telemetry/curve */
export const loadTagCurve = handle(tagCurve, async (ctx, input) => {
  const tagRow = await ctx.rows.get(tag, input.tagId)
  const to = input.to ? toMillis(input.to) : ctx.now.getTime()
  const from = input.from ? toMillis(input.from) : to - DEFAULT_PERIOD_MS
  const step = input.step ?? chooseStep(to - from)
  if (to <= from) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (to - from > maxDaysByStep[step] * DAY_MS)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: maxDaysByStep[step] } }])
  const query = { from: toMoment(from), to: toMoment(to), step }
  if (tagRow.kind === 'counter')
    return (await loadTagUsage(ctx, { tagIds: [tagRow.id], ...query })).map(({ at, used, estimatedShare }) => ({
      at,
      value: used,
      low: null,
      high: null,
      n: null,
      expected: Math.max(1, Math.round(secondsByStep[step] / tagRow.everyS)),
      estimatedShare,
    }))
  return (await loadGaugeSlots(ctx, { tagIds: [tagRow.id], ...query })).map(({ at, mean, low, high, n, expected }) => ({
    at,
    value: roundToMillionth(mean),
    low: roundToMillionth(low),
    high: roundToMillionth(high),
    n,
    expected,
    estimatedShare: null,
  }))
})
